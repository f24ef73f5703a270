import type { Selectable } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'
import type { DisabledBecause, Webhook } from './webhook'

export type SealedWebhook = Pick<Webhook, 'id' | 'sealed' | 'sealedBy'>

/** A webhook with the public id of its organisation. */
export interface ShownWebhook extends Webhook {
  organisation: string | null
}

/** The fields that decide whether a webhook is notified of an event. */
export type Listening = Pick<Webhook, 'id' | 'organisationId' | 'events'>

/** The webhook of a client, and the signals that it gets. */
export interface Signalled {
  id: string
  clientId: string
  events: readonly string[]
}

export const webhookStore = (connection: Connection) => {
  const enabled = () =>
    connection
      .selectFrom('webhooks')
      .select(['id', 'organisation_id', 'events'])
      .where('disabled_at', 'is', null)
      .where('client_id', 'is', null)

  const signalled = () =>
    connection
      .selectFrom('webhooks')
      .select(['webhooks.id', 'webhooks.client_id', 'webhooks.events'])
      .where('disabled_at', 'is', null)
      .where('webhooks.client_id', 'is not', null)

  const shown = () =>
    connection
      .selectFrom('webhooks')
      .leftJoin('organisations', 'organisations.id', 'webhooks.organisation_id')
      .selectAll('webhooks')
      .select('organisations.public_id as organisation')

  return {
    /** False when its client has one. */
    insert: async (
      webhook: Pick<Webhook, keyof SealedWebhook | 'organisationId' | 'clientId' | 'url' | 'events' | 'createdAt'>,
    ): Promise<boolean> => {
      const { numInsertedOrUpdatedRows = 0n } = await connection
        .insertInto('webhooks')
        .values({
          id: webhook.id,
          organisation_id: webhook.organisationId,
          client_id: webhook.clientId,
          url: webhook.url,
          events: webhook.events.join(' '),
          sealed: webhook.sealed,
          sealed_by: webhook.sealedBy,
          created_at: webhook.createdAt,
          ...{ previous_until: null, disabled_at: null, disabled_because: null, due_at: null, holder: null },
          ...{ busy_until: 0, is_woken: 0, failures: 0, failing_since: null, answer: null, answered_at: null },
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n
    },

    find: async (id: string): Promise<ShownWebhook | undefined> => {
      const row = await shown().where('webhooks.id', '=', id).executeTakeFirst()
      return row && { ...webhookOf(row), organisation: row.organisation }
    },

    /** The newest webhooks of all, or of an organisation. */
    list: async (organisationId: string | undefined, limit: number): Promise<ShownWebhook[]> => {
      const all = shown().orderBy('webhooks.id', 'desc').limit(limit)
      const asked = organisationId === undefined ? all : all.where('organisation_id', '=', organisationId)
      return (await asked.execute()).map((row) => ({ ...webhookOf(row), organisation: row.organisation }))
    },

    ofClient: async (clientId: string): Promise<Webhook | undefined> => {
      const row = await connection
        .selectFrom('webhooks')
        .selectAll()
        .where('client_id', '=', clientId)
        .executeTakeFirst()
      return row && webhookOf(row)
    },

    /** How many webhooks the operator, or an organisation, has, without its clients. Counting stops at a limit. */
    count: async (organisationId: string | null, most: number): Promise<number> => {
      const rows = await connection
        .selectFrom('webhooks')
        .select('id')
        .where('organisation_id', organisationId === null ? 'is' : '=', organisationId)
        .where('client_id', 'is', null)
        .limit(most)
        .execute()
      return rows.length
    },

    setEvents: async (id: string, events: readonly string[]): Promise<boolean> => {
      const { numUpdatedRows } = await connection
        .updateTable('webhooks')
        .set({ events: events.join(' ') })
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Replaces the sealed secrets, unless they were replaced meanwhile. */
    reseal: async (
      { id, sealed: was }: SealedWebhook,
      becomes: Pick<SealedWebhook, 'sealed' | 'sealedBy'> & { previousUntil?: number },
    ): Promise<boolean> => {
      const { sealed, sealedBy, previousUntil } = becomes
      const { numUpdatedRows } = await connection
        .updateTable('webhooks')
        .set({ sealed, sealed_by: sealedBy, ...(previousUntil !== undefined && { previous_until: previousUntil }) })
        .where('id', '=', id)
        .where('sealed', '=', was)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** False when it is switched off already. */
    disable: async (id: string, { at, because }: { at: number; because: DisabledBecause }): Promise<boolean> => {
      const { numUpdatedRows } = await connection
        .updateTable('webhooks')
        .set({ disabled_at: at, disabled_because: because, due_at: null })
        .where('id', '=', id)
        .where('disabled_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** False when it is switched on already. */
    enable: async (id: string): Promise<boolean> => {
      const { numUpdatedRows } = await connection
        .updateTable('webhooks')
        .set({ disabled_at: null, disabled_because: null, failures: 0, failing_since: null })
        .where('id', '=', id)
        .where('disabled_at', 'is not', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    remove: async (id: string): Promise<boolean> => {
      const { numDeletedRows } = await connection.deleteFrom('webhooks').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** The enabled webhooks of the operator, and of these organisations. */
    listening: async (organisationIds: readonly string[]): Promise<Listening[]> => {
      const rows = await enabled().where('organisation_id', 'is', null).execute()
      if (organisationIds.length > 0)
        rows.push(...(await enabled().where('organisation_id', 'in', organisationIds).execute()))
      return rows.map((row) => ({ id: row.id, organisationId: row.organisation_id, events: row.events.split(' ') }))
    },

    /** The enabled webhooks of these clients. */
    ofClients: async (clientIds: readonly string[]): Promise<Signalled[]> => {
      if (clientIds.length === 0) return []
      const rows = await signalled().where('client_id', 'in', clientIds).execute()
      return rows.map(signalledOf)
    },

    /** The enabled webhooks of clients that these people have authorised, each with the account. */
    authorisedBy: async (accountIds: readonly string[]): Promise<(Signalled & { accountId: string })[]> => {
      if (accountIds.length === 0) return []
      const rows = await signalled()
        .innerJoin('authorisations', 'authorisations.client_id', 'webhooks.client_id')
        .select('authorisations.account_id')
        .where('authorisations.account_id', 'in', accountIds)
        .execute()
      return rows.map((row) => ({ ...signalledOf(row), accountId: row.account_id }))
    },

    /** The webhooks sealed with a key whose id sorts before, or after, a given one. */
    sealedBeside: async (
      side: '<' | '>',
      { sealedBy, limit }: { sealedBy: string; limit: number },
    ): Promise<SealedWebhook[]> => {
      const rows = await connection
        .selectFrom('webhooks')
        .select(['id', 'sealed', 'sealed_by'])
        .where('sealed_by', side, sealedBy)
        .orderBy('sealed_by')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ id: row.id, sealed: row.sealed, sealedBy: row.sealed_by }))
    },
  }
}

export type WebhookStore = ReturnType<typeof webhookStore>

const signalledOf = (row: { id: string; client_id: string | null; events: string }): Signalled => ({
  id: row.id,
  clientId: row.client_id ?? '',
  events: row.events.split(' '),
})

/** A row in the form that rules use. */
export const webhookOf = (row: Selectable<Schema['webhooks']>): Webhook => ({
  id: row.id,
  organisationId: row.organisation_id,
  clientId: row.client_id,
  url: row.url,
  events: row.events.split(' '),
  sealed: row.sealed,
  sealedBy: row.sealed_by,
  previousUntil: row.previous_until,
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
  disabledBecause: row.disabled_because,
  failures: row.failures,
  failingSince: row.failing_since,
  answer: row.answer,
  answeredAt: row.answered_at,
})
