import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { RegisterCode } from '~/routes/login/register/register-address'
import { loadCode, register } from '~/routes/login/register/register-address.server'

// Registration with a mobile, step 2: the code and an optional password.
export const handle: PageHandle = { title: 'code.title_sms' }

export const loader = (args: LoaderFunctionArgs) => loadCode(args, 'mobile')

export const action = (args: ActionFunctionArgs) => register(args, 'mobile')

export default function RegisterMobileCode() {
  return <RegisterCode {...useLoaderData<typeof loader>()} />
}
