import { done } from '../../../contract/server'
import { plainClientAddress } from '../../../rules/client-address'
import { identify } from '../../accounts/account/identifier'
import { restoreAccount } from '../../accounts/standing/freeze'
import { askForRecovery, type RecoveryAsked, stopRecovery } from '../../addresses/recovery-link/ask'
import { type Released, releaseLimits } from '../../verification/release/release-limits'
import { momentOf, refuse, type SomeOperatorHandlers } from '../handling'
import type { Service } from '../service'
import { findPerson } from './find-person'
import { noUser } from './users-handlers'

type RecoveryRefusal = Extract<RecoveryAsked, { ok: false }>['code']

const recoveryTexts: Record<RecoveryRefusal, string> = {
  no_such_user: 'There is no such user.',
  not_open: 'The account of this user is frozen or cancelled.',
  no_address: 'No message reaches this user, so nobody could stop it.',
  not_an_email: 'Say an email address.',
  not_reached: 'No emails are sent to this address here.',
  own_address: 'The user has this address already, and can reset the password by it.',
  taken: 'Another account has this address.',
  already: 'A recovery of this user is open already. Stop it before you ask for another one.',
  stopped_lately: 'A recovery of this user was stopped within the last 7 days, by one of the addresses of the user.',
  too_many_requests: 'Too many changes were asked for in this account today.',
}

/** Two failures of the rule have another name in the call: one is a fault of the input, one a number of changes. */
const refuseRecovery = (code: RecoveryRefusal) => {
  const text = recoveryTexts[code]
  if (code === 'not_an_email') return refuse('invalid_input', text)
  return refuse(code === 'too_many_requests' ? 'too_many' : code, text)
}

export const helpHandlers = {
  restoreUser: async ({ user_id: accountId, reason }, service) => {
    const answer = await restoreAccount(service, { accountId, reason })
    if (answer.ok) return done({})
    return answer.code === 'not_cancelled' ? refuse('not_cancelled', 'This user is not cancelled.') : noUser(accountId)
  },

  recoverUser: async ({ user_id: accountId, to, reason }, service) => {
    const answer = await askForRecovery(service, { accountId, to, reason })
    return answer.ok ? done({ sent_at: momentOf(answer.sentAt) }) : refuseRecovery(answer.code)
  },

  stopRecovery: async ({ user_id: accountId }, service) =>
    (await stopRecovery(service, accountId))
      ? done({})
      : refuse('nothing_pending', `No recovery of user ${accountId} is open.`),

  releaseLimits: async ({ what, whose, reason }, service) => {
    const of = await releasedBy(service, whose)
    await releaseLimits(service, { what, of, reason })
    return done({ user_id: 'account' in of ? of.account.id : null })
  },
} satisfies SomeOperatorHandlers

/** Whose limits are released: of a client address, of an account, or of an identifier that may have none. */
const releasedBy = async (service: Service, whose: string): Promise<Released> => {
  const clientAddress = plainClientAddress(whose)
  if (clientAddress !== undefined) return { clientAddress }
  const account = await findPerson(service, whose)
  return account ? { account } : { identifier: identify(whose, service.setting.defaultRegion) }
}
