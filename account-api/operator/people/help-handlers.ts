import { restoreAccount } from '#account-api/accounts/standing/suspend'
import type { OperatorHandling } from '#account-api/operator/handling'
import type { Service } from '#account-api/operator/service'
import { type Released, releaseLimits } from '#account-api/verification/release/release-limits'
import { done, refuse } from '#contract/server'
import { plainClientAddress } from '#rules/client-address'
import { readAccount } from '#rules/typed/identifier'
import { findPerson } from './find-person'
import { noUser } from './users-handlers'

export const helpHandlers = {
  restoreUser: async ({ user_id: accountId, reason }, { service }) => {
    const answer = await restoreAccount(service, { accountId, reason })
    if (answer.ok) return done({})
    return answer.code === 'not_cancelled' ? refuse('not_cancelled', 'This user is not cancelled.') : noUser(accountId)
  },

  releaseLimits: async ({ what, whose, reason }, { service }) => {
    const of = await releasedBy(service, whose)
    await releaseLimits(service, { what, of, reason })
    return done({ user_id: 'account' in of ? of.account.id : null })
  },
} satisfies OperatorHandling

/**
 * The subject that limits are released for: a client address, an account, or an identifier with or without an account.
 */
const releasedBy = async (service: Service, whose: string): Promise<Released> => {
  const clientAddress = plainClientAddress(whose)
  if (clientAddress !== undefined) return { clientAddress }
  const account = await findPerson(service, whose)
  return account ? { account } : { identifier: readAccount(whose, service.deployment.defaultRegion) }
}
