import { z } from 'zod'
import { ticket } from '#contract/terms/fields'
import { ways } from '#contract/verification/proof-errors'
import { sentCode } from '~/features/codes/sent-code.server'
import { defineFlow } from '~/flows/define-flow.server'
import { afterSignIn } from './waiting-identity'

/** The proven mobile, and the ways to confirm the sign-in. */
const proven = z.object({ mobile: z.string(), ticket, ways, ...afterSignIn })

/**
 * Confirms a sign-in by SMS to an account that has not been used for a long time: by its password, or by a code to its
 * email.
 */
export const confirmSignIn = defineFlow({
  name: 'confirm-sign-in',
  minutes: 15,
  start: '/login/sms',
  done: '/settings',
  signsIn: true,
  steps: {
    confirm: { path: '/login/sms/confirm', schema: proven, backFrom: ['code'] },
    code: { path: '/login/sms/confirm/code', schema: proven.extend({ code: sentCode }) },
  },
})
