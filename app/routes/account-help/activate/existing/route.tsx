import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { loadExisting, signInToExisting } from '~/routes/account-help/activate/activate.server'
import { ActivationExisting } from '~/routes/account-help/activate/activation-pages'

// Activation of a number that already has an account: the account has the place, and the person may sign in to it.
export const handle: PageHandle = { title: 'activate.existing_title' }

export const loader = (args: LoaderFunctionArgs) => loadExisting(args, 'mobile')

export const action = (args: ActionFunctionArgs) => signInToExisting(args, 'mobile')

export default function ActivateExistingMobile() {
  return <ActivationExisting {...useLoaderData<typeof loader>()} />
}
