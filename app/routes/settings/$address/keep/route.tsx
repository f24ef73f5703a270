import type { PageHandle } from '~/document/page-handle'
import { addressKindOf } from '~/features/addresses/address-kind'
import { boundAddresses } from '~/features/addresses/bound-address.server'
import { buttonAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { PendingChangeText } from '../../pending-change'

// Stops the pending change of an address. The page of the address posts here; this page is seen when that fails.
export const handle: PageHandle = { title: (params) => `${addressKindOf({ params })}.title` }

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  await requireSignedIn(args)
  const { pending } = (await boundAddresses(args))[kind]
  if (pending === null) throw await redirectTo(args, `/settings/${kind}`)
  return reply({ kind, pending })
}

export const action = buttonAction({
  guard: async (args) => {
    addressKindOf(args)
    await requireSignedIn(args)
  },
  call: (client, _, args) => client.stopPendingChange({ platform: addressKindOf(args) }),
  done: (args) => ({ path: `/settings/${addressKindOf(args)}`, notice: `${addressKindOf(args)}_kept` }),
})

export default function KeepAddress() {
  const { kind, pending } = useLoaderData<typeof loader>()
  return (
    <FormPage
      page={usePageForm()}
      title={`${kind}.title`}
      submit={`pendingChange.${kind}.stop`}
      lead={<PendingChangeText kind={kind} pending={pending} />}
      after={<BackToSettings />}
    />
  )
}
