import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { RegisterAddress } from '~/routes/login/register/register-address'
import { loadAddress, sendCode } from '~/routes/login/register/register-address.server'

// Registration with an email, step 1: the address.
export const handle: PageHandle = { title: 'register.email.title', remembered: true, antiCrawler: true }

export const loader = (args: LoaderFunctionArgs) => loadAddress(args, 'email')

export const action = (args: ActionFunctionArgs) => sendCode(args, 'email')

export default function RegisterEmail() {
  return <RegisterAddress {...useLoaderData<typeof loader>()} />
}
