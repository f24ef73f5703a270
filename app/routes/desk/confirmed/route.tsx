import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { type LoaderFunctionArgs, reply } from '~/framework'
import { requireOperator } from '~/runtime/operator.server'

// The end of proving a factor in a new tab. The form waits in the other tab.
export const handle: PageHandle = { title: 'desk.confirmed.title' }

export const loader = async (args: LoaderFunctionArgs) => reply(await requireOperator(args))

export default function Confirmed() {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('desk.confirmed.title')}</h1>
      <p>{t('desk.confirmed.text')}</p>
    </>
  )
}
