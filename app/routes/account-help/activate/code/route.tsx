import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { activateByCode, loadCode } from '~/routes/account-help/activate/activate.server'
import { ActivationCodePage } from '~/routes/account-help/activate/activation-pages'

// Activation, step 2: the code that was sent to the number.
export const handle: PageHandle = { title: 'code.title_sms' }

export const loader = (args: LoaderFunctionArgs) => loadCode(args, 'mobile')

export const action = (args: ActionFunctionArgs) => activateByCode(args, 'mobile')

export default function ActivateByMobileCode() {
  return <ActivationCodePage {...useLoaderData<typeof loader>()} />
}
