import { z } from 'zod'
import { ticket } from '#contract/terms/fields'
import { addressKinds } from '~/features/addresses/address-kind'
import { sentCode } from '~/features/codes/sent-code.server'
import { defineFlow } from '~/flows/define-flow.server'

/** Replaces a password that a signed-in person has forgotten, by a code to their address, or by another proof. */
export const forgottenPassword = defineFlow({
  name: 'forgotten-password',
  minutes: 15,
  start: '/settings/password/forgotten',
  done: { path: '/settings', notice: 'password_changed' },
  steps: {
    code: {
      path: '/settings/password/forgotten/code',
      schema: z.object({ kind: z.enum(addressKinds), code: sentCode }),
    },
    new: { path: '/settings/password/forgotten/new', schema: z.object({ ticket: ticket.optional() }) },
  },
})
