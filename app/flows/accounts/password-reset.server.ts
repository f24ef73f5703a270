import { z } from 'zod'
import { forEachKind } from '~/features/addresses/address-kind'
import { sentCode } from '~/features/codes/sent-code.server'
import { defineFlow } from '~/flows/define-flow.server'

const starts = { mobile: '/account-help/password', email: '/account-help/password/email' }

/** Resets a password by a code to an address of the account. It signs in. */
export const passwordReset = forEachKind((kind) =>
  defineFlow({
    name: `password-reset-${kind}`,
    minutes: 15,
    start: starts[kind],
    done: { path: '/settings', notice: 'password_reset' },
    signsIn: true,
    steps: {
      code: { path: `${starts[kind]}/code`, schema: z.object({ code: sentCode }) },
    },
  }),
)
