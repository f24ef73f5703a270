import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'

// The last question before the authenticator app is removed. A person who cannot prove enough may wait instead.
export const handle: PageHandle = { title: 'authenticator.remove_title' }

const here = '/settings/authenticator'

/** `wait`: set by the step-up that asks for more, if its person prefers to wait. */
const Remove = z.object({ wait: z.string().optional() })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { is_set } = await requireData(args, await client.authenticatorInfo({}))
  if (!is_set) throw await redirectTo(args, here)
  return reply(null)
}

export const action = formAction(Remove, {
  call: (client, { wait }) => client.removeAuthenticator(wait === '1' ? { wait: 1 } : {}),
  done: (_args, { done }) => ({
    path: here,
    notice: done ? 'authenticator_removed' : 'authenticator_removal_asked',
  }),
  // The second of two clicks finds it gone.
  otherwise: ({ code }) => (code === 'nothing_bound' ? here : undefined),
})

export default function RemoveAuthenticator() {
  const { t } = useTranslation()
  const page = usePageForm<typeof Remove>()
  return (
    <FormPage
      page={page}
      title="authenticator.remove_title"
      submit="authenticator.remove"
      safe={{ path: here, text: 'authenticator.back' }}
      lead={<p>{t('authenticator.remove_text')}</p>}
    />
  )
}
