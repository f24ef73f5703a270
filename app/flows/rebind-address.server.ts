import { z } from 'zod'
import { ticket } from '../../contract/fields'
import { forEachKind } from '../addresses/address-kind'
import { sentCode } from '../codes/sent-code.server'
import { defineFlow } from './define-flow.server'

/** Proof of the old address. `old` is masked. */
const proven = z.object({ old: z.string(), ticket })

/** Changes an address: prove the old one, name the new one, prove the new one. */
export const rebindAddress = forEachKind((kind) =>
  defineFlow({
    name: `rebind-${kind}`,
    minutes: 15,
    start: `/settings/${kind}/change`,
    done: { path: `/settings/${kind}`, notice: `${kind}_changed` },
    steps: {
      old: { path: `/settings/${kind}/change/old`, schema: z.object({ code: sentCode }) },
      new: { path: `/settings/${kind}/change/new`, schema: proven, backFrom: ['confirm'] },
      confirm: { path: `/settings/${kind}/change/confirm`, schema: proven.extend({ code: sentCode }) },
    },
  }),
)
