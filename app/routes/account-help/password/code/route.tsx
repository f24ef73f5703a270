import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { loadResetCode, resetByCode } from '~/routes/account-help/password/reset-by-code.server'
import { ResetCodePage } from '~/routes/account-help/password/reset-pages'

// Resetting a password, step 2: the code from the SMS, and the new password.
export const handle: PageHandle = { title: 'code.title_sms' }

export const loader = (args: LoaderFunctionArgs) => loadResetCode(args, 'mobile')

export const action = (args: ActionFunctionArgs) => resetByCode(args, 'mobile')

export default function ResetByMobileCode() {
  return <ResetCodePage {...useLoaderData<typeof loader>()} />
}
