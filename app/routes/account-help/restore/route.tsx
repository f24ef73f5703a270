import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { useLinkWithNext } from '~/navigation/returning/use-link-with-next'
import { BackToHelp } from '~/ui/back-to-help'
import { FlashMessage } from '~/ui/flash-message'

// Says how a cancelled account is restored: by signing in.
export const handle: PageHandle = { title: 'restore.title', remembered: true }

export const loader = ({ request }: LoaderFunctionArgs) => reply({ notice: flashOf(request) })

export default function Restore() {
  const { t } = useTranslation()
  const { notice } = useLoaderData<typeof loader>()
  const withNext = useLinkWithNext()
  return (
    <>
      <h1>{t('restore.title')}</h1>
      <FlashMessage notice={notice} />
      <p>{t('restore.how')}</p>
      <p>{t('restore.too_late')}</p>
      <p>
        <a className="button" href={withNext('/login')}>
          {t('home.sign_in')}
        </a>
      </p>
      <BackToHelp />
    </>
  )
}
