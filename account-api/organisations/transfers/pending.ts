import type { Acting } from '#account-api/organisations/records/member-record'
import type { Stores } from '#account-api/organisations/service'
import type { TransferRecord } from './transfer-store'

type Asking = Pick<Acting, 'organisation' | 'member'>

/** The pending transfer of an organisation, if it matches. */
const pendingOf = async (
  stores: Stores,
  { organisation }: Asking,
  isAskedFor: (transfer: TransferRecord) => boolean,
): Promise<TransferRecord | undefined> => {
  const transfer = await stores.transfers.pending(organisation.id)
  return transfer && isAskedFor(transfer) && transfer.expiresAt > stores.deployment.now() ? transfer : undefined
}

/** The pending transfer of the acting manager that makes this member the manager. */
export const transferFrom = (stores: Stores, asking: Asking, chosen: string) =>
  pendingOf(stores, asking, ({ from, to }) => from.memberId === asking.member.id && to.publicId === chosen)

/** The pending transfer with this id that makes the acting member the manager. */
export const transferTo = (stores: Stores, asking: Asking, id: string) =>
  pendingOf(stores, asking, ({ publicId, to }) => publicId === id && to.memberId === asking.member.id)
