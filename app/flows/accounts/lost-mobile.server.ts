import { z } from 'zod'
import { ticket, timeZoneInForce } from '#contract/terms/fields'
import { sentCode } from '~/features/codes/sent-code.server'
import { defineFlow } from '~/flows/define-flow.server'

/**
 * Removes a lost mobile at once, for a person who can read the account's email. It signs them in, so that they can add
 * a new one.
 */
export const lostMobileByEmail = defineFlow({
  name: 'lost-mobile-email',
  minutes: 15,
  start: '/account-help/mobile-lost/email',
  done: { path: '/settings/mobile', notice: 'lost_mobile_removed' },
  signsIn: true,
  steps: {
    code: { path: '/account-help/mobile-lost/email/code', schema: z.object({ code: sentCode }) },
    // `to`: the proven address, if nothing else is known about the account.
    confirm: {
      path: '/account-help/mobile-lost/email/confirm',
      schema: z.object({ ticket, to: z.string().optional() }),
    },
  },
})

/** Removes a lost mobile after a wait, for a person who knows only the password. */
export const lostMobileByPassword = defineFlow({
  name: 'lost-mobile-password',
  // The ticket works for 15 minutes. The last page stays true until the wait is over.
  minutes: 48 * 60,
  // The page of the password is closed if the account API does not accept one. A removal by email may wait there too.
  start: '/account-help/mobile-lost',
  begunElsewhere: true,
  done: '/account-help/mobile-lost/asked',
  steps: {
    held: { path: '/account-help/mobile-lost/held', schema: z.object({ ticket }) },
    asked: {
      path: '/account-help/mobile-lost/asked',
      schema: z.object({ takesEffectAt: z.iso.datetime(), timeZone: timeZoneInForce }),
    },
  },
})
