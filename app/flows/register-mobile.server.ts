import { z } from 'zod'
import { ticket } from '../../contract/fields'
import { sentCode } from '../codes/sent-code.server'
import { defineFlow } from './define-flow.server'

/** Registration with a mobile; a number that has an account is offered to sign in to it. */
export const registerMobile = defineFlow({
  name: 'register-mobile',
  minutes: 15,
  start: '/login/register',
  done: '/settings',
  signsIn: true,
  steps: {
    code: { path: '/login/register/code', schema: z.object({ mobile: sentCode }) },
    existing: { path: '/login/register/existing', schema: z.object({ mobile: z.string(), ticket }) },
  },
})
