import { limitedClientAddress } from '#account-api/kernel/limits/client-address'
import { count } from '#account-api/kernel/limits/limits'
import { hashToken, newToken } from '#account-api/kernel/random'
import { hours, secondsUntil } from '#account-api/kernel/time'
import type { Handling } from '#account-api/sign-in/call-context'
import { done, refuse } from '#contract/server'

const lifetimeMs = hours(1)

export const returnAddressHandlers = {
  /** Stores a return address for an hour. It needs no session, so it is limited by client address. */
  keepReturnAddress: async ({ address, form = null }, { service: { deployment, storage }, clientAddress }) => {
    const at = deployment.now()
    const counted = await count(storage, 'returnAddresses', { subject: limitedClientAddress(clientAddress), at })
    if (!counted.within) return refuse('too_many_requests', { retry_after: secondsUntil(deployment, counted.until) })
    // 128 random bits, so that nobody can guess another person's.
    const handle = newToken(128)
    await storage.returnAddresses.insert({ handleHash: hashToken(handle), address, form, expiresAt: at + lifetimeMs })
    return done({ handle })
  },

  /** The return address of a handle. It can be read any number of times. */
  returnAddress: async ({ handle }, { service: { deployment, storage } }) =>
    done((await storage.returnAddresses.find(hashToken(handle), deployment.now())) ?? { address: null, form: null }),
} satisfies Handling
