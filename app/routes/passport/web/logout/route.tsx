import type { PageHandle } from '~/document/page-handle'
import { signOutIfSure, signOutOrAsk } from '~/features/sign-in/sign-out.server'
import { SignOutForm } from '~/features/sign-in/sign-out-form'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework'

// Signs out.
export const handle: PageHandle = { title: 'logout.title' }

export const loader = (args: LoaderFunctionArgs) => signOutOrAsk(args)

export const action = (args: ActionFunctionArgs) => signOutIfSure(args)

export default function SignOut() {
  return <SignOutForm action="/passport/web/logout" />
}
