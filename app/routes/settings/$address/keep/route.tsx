import { z } from 'zod'
import { addressKindOf } from '~/addresses/address-kind'
import { boundAddresses } from '~/addresses/bound-address.server'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { PendingChangeText } from '../../pending-change'

// Stops the pending change of an address. The page of the address posts here; this page is seen when that fails.
export const handle: PageHandle = { title: (params) => `${addressKindOf({ params })}.title` }

const Keep = z.object({})

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  await requireSignedIn(args)
  const { pending } = (await boundAddresses(args))[kind]
  if (pending === null) throw await redirectTo(args, `/settings/${kind}`)
  return reply({ kind, pending })
}

export const action = async (args: ActionFunctionArgs) => {
  const kind = addressKindOf(args)
  await requireSignedIn(args)
  const form = await readForm(args, Keep)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.stopPendingChange({ platform: kind })
  return answer.ok ? redirectTo(args, { path: `/settings/${kind}`, notice: `${kind}_kept` }) : form.reply(answer)
}

export default function KeepAddress() {
  const { kind, pending } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Keep>()
  return (
    <FormPage
      page={page}
      title={`${kind}.title`}
      submit={`pendingChange.${kind}.stop`}
      lead={<PendingChangeText kind={kind} pending={pending} />}
      after={<BackToSettings />}
    />
  )
}
