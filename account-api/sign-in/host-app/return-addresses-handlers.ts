import { secondsUntil } from '#account-api/kernel/time'
import type { Handling } from '#account-api/sign-in/call-context'
import { done, refuse } from '#contract/server'
import { findReturnAddress, keepReturnAddress } from './return-address'

export const returnAddressHandlers = {
  keepReturnAddress: async ({ address, form = null }, { service, clientAddress }) => {
    const kept = await keepReturnAddress(service, { address, form, clientAddress })
    if (!kept.ok) return refuse('too_many_requests', { retry_after: secondsUntil(service.setting, kept.until) })
    return done({ handle: kept.handle })
  },

  returnAddress: async (input, { service }) =>
    done((await findReturnAddress(service, input.handle)) ?? { address: null, form: null }),
} satisfies Handling
