import { z } from 'zod'
import { call } from '#contract/call'
import { mayHaveReason, namedUser, nothing, ofUser, typed, withReason } from '#contract/operator/fields'
import { changes, reveals, revealsInFull, shows } from '#contract/operator/operator-power'
import { stopsPending } from '#contract/terms/power'
import { userShown } from './user-shown'

const shown = {
  input: z.object({ user: namedUser }),
  output: userShown,
  errors: ['no_such_user'],
} as const

export const showUser = call({
  name: 'showUser',
  summary: 'Returns a user by id, mobile, email, username, or the log id of a recent act. Addresses are masked.',
  // An address in a URL would be logged.
  path: 'users/find',
  ...shown,
  ...shows('support'),
})

export const findUsers = call({
  name: 'findUsers',
  summary:
    'Finds users by the beginning of a name, or by at least 3 characters of a username, an email or a mobile. Returns the first 20, with masked addresses.',
  path: 'users/search',
  input: z.object({ search: typed.trim().min(1) }),
  output: z.object({
    users: z.array(
      userShown.pick({
        ...{ user_id: true, username: true, name: true, mobile: true, email: true },
        ...{ frozen_at: true, erased_on: true },
      }),
    ),
    /** True when more exist. */
    has_more: z.boolean(),
  }),
  // A beginning can be extended until it is the whole address, so each search is logged.
  ...reveals('support'),
})

export const revealUser = call({
  name: 'revealUser',
  summary: 'Returns a user with whole addresses.',
  path: 'users/reveal',
  ...shown,
  ...revealsInFull(['support']),
})

export const nameUser = call({
  name: 'nameUser',
  summary:
    'Sets a name that the operator has verified, even a name that is refused elsewhere. Organisations that use the previous name get the new one.',
  path: 'users/{user_id}/name',
  input: z.object({ ...ofUser, name: typed, ...mayHaveReason }),
  output: z.object({ name: z.string() }),
  errors: ['no_such_user'],
  ...changes('support', { undoneBy: 'nameUser' }),
})

const input = z.object({ ...ofUser, ...withReason })

export const freezeUser = call({
  name: 'freezeUser',
  summary: 'Signs a user out and refuses sign-ins until an operator undoes it.',
  path: 'users/{user_id}/freeze',
  input,
  output: z.object({ was_cancelled: z.boolean(), sessions_ended: z.boolean() }),
  errors: ['no_such_user', 'already'],
  ...changes('support', {
    undoneBy: 'unfreezeUser',
    tells: ['account_frozen', 'cancellation_undone', ...stopsPending],
  }),
})

export const unfreezeUser = call({
  name: 'unfreezeUser',
  summary: 'Lets a frozen user sign in again.',
  path: 'users/{user_id}/unfreeze',
  input,
  output: nothing,
  errors: ['no_such_user', 'not_frozen'],
  ...changes('support', { undoneBy: 'freezeUser', tells: ['account_unfrozen'], proof: 'factor' }),
})

export const endSessionsOfUser = call({
  name: 'endSessionsOfUser',
  summary: 'Signs a user out everywhere.',
  path: 'users/{user_id}/end-sessions',
  input,
  output: nothing,
  errors: ['no_such_user'],
  ...changes('support', { undoneBy: 'stays', tells: ['sessions_ended'] }),
})
