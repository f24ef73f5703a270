import { sql } from 'kysely'
import { claiming } from '#account-api/database/due-rows'
import type { Connection } from '#account-api/database/schema'
import { newId } from '#account-api/kernel/random'
import { joinedOrganisation, joinedOrganisationOf } from '#account-api/organisations/records/organisation-store'
import { joinedRole, joinedRoleOf } from '#account-api/organisations/records/role-store'
import type { ClaimedDomain, Entrant, HeldDomain, Joining, Look, MailDomain } from './mail-domain-record'

export const mailDomainStore = (connection: Connection) => ({
  /** Adds a domain. False when the organisation has it already. */
  insert: async ({
    id,
    organisationId,
    domain,
    token,
    createdAt,
  }: Pick<MailDomain, 'id' | 'organisationId' | 'domain' | 'token' | 'createdAt'>): Promise<boolean> => {
    const { numInsertedOrUpdatedRows = 0n } = await connection
      .insertInto('mail_domains')
      .values({ id, organisation_id: organisationId, domain, token, created_at: createdAt, joining: 'off' })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'domain']).doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  },

  /** The domains of an organisation, by name. There are few. */
  of: async (organisationId: string): Promise<MailDomain[]> => {
    const rows = await domains(connection)
      .where('mail_domains.organisation_id', '=', organisationId)
      .orderBy('mail_domains.domain')
      .execute()
    return rows.map(mailDomainOf)
  },

  find: async (organisationId: string, domain: string): Promise<MailDomain | undefined> => {
    const row = await domains(connection)
      .where('mail_domains.organisation_id', '=', organisationId)
      .where('mail_domains.domain', '=', domain)
      .executeTakeFirst()
    return row && mailDomainOf(row)
  },

  /** The organisation that has proven a domain, with the domain. */
  held: async (domain: string): Promise<HeldDomain | undefined> => {
    const row = await domains(connection)
      .innerJoin('organisations', 'organisations.id', 'mail_domains.organisation_id')
      .select(joinedOrganisation)
      .where('mail_domains.domain', '=', domain)
      .where('mail_domains.proven_since', 'is not', null)
      .executeTakeFirst()
    return row && { ...mailDomainOf(row), organisation: joinedOrganisationOf(row) }
  },

  /** Stores the result of a check. False when another organisation has proven the domain. */
  keepLook: async (id: string, { token, provenSince, seenAt, missingSince, nextCheckAt }: Look): Promise<boolean> => {
    // Checked in the statement, because PostgreSQL ends a transaction that breaks a constraint.
    const kept = await connection
      .updateTable('mail_domains')
      .set({
        token,
        proven_since: provenSince,
        seen_at: seenAt,
        missing_since: missingSince,
        next_check_at: nextCheckAt,
        attempts: 0,
      })
      .where('id', '=', id)
      .$if(provenSince !== null, (query) =>
        query.where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('mail_domains as other')
                .select('other.id')
                .whereRef('other.domain', '=', 'mail_domains.domain')
                .where('other.proven_since', 'is not', null)
                .where('other.id', '!=', id),
            ),
          ),
        ),
      )
      .returning('id')
      .executeTakeFirst()
    return kept !== undefined
  },

  update: async (id: string, { joining, roleId, chooserId }: Joining): Promise<void> => {
    await connection
      .updateTable('mail_domains')
      .set({ joining, role_id: roleId, chooser_id: chooserId })
      .where('id', '=', id)
      .execute()
  },

  delete: async (id: string): Promise<void> => {
    await connection.deleteFrom('mail_domains').where('id', '=', id).execute()
  },

  /** Claims proven domains that are due for a check, those that have waited longest first. */
  claim: async (at: number, until: number, limit: number): Promise<ClaimedDomain[]> => {
    const claimed = await claiming(
      connection,
      connection
        .selectFrom('mail_domains')
        .select('id')
        .where('next_check_at', 'is not', null)
        .where('next_check_at', '<=', at)
        .orderBy('next_check_at')
        .limit(limit),
    )
      .updateTable('mail_domains')
      .set((domain) => ({ next_check_at: until, attempts: domain('attempts', '+', 1) }))
      .where('id', 'in', (query) => query.selectFrom('due').select('id'))
      .returning(['id', 'organisation_id', 'domain', 'attempts'])
      .execute()
    return claimed.map(({ organisation_id, ...row }) => ({ ...row, organisationId: organisation_id }))
  },

  /** Schedules the next check for this time. */
  postpone: async (id: string, until: number): Promise<void> => {
    await connection
      .updateTable('mail_domains')
      .set({ next_check_at: until })
      .where('id', '=', id)
      .where('next_check_at', 'is not', null)
      .execute()
  },

  /** Stores the address by which a person joined. */
  noteJoin: async ({ organisationId, accountId, email }: Entrant, at: number): Promise<void> => {
    await connection
      .insertInto('domain_joins')
      .values({ id: newId(at), organisation_id: organisationId, account_id: accountId, email, is_kept_out: 0, at })
      .onConflict((conflict) => conflict.columns(['account_id', 'organisation_id', 'email']).doNothing())
      .execute()
  },

  /** Keeps a removed member out, by the account, its current email, and the address by which they had joined. */
  keepOut: async ({ organisationId, accountId }: Omit<Entrant, 'email'>, at: number): Promise<void> => {
    await connection
      .insertInto('domain_joins')
      .columns(['id', 'organisation_id', 'account_id', 'email', 'is_kept_out', 'at'])
      .expression((query) =>
        query
          .selectFrom('accounts')
          .leftJoin('identifiers', (email) =>
            email.onRef('identifiers.account_id', '=', 'accounts.id').on('identifiers.kind', '=', 'email'),
          )
          .select(({ val, fn, eb }) => [
            val(newId(at)).as('id'),
            val(organisationId).as('organisation_id'),
            'accounts.id as account_id',
            fn.coalesce('identifiers.value', val('')).as('email'),
            eb.lit(1).as('is_kept_out'),
            sql<number>`cast(${at} as bigint)`.as('at'),
          ])
          .where('accounts.id', '=', accountId),
      )
      .onConflict((conflict) => conflict.columns(['account_id', 'organisation_id', 'email']).doNothing())
      .execute()
    await mark(connection, { organisationId, accountId, isKeptOut: 1 })
  },

  /** True when the account, or another one with the same address, was removed. */
  isKeptOut: async ({ organisationId, accountId, email }: Entrant): Promise<boolean> => {
    const kept = (column: 'account_id' | 'email', value: string) =>
      connection
        .selectFrom('domain_joins')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where(column, '=', value)
        .where('is_kept_out', '=', 1)
    const row = await kept('account_id', accountId).union(kept('email', email)).limit(1).executeTakeFirst()
    return row !== undefined
  },

  /** Lets a removed account join again. */
  letIn: async ({ organisationId, accountId }: Omit<Entrant, 'email'>): Promise<void> =>
    mark(connection, { organisationId, accountId, isKeptOut: 0 }),
})

