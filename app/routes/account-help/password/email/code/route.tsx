import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { loadResetCode, resetByCode } from '~/routes/account-help/password/reset-by-code.server'
import { ResetCodePage } from '~/routes/account-help/password/reset-pages'

// Resetting a password, step 2: the code from the email, and the new password.
export const handle: PageHandle = { title: 'code.title_email' }

export const loader = (args: LoaderFunctionArgs) => loadResetCode(args, 'email')

export const action = (args: ActionFunctionArgs) => resetByCode(args, 'email')

export default function ResetByEmailCode() {
  return <ResetCodePage {...useLoaderData<typeof loader>()} />
}
