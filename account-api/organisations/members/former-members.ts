import type { Connection } from '#account-api/database/schema'
import type { MemberRecord } from '#account-api/organisations/records/member-record'
import type { FormerMember } from './listed-member'

type PlaceOfPerson = Pick<MemberRecord, 'organisationId' | 'accountId'>

type KeptPlace = PlaceOfPerson & Pick<MemberRecord, 'publicId' | 'joinedAt' | 'address'>

/** What an organisation stores about its former members. */
export const formerMembers = (connection: Connection) => ({
  /** Stores the id by which an organisation knows a former member. */
  keepFormer: async ({
    userPublicId,
    organisationId,
    accountId,
    isSuspended,
    removedAt,
    ...place
  }: FormerMember & KeptPlace & { removedAt: number | null }): Promise<void> => {
    await connection
      .insertInto('former_members')
      .values({
        id: userPublicId,
        organisation_id: organisationId,
        account_id: accountId,
        is_frozen: isSuspended ? 1 : 0,
        removed_at: removedAt,
        ...(removedAt !== null && { place: place.publicId, joined_at: place.joinedAt, address: place.address }),
      })
      .execute()
  },

  /** The former member who had a place, from before a time until somebody removed them. */
  formerAt: (
    organisationId: string,
    { place, before }: { place: string; before: number },
  ): Promise<Pick<MemberRecord, 'accountId' | 'address'> | undefined> =>
    connection
      .selectFrom('former_members')
      .select(['account_id as accountId', 'address'])
      .where('organisation_id', '=', organisationId)
      .where('place', '=', place)
      .where('joined_at', '<', before)
      .executeTakeFirst(),

  /** When an organisation removed an account that has no place there. Undefined: it did not. */
  removedAt: async ({ organisationId, accountId }: PlaceOfPerson): Promise<number | undefined> => {
    const former = await connection
      .selectFrom('former_members')
      .select('removed_at')
      .where('account_id', '=', accountId)
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst()
    return former?.removed_at ?? undefined
  },

  /** Returns and forgets the former member of an account in an organisation, because the account comes back. */
  takeFormer: async ({ organisationId, accountId }: PlaceOfPerson): Promise<FormerMember | undefined> => {
    const former = await connection
      .deleteFrom('former_members')
      .where('account_id', '=', accountId)
      .where('organisation_id', '=', organisationId)
      .returning(['id', 'is_frozen'])
      .executeTakeFirst()
    return former && { userPublicId: former.id, isSuspended: former.is_frozen === 1 }
  },
})
