import { useTranslation } from 'react-i18next'
import type { Calls } from '#contract/calls'
import type { Answer } from '#contract/client'
import type { PageHandle } from '~/document/page-handle'
import { LeaveFor } from '~/features/authorisation/leave-for'
import { endSessionHere } from '~/features/sign-in/end-session-here.server'
import { SignOutForm } from '~/features/sign-in/sign-out-form'
import { readPosted } from '~/forms/reading/posted-form.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData } from '~/navigation/guards/guards.server'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { allowLeavingTo, leaveTo } from '~/navigation/returning/leave.server'
import { api } from '~/runtime/api.server'
import { type Args, visitor } from '~/session/visitor.server'

// An application requests to sign a person out. The page always asks. A signed-out person continues to the application,
// or, if it is not verified, is asked whether to.
export const handle: PageHandle = { title: 'logout.title' }

type Info = Extract<Answer<Calls['openSignOutInfo']>, { ok: true }>['data']

/** The request in the page's path. */
const requestIn = ({ params }: Args): string => params.request ?? ''

const pathOf = (args: Args): string => `/passport/web/logout/${requestIn(args)}`

/** Reads the application's request. If it no longer exists, the ordinary sign-out page remains. */
const readAsked = async (args: Args): Promise<Info> => {
  const answer = await (await api(args)).openSignOutInfo({ request_uid: requestIn(args) })
  if (!answer.ok && ['no_such_sign_out', 'invalid_input'].includes(answer.code))
    throw await redirectTo(args, '/passport/web/logout')
  return requireData(args, answer)
}

const signedOut = { path: '/login', notice: 'signed_out' } as const

export const loader = async (args: LoaderFunctionArgs) => {
  const info = await readAsked(args)
  if ((await visitor(args)).signedIn) return question(args, info)
  const { client, returns_to: leadsTo } = info
  if (!leadsTo) return redirectTo(args, signedOut)
  return info.asks_before_leaving ? reply({ leaves: { client, leadsTo } }) : leaveTo(args, leadsTo)
}

export const action = async (args: ActionFunctionArgs) => {
  const { state } = await readPosted(args)
  const info = await readAsked(args)
  if (state !== 'trusted') return question(args, info, 403)
  await endSessionHere(args)
  if (!info.returns_to) return redirectAndRotate(args, signedOut)
  // This page is shown again, and names the destination.
  return info.asks_before_leaving
    ? redirectAndRotate(args, pathOf(args))
    : leaveTo(args, info.returns_to, { rotate: true })
}

/** Asks whether to sign out. The answer may lead to the application. */
const question = (args: Args, info: Info, status = 200) => {
  const { client, person, is_for_other: isForOther, returns_to, asks_before_leaving } = info
  if (returns_to && !asks_before_leaving) allowLeavingTo(args, returns_to)
  const asked = { name: client.name, username: person?.username ?? null, isForOther, goesBack: returns_to !== null }
  return reply({ asks: { action: pathOf(args), ...asked } }, { status })
}

export default function SignOutOfApplication() {
  const { t } = useTranslation()
  const data = useLoaderData<typeof loader>()
  if ('leaves' in data) return <LeaveFor {...data.leaves} why="leadsOff.signed_out" posts={null} />
  const { action, name, username, isForOther, goesBack } = data.asks
  return (
    <SignOutForm action={action} stayFirst={isForOther}>
      <p>{t('appSignOut.asked', { name })}</p>
      {username !== null && <p>{t('authorise.as', { username })}</p>}
      {isForOther && <p>{t('appSignOut.other')}</p>}
      {goesBack && <p>{t('appSignOut.back', { name })}</p>}
    </SignOutForm>
  )
}
