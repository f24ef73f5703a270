import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { blockersOf } from '#account-api/accounts/account/blockers'
import { maskEmail, maskMobile } from '#account-api/accounts/account/identifier'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { recordAndTell } from '#account-api/accounts/notices/notice'
import type { BlockerName } from '#account-api/accounts/service'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import { erasedAt } from '#account-api/accounts/standing/cancelled'
import { inTransaction, type Stores } from '#account-api/closing/service'
import type { From } from '#account-api/kernel/from'
import { endTransfersTo } from '#account-api/organisations/transfers/end'
import { proofOf } from '#account-api/verification/proofs/proof'
import type { lossKinds } from '#contract/terms/fields'

export interface Loss {
  kind: (typeof lossKinds)[number]
  text: string
  /** The platform of a third-party identity. */
  platform?: string
}

/** The maximum number of organisations and applications that are named. */
const mostNamed = 50

/** Names the first few losses, each once, and shows whether more follow. */
const named = <Kind extends 'organisation' | 'application'>(kind: Kind, names: readonly string[]): Loss[] => [
  ...[...new Set(names.slice(0, mostNamed))].map((text) => ({ kind, text })),
  ...(names.length > mostNamed ? [{ kind: `more_${kind}s` as const, text: '' }] : []),
]

/** What a person would lose by cancelling the account. */
export const lossesOf = async (stores: Stores, account: AccountProfile): Promise<Loss[]> => {
  const email = account.email ?? account.unverifiedEmail
  const [platforms, places, authorisations] = await Promise.all([
    stores.platforms.of(account.id),
    stores.members.ofAccount(account.id, { offset: 0, limit: mostNamed + 1 }),
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
 * Cancels an account: every session ends with its tickets, and a message to the addresses states the day of the
 * erasure. The tickets of "not me" stay valid.
 * @param ticket a proof for a cancellation
 */
export const cancelAccount = inTransaction<{ person: Person; ticket: string; from: From }, Cancelled>(
  async (stores, { person, ticket, from }) => {
    const present = await lockPerson(stores, person)
    if (!present) return { ok: false, code: 'not_signed_in' }
    const { account } = present
    const blockers = await blockersOf(stores.deployment.blockers, stores, account.id)
    if (blockers.length > 0) return { ok: false, code: 'cancellation_blocked', blockers }
    const refused = { ok: false, code: 'ticket_refused' } as const
    const proof = await proofOf(stores, { person: present, ticket, act: 'cancellation' })
    if (!proof.ok || !(await proof.use())) return refused
    await endTransfersTo(stores, { accountId: account.id, from })
    const restorableUntil = erasedAt(stores.deployment)
    if (!(await stores.standing.cancel(account.id, restorableUntil))) return refused
    // Locks in the same order as a second verification, so the two never deadlock.
    await stores.tickets.eraseOfSessions(account.id)
    await stores.sessions.endAll(account.id)
    const timeZone = timeZoneOf(account)
    const detail = { at: restorableUntil, timeZone }
    await recordAndTell(stores, { account, change: 'cancellation_asked', from, detail })
    return { ok: true, restorableUntil, timeZone }
  },
)
