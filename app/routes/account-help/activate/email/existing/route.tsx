import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { loadExisting, signInToExisting } from '~/routes/account-help/activate/activate.server'
import { ActivationExisting } from '~/routes/account-help/activate/activation-pages'

// Activation of an email that already has an account: the account has the place, and the person may sign in to it.
export const handle: PageHandle = { title: 'activate.existing_title' }

export const loader = (args: LoaderFunctionArgs) => loadExisting(args, 'email')

export const action = (args: ActionFunctionArgs) => signInToExisting(args, 'email')

export default function ActivateExistingEmail() {
  return <ActivationExisting {...useLoaderData<typeof loader>()} />
}
