import type { Deployment, Transaction } from '#account-api/accounts/service'
import { mark } from '#account-api/kernel/events/mark'
import type { From } from '#account-api/kernel/from'
import { newId } from '#account-api/kernel/random'
import type { ActivityKind, SignInWay } from '#contract/terms/activity'
import type { ActivityEntry } from './activity-store'

interface Doing {
  accountId: string
  kind: ActivityKind
  from: From
  /** The detail that distinguishes the entry from others of its kind (`activityDetails` of the contract). */
  detail?: SignInWay | (string & {})
}

/** An entry of an account's activity, as of now. */
export const entryOf = (
  deployment: Deployment,
  { accountId, kind, from: { clientAddress, client }, detail = '' }: Doing,
): ActivityEntry => {
  const at = deployment.now()
  return { id: newId(at), accountId, kind, at, clientAddress, client, detail }
}

/** Adds an entry to an account's activity, in the transaction of the act itself. */
export const record = (stores: Transaction, doing: Doing): Promise<void> =>
  mark(stores, stores.activity.insert(entryOf(stores.deployment, doing)), {
    accountId: doing.accountId,
    kind: doing.kind,
  })
