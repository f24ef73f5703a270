import type { PageHandle } from '~/document/page-handle'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework'
import { signOutIfSure, signOutOrAsk } from '~/sign-in/sign-out.server'
import { SignOutForm } from '~/sign-in/sign-out-form'

// Signs out.
export const handle: PageHandle = { title: 'logout.title' }

export const loader = (args: LoaderFunctionArgs) => signOutOrAsk(args)

export const action = (args: ActionFunctionArgs) => signOutIfSure(args)

export default function SignOut() {
  return <SignOutForm action="/passport/web/logout" />
}
