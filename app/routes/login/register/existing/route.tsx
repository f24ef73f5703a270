import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { enterExisting, loadExisting } from '../existing.server'
import { ExistingAccount } from '../existing-account'

// Registration with a mobile, step 3: it has an account already.
export const handle: PageHandle = { title: 'register.existing.title_mobile' }

export const loader = (args: LoaderFunctionArgs) => loadExisting(args, 'mobile')

export const action = (args: ActionFunctionArgs) => enterExisting(args, 'mobile')

export default function ExistingMobile() {
  const { address } = useLoaderData<typeof loader>()
  return <ExistingAccount kind="mobile" address={address} />
}
