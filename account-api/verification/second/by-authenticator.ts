import type { From } from '#account-api/kernel/from'
import { judgeFactorCode, type WrongFactorCode } from '#account-api/verification/authenticators/judge-code'
import { inTransaction } from '#account-api/verification/service'
import { lockAsker, type Renewal, type Renewed, renew } from './second-verification'

/**
 * Renews a session after a correct code of the account's authenticator, or one of its recovery codes.
 * @returns ticket_refused when the key belongs to another session, or the session has ended; then the code is not
 * checked
 */
export const verifyByAuthenticator = inTransaction<
  Renewal & { code: string; from: From },
  Renewed | WrongFactorCode | { ok: false; code: 'ticket_refused' }
>(async (stores, { key, person, code, from }) => {
  const present = await lockAsker(stores, { key, person })
  if (!present) return { ok: false, code: 'ticket_refused' }
  const judged = await judgeFactorCode(stores, { account: present.account, code, place: 'session', from })
  if (!judged.ok) return judged
  const renewed = await renew(stores, { key, person: present, factor: 'authenticator' })
  return renewed ?? { ok: false, code: 'ticket_refused' }
})
