import { endSessionsOf, suspendAccount, unsuspendAccount } from '#account-api/accounts/standing/suspend'
import { tellOfAct } from '#account-api/kernel/current-call'
import { type OperatorHandling, refuseFault } from '#account-api/operator/handling'
import { readShownName } from '#account-api/operator/shown-name'
import { mostFoundPeople } from '#contract/operator/fields'
import { done, refuse } from '#contract/server'
import { personNameMaxLength } from '#contract/terms/person-name'
import { findPerson } from './find-person'
import { namePerson } from './name-person'
import { overviewOf } from './overview'
import { searchPeople } from './search'
import { foundUserOf, userShownOf } from './shown-user'

export const noUser = (named: string) => refuse('no_such_user', `There is no user ${named}.`)

export const usersHandlers = {
  showUser: async ({ user }, { service }) => {
    const account = await findPerson(service, user)
    return account ? done(userShownOf(await overviewOf(service, account), { isPlain: false })) : noUser(user)
  },

  findUsers: async ({ search }, { service }) => {
    const found = await searchPeople(service, search, mostFoundPeople + 1)
    return done({ users: found.slice(0, mostFoundPeople).map(foundUserOf), has_more: found.length > mostFoundPeople })
  },

  revealUser: async ({ user }, { service }) => {
    const account = await findPerson(service, user)
    if (!account) return noUser(user)
    tellOfAct({ accountId: account.id })
    service.deployment.warn({ account: account.id }, 'an operator was shown the addresses of an account')
    return done(userShownOf(await overviewOf(service, account), { isPlain: true }))
  },

  nameUser: async ({ user_id: accountId, name }, { service }) => {
    const shown = readShownName(name, personNameMaxLength)
    if ('fault' in shown) return refuseFault(shown)
    return (await namePerson(service, { accountId, ...shown })) ? done(shown) : noUser(accountId)
  },

  freezeUser: async ({ user_id: accountId, reason }, { service }) => {
    const answer = await suspendAccount(service, { accountId, reason })
    if (answer.ok) return done({ was_cancelled: answer.wasCancelled, sessions_ended: answer.sessionsEnded })
    return answer.code === 'already' ? refuse('already', 'This user is frozen already.') : noUser(accountId)
  },

  unfreezeUser: async ({ user_id: accountId, reason }, { service }) => {
    const answer = await unsuspendAccount(service, { accountId, reason })
    if (answer.ok) return done({})
    return answer.code === 'not_frozen' ? refuse('not_frozen', 'This user is not frozen.') : noUser(accountId)
  },

  endSessionsOfUser: async ({ user_id: accountId, reason }, { service }) =>
    (await endSessionsOf(service, { accountId, reason })).ok ? done({}) : noUser(accountId),
} satisfies OperatorHandling
