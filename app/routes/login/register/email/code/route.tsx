import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { RegisterCode } from '~/routes/login/register/register-address'
import { loadCode, register } from '~/routes/login/register/register-address.server'

// Registration with an email, step 2: the code and a password.
export const handle: PageHandle = { title: 'code.title_email' }

export const loader = (args: LoaderFunctionArgs) => loadCode(args, 'email')

export const action = (args: ActionFunctionArgs) => register(args, 'email')

export default function RegisterEmailCode() {
  return <RegisterCode {...useLoaderData<typeof loader>()} />
}
