import { IdentifierTaken, retried } from '#account-api/accounts/account/account'
import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Address, ToldAddress } from '#account-api/accounts/account/identifier'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import type { ActivityEntry } from '#account-api/accounts/activity/activity-store'
import { takeGuard } from '#account-api/accounts/changes/guard'
import { type Hearing, hearingOf, putBackSubject } from '#account-api/accounts/changes/hearing'
import { noteChange, windowOf } from '#account-api/accounts/changes/history'
import type { SignInMethods, Snapshot } from '#account-api/accounts/changes/history-store'
import { type Disowned, findNotMe, notMePurpose, redeemNotMe } from '#account-api/accounts/changes/not-me-ticket'
import { addressesOf } from '#account-api/accounts/notices/notice'
import { dropPendingChanges, isAskedByOther } from '#account-api/accounts/pending-changes/pending-change'
import type { PendingChange } from '#account-api/accounts/pending-changes/pending-change-store'
import { endAccess } from '#account-api/accounts/sessions/end-access'
import { keepAccount } from '#account-api/accounts/standing/cancelled'
import { inTransaction, type Service, type Stores, type Transaction } from '#account-api/addresses/service'
import type { From } from '#account-api/kernel/from'
import { count } from '#account-api/kernel/limits/limits'
import { seconds } from '#account-api/kernel/time'
import { takeBackOrganisations } from '#account-api/organisations/transfers/take-back'
import { judgeHash, type RefusedPassword, type RightHash } from '#account-api/verification/passwords/judge'
import { giveBack } from './giver'
import { changesSince, keptOf, withKept } from './kept'
import { type Shown, shown, tellSecured } from './news'
import { planRestoration, type Restoration, restore } from './restoration'

/** The effect that a ticket would have, without using it up. Undefined when the ticket is no longer valid. */
export const findSecuring = async (
  { storage }: Service,
  ticket: string,
): Promise<(Disowned & Shown & { changes: PlacedChange[]; asksPassword: boolean; timeZone: string }) | undefined> => {
  const disowned = await findNotMe(storage, ticket)
  const found = disowned && (await look(storage, disowned))
  if (!found) return undefined
  const { account, hearing, plan, changes } = found
  return {
    ...disowned,
    ...shown(plan),
    changes: await placed(storage, changes),
    asksPassword: hearing.passwordHash !== null,
    timeZone: timeZoneOf(account),
  }
}

interface Asked {
  ticket: string
  /** The ids of the changes that the person claims as their own. */
  own: readonly string[]
  from: From
}

type Refused = { ok: false; code: 'ticket_refused' | 'password_missing' }
type Secured =
  /** `ownUndone`: a change that the person claims was undone anyway. */
  ({ ok: true; accountId: string; passwordEnded: boolean; ownUndone: boolean } & Shown) | Refused

const refused = { ok: false, code: 'ticket_refused' } as const

/**
 * Secures an account after a change that its person did not make. It restores the sign-in methods from before the first
 * change that the ticket's address was notified of. Every session, ticket and pending request ends, every browser is
 * forgotten, and the password ends too. For 48 hours, the address of the ticket guards the sign-in methods.
 * @param password needed from a mobile that was reported lost, if the account had a password before
 */
export const secureAccount = async (
  service: Service,
  { ticket, own, password, from, isPerson }: Asked & { password: string | undefined; isPerson: () => Promise<boolean> },
): Promise<Secured | RefusedPassword> => {
  const { storage } = service
  const disowned = await findNotMe(storage, ticket)
  // Read without a lock, so another press may come between. The result only decides whether to ask for a password.
  const found = disowned && (await look(storage, disowned))
  const passwordHash = found?.hearing.passwordHash ?? null
  if (!found || passwordHash === null) return secure(service, { ticket, own, from, judged: undefined })
  if (password === undefined) return { ok: false, code: 'password_missing' }
  const identifier = { kind: 'username' as const, value: found.account.username }
  const accountId = found.account.id
  const judged = await judgeHash(service, { identifier, accountId, password, from, isPerson }, passwordHash)
  return judged.ok ? secure(service, { ticket, own, from, judged }) : judged
}

