import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import { mailDomainRefusal } from '#account-api/accounts/account/mail-domain'
import { addressesOf, toldOf } from '#account-api/accounts/notices/notice'
import { askForChange, dropRecovery, pendingHours } from '#account-api/accounts/pending-changes/pending-change'
import { recoveryMethod, recoverySealOf } from '#account-api/accounts/pending-changes/recovery'
import { inTransaction, type Rule, type Transaction } from '#account-api/addresses/service'
import { nowhere } from '#account-api/kernel/from'
import { counted } from '#account-api/kernel/limits/limits'
import { isReached } from '#account-api/kernel/outbox/post'
import { hours } from '#account-api/kernel/time'
import { readEmail } from '#rules/typed/email'
import { readAccount } from '#rules/typed/identifier'

interface Asked {
  accountId: string
  /** An email that the account does not have. It gets the link. */
  to: string
  /** How the operator has verified the person. */
  reason: string
  /** Set if another operator has to agree, instead of a wait: the requesting operator, as shown to the other one. */
  firstOperator?: string | undefined
}

export type Unfit = 'not_open' | 'not_an_email' | 'not_reached' | 'mail_domain_refused' | 'own_address' | 'taken'

type Refusal = Unfit | 'no_such_user' | 'no_address' | 'already' | 'stopped_lately' | 'too_many_requests'

/** `at`: when the link is sent, or until when another operator can agree. */
export type RecoveryAsked = { ok: true; at: number } | { ok: false; code: Refusal }

/** How long another operator has to agree. */
const agreeableMs = hours(24)

/**
 * Makes a recovery pending. The operator has checked that a person who cannot sign in owns the account. Each address of
 * the account is notified at once, and can stop the recovery: for 48 hours before the link is sent, and until the link
 * is used. If another operator has to agree, there is no wait, and a stopped recovery can be requested again.
 */
export const askForRecovery = inTransaction<Asked, RecoveryAsked>(
  async (stores, { accountId, to: typed, reason, firstOperator }) => {
    const to = readAccount(typed, stores.deployment.defaultRegion).value
    await stores.accounts.lock(accountId)
    const account = await stores.accounts.profile(accountId)
    if (!account) return { ok: false, code: 'no_such_user' }
    const code = await refusalOf(stores, { account, to, byTwo: firstOperator !== undefined })
    if (code) return { ok: false, code }
    const asked = await askForChange(stores, {
      account,
      method: recoveryMethod,
      value: recoverySealOf(account),
      successor: to,
      isLost: true,
      askedBy: [],
      from: nowhere,
      firstOperator: firstOperator ?? null,
      waitsMs: firstOperator === undefined ? hours(pendingHours) : agreeableMs,
      noted: reason,
    })
    return asked.ok ? { ok: true, at: asked.pending.takesEffectAt } : { ok: false, code: asked.code }
  },
)

interface Wanted {
  account: AccountProfile
  to: string
}

export const unfitFor: Rule<Wanted, Unfit | undefined> = async (stores, { account, to }) => {
  if (!isOpen(account)) return 'not_open'
  if (!readEmail(to).ok) return 'not_an_email'
  if (!isReached(stores.deployment, { channel: 'email', to })) return 'not_reached'
  if (mailDomainRefusal(stores.deployment, to)) return 'mail_domain_refused'
  if (addressesOf(account).some((each) => each.to === to) || account.recoveryEmail === to) return 'own_address'
  return (await stores.accounts.holderOf('email', to)) ? 'taken' : undefined
}

const refusalOf = async (
  stores: Transaction,
  { byTwo, ...wanted }: Wanted & { byTwo: boolean },
): Promise<Refusal | undefined> => {
  const { account } = wanted
  const unfit = await unfitFor(stores, wanted)
  if (unfit) return unfit
  // No address could stop it.
  if (!byTwo && toldOf(stores.deployment, account).every((each) => !isReached(stores.deployment, each)))
    return 'no_address'
  const pending = await stores.pendingChanges.of(account.id)
  if (pending.some(({ method, value }) => method === recoveryMethod && value === recoverySealOf(account)))
    return 'already'
  const at = stores.deployment.now()
  const isStopped = (await counted(stores, 'recoveriesStopped', { subject: account.id, at })) > 0
  return isStopped && !byTwo ? 'stopped_lately' : undefined
}

/** Stops a recovery for the operator, who may request another one at once. False: no recovery waits. */
export const stopRecovery = inTransaction<string, boolean>(async (stores, accountId) => {
  await stores.accounts.lock(accountId)
  const account = await stores.accounts.profile(accountId)
  return account !== undefined && dropRecovery(stores, account)
})
