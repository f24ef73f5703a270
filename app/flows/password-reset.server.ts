import { z } from 'zod'
import type { Client } from '../../contract/client'
import { sentCode } from '../codes/sent-code.server'
import type { Destination } from '../navigation/flash.server'
import { type Args, endSession, visitor } from '../session/visitor.server'
import { defineFlow } from './define-flow.server'

const minutes = 15

/** A reset ends at the sign-in, where the new password is typed for the first time. */
const signIn = (next: string | null): Destination => ({ path: '/login', next, notice: 'password_reset' })

/** Resetting the password of an account by a code to its mobile. */
export const mobileReset = defineFlow({
  name: 'password-reset-mobile',
  minutes,
  start: '/account-help/password',
  done: signIn,
  signsIn: true,
  steps: {
    code: { path: '/account-help/password/code', schema: z.object({ mobile: sentCode }) },
  },
})

/** The same by a code to its email. */
export const emailReset = defineFlow({
  name: 'password-reset-email',
  minutes,
  start: '/account-help/password/email',
  done: signIn,
  signsIn: true,
  steps: {
    code: { path: '/account-help/password/email/code', schema: z.object({ email: sentCode }) },
  },
})

/** After a reset nobody is signed in here any more, whoever it was: every session of the account has ended. */
export const endSessionHere = async (args: Args, client: Client): Promise<void> => {
  if ((await visitor(args)).signedIn) await client.logout({})
  await endSession(args)
}
