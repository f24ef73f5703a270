import { z } from 'zod'
import { call } from '#contract/call'
import { codeErrors } from '#contract/errors'
import { factorCode, session, ticket, timeZoneInForce } from '#contract/terms/fields'
import { stopsPending } from '#contract/terms/power'

export const completeSignIn = call({
  name: 'completeSignIn',
  power: {
    proof: 'none',
    tells: ['signed_in_new', 'recovery_code_used', 'authenticator_guessed', ...stopsPending],
    undoneBy: 'ended',
    limit: 'wrongCodes',
  },
  summary:
    'Completes a sign-in that returned an authenticator_ticket, with a code of the app or a recovery code. A wrong code does not use the ticket up.',
  path: 'authenticator/sign_in',
  input: z.object({ ticket, authenticator_code: factorCode }),
  output: session,
  errors: ['ticket_refused', ...codeErrors],
})

export const reportLostAuthenticator = call({
  name: 'reportLostAuthenticator',
  power: {
    proof: 'none',
    tells: ['authenticator_removal_asked', 'authenticator_removed'],
    undoneBy: 'restored',
    limit: 'pendingChanges',
  },
  summary:
    'Requests the removal of an authenticator whose device and recovery codes are lost, with the ticket of a sign-in that waits for it. The authenticator is removed after 48 hours, unless somebody stops that, or at once after a second report with another factor. The ticket stays valid.',
  path: 'authenticator/lost',
  input: z.object({ ticket }),
  output: z.object({ takes_effect_at: z.iso.datetime(), time_zone: timeZoneInForce }),
  errors: ['ticket_refused'],
  event: 'if_changed',
})
