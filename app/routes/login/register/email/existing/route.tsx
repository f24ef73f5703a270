import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { ExistingAccount } from '~/routes/login/register/existing-account'
import { loadRegistered, signInInstead } from '~/routes/login/register/register-address.server'

// Registration with an email, step 3: the email already has an account.
export const handle: PageHandle = { title: 'register.existing.title_email' }

export const loader = (args: LoaderFunctionArgs) => loadRegistered(args, 'email')

export const action = (args: ActionFunctionArgs) => signInInstead(args, 'email')

export default function ExistingEmail() {
  return <ExistingAccount {...useLoaderData<typeof loader>()} />
}
