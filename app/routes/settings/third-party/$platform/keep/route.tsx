import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { PendingChangeText } from '../../../pending-change'
import { connectedTo } from '../../connections.server'

// Stops the pending change of a third-party identity. Its list posts here; this page is seen when that fails.
export const handle: PageHandle = { title: 'thirdParty.title' }

const Keep = z.object({})

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const { pending } = (await connectedTo(args)) ?? {}
  if (!pending) throw await redirectTo(args, '/settings/third-party')
  return reply({ pending })
}

export const action = async (args: ActionFunctionArgs) => {
  await requireSignedIn(args)
  const form = await readForm(args, Keep)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.stopPendingChange({ platform: args.params.platform ?? '' })
  return answer.ok ? redirectTo(args, { path: '/settings/third-party', notice: 'platform_kept' }) : form.reply(answer)
}

export default function KeepPlatform() {
  const { pending } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Keep>()
  return (
    <FormPage
      page={page}
      title="thirdParty.title"
      submit="pendingChange.platform.stop"
      lead={<PendingChangeText kind="platform" pending={pending} />}
      after={<BackToSettings />}
    />
  )
}
