import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { activateByCode, loadCode } from '~/routes/account-help/activate/activate.server'
import { ActivationCodePage } from '~/routes/account-help/activate/activation-pages'

// Activation, step 2: the code that was sent to the email.
export const handle: PageHandle = { title: 'code.title_email' }

export const loader = (args: LoaderFunctionArgs) => loadCode(args, 'email')

export const action = (args: ActionFunctionArgs) => activateByCode(args, 'email')

export default function ActivateByEmailCode() {
  return <ActivationCodePage {...useLoaderData<typeof loader>()} />
}
