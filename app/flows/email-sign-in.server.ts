import { z } from 'zod'
import { sentCode } from '../codes/sent-code.server'
import { defineFlow } from './define-flow.server'

/** Sign-in with a code that was sent by email. */
export const emailSignIn = defineFlow({
  name: 'email-sign-in',
  minutes: 15,
  start: '/login/email',
  done: '/settings',
  signsIn: true,
  steps: {
    code: { path: '/login/email/code', schema: z.object({ email: sentCode }) },
  },
})
