import { z } from 'zod'
import { ticket } from '#contract/terms/fields'
import { forEachKind } from '~/features/addresses/address-kind'
import { sentCode } from '~/features/codes/sent-code.server'
import { defineFlow } from '~/flows/define-flow.server'

/**
 * Binds an address, or proves an email that is bound unproven. At `switch` it is removed from the account that holds
 * it.
 */
export const bindAddress = forEachKind((kind) =>
  defineFlow({
    name: `bind-${kind}`,
    minutes: 15,
    start: `/settings/${kind}`,
    done: { path: `/settings/${kind}`, notice: `${kind}_bound` },
    steps: {
      code: { path: `/settings/${kind}/bind`, schema: z.object({ code: sentCode }) },
      switch: { path: `/settings/${kind}/switch`, schema: z.object({ to: z.string(), ticket }) },
    },
  }),
)
