import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import { record } from '#account-api/accounts/activity/activity'
import { countingSeconds } from '#account-api/accounts/methods/ledger'
import { tell, toldOf } from '#account-api/accounts/notices/notice'
import type { Transaction as AccountTransaction } from '#account-api/accounts/service'
import { noteByOperator } from '#account-api/accounts/standing/note-by-operator'
import type { From } from '#account-api/kernel/from'
import { isReached } from '#account-api/kernel/outbox/post'
import { lineFrom, type Operator } from '#account-api/operator/handling'
import { endKeysOf } from '#account-api/operator/keys/key'
import { type Deployment, inTransaction, type Transaction } from '#account-api/operator/service'
import type { OperatorScope } from '#contract/operator/operator-power'

/** How many people may be operators at a time. */
export const mostOperators = 200

interface Adding {
  accountId: string
  scopes: readonly OperatorScope[]
  /** Who gives the role. */
  by: Operator
  /** For the person to read. */
  reason: string
}

export type AddingRefused = 'no_such_user' | 'not_open' | 'no_address' | 'no_second_factor' | 'already' | 'too_many'

/**
 * Makes a person an operator, and notifies them. An account with only a password is refused. A young app is enough: the
 * giver of the role knows the person, and confirms the app by giving it.
 */
export const addOperator = inTransaction<Adding, AddingRefused | undefined>(
  async (stores, { accountId, scopes, by, reason }) => {
    await stores.accounts.lock(accountId)
    const account = await stores.accounts.profile(accountId)
    if (!account) return 'no_such_user'
    const refused = refusalOf(stores.deployment, account)
    if (refused) return refused
    if ((await stores.operators.count(mostOperators)) >= mostOperators) return 'too_many'
    const role = {
      accountId,
      scopes,
      addedAt: stores.deployment.now(),
      addedBy: by.userId ?? by.name,
      line: lineFrom(by, accountId),
    }
    if (!(await stores.operators.insert(role))) return 'already'
    const { authenticatorCountsFrom: from } = account
    if (from !== null && from > stores.deployment.now())
      await stores.authenticators.confirm(accountId, stores.deployment.now())
    await noteByOperator(stores, { account, kind: 'operator_added', reason })
    return undefined
  },
)

const refusalOf = (deployment: Deployment, account: AccountProfile): AddingRefused | undefined => {
  if (!isOpen(account)) return 'not_open'
  if (account.authenticatorSince === null && countingSeconds(deployment, account).length === 0)
    return 'no_second_factor'
  return toldOf(deployment, account).some((each) => isReached(deployment, each)) ? undefined : 'no_address'
}

/**
 * Removes the role, which ends the sessions at the desk and the keys that were made there, and notifies the person.
 * False when the person has no role.
 */
export const removeOperator = inTransaction<{ accountId: string; reason: string }, boolean>(
  async (stores, { accountId, reason }) => {
    await stores.accounts.lock(accountId)
    const account = await stores.accounts.profile(accountId)
    if (!account || !(await stores.operators.remove(accountId))) return false
    await endKeysOf(stores, accountId, stores.deployment.now())
    await noteByOperator(stores, { account, kind: 'operator_removed', reason })
    return true
  },
)

/**
 * Removes the role when an account is recovered or changes hands: its current owner has not been proven to be the
 * operator. The account has to be locked.
 */
export const endOperator = async (
  stores: AccountTransaction,
  { account, from }: { account: AccountProfile; from: From },
): Promise<void> => {
  if (!(await (stores as Transaction).operators.remove(account.id))) return
  await endKeysOf(stores as Transaction, account.id, stores.deployment.now())
  const change = 'operator_ended'
  await record(stores, { accountId: account.id, kind: change, from })
  await tell(stores, { account, to: toldOf(stores.deployment, account), change, link: 'none' })
}
