import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { RegisterAddress } from './register-address'
import { loadAddress, sendCode } from './register-address.server'

// Registration with a mobile, step 1: the number.
export const handle: PageHandle = { title: 'register.title', remembered: true, antiCrawler: true }

export const loader = (args: LoaderFunctionArgs) => loadAddress(args, 'mobile')

export const action = (args: ActionFunctionArgs) => sendCode(args, 'mobile')

export default function RegisterMobile() {
  return <RegisterAddress {...useLoaderData<typeof loader>()} />
}
