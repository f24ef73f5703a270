import { z } from 'zod'
import { ticket } from '../../contract/fields'
import { sentCode } from '../codes/sent-code.server'
import { defineFlow } from './define-flow.server'

/** Sign-in with an SMS code; a number without an account is offered one. */
export const smsSignIn = defineFlow({
  name: 'sms-sign-in',
  minutes: 15,
  start: '/login/sms',
  done: '/settings',
  signsIn: true,
  steps: {
    code: { path: '/login/sms/code', schema: z.object({ mobile: sentCode }) },
    create: { path: '/login/sms/create', schema: z.object({ mobile: z.string(), ticket }) },
  },
})
