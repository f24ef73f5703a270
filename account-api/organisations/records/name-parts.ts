import type { Connection } from '#account-api/database/schema'
import { namePartsOf } from '#rules/typed/name-key'

/** Adds the parts of a member's name that searches use. */
export const insertNameParts = async (
  connection: Connection,
  { id, organisationId, sortKey }: { id: string; organisationId: string; sortKey: string },
): Promise<void> => {
  await connection
    .insertInto('name_parts')
    .values(namePartsOf(sortKey).map((part) => ({ identity_id: id, part, organisation_id: organisationId })))
    .execute()
}
