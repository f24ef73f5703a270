import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { ExistingAccount } from '~/routes/login/register/existing-account'
import { loadRegistered, signInInstead } from '~/routes/login/register/register-address.server'

// Registration with a mobile, step 3: the mobile already has an account.
export const handle: PageHandle = { title: 'register.existing.title_mobile' }

export const loader = (args: LoaderFunctionArgs) => loadRegistered(args, 'mobile')

export const action = (args: ActionFunctionArgs) => signInInstead(args, 'mobile')

export default function ExistingMobile() {
  return <ExistingAccount {...useLoaderData<typeof loader>()} />
}
