import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { buttonAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply } from '~/framework'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { BackToSettings } from '~/ui/back-to-settings'

// Stops a recovery that somebody has requested from the operator.
export const handle: PageHandle = { title: 'recoveryLink.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  return reply(null)
}

export const action = buttonAction({
  guard: requireSignedIn,
  call: (client) => client.stopPendingChange({ platform: 'recovery_link' }),
  done: () => ({ path: '/settings', notice: 'recovery_stopped' }),
})

export default function StopRecovery() {
  const { t } = useTranslation()
  return (
    <FormPage
      page={usePageForm()}
      title="recoveryLink.title"
      submit="recoveryLink.stop"
      lead={<p>{t('recoveryLink.text')}</p>}
      after={<BackToSettings />}
    />
  )
}
