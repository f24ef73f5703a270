import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { addressesOf, recordAndTell } from '#account-api/accounts/notices/notice'
import { inTransaction, type Rule, type Service } from '#account-api/accounts/service'
import { nowhere } from '#account-api/kernel/from'
import { post } from '#account-api/kernel/outbox/post'
import { changeUsername, conflictOf, UsernameTaken } from './username'
import type { PendingUsername } from './username-store'

export type Reviewed =
  | { ok: true; username: string }
  /**
   * `nothing_pending`: no username of this account waits for review. `taken`: another account has it by now, or one
   * that looks like it.
   */
  | { ok: false; code: 'nothing_pending' | 'taken' }

/** Approves a pending username, and notifies its person. */
export const approveUsername = async (service: Service, accountId: string): Promise<Reviewed> => {
  try {
    return await approve(service, accountId)
  } catch (error) {
    if (error instanceof UsernameTaken) return { ok: false, code: 'taken' }
    throw error
  }
}

/** Drops a pending username, and notifies its person. The account keeps its current one. */
export const refuseUsername = (service: Service, accountId: string): Promise<Reviewed> => refuse(service, accountId)

type Decision = Rule<{ account: AccountProfile; pending: PendingUsername }, void>

/** Turns a decision on a pending username into an operation. */
const operationOf = (decision: Decision) =>
  inTransaction<string, Reviewed>(async (stores, accountId) => {
    await stores.accounts.lock(accountId)
    const account = await stores.accounts.profile(accountId)
    const pending = await stores.usernames.pendingOf(accountId)
    if (!account || !pending) return { ok: false, code: 'nothing_pending' }
    await decision(stores, { account, pending })
    return { ok: true, username: pending.username.value }
  })

const approve = operationOf(async (stores, { account, pending: { username } }) => {
  const accountId = account.id
  if (await conflictOf(stores, { username, accountId })) throw new UsernameTaken()
  await changeUsername(stores, { account, username })
  const detail = username.value
  await recordAndTell(stores, { account, change: 'username_changed', from: nowhere, detail })
})

const refuse = operationOf(async (stores, { account, pending }) => {
  await stores.usernames.dropPending(account.id)
  const message = { kind: 'username_refused', username: pending.username.value } as const
  for (const each of addressesOf(account)) await post(stores, { ...each, language: account.language, message })
})
