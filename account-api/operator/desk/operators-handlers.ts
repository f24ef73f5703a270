import { momentOf, momentOrNull, type OperatorHandling } from '#account-api/operator/handling'
import { noUser } from '#account-api/operator/people/users-handlers'
import { done, refuse } from '#contract/server'
import { type AddingRefused, addOperator, mostOperators, removeOperator } from './operators'

const addingTexts: Record<Exclude<AddingRefused, 'no_such_user'>, string> = {
  not_open: 'The account of this user is frozen or cancelled.',
  no_address: 'No message reaches this user, who has to be notified of each change of the role.',
  no_second_factor:
    'This user has no second factor that counts. The user sets up an authenticator app first, or waits until a new passkey is 72 hours old.',
  already: 'This user is an operator already. Remove the role first, to give it other scopes.',
  too_many: `There are ${mostOperators} operators, which is the maximum. Remove one first.`,
}

export const operatorsHandlers = {
  showOperator: async (_, { by: { name, holder, scopes, userId, expiresAt, factorUntil } }) =>
    done({
      ...{ name, holder, scopes: [...scopes], user_id: userId },
      ...{ expires_at: momentOrNull(expiresAt), factor_until: momentOrNull(factorUntil) },
    }),

  listOperators: async (_, { service: { storage } }) => {
    const operators = await storage.operators.list(mostOperators)
    return done({
      operators: operators
        .sort((one, other) => other.addedAt - one.addedAt)
        .map(({ accountId, username, name, scopes, addedAt, addedBy }) => ({
          user_id: accountId,
          username,
          holder: name ?? username,
          scopes: [...scopes],
          added_at: momentOf(addedAt),
          added_by: addedBy,
        })),
    })
  },

  addOperator: async ({ user_id: accountId, scopes, reason }, { service, by }) => {
    const refused = await addOperator(service, { accountId, scopes, reason, by })
    if (refused === undefined) return done({})
    return refused === 'no_such_user' ? noUser(accountId) : refuse(refused, addingTexts[refused])
  },

  removeOperator: async ({ user_id: accountId, reason }, { service }) =>
    (await removeOperator(service, { accountId, reason }))
      ? done({})
      : refuse('no_such_operator', `User ${accountId} is no operator.`),
} satisfies OperatorHandling