const secure = retried(
  inTransaction<Asked & { judged: RightHash | undefined }, Secured>(async (stores, { ticket, own, from, judged }) => {
    const disowned = await lockAll(stores, ticket)
    const found = disowned && (await look(stores, disowned, own))
    if (!found) return refused
    const { account: before, hearing, plan } = found
    const { accountId, by } = disowned
    // The address moved to another account after the lock was requested.
    if (plan.givers.some(({ account }) => !disowned.locked.includes(account.id)))
      throw new IdentifierTaken(identifierOf(by))
    // The mobile was reported lost after the call had begun.
    if (hearing.passwordHash !== null && judged?.passwordHash !== hearing.passwordHash)
      return { ok: false, code: 'password_missing' }
    if (!(await redeemNotMe(stores, ticket))) return refused
    await noteChange(stores, { accountId, change: 'account_secured' })
    const isGone = (by.kind === 'recovery' ? before.recoveryEmail : before[by.kind]) !== by.value
    for (const giver of plan.givers) await giveBack(stores, { giver, from })
    await restore(stores, accountId, plan)
    await stores.usernames.dropPending(accountId)
    // A press with the previous password ends that password. Any other press leaves it to its owner.
    const earlier = judged || plan.passwordHash !== null ? null : before.earlierPassword
    const hash = { was: before.passwordHash, becomes: plan.passwordHash, earlier }
    if (before.passwordHash !== plan.passwordHash || before.earlierPassword)
      await stores.accounts.replacePassword(accountId, hash)
    const after = (await stores.accounts.profile(accountId)) ?? before
    await takeGuard(stores, { account: after, address: by, boundAt: hearing.boundAt })
    // A number cannot stop its own removal if an older email requested that.
    const except = (pending: PendingChange) =>
      pending.method === by.kind && isAskedByOther(pending) && !hearing.isOldest && !judged
    await endEverything(stores, { accounts: [before, after], from, toldAt: disowned.at, except })
    await takeBackOrganisations(stores, { accountId, toldAt: disowned.at, from })
    if (judged) await judged.uncount(stores)
    else if (isGone)
      await count(stores, 'addressesPutBack', { ...putBackSubject(accountId, by), at: stores.deployment.now() })
    const kept = await keepAccount(stores, { account: after, from })
    await tellSecured(stores, { after: kept ? { ...after, eraseAt: null } : after, by, from, plan })
    return {
      ok: true,
      accountId,
      ownUndone: found.changes.filter(({ id }) => own.includes(id)).length > found.kept.length,
      passwordEnded: before.passwordHash !== null && plan.passwordHash === null,
      ...shown(plan),
    }
  }),
)

/**
 * Locks the account of a ticket, the one that has its address, and the accounts that give something back.
 * @throws IdentifierTaken when another account has just taken the address
 */
const lockAll = async (stores: Transaction, ticket: string): Promise<(Disowned & { locked: string[] }) | undefined> => {
  const disowned = await findNotMe(stores, ticket)
  if (!disowned) return undefined
  const { accountId, by } = disowned
  const { kind, value } = identifierOf(by)
  const seen = await stores.accounts.holderOf(kind, value)
  const givers = (await look(stores, disowned))?.plan.givers ?? []
  const locked = [...new Set([accountId, ...(seen ? [seen.id] : []), ...givers.map(({ account }) => account.id)])]
  await stores.accounts.lock(...locked)
  const holder = await stores.accounts.holderOf(kind, value)
  if (holder && holder.id !== seen?.id && holder.id !== accountId) throw new IdentifierTaken({ kind, value })
  return { ...disowned, locked }
}

/** The kind of the address in the account. A recovery address may also be the email of another account. */
const identifierOf = ({ kind, value }: ToldAddress): Address => ({ kind: kind === 'recovery' ? 'email' : kind, value })

