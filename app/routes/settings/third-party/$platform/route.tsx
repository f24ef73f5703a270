import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { waitOf } from '~/features/addresses/address-calls.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { platformAccount } from '~/i18n/platforms'
import type { Destination } from '~/navigation/flash/flash.server'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { connectedTo } from '~/routes/settings/third-party/connections.server'
import { api } from '~/runtime/api.server'
import { BackLink } from '~/ui/back-link'

// Unbinds a third-party identity.
export const handle: PageHandle = { title: 'thirdParty.remove.title' }

// `wait` comes from the button of the second verification.
const Remove = z.object({ wait: z.literal('1').optional() })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const binding = await connectedTo(args)
  // A pending disconnection has its actions in the list.
  if (!binding || binding.pending) throw await redirectTo(args, '/settings/third-party')
  return reply({ platform: binding.platform, name: binding.name })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Remove)
  if (!form.ok) return form.reply()
  const done: Destination = { path: '/settings/third-party', notice: 'platform_removed' }
  const binding = await connectedTo(args)
  // The second of two clicks finds nothing bound.
  if (!binding) return redirectTo(args, done)
  const client = await api(args)
  const answer = await client.unbindPlatform({ platform: binding.platform, ...waitOf(form.value) })
  if (answer.ok && !answer.data.done) return redirectTo(args, { ...done, notice: 'platform_removal_asked' })
  return answer.ok || answer.code === 'nothing_bound' ? redirectTo(args, done) : form.reply(answer)
}

export default function Disconnect() {
  const { t, i18n } = useTranslation()
  const { platform, name } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Remove>()
  return (
    <FormPage
      page={page}
      title="thirdParty.remove.title"
      submit="thirdParty.disconnect"
      safe={{ path: '/settings/third-party', text: 'pendingChange.platform.stop' }}
      lead={<p>{t('thirdParty.remove.means', { name: platformAccount(i18n.language, platform, name) })}</p>}
      after={<BackLink path="/settings/third-party" text="thirdParty.back" />}
    />
  )
}
