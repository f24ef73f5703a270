import type { PageHandle } from '~/document/page-handle'
import { readPosted } from '~/forms/posted-form.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply } from '~/framework'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { type Args, visitor } from '~/session/visitor.server'
import { endSessionHere } from '~/sign-in/end-session-here.server'
import { isOwnSignOut } from '~/sign-in/sign-out.server'
import { SignOutForm } from '~/sign-in/sign-out-form'

// Signs out.
export const handle: PageHandle = { title: 'logout.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  if (!(await visitor(args)).signedIn) return redirectTo(args, '/login')
  return isOwnSignOut(args.request) ? signOut(args) : reply(null)
}

export const action = async (args: ActionFunctionArgs) => {
  const { state } = await readPosted(args)
  if (!(await visitor(args)).signedIn) return redirectTo(args, '/login')
  return state === 'trusted' ? signOut(args) : reply(null, { status: 403 })
}

const signOut = async (args: Args) => {
  await endSessionHere(args)
  return redirectAndRotate(args, { path: '/login', notice: 'signed_out' })
}

export default function SignOut() {
  return <SignOutForm action="/passport/web/logout" />
}
