import { z } from 'zod'
import { ticket } from '#contract/terms/fields'
import { addressKinds } from '~/features/addresses/address-kind'
import { sentCode } from '~/features/codes/sent-code.server'
import { defineFlow } from '~/flows/define-flow.server'

/** Cancels an account: a second verification by a code, the password or the authenticator, then the last question. */
export const cancelAccount = defineFlow({
  name: 'cancel-account',
  minutes: 15,
  start: '/settings/cancel',
  done: '/settings',
  steps: {
    code: {
      path: '/settings/cancel/verify',
      schema: z.object({ kind: z.enum(addressKinds), code: sentCode }),
    },
    // `key`: the key of the second verification.
    password: { path: '/settings/cancel/password', schema: z.object({ key: ticket }) },
    authenticator: { path: '/settings/cancel/authenticator', schema: z.object({ key: ticket }) },
    confirm: { path: '/settings/cancel/confirm', schema: z.object({ ticket }) },
  },
})