interface Found {
  account: AccountProfile
  hearing: Extract<Hearing, { heard: true }>
  plan: Restoration
  changes: Snapshot[]
  kept: Snapshot[]
}

const look = async (
  stores: Stores,
  { accountId, by, at }: Disowned,
  own: readonly string[] = [],
): Promise<Found | undefined> => {
  const hearing = await hearingOf(stores, { accountId, address: by, toldAt: at })
  const account = await stores.accounts.profile(accountId)
  const present = await stores.history.present(accountId)
  if (!hearing.heard || !account || !present) return undefined
  const lost = { by, present, toldAt: at, accountId }
  const changes = hearing.before ? await changesSince(stores, hearing.before) : []
  const kept = keptOf(changes, own)
  const first = hearing.before && withKept(hearing.before, { changes, kept, present })
  const before = first && (await withoutLost(stores, first, lost))
  return {
    account,
    hearing,
    changes,
    kept,
    plan: await planRestoration(stores, { present, before, by, accountId }),
  }
}

/**
 * A snapshot as an address restores it. A mobile that was reported lost comes back only by its own link: otherwise an
 * owner who presses one link too many would give the account back to the thief of the phone.
 */
const withoutLost = async (
  stores: Stores,
  before: Snapshot,
  { by, present, toldAt, accountId }: { by: ToldAddress; present: SignInMethods; toldAt: number; accountId: string },
): Promise<Snapshot> => {
  const { mobile } = before
  if (!mobile || by.kind === 'mobile' || present.mobile?.value === mobile.value) return before
  const isLost = await stores.history.wasReportedLost(windowOf(accountId, toldAt), mobile.value)
  return isLost ? { ...before, mobile: null } : before
}

/**
 * Ends the sessions, tickets, pending requests and recent grants of an account, and forgets its browsers. The tickets
 * of "not me" are judged when they are used.
 */
const endEverything = async (
  stores: Transaction,
  {
    accounts: [before, after],
    from,
    toldAt,
    except,
  }: {
    accounts: [AccountProfile, AccountProfile]
    from: From
    toldAt: number
    except: (pending: PendingChange) => boolean
  },
): Promise<void> => {
  const addresses = [...new Set([before, after].flatMap(addressesOf).map(({ to }) => to))]
  await stores.tickets.endOf({ accountId: after.id, addresses, except: notMePurpose, at: stores.deployment.now() })
  await dropPendingChanges(stores, { accountId: after.id, from, except })
  // A restored account has no young methods.
  const { since } = windowOf(after.id, toldAt)
  await endAccess(stores, { accountId: after.id, from, since, keepsMethods: true })
  await stores.deployment.endings.takeBackGiven(stores, { accountId: after.id, since, from })
  await stores.deployment.endings.endOperator(stores, { account: after, from })
}

/** A change in the details by which its person recognises it: what, when and from where. */
export type PlacedChange = Omit<ActivityEntry, 'accountId'>

/** The entry in the activity is written in the transaction of the change, just after it. */
const writtenWithinMs = seconds(30)

/** The changes, each with its entry in the activity. */
const placed = async (stores: Stores, changes: readonly Snapshot[]): Promise<PlacedChange[]> => {
  const [first] = changes
  if (!first) return []
  const entries = (await stores.activity.list(first.accountId, { limit: 200, since: first.at - 1 })).reverse()
  return changes.map(({ id, at, change: noted }) => {
    const kind = noted === 'mobile_lost' ? 'mobile_removed' : noted
    const entry = entries.find((each) => each.kind === kind && each.at >= at && each.at - at < writtenWithinMs)
    return { id, at, kind, detail: '', client: '', clientAddress: '', ...(entry && pick(entry)) }
  })
}

const pick = ({ detail, client, clientAddress }: Pick<PlacedChange, 'detail' | 'client' | 'clientAddress'>) => ({
  detail,
  client,
  clientAddress,
})
