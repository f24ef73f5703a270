import type { AccountRecord } from '#account-api/accounts/account/account-record'
import { entryOf, record } from '#account-api/accounts/activity/activity'
import {
  browserOfSignIn,
  forgetBrowsers,
  forgetBrowsersOfSession,
  tokensAfter,
} from '#account-api/accounts/browsers/known-browser'
import { inTransaction, type Rule, type Service, type Transaction } from '#account-api/accounts/service'
import { mark } from '#account-api/kernel/events/mark'
import type { BrowserTokens, From } from '#account-api/kernel/from'
import { sessionIdleMs, sessionLongestMs } from '#account-api/kernel/lifetimes'
import { bucketOf, fitsAt } from '#account-api/kernel/limits/leaky-bucket'
import type { TryToUncount } from '#account-api/kernel/limits/try-record'
import { hashToken, newId, newToken } from '#account-api/kernel/random'
import type { SignInWay } from '#contract/terms/activity'
import { endAccess } from './end-access'
import { endAuthTickets } from './end-sign-ins'
import { type Factor, factorOfWay } from './factor'
import { type Origin, originOfProof } from './origin'
import type { Person } from './person'
import { type SessionRecord, sessionRule } from './session-record'
import { endOf, isUsed } from './use'

export interface OpenedSession extends SessionRecord {
  /** The secret that identifies the session. Only its hash is stored. */
  token: string
  expiresAt: number
  /** The browser's new tokens. Empty after a renewal, which does not change them. */
  tokens?: BrowserTokens
  /** How many wrong passwords for the account came before the right one. */
  failures?: number
}

/** The proof that opens a session, and what the session begins with. */
export interface Opening {
  /** The account when the sign-in was checked. */
  account: Pick<AccountRecord, 'id' | 'passwordHash' | 'asksAuthenticator'>
  way: SignInWay
  /** The factors that the sign-in proves, if they differ from the factor of the way. */
  proves?: readonly Factor[]
  /** When the factors were proven. Default: now. */
  provenAt?: number
  /** The origin of a session that is not opened by a proof. */
  origin?: Origin
  from: From
  isNew?: boolean
  endOthers?: boolean
  memberId?: string | null
  tried?: TryToUncount
  /** True after an act with its own limits whose proof ended every session. */
  isUncounted?: boolean
  /** True when the addresses are notified of the act that signs in. */
  isTold?: boolean
  /** True when the authenticator has to be proven, although the account does not require it at sign-in. */
  needsAuthenticator?: boolean
}

/** Continues in the transaction of a person's proof. */
export type AfterProof<Result> = Rule<Opening, Result>

/**
 * The password, or whether the authenticator is required, changed after the sign-in was checked, or the account was
 * cancelled, suspended or erased. Roll back: the sign-in must leave no trace.
 */
export class AccountChanged extends Error {}

/**
 * The account had more successful sign-ins by this way than a person makes. Roll back: the sign-in must leave no trace.
 */
export class TooManySignIns extends Error {
  constructor(readonly until: number) {
    super('too many sign-ins')
  }
}

/**
 * Opens a session without asking for the authenticator, and makes its browser known: for a new account, for a session
 * that another one passes on, and after the authenticator was proven. Any other sign-in uses {@link signIn}
 * (pending-sign-in.ts). Every sign-in gets a new token, so no token can be fixed beforehand.
 * @throws AccountChanged
 * @throws TooManySignIns
 */
export const openSession = async (stores: Transaction, opening: Opening): Promise<OpenedSession> => {
  const { account, way, proves, provenAt: since, from, isNew = false, endOthers = false, memberId = null } = opening
  const { tried, isUncounted = isNew, isTold = isNew, origin } = opening
  const at = stores.deployment.now()
  const token = newToken(256)
  const accountId = account.id
  const proven = proves ?? [factorOfWay[way]]
  const provenAt = (factor: Factor) => (proven.includes(factor) ? at : null)
  const factors = {
    mobile: provenAt('mobile'),
    email: provenAt('email'),
    password: provenAt('password'),
    authenticator: provenAt('authenticator'),
    passkey: provenAt('passkey'),
  }
  const { clientAddress, client } = from
  const times = { createdAt: at, lastSeenAt: at, provenAt: since ?? at }
  const comesFrom = { clientAddress, client, origin: origin ?? originOfProof({ way, proves, at }) }
  const opened = { id: newId(at), accountId, ...times, way, factors, ...comesFrom, memberId }
  const browser = browserOfSignIn(stores.deployment, { accountId, sessionId: opened.id, from })
  const entry = entryOf(stores.deployment, { accountId, kind: isNew ? 'registered' : 'signed_in', from, detail: way })
  // Each way has its own bucket, so that an intruder with one factor does not lock out the owner of another one.
  const poured = { name: 'signIns', subject: accountId, part: way } as const
  const counted = isUncounted ? undefined : { ...bucketOf(poured), at }
  const records = { browser: browser.record, entry, tried, counted }
  const stored = { ...opened, tokenHash: hashToken(token), dueAt: at + sessionIdleMs(stores.deployment) }
  const written = await mark(stores, stores.sessions.open(stored, account, records), {
    accountId,
    way,
    kind: 'signed_in',
  })
  if (written === 'account_changed') throw new AccountChanged()
  if (written === 'too_many') throw new TooManySignIns(await fitsAt(stores, poured, at))
  const session = { ...opened, deviceName: written.deviceName }
  const tokens = tokensAfter(browser.token, from.tokens, written.others)
  if (!isTold && written.acquaintance !== 'known') {
    const { acquaintance } = written
    await stores.deployment.tellNewBrowser(stores, { session, entryId: entry.id, acquaintance, from })
  }
  if (endOthers) {
    await stores.sessions.endOthers(accountId, session.id)
    await forgetBrowsers(stores, accountId, { except: tokens })
  }
  return { ...session, token, expiresAt: endOf(stores.deployment, session), tokens, failures: written.failures }
}

