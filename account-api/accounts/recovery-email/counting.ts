import type { CodeChannel } from '../../kernel/outbox/message'
import type { Recipient } from '../../kernel/outbox/post'
import type { AccountProfile } from '../account/account-record'
import { isNew } from '../methods/ledger'
import type { Setting } from '../service'

type WithRecovery = Pick<AccountProfile, 'recoveryEmail' | 'recoveryAddedAt'>

/** The recovery address of an account, once it counts: an intruder could have planted a newer one. */
export const countingRecoveryOf = (
  setting: Setting,
  { recoveryEmail, recoveryAddedAt }: WithRecovery,
): string | undefined => (recoveryEmail === null || isNew(setting, recoveryAddedAt) ? undefined : recoveryEmail)

/** Where the copies of messages about an account go. */
export const copiesOf = (setting: Setting, account: WithRecovery): Recipient<CodeChannel>[] => {
  const to = countingRecoveryOf(setting, account)
  return to === undefined ? [] : [{ channel: 'email', to }]
}
