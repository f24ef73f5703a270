import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { loadAddress, sendActivation } from '~/routes/account-help/activate/activate.server'
import { ActivationAddress } from '~/routes/account-help/activate/activation-pages'

// Activation of an account that an organisation created, step 1: the email.
export const handle: PageHandle = { title: 'activate.title', remembered: true }

export const loader = (args: LoaderFunctionArgs) => loadAddress(args, 'email')

export const action = (args: ActionFunctionArgs) => sendActivation(args, 'email')

export default function ActivateByEmail() {
  return <ActivationAddress kind="email" {...useLoaderData<typeof loader>()} />
}
