import { z } from 'zod'
import { ticket } from '#contract/terms/fields'
import { forEachKind } from '~/features/addresses/address-kind'
import { sentCode } from '~/features/codes/sent-code.server'
import { defineFlow } from '~/flows/define-flow.server'

/** The proof of the old address. `old` is masked. */
const proven = z.object({ old: z.string(), ticket })

/** The new address as typed next to the code of the old one, and why no code was sent to it, as JSON. */
const tried = z.object({ to: z.string(), lines: z.string() })

/**
 * Changes an address: the person proves the old one and enters the new one, then proves that. At `new`, the old one is
 * proven, and the new one has to be entered again. At `switch`, the new one is removed from the account that holds it.
 */
export const rebindAddress = forEachKind((kind) =>
  defineFlow({
    name: `rebind-${kind}`,
    minutes: 15,
    start: `/settings/${kind}/change`,
    done: { path: `/settings/${kind}`, notice: `${kind}_changed` },
    steps: {
      old: { path: `/settings/${kind}/change/old`, schema: z.object({ code: sentCode }) },
      new: {
        path: `/settings/${kind}/change/new`,
        schema: proven.extend({ tried: tried.optional() }),
        backFrom: ['confirm', 'switch'],
      },
      confirm: { path: `/settings/${kind}/change/confirm`, schema: proven.extend({ code: sentCode }) },
      switch: { path: `/settings/${kind}/change/switch`, schema: proven.extend({ to: z.string(), takeover: ticket }) },
    },
  }),
)
