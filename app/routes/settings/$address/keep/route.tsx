import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { buttonAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { problem } from '~/navigation/problem'
import { redirectTo } from '~/navigation/redirect.server'
import { PendingChangeText } from '~/routes/settings/pending-change'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'

// Stops the pending change of an address or a passkey. The page of the method posts here; this page is seen when that
// fails.
export const handle: PageHandle = { title: ({ address = '' }) => kept[methodIn.parse(address.toLowerCase())].title }

const methodIn = z.enum(['mobile', 'email', 'passkey', 'recovery-email']).catch('mobile')

/** The methods, by the name of their pages. */
const kept = {
  mobile: { kind: 'mobile', title: 'mobile.title' },
  email: { kind: 'email', title: 'email.title' },
  passkey: { kind: 'passkey', title: 'passkeys.title', page: 'passkeys' },
  'recovery-email': { kind: 'recovery_email', title: 'recoveryEmail.title' },
} as const

/** The method that the URL names. Throws the 404 page. */
const methodOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => {
  const named = params.address?.toLowerCase()
  const page = methodIn.parse(named)
  if (page !== named) throw problem('not_found')
  return { page, ...kept[page] }
}

export const loader = async (args: LoaderFunctionArgs) => {
  const { page, kind, title } = methodOf(args)
  await requireSignedIn(args)
  const account = await requireData(args, await (await api(args)).accountInfo({}))
  const change = account.pending_changes.find(({ way }) => way === kind)
  if (!change) throw await redirectTo(args, `/settings/${page}`)
  const { becomes, takes_effect_at: at } = change
  return reply({ kind, title, pending: { at, becomes, timeZone: account.time_zone } })
}

export const action = buttonAction({
  guard: async (args) => {
    methodOf(args)
    await requireSignedIn(args)
  },
  call: (client, _, args) => client.stopPendingChange({ platform: methodOf(args).kind }),
  done: (args) => ({ path: `/settings/${methodOf(args).page}`, notice: `${methodOf(args).kind}_kept` }),
})

export default function KeepMethod() {
  const { kind, title, pending } = useLoaderData<typeof loader>()
  return (
    <FormPage
      page={usePageForm()}
      title={title}
      submit={`pendingChange.${kind}.stop`}
      lead={<PendingChangeText kind={kind} pending={pending} />}
      after={<BackToSettings />}
    />
  )
}
