import type { PageHandle } from '~/document/page-handle'
import { type AskedService, askedService } from '~/features/services/asked-service.server'
import { endSessionHere } from '~/features/sign-in/end-session-here.server'
import { isOwnSignOut } from '~/features/sign-in/sign-out.server'
import { SignOutForm } from '~/features/sign-in/sign-out-form'
import { readPosted } from '~/forms/reading/posted-form.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { allowLeavingTo, leaveTo } from '~/navigation/returning/leave.server'
import { type Args, visitor } from '~/session/visitor.server'

// Signs out, and returns to the service that requested it, if it is registered.
export const handle: PageHandle = { title: 'logout.title' }

const path = '/passport/sso/logout'

export const loader = async (args: LoaderFunctionArgs) => {
  const service = await askedService(args)
  if (!(await visitor(args)).signedIn) return service ? leaveTo(args, service.url) : redirectTo(args, '/login')
  if (isOwnSignOut(args.request)) return signOut(args, service)
  return question(args, service)
}

export const action = async (args: ActionFunctionArgs) => {
  const { state } = await readPosted(args)
  const service = await askedService(args)
  if (!(await visitor(args)).signedIn) return service ? leaveTo(args, service.url) : redirectTo(args, '/login')
  return state === 'trusted' ? signOut(args, service) : question(args, service, 403)
}

/** Asks whether to sign out. The answer may lead to the service. */
const question = (args: Args, service: AskedService | undefined, status = 200) => {
  if (service) allowLeavingTo(args, service.url)
  return reply({ action: service ? `${path}?${new URLSearchParams({ service: service.url })}` : path }, { status })
}

const signOut = async (args: Args, service: AskedService | undefined) => {
  await endSessionHere(args)
  if (service) return leaveTo(args, service.url, { rotate: true })
  return redirectAndRotate(args, { path: '/login', notice: 'signed_out' })
}

export default function SignOut() {
  const { action } = useLoaderData<typeof question>()
  return <SignOutForm action={action} />
}