/**
 * Finds the session of a token, if its use and its proof are recent enough. The previous token is accepted for a
 * minute, without the new proof: for a double click, another tab or a lost answer.
 */
export const findSession = async (service: Service, token: string): Promise<SessionRecord | undefined> => {
  const { deployment, storage } = service
  const renewedSince = deployment.now() - sessionRule.previousTokenMs
  const found = await storage.sessions.find(hashToken(token), { renewedSince })
  if (!found || !(await isUsed(service, found))) return undefined
  const { accountUsedAt: _, ...session } = found
  return session
}

/** The valid sessions of an account, the most recently seen first. */
export const livingSessionsOf = ({ deployment, storage }: Service, accountId: string): Promise<SessionRecord[]> => {
  const at = deployment.now()
  const since = {
    seen: at - sessionIdleMs(deployment),
    proven: at - sessionLongestMs(deployment),
    limit: sessionRule.most,
  }
  return storage.sessions.living(accountId, since)
}

/** The sessions of a person: the current one first, then the most recently seen. */
export const listSessions = async (service: Service, { account, session }: Person): Promise<SessionRecord[]> => {
  const living = await livingSessionsOf(service, account.id)
  // `lastSeenAt` is written once an hour, so the current session counts as seen now.
  const present = { ...session, lastSeenAt: service.deployment.now() }
  return [present, ...living.filter(({ id }) => id !== session.id)].slice(0, sessionRule.most)
}

interface Present extends Person {
  from: From
}

/**
 * Ends one session of a person, and those passed on from it. An ended session and another account's get the same
 * answer: no such session. Ending the current session signs out, and leaves the others. The account forgets the
 * browsers of sessions that were ended from elsewhere.
 */
export const endSession = inTransaction<Present & { id: string }, 'ended' | 'signed_out' | 'none'>(
  async (stores, { account, session, from, id }) => {
    await stores.accounts.lock(account.id)
    const ended = await stores.sessions.endOne(account.id, id)
    if (!ended) return 'none'
    const isPresent = id === session.id
    if (!isPresent) {
      const passedOn = await stores.sessions.endPassedOn(account.id, id)
      await forgetBrowsersOfSession(stores, account.id, { id, passedOn })
    }
    const kind = isPresent ? 'signed_out' : 'session_ended'
    await record(stores, {
      accountId: account.id,
      kind,
      from,
      ...(!isPresent && { detail: ended.clientAddress }),
    })
    return isPresent ? 'signed_out' : 'ended'
  },
)

/** Ends every session of an account, and forgets all its known browsers. The account has to be locked. */
export const endEverySession = async (stores: Transaction, accountId: string): Promise<void> => {
  await stores.sessions.endAll(accountId)
  await endAuthTickets(stores, accountId)
  await stores.deployment.endings.endRecentGrants(stores, { accountId })
  await forgetBrowsers(stores, accountId)
}

/** Signs a person out of the current session, or of all their sessions. Afterwards the account knows no browser. */
export const signOut = inTransaction<Present & { everywhere: boolean }, void>(
  async (stores, { account, session, from, everywhere }) => {
    if (everywhere) {
      await stores.accounts.lock(account.id)
      await endAccess(stores, { accountId: account.id, from })
    } else await stores.sessions.endOne(account.id, session.id)
    await record(stores, { accountId: account.id, kind: 'signed_out', from })
  },
)

interface Replaced {
  session: Pick<SessionRecord, 'id' | 'accountId'>
  by: Pick<SessionRecord, 'accountId'>
  from: From
}

/** Signs a browser out of its current account when it signs in to another one. */
export const endReplaced = inTransaction<Replaced, void>(async (stores, { session, by, from }) => {
  const { id, accountId } = session
  if (accountId !== by.accountId && (await stores.sessions.endOne(accountId, id)))
    await record(stores, { accountId, kind: 'signed_out', from })
})

/**
 * Ends every session of a person except the current one, and returns how many. The account forgets every other browser.
 */
export const endOtherSessions = inTransaction<Present, number>(async (stores, { account, session, from }) => {
  await stores.accounts.lock(account.id)
  const ended = await endAccess(stores, {
    accountId: account.id,
    from,
    kept: session,
    tokens: from.tokens ?? [],
  })
  if (ended > 0)
    await record(stores, {
      accountId: account.id,
      kind: 'other_sessions_ended',
      from,
      detail: String(ended),
    })
  return ended
})
