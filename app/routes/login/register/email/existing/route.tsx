import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { enterExisting, loadExisting } from '../../existing.server'
import { ExistingAccount } from '../../existing-account'

// Registration with an email, step 3: it has an account already.
export const handle: PageHandle = { title: 'register.existing.title_email' }

export const loader = (args: LoaderFunctionArgs) => loadExisting(args, 'email')

export const action = (args: ActionFunctionArgs) => enterExisting(args, 'email')

export default function ExistingEmail() {
  const { address } = useLoaderData<typeof loader>()
  return <ExistingAccount kind="email" address={address} />
}
