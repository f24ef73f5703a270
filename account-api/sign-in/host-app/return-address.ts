import { limitedClientAddress } from '#account-api/kernel/limits/client-address'
import { count } from '#account-api/kernel/limits/limits'
import { hashToken, newToken } from '#account-api/kernel/random'
import { hours } from '#account-api/kernel/time'
import type { Service } from '#account-api/sign-in/service'
import type { Kept } from './return-address-store'

const lifetimeMs = hours(1)

export type KeptReturnAddress = { ok: true; handle: string } | { ok: false; until: number }

/**
 * Stores a return address for an hour. It needs no session, so it is limited by client address.
 * @returns the handle: 128 random bits, so that nobody can guess another person's
 */
export const keepReturnAddress = async (
  { setting, storage }: Service,
  { clientAddress, ...kept }: Kept & { clientAddress: string },
): Promise<KeptReturnAddress> => {
  const at = setting.now()
  const counted = await count(storage, 'returnAddresses', { subject: limitedClientAddress(clientAddress), at })
  if (!counted.within) return { ok: false, until: counted.until }
  const handle = newToken(128)
  await storage.returnAddresses.insert({ handleHash: hashToken(handle), ...kept, expiresAt: at + lifetimeMs })
  return { ok: true, handle }
}

/** The return address of a handle. It can be read any number of times. */
export const findReturnAddress = ({ setting, storage }: Service, handle: string): Promise<Kept | undefined> =>
  storage.returnAddresses.find(hashToken(handle), setting.now())
