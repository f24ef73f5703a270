import type { Selectable } from 'kysely'
import type { AccountRecord, AccountStore } from '../domain/storage'
import type { Connection, Schema } from './schema'

export const accountStore = (connection: Connection): AccountStore => ({
  insert: async (account) => {
    await connection
      .insertInto('accounts')
      .values({
        id: account.id,
        account_type: account.accountType,
        password_hash: account.passwordHash,
        language: account.language,
        created_at: account.createdAt,
      })
      .execute()
  },

  bind: async ({ kind, value, accountId, at }) => {
    const bound = await connection
      .insertInto('identifiers')
      .values({ kind, value, account_id: accountId, bound_at: at })
      .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
      .returning('value')
      .executeTakeFirst()
    return bound !== undefined
  },

  holderOf: async (kind, value) => {
    const account = await connection
      .selectFrom('identifiers')
      .innerJoin('accounts', 'accounts.id', 'identifiers.account_id')
      .selectAll('accounts')
      .where('kind', '=', kind)
      .where('value', '=', value)
      .executeTakeFirst()
    return account && record(account)
  },

  profile: async (accountId) => {
    const rows = await connection
      .selectFrom('accounts')
      .leftJoin('identifiers', 'identifiers.account_id', 'accounts.id')
      .leftJoin('email_claims', 'email_claims.account_id', 'accounts.id')
      .selectAll('accounts')
      .select(['kind', 'value', 'email_claims.email as claimed_email'])
      .where('accounts.id', '=', accountId)
      .execute()
    const [account] = rows
    if (!account) return undefined
    const identifier = (kind: string) => rows.find((row) => row.kind === kind)?.value ?? null
    return {
      ...record(account),
      username: identifier('username') ?? '',
      mobile: identifier('mobile'),
      email: identifier('email'),
      unverifiedEmail: account.claimed_email,
    }
  },

  claimEmail: async ({ accountId, email, at }) => {
    await connection.insertInto('email_claims').values({ account_id: accountId, email, claimed_at: at }).execute()
  },

  firstClaimantOf: async (email) => {
    const account = await connection
      .selectFrom('email_claims')
      .innerJoin('accounts', 'accounts.id', 'email_claims.account_id')
      .selectAll('accounts')
      .where('email', '=', email)
      .orderBy('claimed_at')
      .limit(1)
      .executeTakeFirst()
    return account && record(account)
  },

  dropClaims: async (email) => {
    await connection.deleteFrom('email_claims').where('email', '=', email).execute()
  },
})

const record = (row: Selectable<Schema['accounts']>): AccountRecord => ({
  id: row.id,
  accountType: row.account_type,
  passwordHash: row.password_hash,
  language: row.language,
  createdAt: row.created_at,
})
