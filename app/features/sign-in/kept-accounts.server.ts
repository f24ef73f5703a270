import { randomBytes } from 'node:crypto'
import type { CookieJar } from '#contract/wire/cookie-jar'
import { requireData } from '~/navigation/guards/guards.server'
import { apiOf } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { type KeptSession, keepSessions, keptSessions } from '~/session/kept-sessions.server'
import { endSession, newJar, putSession, visitor } from '~/session/visitor.server'
import { endSessionHere } from './end-session-here.server'

interface Account extends Pick<KeptSession, 'userId' | 'username'> {
  /** Distinguishes the account from others with the same name, next to a username that may be generated. */
  address: string | null
}

/**
 * The account of a jar's session, from the account API; undefined when the session has ended. For a kept session whose
 * person has to set up a second factor first, only what is kept here is known.
 */
const accountOf = async (args: Args, jar: CookieJar, kept?: KeptSession): Promise<Account | undefined> => {
  const client = await apiOf(args, jar, { isPresent: kept === undefined })
  const answer = await client.accountInfo({})
  if (!answer.ok && answer.code === 'not_signed_in') return undefined
  if (!answer.ok && answer.code === 'factor_due' && kept)
    return { userId: kept.userId, username: kept.username, address: null }
  const { user_id: userId, username, mobile, email } = await requireData(args, answer)
  // An account API that returns no id is asked for the username.
  return { userId: userId || username, username, address: mobile ?? email }
}

/** The account that is signed in at this browser. A session that has ended elsewhere ends here, too. */
const presentAccount = async (args: Args): Promise<Account | undefined> => {
  const { jar, signedIn } = await visitor(args)
  const account = signedIn ? await accountOf(args, jar) : undefined
  if (signedIn && !account) await endSession(args)
  return account
}

/** Ends a session that is not the current one. */
const end = async (args: Args, { jar }: KeptSession): Promise<void> => {
  const client = await apiOf(args, newJar(jar))
  await client.logout({})
}

/**
 * The account that is signed in at this browser, and the kept ones next to it. A session that has ended elsewhere is
 * dropped, and `over` has its username. A second session of the current account ends.
 */
export const accountsHere = async (args: Args) => {
  const [kept, present] = [await keptSessions(args), await presentAccount(args)]
  const looked = await Promise.all(
    kept.map(async (session) => ({ session, account: await accountOf(args, newJar(session.jar), session) })),
  )
  const living = looked.flatMap(({ session, account }) => (account ? [{ ...session, ...account }] : []))
  const others = living.filter(({ userId }) => userId !== present?.userId)
  await Promise.all(living.filter((session) => !others.includes(session)).map((session) => end(args, session)))
  if (others.length < kept.length) await keepSessions(args, others.map(plain))
  const over = looked.flatMap(({ session, account }) => (account ? [] : [session.username]))
  return { present, others, over }
}

/** The part of a session that is sealed. */
const plain = ({ key, userId, username, jar, isBrief }: KeptSession): KeptSession => ({
  key,
  userId,
  username,
  jar,
  ...(isBrief && { isBrief }),
})

/** Keeps the current session, before the others, and signs this browser out. False when the limit is reached. */
const keepBefore = async (
  args: Args,
  { userId, username }: Account,
  others: readonly KeptSession[],
): Promise<boolean> => {
  const taken = await endSession(args)
  const session = { key: randomBytes(8).toString('base64url'), userId, username, ...taken }
  if (await keepSessions(args, [session, ...others].map(plain))) return true
  await putSession(args, taken)
  return false
}

/** Makes room for another account to sign in: the current session is kept. False when the limit is reached. */
export const keepPresent = async (args: Args): Promise<boolean> => {
  const { present, others } = await accountsHere(args)
  return present ? keepBefore(args, present, others) : true
}

/**
 * Makes a kept session the current one, and keeps the current one instead. 'over': this key has no session, or the
 * session has ended elsewhere. 'too_many': the current one cannot be kept.
 */
export const switchToKept = async (args: Args, key: string): Promise<'switched' | 'over' | 'too_many'> => {
  const { present, others } = await accountsHere(args)
  const wanted = others.find((session) => session.key === key)
  if (!wanted) return 'over'
  const left = others.filter((session) => session !== wanted)
  const isKept = present ? await keepBefore(args, present, left) : await keepSessions(args, left.map(plain))
  if (!isKept) return 'too_many'
  await putSession(args, plain(wanted))
  return 'switched'
}

export const leaveKept = async (args: Args, key: string): Promise<void> => {
  const kept = await keptSessions(args)
  const left = kept.find((session) => session.key === key)
  if (!left) return
  await end(args, left)
  await keepSessions(
    args,
    kept.filter((session) => session !== left),
  )
}

/** Signs out of all accounts at this browser. */
export const leaveAllHere = async (args: Args): Promise<void> => {
  for (const session of await keptSessions(args)) await end(args, session)
  await keepSessions(args, [])
  await endSessionHere(args)
}
