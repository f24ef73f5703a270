import type { Selectable } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'
import type { BaseInfos, DetailInfos } from '#contract/organisations/organisation-infos'
import { lastCharacter, sortKeyOf } from '#rules/typed/name-key'
import { ruleColumns, ruleRow, rulesOf, type SignInRules } from './sign-in-rules'

export interface OrganisationRecord {
  id: string
  /** The opaque id in URLs. */
  publicId: string
  name: string
  baseInfos: BaseInfos
  detailInfos: DetailInfos
  /** Who has suspended it. Null: nobody. */
  suspendedBy: 'manager' | 'operator' | null
  createdAt: number
  /** When it will be erased. Null: it is not being closed. */
  closesAt: number | null
  rules: SignInRules
  logo: string | null
  /**
   * The invitations by SMS in 24 hours that the operator allows, and until when. Null: what the organisation has
   * earned.
   */
  allowance: { most: number; until: number } | null
}

export const organisationStore = (connection: Connection) => ({
  insert: async ({
    id,
    publicId,
    name,
    baseInfos,
    detailInfos,
    createdAt,
  }: Omit<OrganisationRecord, 'suspendedBy' | 'closesAt' | 'rules' | 'logo' | 'allowance'>): Promise<void> => {
    await connection
      .insertInto('organisations')
      .values({
        id,
        public_id: publicId,
        name,
        name_key: sortKeyOf(name),
        base_infos: JSON.stringify(baseInfos),
        detail_infos: JSON.stringify(detailInfos),
        frozen_by: null,
        created_at: createdAt,
        closes_at: null,
      })
      .execute()
  },

  /** Changes the given fields. */
  update: async (
    id: string,
    { name, baseInfos, detailInfos }: Partial<Pick<OrganisationRecord, 'name' | 'baseInfos' | 'detailInfos'>>,
  ): Promise<void> => {
    await connection
      .updateTable('organisations')
      .set({
        ...(name !== undefined && { name, name_key: sortKeyOf(name) }),
        ...(baseInfos && { base_infos: JSON.stringify(baseInfos) }),
        ...(detailInfos && { detail_infos: JSON.stringify(detailInfos) }),
      })
      .where('id', '=', id)
      .execute()
  },

  suspend: async (id: string, by: OrganisationRecord['suspendedBy']): Promise<void> => {
    await connection.updateTable('organisations').set({ frozen_by: by }).where('id', '=', id).execute()
  },

  /** Allows an organisation this many invitations by SMS, until a time. */
  setAllowance: async (id: string, { most, until }: { most: number; until: number }): Promise<void> => {
    const allowed = { sms_allowance: most, sms_allowance_until: until }
    await connection.updateTable('organisations').set(allowed).where('id', '=', id).execute()
  },

  /** Changes the sign-in rules of an organisation. */
  setRules: async (id: string, rules: SignInRules): Promise<void> => {
    await connection.updateTable('organisations').set(ruleRow(rules)).where('id', '=', id).execute()
  },

  /** Replaces the logo of an organisation; null removes it. The organisation has to be locked. */
  setLogo: async (id: string, logo: { key: string; base64: string; at: number } | null): Promise<void> => {
    await connection.deleteFrom('organisation_logos').where('organisation_id', '=', id).execute()
    if (logo) {
      const { key, base64, at } = logo
      const row = { key, organisation_id: id, base64, created_at: at }
      await connection.insertInto('organisation_logos').values(row).execute()
    }
    await connection
      .updateTable('organisations')
      .set({ logo: logo?.key ?? null })
      .where('id', '=', id)
      .execute()
  },

  /** The key of the logo of an organisation. Null: it has none, or does not exist. */
  logoOf: async (id: string): Promise<string | null> => {
    const row = await connection.selectFrom('organisations').select('logo').where('id', '=', id).executeTakeFirst()
    return row?.logo ?? null
  },

  /** The logo with this key, as base64. */
  findLogo: async (key: string): Promise<string | undefined> => {
    const row = await connection
      .selectFrom('organisation_logos')
      .select('base64')
      .where('key', '=', key)
      .executeTakeFirst()
    return row?.base64
  },

  find: async (publicId: string): Promise<OrganisationRecord | undefined> => {
    const row = await connection
      .selectFrom('organisations')
      .selectAll()
      .where('public_id', '=', publicId)
      .executeTakeFirst()
    return row && organisationOf(row)
  },

  /**
   * The organisations whose names begin with a text, by name (organisations_by_name_key).
   * @param key of the text, as searches compare it
   */
  beginningWith: async (key: string, limit: number): Promise<OrganisationRecord[]> => {
    const rows = await connection
      .selectFrom('organisations')
      .selectAll()
      .where('name_key', '>=', key)
      .where('name_key', '<', key + lastCharacter)
      .orderBy('name_key')
      .limit(limit)
      .execute()
    return rows.map(organisationOf)
  },

  /**
   * Locks the organisation until this transaction ends, for rules about more than one row of it. Lock accounts before
   * organisations.
   * @returns its current state
   */
  lock: async (id: string): Promise<OrganisationRecord | undefined> => {
    const row = await connection
      .selectFrom('organisations')
      .selectAll()
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    return row && organisationOf(row)
  },
})

export type LockingOrganisationStore = ReturnType<typeof organisationStore>

export type OrganisationStore = Omit<LockingOrganisationStore, 'lock'>

type OrganisationRow = Omit<Selectable<Schema['organisations']>, 'name_key' | 'erasing_until' | 'erasure_attempts'>

export const organisationOf = (row: OrganisationRow): OrganisationRecord => ({
  id: row.id,
  publicId: row.public_id,
  name: row.name,
  baseInfos: JSON.parse(row.base_infos) as OrganisationRecord['baseInfos'],
  detailInfos: JSON.parse(row.detail_infos) as OrganisationRecord['detailInfos'],
  suspendedBy: row.frozen_by,
  createdAt: row.created_at,
  closesAt: row.closes_at,
  rules: rulesOf(row),
  logo: row.logo,
  allowance:
    row.sms_allowance === null || row.sms_allowance_until === null
      ? null
      : { most: row.sms_allowance, until: row.sms_allowance_until },
})

/** The columns of an organisation that is joined to a table with `organisation_id`. */
export const joinedOrganisation = [
  'organisations.public_id as organisation_public_id',
  'organisations.name as organisation_name',
  'organisations.base_infos',
  'organisations.detail_infos',
  'organisations.frozen_by',
  'organisations.created_at as organisation_created_at',
  'organisations.closes_at',
  'organisations.logo',
  'organisations.sms_allowance',
  'organisations.sms_allowance_until',
  ...ruleColumns.map((column) => `organisations.${column}` as const),
] as const

interface JoinedOrganisationRow
  extends Pick<
    OrganisationRow,
    | 'base_infos'
    | 'detail_infos'
    | 'frozen_by'
    | 'closes_at'
    | 'logo'
    | 'sms_allowance'
    | 'sms_allowance_until'
    | (typeof ruleColumns)[number]
  > {
  organisation_id: string
  organisation_public_id: string
  organisation_name: string
  organisation_created_at: number
}

export const joinedOrganisationOf = (row: JoinedOrganisationRow): OrganisationRecord =>
  organisationOf({
    ...row,
    id: row.organisation_id,
    public_id: row.organisation_public_id,
    name: row.organisation_name,
    created_at: row.organisation_created_at,
  })
