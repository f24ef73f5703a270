import { z } from 'zod'
import { sentCode } from '../codes/sent-code.server'
import { defineFlow } from './define-flow.server'

/** Registration with a mobile and an email, each proven by a code of its own. */
export const registerBoth = defineFlow({
  name: 'register-both',
  minutes: 15,
  start: '/login/register/both',
  done: '/settings',
  signsIn: true,
  steps: {
    code: { path: '/login/register/both/code', schema: z.object({ mobile: sentCode, email: sentCode }) },
  },
})
