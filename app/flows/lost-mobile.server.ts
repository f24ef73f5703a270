import { z } from 'zod'
import { ticket } from '../../contract/fields'
import { sentCode } from '../codes/sent-code.server'
import { defineFlow } from './define-flow.server'

/** A lost number is taken off at once by who can read the account's email; it signs in, to add a new one. */
export const lostMobileByEmail = defineFlow({
  name: 'lost-mobile-email',
  minutes: 15,
  start: '/account-help/mobile-lost/email',
  done: '/settings/mobile',
  signsIn: true,
  steps: {
    code: { path: '/account-help/mobile-lost/email/code', schema: z.object({ email: sentCode }) },
    confirm: { path: '/account-help/mobile-lost/email/confirm', schema: z.object({ ticket }) },
  },
})

/** A lost number is taken off after a hold by who knows the password alone. */
export const lostMobileByPassword = defineFlow({
  name: 'lost-mobile-password',
  // The ticket itself works for 15 minutes; where the person is shown to be stays true until the hold is over.
  minutes: 48 * 60,
  start: '/account-help/mobile-lost/password',
  done: '/account-help/mobile-lost/asked',
  steps: {
    held: { path: '/account-help/mobile-lost/held', schema: z.object({ ticket }) },
    asked: { path: '/account-help/mobile-lost/asked', schema: z.object({ takesEffectAt: z.iso.datetime() }) },
  },
})
