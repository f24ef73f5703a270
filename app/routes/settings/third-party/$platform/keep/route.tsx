import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { buttonAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { platformAccount } from '~/i18n/platforms'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { PendingChangeText } from '~/routes/settings/pending-change'
import { connectedTo } from '~/routes/settings/third-party/connections.server'
import { BackLink } from '~/ui/back-link'

// Stops the pending change of a third-party identity. Its list posts here; this page is seen when that fails.
export const handle: PageHandle = { title: 'thirdParty.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const connected = await connectedTo(args)
  const { pending } = connected ?? {}
  if (!connected || !pending) throw await redirectTo(args, '/settings/third-party')
  return reply({ platform: connected.platform, name: connected.name, pending })
}

export const action = buttonAction({
  guard: requireSignedIn,
  call: (client, _, args) => client.stopPendingChange({ platform: args.params.platform ?? '' }),
  done: () => ({ path: '/settings/third-party', notice: 'platform_kept' }),
})

export default function KeepPlatform() {
  const { i18n } = useTranslation()
  const { platform, name, pending } = useLoaderData<typeof loader>()
  return (
    <FormPage
      page={usePageForm()}
      title="thirdParty.title"
      submit="pendingChange.platform.stop"
      lead={
        <>
          <p>
            <strong>{platformAccount(i18n.language, platform, name)}</strong>
          </p>
          <PendingChangeText kind="platform" pending={pending} />
        </>
      }
      after={<BackLink path="/settings/third-party" text="thirdParty.back" />}
    />
  )
}
