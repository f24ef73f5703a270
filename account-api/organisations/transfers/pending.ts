import type { Acting } from '../records/identity-record'
import type { Setting, Stores } from '../service'
import type { TransferRecord } from './transfer-store'

/** The pending transfer of this id that makes the acting member the manager. */
export const transferTo = async (
  setting: Setting,
  stores: Stores,
  { organisation, identity }: Pick<Acting, 'organisation' | 'identity'>,
  publicId: string,
): Promise<TransferRecord | undefined> => {
  const transfer = await stores.transfers.pending(organisation.id)
  const isTheirs = transfer?.publicId === publicId && transfer.to.identityId === identity.id
  return isTheirs && transfer.expiresAt > setting.now() ? transfer : undefined
}
