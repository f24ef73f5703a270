import type { lossKinds } from '../../../contract/fields'
import type { AccountProfile, AccountRecord } from '../../accounts/account/account-store'
import { maskEmail, maskMobile } from '../../accounts/account/identifier'
import { timeZoneOf } from '../../accounts/account/time-zone'
import { type From, record } from '../../accounts/activity/activity'
import { tellAddresses } from '../../accounts/notices/notice'
import { dropPendingChanges } from '../../accounts/pending-changes/pending-change'
import { originOfProof } from '../../accounts/sessions/origin'
import { lockPerson, type Person } from '../../accounts/sessions/person'
import { type Beginning, type StartedSession, startSession } from '../../accounts/sessions/session'
import { hashToken } from '../../kernel/random'
import { inTransaction } from '../../kernel/service'
import type { Setting } from '../../kernel/setting'
import type { Stores, Transaction } from '../../kernel/stores'
import { restorePurpose } from '../../kernel/tickets/restore-purpose'
import { findTicket, issueTicket, redeemTicket } from '../../kernel/tickets/ticket'
import { days } from '../../kernel/time'
import { endTransfersTo } from '../../organisations/transfers/end'
import { proofOf } from '../../verification/proofs/proof'
import { type BlockerName, blockersOf } from './blockers'

/** How long a cancelled account can be restored. */
const restorableMs = days(30)

/** When an account would be erased if it were cancelled now. */
export const erasedAt = (setting: Setting): number => setting.now() + restorableMs

export interface Loss {
  kind: (typeof lossKinds)[number]
  text: string
  /** The platform of a third-party identity. */
  platform?: string
}

/** How many organisations and how many applications are named. */
const mostNamed = 50

/** Names the first of some losses, each name once, and says that there are more. */
const named = <Kind extends 'organisation' | 'application'>(kind: Kind, names: readonly string[]): Loss[] => [
  ...[...new Set(names.slice(0, mostNamed))].map((text) => ({ kind, text })),
  ...(names.length > mostNamed ? [{ kind: `more_${kind}s` as const, text: '' }] : []),
]

/** What a person would lose with their account. */
export const lossesOf = async (stores: Stores, account: AccountProfile): Promise<Loss[]> => {
  const email = account.email ?? account.unverifiedEmail
  const [platforms, places, authorisations] = await Promise.all([
    stores.platforms.of(account.id),
    stores.identities.ofAccount(account.id, { offset: 0, limit: mostNamed + 1 }),
    stores.authorisations.ofAccount(account.id, mostNamed + 1),
  ])
  return [
    { kind: 'username', text: account.username },
    ...(account.mobile ? [{ kind: 'mobile' as const, text: maskMobile(account.mobile) }] : []),
    ...(email ? [{ kind: 'email' as const, text: maskEmail(email) }] : []),
    ...(account.passwordHash ? [{ kind: 'password' as const, text: '' }] : []),
    ...platforms.map(({ platform, name }) => ({ kind: 'platform' as const, text: name, platform })),
    ...(account.birthday ? [{ kind: 'birthday' as const, text: '' }] : []),
    ...((account.avatar ?? account.background) ? [{ kind: 'picture' as const, text: '' }] : []),
    ...named(
      'organisation',
      places.map(({ organisation }) => organisation.name),
    ),
    ...named(
      'application',
      authorisations.map(({ client }) => client.name),
    ),
  ]
}

export type Cancelled =
  | { ok: true; restorableUntil: number; timeZone: string }
  | { ok: false; code: 'not_signed_in' | 'ticket_refused' }
  | { ok: false; code: 'cancellation_blocked'; blockers: BlockerName[] }

/**
 * Cancels an account: every session ends with its tickets, and a message tells the addresses when it is erased.
 * The tickets of "not me" stay good.
 * @param ticket a proof for a cancellation
 */
