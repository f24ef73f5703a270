import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { buttonAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { BackLink } from '~/ui/back-link'

// Keeps an authenticator app whose removal was requested.
export const handle: PageHandle = { title: 'authenticator.keep_title' }

const here = '/settings/authenticator'

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { removed_at } = await requireData(args, await client.authenticatorInfo({}))
  if (removed_at === null) throw await redirectTo(args, here)
  return reply(null)
}

export const action = buttonAction({
  call: (client) => client.stopPendingChange({ platform: 'authenticator' }),
  done: () => ({ path: here, notice: 'authenticator_kept' }),
})

export default function KeepAuthenticator() {
  const { t } = useTranslation()
  return (
    <FormPage
      page={usePageForm()}
      title="authenticator.keep_title"
      submit="authenticator.keep"
      lead={<p>{t('authenticator.keep_text')}</p>}
      after={<BackLink path={here} text="authenticator.return" />}
    />
  )
}
