import type { From } from '../../kernel/from'
import { youngMethodsOf } from '../changes/young'
import { type Held, heldBy } from '../methods/held'
import type { Rule } from '../service'
import { removeMethod } from './change'

interface Ending {
  accountId: string
  from: From
  /** The session that stays. */
  keptSessionId?: string | undefined
  /** Ends what was added before this time. */
  before?: number | undefined
}

/**
 * Ends the methods that a thief with one factor could have planted: those that an account got within 72 hours, and that two
 * factors have not confirmed. Every address gets a message about each. The account has to be locked.
 */
export const endYoungMethods: Rule<Ending, void> = async (setting, stores, { accountId, before, ...known }) => {
  const account = await stores.accounts.profile(accountId)
  if (!account) return
  const { passkeys, platforms, hasRecovery, hasAuthenticator } = await youngMethodsOf(setting, stores, {
    accountId,
    before,
  })
  const ids = [...passkeys.map(({ id }) => id), ...platforms.map(({ openid }) => openid)]
  const isYoung = ({ kind, value, countsAt }: Held) =>
    (kind === 'recovery_email' && hasRecovery) ||
    (kind === 'authenticator' && hasAuthenticator && (countsAt ?? 0) > setting.now()) ||
    ((kind === 'passkey' || kind === 'platform') && ids.includes(value))
  for (const { method, value } of (await heldBy(stores, account)).filter(isYoung))
    await removeMethod(setting, stores, { account, method, value, ...known })
}
