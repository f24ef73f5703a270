import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import type { Stores } from '#account-api/organisations/service'

/** The organisations that a person has to hand over or close before their account can be cancelled. */
export const organisationsLeft = async (stores: Stores, accountId: string): Promise<OrganisationRecord[]> =>
  (await stores.members.managed(accountId)).filter(({ closesAt }) => closesAt === null)

/** Refuses the cancellation of an account that manages organisations: they have to be handed over or closed first. */
export const lastManager = {
  name: 'last_manager',
  blocks: async (stores: Stores, accountId: string) => (await organisationsLeft(stores, accountId)).length > 0,
} as const
