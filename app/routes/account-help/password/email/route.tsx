import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { loadResetAddress, sendResetCode } from '~/routes/account-help/password/reset-by-code.server'
import { ResetAddress } from '~/routes/account-help/password/reset-pages'

// Resetting a password, step 1: the email. A signed-in person may have forgotten the password too.
export const handle: PageHandle = { title: 'reset.email_title', remembered: true, antiCrawler: true }

export const loader = (args: LoaderFunctionArgs) => loadResetAddress(args, 'email')

export const action = (args: ActionFunctionArgs) => sendResetCode(args, 'email')

export default function ResetByEmail() {
  return <ResetAddress {...useLoaderData<typeof loader>()} />
}
