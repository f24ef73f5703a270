import { z } from 'zod'
import { ticket } from '#contract/terms/fields'
import { forEachKind } from '~/features/addresses/address-kind'
import { sentCode } from '~/features/codes/sent-code.server'
import { defineFlow } from '~/flows/define-flow.server'

const starts = { mobile: '/account-help/activate', email: '/account-help/activate/email' }

/**
 * Activates the account that an organisation created for an address. At `choose` the person ticks the organisations to
 * join, because any organisation may have created one. At `existing` the person may sign in to the account that has the
 * address.
 */
export const activateAccount = forEachKind((kind) =>
  defineFlow({
    name: `activate-${kind}`,
    minutes: 15,
    start: starts[kind],
    done: { path: '/settings/organisations', notice: 'account_activated' },
    signsIn: true,
    steps: {
      code: { path: `${starts[kind]}/code`, schema: z.object({ code: sentCode }) },
      // The code stays valid until the person has chosen.
      choose: { path: `${starts[kind]}/choose`, schema: z.object({ code: sentCode, typed: z.string() }) },
      existing: { path: `${starts[kind]}/existing`, schema: z.object({ to: z.string(), ticket }) },
    },
  }),
)
