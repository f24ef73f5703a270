import type { OrganisationLogStore } from '../domain/organisation/log-store'
import type { Connection } from './schema'

export const organisationLogStore = (connection: Connection): OrganisationLogStore => ({
  insert: async ({ organisationId, actorName, targetName, clientAddress, before, after, ...entry }) => {
    await connection
      .insertInto('organisation_log')
      .values({
        ...entry,
        organisation_id: organisationId,
        actor_name: actorName,
        target_name: targetName,
        before: before ? JSON.stringify(before) : null,
        after: after ? JSON.stringify(after) : null,
        address: clientAddress,
      })
      .execute()
  },
})
