import type { PageHandle } from '~/document/page-handle'
import { registerAddress } from '~/flows/register.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { continueSignIn } from '~/sign-in/continue-sign-in.server'
import { loadExisting } from '../existing.server'
import { ExistingAccount } from '../existing-account'

// Registration with a mobile, step 3: it has an account already.
export const handle: PageHandle = { title: 'register.existing.title_mobile' }

export const loader = async (args: LoaderFunctionArgs) =>
  loadExisting('mobile', await registerAddress.mobile.require(args, 'existing'))

export const action = async (args: ActionFunctionArgs) =>
  continueSignIn(args, 'mobile', await registerAddress.mobile.require(args, 'existing'))

export default function ExistingMobile() {
  return <ExistingAccount {...useLoaderData<typeof loader>()} />
}
