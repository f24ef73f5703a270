import type { Selectable } from 'kysely'
import type { HeldAddress, HistoryStore, Snapshot, Window } from './history-store'
import { platformStore } from '../account/platform-sql'
import type { Connection, Schema } from '../../database/schema'

export const historyStore = (connection: Connection): HistoryStore => ({
  present: async (accountId) => {
    const rows = await connection
      .selectFrom('accounts')
      .leftJoin('identifiers', 'identifiers.account_id', 'accounts.id')
      .select(['password_hash', 'kind', 'value', 'bound_at'])
      .where('accounts.id', '=', accountId)
      .execute()
    const [account] = rows
    if (!account) return undefined
    const held = (kind: 'mobile' | 'email') => {
      const row = rows.find((each) => each.kind === kind)
      return heldAddress(row?.value, row?.bound_at)
    }
    return {
      username: rows.find(({ kind }) => kind === 'username')?.value ?? null,
      mobile: held('mobile'),
      email: held('email'),
      platforms: await platformStore(connection).of(accountId),
      passwordHash: account.password_hash,
    }
  },

  insert: async ({ id, accountId, at, change, provenBy, username, mobile, email, platforms, passwordHash }) => {
    await connection
      .insertInto('sign_in_history')
      .values({
        id,
        account_id: accountId,
        at,
        change,
        username,
        proven_by: provenBy?.join(',') ?? null,
        mobile: mobile?.value ?? null,
        mobile_bound_at: mobile?.boundAt ?? null,
        email: email?.value ?? null,
        email_bound_at: email?.boundAt ?? null,
        platforms: JSON.stringify(platforms),
        password_hash: passwordHash,
      })
      .execute()
  },

  first: async (window, having) => {
    const row = await inWindow(connection, window)
      .selectAll()
      .$if(having !== undefined, (query) => query.where(having?.kind ?? 'mobile', '=', having?.value ?? ''))
      .orderBy('at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    return row && record(row)
  },

  list: async (window, limit) => {
    const rows = await inWindow(connection, window).selectAll().orderBy('at').orderBy('id').limit(limit).execute()
    return rows.map(record)
  },

  hasOlderAddress: async (window, boundBefore) => {
    const row = await inWindow(connection, window)
      .select('id')
      .where((snapshot) =>
        snapshot.or([snapshot('mobile_bound_at', '<', boundBefore), snapshot('email_bound_at', '<', boundBefore)]),
      )
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  wasReportedLost: async (window, mobile) => {
    const row = await inWindow(connection, window)
      .select('id')
      .where('change', '=', 'mobile_lost')
      .where('mobile', '=', mobile)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },
})

const inWindow = (connection: Connection, { accountId, since }: Window) =>
  connection.selectFrom('sign_in_history').where('account_id', '=', accountId).where('at', '>', since)

const heldAddress = (value: string | null | undefined, boundAt: number | null | undefined): HeldAddress | null =>
  value && typeof boundAt === 'number' ? { value, boundAt } : null

const record = (row: Selectable<Schema['sign_in_history']>): Snapshot => ({
  id: row.id,
  accountId: row.account_id,
  at: row.at,
  change: row.change,
  username: row.username,
  provenBy: (row.proven_by?.split(',').filter((factor) => factor !== '') as Snapshot['provenBy']) ?? null,
  mobile: heldAddress(row.mobile, row.mobile_bound_at),
  email: heldAddress(row.email, row.email_bound_at),
  platforms: JSON.parse(row.platforms),
  passwordHash: row.password_hash,
})
