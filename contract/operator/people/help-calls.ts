import { z } from 'zod'
import { stopsPending } from '../../terms/power'
import { moment, namedUser, nothing, ofUser, releasable, typed, withReason } from '../fields'
import { changes, operatorCall } from '../operator-call'

const input = z.object({ ...ofUser, ...withReason })

export const restoreUser = operatorCall({
  name: 'restoreUser',
  summary: 'Keeps a cancelled account whose person cannot sign in.',
  path: 'users/{user_id}/restore',
  input,
  output: nothing,
  errors: ['no_such_user', 'not_cancelled'],
  power: changes('support', { undoneBy: 'stays', tells: ['account_restored', ...stopsPending] }),
})

export const recoverUser = operatorCall({
  name: 'recoverUser',
  summary:
    'Sends a link that sets a new password to an email that the user does not have yet, after 48 hours in which every address of the user can stop it. The reason is what the operator has checked.',
  path: 'users/{user_id}/recover',
  input: input.extend({ to: typed }),
  output: z.object({ sent_at: moment }),
  errors: [
    ...(['no_such_user', 'not_open', 'no_address', 'not_reached', 'own_address', 'taken', 'already'] as const),
    ...(['stopped_lately', 'too_many'] as const),
  ],
  power: changes('support', { undoneBy: 'stopRecovery', tells: ['recovery_asked'] }),
})

export const stopRecovery = operatorCall({
  name: 'stopRecovery',
  summary: 'Stops a recovery, also after its link was sent.',
  path: 'users/{user_id}/stop-recovery',
  input,
  output: nothing,
  errors: ['nothing_pending'],
  power: changes('support', { undoneBy: 'recoverUser', tells: ['recovery_stopped'] }),
})

export const releaseLimits = operatorCall({
  name: 'releaseLimits',
  summary: 'Ends the waiting times of a user, an address, a username or a client address.',
  path: 'limits/release',
  input: z.object({ what: releasable, whose: namedUser, ...withReason }),
  /** Null: no account has it. Then nobody is told. */
  output: z.object({ user_id: z.string().nullable() }),
  power: changes('support', { undoneBy: 'stays', tells: ['limits_released'] }),
})
