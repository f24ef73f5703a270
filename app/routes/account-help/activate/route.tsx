import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { loadAddress, sendActivation } from './activate.server'
import { ActivationAddress } from './activation-pages'

// Activation of an account that an organisation created, step 1: the number.
export const handle: PageHandle = { title: 'activate.title', remembered: true }

export const loader = (args: LoaderFunctionArgs) => loadAddress(args, 'mobile')

export const action = (args: ActionFunctionArgs) => sendActivation(args, 'mobile')

export default function ActivateByMobile() {
  return <ActivationAddress kind="mobile" {...useLoaderData<typeof loader>()} />
}
