import type { Client } from '#contract/client'
import { joinOrganisation, type Member, type Organisation } from '#tests/account-api/organisations/members/members'
import type { World } from '#tests/account-api/worlds/world'

/** Gives somebody who has an account a place in an organisation. */
export const joinAs = (
  world: World,
  organisation: Organisation,
  person: { userId: string; mobile?: string; client: Client },
): Promise<Member> => joinOrganisation(world, organisation, 'Bo', { mobile: '', ...person })
