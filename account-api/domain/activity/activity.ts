import type { ActivityKind, SignInWay } from '../../../contract/activity'
import { newId } from '../random'
import type { Setting } from '../setting'
import type { Transaction } from '../stores'

/** Where a call comes from, as the signing application tells it: the client address, and the browser's User-Agent. */
export interface From {
  clientAddress: string
  client: string
}

/** Where what happens by itself, or by the operator, comes from. */
export const nowhere: From = { clientAddress: '', client: '' }

/**
 * Notes in an account's activity that something was done, in the transaction that does it.
 * @param detail what a person needs to tell it from another: a way of signing in, a masked address, a platform's name
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
