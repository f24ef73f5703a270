import type { PageHandle } from '~/document/page-handle'
import { registerAddress } from '~/flows/register.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { continueSignIn } from '~/sign-in/continue-sign-in.server'
import { loadExisting } from '../../existing.server'
import { ExistingAccount } from '../../existing-account'

// Registration with an email, step 3: it has an account already.
export const handle: PageHandle = { title: 'register.existing.title_email' }

export const loader = async (args: LoaderFunctionArgs) =>
  loadExisting('email', await registerAddress.email.require(args, 'existing'))

export const action = async (args: ActionFunctionArgs) =>
  continueSignIn(args, 'email', await registerAddress.email.require(args, 'existing'))

export default function ExistingEmail() {
  return <ExistingAccount {...useLoaderData<typeof loader>()} />
}
