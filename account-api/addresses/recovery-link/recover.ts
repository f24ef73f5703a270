import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Address } from '#account-api/accounts/account/identifier'
import { newAddressRefusal } from '#account-api/accounts/account/new-address'
import { takeGuard } from '#account-api/accounts/changes/guard'
import { takenBackWithinMs } from '#account-api/accounts/changes/history'
import { removeMethod } from '#account-api/accounts/method-changes/change'
import { askForChange } from '#account-api/accounts/pending-changes/pending-change'
import { recoveryMethod } from '#account-api/accounts/pending-changes/recovery'
import type { Service } from '#account-api/addresses/service'
import type { From } from '#account-api/kernel/from'
import { redeemTicket } from '#account-api/kernel/tickets/ticket'
import {
  refusedFor,
  replacePasswordAnd,
  type TicketRefused,
  ticketRefused,
} from '#account-api/verification/passwords/replace'
import type { RefusedByRules } from '#account-api/verification/passwords/rules'
import type { Transaction } from '#account-api/verification/service'
import { findRecovery, recoveryPurpose, sentTo } from './recovery-link'

interface Asked {
  ticket: string
  password: string
  from: From
}

export type Recovered = { ok: true; accountId: string } | RefusedByRules | TicketRefused

/**
 * Sets a new password by the link of a recovery, and ends all access by the old one. It signs nobody in. A lost
 * authenticator is removed, the address of the link is added after a wait, and for 48 hours the oldest address guards
 * all other sign-in methods, because the operator may have been deceived. For the same reason an operator's role ends.
 */
export const recoverAccount = async (service: Service, { ticket, password, from }: Asked): Promise<Recovered> => {
  const { deployment, storage } = service
  const found = await findRecovery(storage, ticket)
  if (!found) return ticketRefused
  const { account } = found
  const refused = refusedFor(deployment, account, password)
  if (refused) return refused
  let to = ''
  const prove = async (stores: Transaction): Promise<TicketRefused | undefined> => {
    const sent = await useUp(stores, { ticket, account })
    to = sent ?? ''
    return sent === undefined ? ticketRefused : undefined
  }
  const replacement = {
    account,
    password,
    change: 'password_reset' as const,
    from,
    proven: { by: [] },
    prove,
    tooLate: ticketRefused,
  }
  return replacePasswordAnd<TicketRefused, Recovered>(service, replacement, async (stores, present) => {
    await afterwards(stores, { account: present, to, from })
    return { ok: true, accountId: account.id }
  })
}

/** Uses up the ticket and the recovery of an account that has not changed since. Returns the address of the link. */
const useUp = async (
  stores: Transaction,
  { ticket, account }: { ticket: string; account: AccountProfile },
): Promise<string | undefined> => {
  const redeemed = await redeemTicket(stores, ticket, recoveryPurpose)
  const [pending] = await stores.pendingChanges.drop(account.id, recoveryMethod)
  const present = await stores.accounts.profile(account.id)
  if (!redeemed || !pending || !present) return undefined
  // The password has just been replaced, if it was still the one that was read.
  return sentTo(pending, { ...present, passwordHash: account.passwordHash })
}

const afterwards = async (
  stores: Transaction,
  { account, to, from }: { account: AccountProfile; to: string; from: From },
): Promise<void> => {
  const { authenticatorSince: value } = account
  if (value !== null)
    await removeMethod(stores, { account, method: 'authenticator', value: String(value), provenBy: [], from })
  const since = stores.deployment.now() - takenBackWithinMs
  await stores.deployment.endings.takeBackGiven(stores, { accountId: account.id, since, from })
  await stores.deployment.endings.endOperator(stores, { account, from })
  const guarding = oldestOf(account)
  if (guarding) await takeGuard(stores, { account, address: guarding, boundAt: guarding.boundAt })
  if (
    (await stores.accounts.holderOf('email', to)) ||
    newAddressRefusal(stores.deployment, { kind: 'email', value: to })
  )
    return
  if (account.email !== null)
    await askForChange(stores, {
      account,
      method: 'email',
      value: account.email,
      successor: to,
      isLost: true,
      askedBy: [],
      from,
    })
  else {
    // The person confirms it by a code, like an address given at registration.
    await stores.accounts.dropClaimOf(account.id)
    await stores.accounts.claimEmail({ accountId: account.id, email: to, at: stores.deployment.now() })
  }
}

const oldestOf = ({ mobile, mobileBoundAt, email, emailBoundAt }: AccountProfile) => {
  const held = (kind: Address['kind'], value: string | null, boundAt: number | null) =>
    value === null || boundAt === null ? [] : [{ kind, value, boundAt }]
  return [...held('mobile', mobile, mobileBoundAt), ...held('email', email, emailBoundAt)].sort(
    (one, other) => one.boundAt - other.boundAt,
  )[0]
}
