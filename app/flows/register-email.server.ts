import { z } from 'zod'
import { sentCode } from '../codes/sent-code.server'
import { defineFlow } from './define-flow.server'

/** Registration with an email. */
export const registerEmail = defineFlow({
  name: 'register-email',
  minutes: 15,
  start: '/login/register/email',
  done: '/settings',
  signsIn: true,
  steps: {
    code: { path: '/login/register/email/code', schema: z.object({ email: sentCode }) },
  },
})
