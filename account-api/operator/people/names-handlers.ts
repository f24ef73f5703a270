import { approveUsername, type Reviewed, refuseUsername } from '#account-api/accounts/names/review'
import { momentOf, type OperatorHandling } from '#account-api/operator/handling'
import { done, refuse } from '#contract/server'

/** The maximum length of the list of usernames. The longest wait comes first. */
const mostNames = 1000

const reviewed = (userId: string, answer: Reviewed) => {
  if (answer.ok) return done({ username: answer.username })
  return answer.code === 'taken'
    ? refuse(
        'taken',
        'Another account has this username by now, or one that looks like it. Refuse it, or try again later.',
      )
    : refuse('nothing_pending', `No username of ${userId} waits for review.`)
}

export const namesHandlers = {
  listNames: async (_, { service: { storage } }) => {
    const pending = await storage.usernames.listPending(mostNames)
    const names = pending.map(({ accountId, username: { value }, current, askedAt }) => ({
      user_id: accountId,
      username: value,
      current,
      asked_at: momentOf(askedAt),
    }))
    return done({ names, has_more: names.length === mostNames })
  },

  approveName: async ({ user_id }, { service }) => reviewed(user_id, await approveUsername(service, user_id)),

  refuseName: async ({ user_id }, { service }) => reviewed(user_id, await refuseUsername(service, user_id)),
} satisfies OperatorHandling
