import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'

// The last question before the recovery address is removed. A person who cannot prove enough may wait instead.
export const handle: PageHandle = { title: 'recoveryEmail.remove_title' }

const page = '/settings/recovery-email'
const removed = { path: page, notice: 'recovery_email_removed' } as const

/** `wait`: set by the step-up that asks for more, if its person prefers to wait. */
const Remove = z.object({ wait: z.string().optional() })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const { email } = await requireData(args, await (await api(args)).recoveryEmailInfo({}))
  if (email === null) throw await redirectTo(args, page)
  return reply({ email })
}

export const action = formAction(Remove, {
  call: (client, { wait }) => client.removeRecoveryEmail(wait === '1' ? { wait: 1 } : {}),
  done: (_args, { done }) => (done ? removed : { path: page, notice: 'recovery_email_removal_asked' }),
  // The second of two clicks finds it gone.
  otherwise: ({ code }) => (code === 'nothing_bound' ? removed : undefined),
})

export default function RemoveRecoveryEmail() {
  const { t } = useTranslation()
  const { email } = useLoaderData<typeof loader>()
  return (
    <FormPage
      page={usePageForm<typeof Remove>()}
      title="recoveryEmail.remove_title"
      submit="recoveryEmail.remove"
      safe={{ path: page, text: 'recoveryEmail.keep' }}
      lead={<p>{t('recoveryEmail.remove_text', { email })}</p>}
    />
  )
}