export const cancelAccount = inTransaction<{ person: Person; ticket: string; from: From }, Cancelled>(
  async (setting, stores, { person, ticket, from }) => {
    const present = await lockPerson(stores, person)
    if (!present) return { ok: false, code: 'not_signed_in' }
    const { account } = present
    const blockers = await blockersOf(setting.blockers, stores, account.id)
    if (blockers.length > 0) return { ok: false, code: 'cancellation_blocked', blockers }
    const refused = { ok: false, code: 'ticket_refused' } as const
    const proof = await proofOf(setting, stores, { person: present, ticket, act: 'cancellation' })
    if (!proof.ok || !(await proof.use())) return refused
    await endTransfersTo(setting, stores, { accountId: account.id, from })
    const restorableUntil = erasedAt(setting)
    if (!(await stores.cancellations.begin(account.id, restorableUntil))) return refused
    // In the same order as a second verification, so that the two never wait for each other.
    await stores.tickets.eraseOfSessions(account.id)
    await stores.sessions.endAll(account.id)
    await record(setting, stores, { accountId: account.id, kind: 'cancellation_asked', from })
    const timeZone = timeZoneOf(account)
    const detail = { at: restorableUntil, timeZone }
    await tellAddresses(setting, stores, { account, change: 'cancellation_asked', detail })
    return { ok: true, restorableUntil, timeZone }
  },
)

/** The answer to a successful sign-in to a cancelled account: a ticket to restore it, if it was asked for, and no session. */
export interface StillCancelled {
  ok: false
  code: 'account_cancelled'
  ticket: string | undefined
  restorableUntil: number
  timeZone: string | null
}

/** How a person has signed in to a cancelled account. */
export type SignedInBy = Pick<Beginning, 'way' | 'proves' | 'provenAt'>

/**
 * Issues the ticket that restores a cancelled account, to a person who has just signed in. Nobody else learns that the
 * account is cancelled. `restores`: whether the caller wants the ticket.
 */
export const offerToRestore = async (
  setting: Setting,
  stores: Transaction,
  account: AccountRecord & { eraseAt: number },
  { by, restores = true }: { by: SignedInBy; restores?: boolean | undefined },
): Promise<StillCancelled> => {
  const entitles: Restoring = { restored: restoredValue(account), by }
  const entitled = { purpose: restorePurpose, accountId: account.id, value: JSON.stringify(entitles) }
  const ticket = restores ? await issueTicket(setting, stores, entitled) : undefined
  const profile = await stores.accounts.profile(account.id)
  const timeZone = profile ? timeZoneOf(profile) : null
  return { ok: false, code: 'account_cancelled', ticket, restorableUntil: account.eraseAt, timeZone }
}

interface Restoring {
  restored: string
  by: SignedInBy
}

/** What the ticket is bound to: this cancellation, and the password. A reset of the password ends the ticket. */
const restoredValue = ({ eraseAt, passwordHash }: Pick<AccountRecord, 'eraseAt' | 'passwordHash'>): string =>
  `${eraseAt}:${hashToken(passwordHash ?? '')}`

/** Restores an account if it is cancelled. The account has to be locked. */
export const keepAccount = async (
  setting: Setting,
  stores: Transaction,
  { account, from }: { account: AccountProfile; from: From },
): Promise<boolean> => {
  if (account.eraseAt === null || !(await stores.cancellations.undo(account.id, account.eraseAt))) return false
  await dropPendingChanges(setting, stores, { accountId: account.id, from })
  await record(setting, stores, { accountId: account.id, kind: 'cancellation_undone', from })
  await tellAddresses(setting, stores, { account, change: 'cancellation_undone' })
  return true
}

type Undone = { ok: true; session: StartedSession } | { ok: false; code: 'ticket_refused' }

/** Restores a cancelled account and starts a session. */
export const undoCancellation = inTransaction<{ ticket: string; from: From }, Undone>(
  async (setting, stores, { ticket, from }) => {
    const refused = { ok: false, code: 'ticket_refused' } as const
    const { accountId } = (await findTicket(setting, stores, ticket, [restorePurpose])) ?? {}
    if (!accountId) return refused
    // Locked before the ticket is touched: an erasure that has begun deletes the ticket with the account.
    await stores.accounts.lock(accountId)
    const redeemed = await redeemTicket(setting, stores, ticket, restorePurpose)
    const account = await stores.accounts.profile(accountId)
    if (!account || !redeemed) return refused
    const { restored, by } = JSON.parse(redeemed.value) as Restoring
    if (restored !== restoredValue(account)) return refused
    if (!(await keepAccount(setting, stores, { account, from }))) return refused
    // The session comes from the sign-in that got the ticket.
    const origin = originOfProof({ ...by, at: redeemed.at })
    const { provenAt = redeemed.at } = by
    const beginning = { account, way: 'restore', provenAt, origin, from, endOthers: true, isUncounted: true } as const
    return { ok: true, session: await startSession(setting, stores, beginning) }
  },
)
