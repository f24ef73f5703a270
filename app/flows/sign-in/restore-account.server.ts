import { z } from 'zod'
import { ticket, timeZoneInForce } from '#contract/terms/fields'
import { defineFlow } from '~/flows/define-flow.server'
import { identity } from './waiting-identity'

/** Restores a cancelled account. It begins with a correct sign-in to it. */
export const restoreAccount = defineFlow({
  name: 'restore-account',
  minutes: 15,
  start: '/account-help/restore',
  done: '/settings',
  signsIn: true,
  steps: {
    confirm: {
      path: '/account-help/restore/confirm',
      schema: z.object({ ticket, until: z.iso.datetime(), timeZone: timeZoneInForce, identity: identity.optional() }),
    },
  },
})
