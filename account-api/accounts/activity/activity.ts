import type { ActivityKind, SignInWay } from '../../../contract/activity'
import { newId } from '../../kernel/random'
import type { Setting } from '../../kernel/setting'
import type { Transaction } from '../../kernel/stores'
import type { BrowserTokens } from '../browsers/known-browser-store'
import type { ActivityEntry } from './activity-store'

/** Where a call comes from, as the signing application says: the client address, and the browser's User-Agent. */
export interface From {
  clientAddress: string
  client: string
  /** The tokens of a known browser. */
  tokens?: BrowserTokens
}

/** The origin of what the account API or its operator does. */
export const nowhere: From = { clientAddress: '', client: '' }

interface Doing {
  accountId: string
  kind: ActivityKind
  from: From
  /** What tells the entry from another of its kind (`activityDetails` of the contract). */
  detail?: SignInWay | (string & {})
}

/** An entry of an account's activity, as of now. */
export const entryOf = (
  setting: Setting,
  { accountId, kind, from: { clientAddress, client }, detail = '' }: Doing,
): ActivityEntry => {
  const at = setting.now()
  return { id: newId(at), accountId, kind, at, clientAddress, client, detail }
}

/** Adds an entry to an account's activity, in the transaction of what was done. */
export const record = (setting: Setting, stores: Transaction, doing: Doing): Promise<void> =>
  stores.activity.insert(entryOf(setting, doing))
