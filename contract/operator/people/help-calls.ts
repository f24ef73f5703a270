import { z } from 'zod'
import { call } from '#contract/call'
import { moment, namedUser, nothing, ofUser, releasable, typed, withReason } from '#contract/operator/fields'
import { changes, shows } from '#contract/operator/operator-power'
import { stopsPending } from '#contract/terms/power'

const input = z.object({ ...ofUser, ...withReason })

export const restoreUser = call({
  name: 'restoreUser',
  summary: 'Restores a cancelled account whose person cannot sign in.',
  path: 'users/{user_id}/restore',
  input,
  output: nothing,
  errors: ['no_such_user', 'not_cancelled'],
  ...changes('support', { undoneBy: 'stays', tells: ['account_restored', ...stopsPending], proof: 'factor' }),
})

export const recoverUser = call({
  name: 'recoverUser',
  summary:
    'Sends a link that sets a new password, to an email that the user does not have yet. It is sent after 48 hours, during which any address of the user can stop it. With with_second=true, it is sent once another operator agrees. The reason says what the operator has checked.',
  path: 'users/{user_id}/recover',
  input: input.extend({
    to: typed,
    /** True: another operator has to agree within 24 hours, and then the link is sent at once. */
    with_second: z.boolean().default(false),
  }),
  /** `sent_at` is null if another operator has to agree, and `agree_until` if none has to. */
  output: z.object({ sent_at: moment.nullable(), agree_until: moment.nullable() }),
  errors: [
    ...(['no_such_user', 'not_open', 'no_address', 'not_reached', 'mail_domain_refused', 'own_address'] as const),
    ...(['taken', 'already', 'stopped_lately', 'too_many', 'not_another_operator'] as const),
  ],
  ...changes('support', {
    undoneBy: 'stopRecovery',
    tells: ['recovery_asked', 'recovery_to_agree'],
    proof: 'factor',
  }),
})

export const listAwaitingRecoveries = call({
  name: 'listAwaitingRecoveries',
  summary: 'Lists the recoveries that wait for another operator to agree, ordered by their end.',
  method: 'GET',
  path: 'users/recoveries',
  input: z.object({}),
  output: z.object({
    recoveries: z.array(
      z.object({
        user_id: z.string(),
        /** The address of the link, masked. */
        to: z.string(),
        reason: z.string(),
        /** The key of the operator who requested it, and its holder. */
        asked_by: z.object({ name: z.string(), holder: z.string() }),
        asked_at: moment,
        agree_until: moment,
      }),
    ),
    /** True when there may be more. */
    has_more: z.boolean(),
  }),
  ...shows('support'),
})

export const confirmRecovery = call({
  name: 'confirmRecovery',
  summary:
    'Agrees to a waiting recovery as another operator: its link is sent at once. `to` is the whole address of the link, and the reason says what this operator has checked.',
  path: 'users/{user_id}/confirm-recovery',
  input: input.extend({ to: typed }),
  output: nothing,
  errors: [
    ...(['nothing_pending', 'not_another_operator', 'other_address'] as const),
    ...(['not_open', 'not_reached', 'mail_domain_refused', 'own_address', 'taken'] as const),
  ],
  ...changes('support', { undoneBy: 'stopRecovery', tells: ['recovery_agreed'], proof: 'factor' }),
})

export const stopRecovery = call({
  name: 'stopRecovery',
  summary: 'Stops a recovery, also after its link was sent.',
  path: 'users/{user_id}/stop-recovery',
  input,
  output: nothing,
  errors: ['nothing_pending'],
  ...changes('support', { undoneBy: 'recoverUser', tells: ['recovery_stopped'] }),
})

export const releaseLimits = call({
  name: 'releaseLimits',
  summary: 'Ends the waiting times of a user, an address, a username or a client address.',
  path: 'limits/release',
  input: z.object({ what: releasable, whose: namedUser, ...withReason }),
  /** Null: no account has it, so nobody is notified. */
  output: z.object({ user_id: z.string().nullable() }),
  ...changes('support', { undoneBy: 'stays', tells: ['limits_released'], proof: 'factor' }),
})