export type MailDomainStore = ReturnType<typeof mailDomainStore>

const mark = async (
  connection: Connection,
  { organisationId, accountId, isKeptOut }: { organisationId: string; accountId: string; isKeptOut: 0 | 1 },
): Promise<void> => {
  await connection
    .updateTable('domain_joins')
    .set({ is_kept_out: isKeptOut })
    .where('account_id', '=', accountId)
    .where('organisation_id', '=', organisationId)
    .execute()
}

/** Mail domains with their roles, and with the accounts that chose the roles. */
const domains = (connection: Connection) =>
  connection
    .selectFrom('mail_domains')
    .leftJoin('roles', 'roles.id', 'mail_domains.role_id')
    .leftJoin('identities', 'identities.id', 'mail_domains.chooser_id')
    .selectAll('mail_domains')
    .select([...joinedRole, 'identities.account_id as chooser_account_id'])

type Row = Awaited<ReturnType<ReturnType<typeof domains>['executeTakeFirstOrThrow']>>

const mailDomainOf = (row: Row): MailDomain => ({
  id: row.id,
  organisationId: row.organisation_id,
  domain: row.domain,
  token: row.token,
  createdAt: row.created_at,
  provenSince: row.proven_since,
  seenAt: row.seen_at,
  missingSince: row.missing_since,
  joining: row.joining,
  role: joinedRoleOf(row),
  chooser: row.chooser_account_id === null ? undefined : { accountId: row.chooser_account_id },
})
