import type { Acting } from '../records/identity-record'
import type { Setting, Stores } from '../service'
import type { TransferRecord } from './transfer-store'

type Asking = Pick<Acting, 'organisation' | 'identity'>

/** The pending transfer of the acting manager that makes this member the manager. */
export const transferFrom = async (
  setting: Setting,
  stores: Stores,
  { organisation, identity }: Asking,
  chosen: string,
): Promise<TransferRecord | undefined> => {
  const transfer = await stores.transfers.pending(organisation.id)
  const isTheirs = transfer?.from.identityId === identity.id && transfer.to.publicId === chosen
  return isTheirs && transfer.expiresAt > setting.now() ? transfer : undefined
}

/** The pending transfer of this id that makes the acting member the manager. */
export const transferTo = async (
  setting: Setting,
  stores: Stores,
  { organisation, identity }: Asking,
  publicId: string,
): Promise<TransferRecord | undefined> => {
  const transfer = await stores.transfers.pending(organisation.id)
  const isTheirs = transfer?.publicId === publicId && transfer.to.identityId === identity.id
  return isTheirs && transfer.expiresAt > setting.now() ? transfer : undefined
}
