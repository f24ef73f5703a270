import type { Selectable } from 'kysely'
import type { AccountRecord, LockingAccountStore } from './account-store'
import type { IdentifierKind } from './identifier'
import type { Connection, Schema } from '../../database/schema'

export const accountStore = (connection: Connection): LockingAccountStore => ({
  insert: async (account) => {
    await connection
      .insertInto('accounts')
      .values({
        id: account.id,
        account_type: account.accountType,
        password_hash: account.passwordHash,
        language: account.language,
        terms_version: account.termsVersion ?? null,
        created_at: account.createdAt,
        last_used_at: account.createdAt,
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

  unbind: async ({ kind, value, accountId }) => {
    const unbound = await connection
      .deleteFrom('identifiers')
      .where('kind', '=', kind)
      .where('value', '=', value)
      .where('account_id', '=', accountId)
      .returning('value')
      .executeTakeFirst()
    return unbound !== undefined
  },

  lock: async (...accountIds) => {
    // Sorted before they are locked, so that no two transactions wait for each other.
    const rows = connection.selectFrom('accounts').select('id').where('id', 'in', accountIds).orderBy('id')
    await rows.forNoKeyUpdate().execute()
  },

  replacePassword: async (accountId, { was, becomes, chosenAt = null, earlier = null }) => {
    const replaced = await connection
      .updateTable('accounts')
      .set({
        password_hash: becomes,
        password_chosen_at: chosenAt,
        earlier_password_hash: earlier?.hash ?? null,
        earlier_password_taken_at: earlier?.takenAt ?? null,
      })
      .where('id', '=', accountId)
      .where('password_hash', was === null ? 'is' : '=', was)
      .returning('id')
      .executeTakeFirst()
    return replaced !== undefined
  },

  rehash: async (accountId, { was, becomes }) => {
    const rehashed = await connection
      .updateTable('accounts')
      .set({ password_hash: becomes })
      .where('id', '=', accountId)
      .where('password_hash', '=', was)
      .returning('id')
      .executeTakeFirst()
    return rehashed !== undefined
  },

  use: async (accountId, { at, unlessAfter }) => {
    await connection
      .updateTable('accounts')
      .set({ last_used_at: at })
      .where('id', '=', accountId)
      .where('last_used_at', '<=', unlessAfter)
      .execute()
  },

  holderOf: async (kind, value) => {
    const account = await holders(connection, kind, [value]).executeTakeFirst()
    return account && record(account)
  },

  keepHolderOf: async (kind, value) => {
    const account = await holders(connection, kind, [value]).forShare().executeTakeFirst()
    return account && record(account)
  },

  typistOf: async (kind, values, at) => {
    const found = await holders(connection, kind, values)
      .leftJoin('known_browsers', (join) =>
        join.onRef('known_browsers.account_id', '=', 'accounts.id').on('known_browsers.expires_at', '>', at),
      )
      .select(['identifiers.value', 'token_hash', 'client_address'])
      .execute()
    const value = values.find((each) => found.some((row) => row.value === each))
    const rows = found.filter((row) => row.value === value)
    const browsers = rows.flatMap(({ token_hash: tokenHash, client_address: clientAddress }) =>
      tokenHash === null || clientAddress === null ? [] : [{ tokenHash, clientAddress }],
    )
    const [account] = rows
    return { account: account && record(account), browsers }
  },

  profile: async (accountId) => {
    const rows = await connection
      .selectFrom('accounts')
      .leftJoin('identifiers', 'identifiers.account_id', 'accounts.id')
      .leftJoin('email_claims', 'email_claims.account_id', 'accounts.id')
      .leftJoin('held_usernames', 'held_usernames.account_id', 'accounts.id')
      .selectAll('accounts')
      .select([
        'kind',
        'value',
        'bound_at',
        'email_claims.email as claimed_email',
        'held_usernames.username as held_username',
      ])
      .where('accounts.id', '=', accountId)
      .execute()
    const [account] = rows
    if (!account) return undefined
    const bound = (kind: string) => rows.find((row) => row.kind === kind)
    const [mobile, email] = [bound('mobile'), bound('email')]
    return {
      ...record(account),
      username: bound('username')?.value ?? '',
      usernameIsChosen: account.username_is_chosen === 1,
      pendingUsername: account.held_username,
      birthday: account.birthday,
      timeZone: account.time_zone,
      mobile: mobile?.value ?? null,
      mobileBoundAt: mobile?.bound_at ?? null,
      email: email?.value ?? null,
      emailBoundAt: email?.bound_at ?? null,
      unverifiedEmail: account.claimed_email,
      avatar: account.avatar,
      background: account.background,
      frozenReason: account.frozen_reason,
    }
  },

  claimEmail: async ({ accountId, email, at }) => {
    await connection.insertInto('email_claims').values({ account_id: accountId, email, claimed_at: at }).execute()
  },

  dropClaims: async (email) => {
    await connection.deleteFrom('email_claims').where('email', '=', email).execute()
  },

  dropClaimOf: async (accountId) => {
    await connection.deleteFrom('email_claims').where('account_id', '=', accountId).execute()
  },

  setBirthday: async (accountId, birthday) => {
    await connection.updateTable('accounts').set({ birthday }).where('id', '=', accountId).execute()
  },

  setLanguage: async (accountId, language) => {
    await connection.updateTable('accounts').set({ language }).where('id', '=', accountId).execute()
  },

  setTerms: async (accountId, version) => {
    await connection.updateTable('accounts').set({ terms_version: version }).where('id', '=', accountId).execute()
  },

  setTimeZone: async (accountId, timeZone) => {
    await connection.updateTable('accounts').set({ time_zone: timeZone }).where('id', '=', accountId).execute()
  },

  freeze: async (accountId, frozen) => {
    const change = { frozen_at: frozen?.at ?? null, frozen_reason: frozen?.reason ?? null }
    await connection.updateTable('accounts').set(change).where('id', '=', accountId).execute()
  },
})

/** Accounts first: rows are locked in the order of the tables, and a change of an identifier locks its account. */
const holders = (connection: Connection, kind: IdentifierKind, values: readonly string[]) =>
  connection
    .selectFrom('accounts')
    .innerJoin('identifiers', 'identifiers.account_id', 'accounts.id')
    .selectAll('accounts')
    .where('kind', '=', kind)
    .where('value', 'in', values)

const record = (row: Selectable<Schema['accounts']>): AccountRecord => ({
  id: row.id,
  accountType: row.account_type,
  passwordHash: row.password_hash,
  passwordChosenAt: row.password_chosen_at,
  earlierPassword: earlierPassword(row),
  language: row.language,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  eraseAt: row.erase_at,
  frozenAt: row.frozen_at,
})

const earlierPassword = ({
  earlier_password_hash: hash,
  earlier_password_taken_at: takenAt,
}: Pick<Selectable<Schema['accounts']>, 'earlier_password_hash' | 'earlier_password_taken_at'>) =>
  hash !== null && takenAt !== null ? { hash, takenAt } : null
