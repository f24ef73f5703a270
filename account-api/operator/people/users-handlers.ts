import { done } from '../../../contract/server'
import { maskEmail, maskMobile } from '../../accounts/account/identifier'
import { endSessionsOf, freezeAccount, unfreezeAccount } from '../../accounts/standing/freeze'
import { momentOf, momentOrNull, refuse, type SomeOperatorHandlers } from '../handling'
import { findUser } from './find-user'

export const noUser = (named: string) => refuse('no_such_user', `There is no user ${named}.`)

export const usersHandlers = {
  showUser: async ({ user }, service) => {
    const account = await findUser(service, user)
    if (!account) return noUser(user)
    const { mobile, email, frozenAt, eraseAt } = account
    return done({
      user_id: account.id,
      username: account.username,
      mobile: mobile && maskMobile(mobile),
      email: email && maskEmail(email),
      created_at: momentOf(account.createdAt),
      frozen_at: momentOrNull(frozenAt),
      frozen_reason: account.frozenReason,
      erased_on: momentOrNull(eraseAt),
      manages: (await service.storage.identities.managed(account.id)).map(({ publicId, name }) => ({
        sec_subject_uid: publicId,
        name,
      })),
    })
  },

  freezeUser: async ({ user_id: accountId, reason }, service) => {
    const answer = await freezeAccount(service, { accountId, reason })
    if (answer.ok) return done({ was_cancelled: answer.wasCancelled, sessions_ended: answer.sessionsEnded })
    return answer.code === 'already' ? refuse('already', 'This user is frozen already.') : noUser(accountId)
  },

  unfreezeUser: async ({ user_id: accountId, reason }, service) => {
    const answer = await unfreezeAccount(service, { accountId, reason })
    if (answer.ok) return done({})
    return answer.code === 'not_frozen' ? refuse('not_frozen', 'This user is not frozen.') : noUser(accountId)
  },

  endSessionsOfUser: async ({ user_id: accountId, reason }, service) =>
    (await endSessionsOf(service, { accountId, reason })).ok ? done({}) : noUser(accountId),
} satisfies SomeOperatorHandlers
