import type { ActivityKind, SignInWay } from '../../../contract/activity'
import type { BrowserTokens } from '../known-browser/known-browser-store'
import { newId } from '../random'
import type { Setting } from '../setting'
import type { Transaction } from '../stores'

/** Where a call comes from, as the signing application says: the client address, and the browser's User-Agent. */
export interface From {
  clientAddress: string
  client: string
  /** The tokens of a known browser. */
  tokens?: BrowserTokens
}

/** The origin of what the account API or its operator does. */
export const nowhere: From = { clientAddress: '', client: '' }

/**
 * Adds an entry to an account's activity, in the transaction of what was done.
 * @param detail what tells the entry from another of its kind (`activityDetails` of the contract)
 */
export const record = (
  setting: Setting,
  stores: Transaction,
  {
    accountId,
    kind,
    from,
    detail = '',
  }: { accountId: string; kind: ActivityKind; from: From; detail?: SignInWay | (string & {}) },
): Promise<void> => {
  const at = setting.now()
  return stores.activity.insert({ id: newId(at), accountId, kind, at, ...from, detail })
}
