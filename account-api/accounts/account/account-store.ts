import { prepared } from '#account-api/database/prepared'
import type { Connection } from '#account-api/database/schema'
import { sortKeyOf } from '#rules/typed/name-key'
import type { AccountProfile, AccountRecord, BrowserOfAccount } from './account-record'
import { holders, record } from './account-rows'
import type { Address, Identifier, IdentifierKind } from './identifier'
import { passwordStore } from './password-store'

interface Bound extends Identifier {
  accountId: string
  at: number
}

const profileOf = prepared((connection, { accountId }: { accountId: string }) =>
  connection
    .selectFrom('accounts')
    .leftJoin('identifiers', 'identifiers.account_id', 'accounts.id')
    .leftJoin('email_claims', 'email_claims.account_id', 'accounts.id')
    .leftJoin('held_usernames', 'held_usernames.account_id', 'accounts.id')
    .leftJoin('recovery_emails', 'recovery_emails.account_id', 'accounts.id')
    .selectAll('accounts')
    .select([
      'kind',
      'value',
      'bound_at',
      'email_claims.email as claimed_email',
      'held_usernames.username as held_username',
      'recovery_emails.email as recovery_email',
      'recovery_emails.added_at as recovery_added_at',
    ])
    .where('accounts.id', '=', accountId),
)

export const accountStore = (connection: Connection) => ({
  ...passwordStore(connection),

  /** `termsVersion`: which of the operator's terms the person agreed to, if any were shown. */
  insert: async (
    account: Pick<AccountRecord, 'id' | 'accountType' | 'passwordHash' | 'language' | 'createdAt'> & {
      termsVersion?: string | undefined
    },
  ): Promise<void> => {
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

  /** False when another account has the identifier. */
  bind: async ({ kind, value, accountId, at }: Bound): Promise<boolean> => {
    const bound = await connection
      .insertInto('identifiers')
      .values({ kind, value, account_id: accountId, bound_at: at })
      .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
      .returning('value')
      .executeTakeFirst()
    return bound !== undefined
  },

  /** False when the account does not have this value. */
  unbind: async ({ kind, value, accountId }: Omit<Bound, 'at'>): Promise<boolean> => {
    const unbound = await connection
      .deleteFrom('identifiers')
      .where('kind', '=', kind)
      .where('value', '=', value)
      .where('account_id', '=', accountId)
      .returning('value')
      .executeTakeFirst()
    return unbound !== undefined
  },

  /**
   * Makes other transactions that lock one of these accounts wait until this one ends. For rules that depend on more
   * than the row that they change. Read again afterwards: earlier reads may be out of date.
   */
  lock: async (...accountIds: string[]): Promise<void> => {
    // Sorted before they are locked, so that no two transactions wait for each other.
    const rows = connection.selectFrom('accounts').select('id').where('id', 'in', accountIds).orderBy('id')
    await rows.forNoKeyUpdate().execute()
  },

  /** Notes that the account is used, unless a use was noted after `unlessAfter`. */
  use: async (accountId: string, { at, unlessAfter }: { at: number; unlessAfter: number }): Promise<void> => {
    await connection
      .updateTable('accounts')
      .set({ last_used_at: at })
      .where('id', '=', accountId)
      .where('last_used_at', '<=', unlessAfter)
      .execute()
  },

  holderOf: async (kind: IdentifierKind, value: string): Promise<AccountRecord | undefined> => {
    const account = await holders(connection, kind, [value]).executeTakeFirst()
    return account && record(account)
  },

  /** Like holderOf, and locks the account: until this transaction ends, it keeps the identifier. */
  keepHolderOf: async (kind: IdentifierKind, value: string): Promise<AccountRecord | undefined> => {
    const account = await holders(connection, kind, [value]).forShare().executeTakeFirst()
    return account && record(account)
  },

  /**
   * Makes other transactions that lock one of these accounts wait until this one ends, for rules that depend on more
   * than the changed row. Read again afterwards: earlier reads may be out of date.
   */
  typistOf: async (
    kind: IdentifierKind,
    values: readonly string[],
    at: number,
  ): Promise<{ account: AccountRecord | undefined; browsers: BrowserOfAccount[] }> => {
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

  profile: async (accountId: string): Promise<AccountProfile | undefined> => {
    const rows = await profileOf(connection, { accountId })
    const [account] = rows
    if (!account) return undefined
    const bound = (kind: string) => rows.find((row) => row.kind === kind)
    const [username, mobile, email] = [bound('username'), bound('mobile'), bound('email')]
    return {
      ...record(account),
      username: username?.value ?? '',
      usernameBoundAt: username?.bound_at ?? null,
      usernameIsChosen: account.username_is_chosen === 1,
      pendingUsername: account.held_username,
      name: account.name,
      birthday: account.birthday,
      timeZone: account.time_zone,
      profileChangedAt: account.profile_changed_at,
      mobile: mobile?.value ?? null,
      mobileBoundAt: mobile?.bound_at ?? null,
      email: email?.value ?? null,
      emailBoundAt: email?.bound_at ?? null,
      unverifiedEmail: account.claimed_email,
      recoveryEmail: account.recovery_email,
      recoveryAddedAt: account.recovery_added_at,
      avatar: account.avatar,
      background: account.background,
      suspendedReason: account.frozen_reason,
    }
  },

  addressesOf: async (accountIds: readonly string[]): Promise<(Address & { accountId: string })[]> => {
    if (accountIds.length === 0) return []
    const rows = await connection
      .selectFrom('identifiers')
      .select(['account_id', 'kind', 'value'])
      .where('account_id', 'in', accountIds)
      .execute()
    // With the kinds as a second list, SQLite would read every address of these kinds.
    return rows.flatMap(({ account_id: accountId, kind, value }) =>
      kind === 'username' ? [] : [{ accountId, kind: kind as Address['kind'], value }],
    )
  },

  claimEmail: async ({ accountId, email, at }: { accountId: string; email: string; at: number }): Promise<void> => {
    await connection.insertInto('email_claims').values({ account_id: accountId, email, claimed_at: at }).execute()
  },

  dropClaims: async (email: string): Promise<void> => {
    await connection.deleteFrom('email_claims').where('email', '=', email).execute()
  },

  /** Ends the claim of one account, whatever address it is for. */
  dropClaimOf: async (accountId: string): Promise<void> => {
    await connection.deleteFrom('email_claims').where('account_id', '=', accountId).execute()
  },

  /** Sets the given fields of the profile, and notes that it was changed. */
  setProfile: async (
    accountId: string,
    { timeZone, ...given }: Partial<Pick<AccountProfile, 'name' | 'birthday' | 'language' | 'timeZone'>>,
    at: number,
  ): Promise<void> => {
    const set = {
      ...given,
      ...(given.name !== undefined && { name_key: given.name && sortKeyOf(given.name) }),
      ...(timeZone !== undefined && { time_zone: timeZone }),
      profile_changed_at: at,
    }
    await connection.updateTable('accounts').set(set).where('id', '=', accountId).execute()
  },

  setLanguage: async (accountId: string, language: string): Promise<void> => {
    await connection.updateTable('accounts').set({ language }).where('id', '=', accountId).execute()
  },

  /** Notes that a second factor is required of the person, unless that was noted since `unlessSince`. */
  noteFactorAsked: async (
    accountId: string,
    { at, unlessSince }: { at: number; unlessSince: number },
  ): Promise<void> => {
    await connection
      .updateTable('accounts')
      .set({ factor_asked_at: at })
      .where('id', '=', accountId)
      .where(({ or, eb }) => or([eb('factor_asked_at', 'is', null), eb('factor_asked_at', '<', unlessSince)]))
      .execute()
  },

  setTerms: async (accountId: string, version: string): Promise<void> => {
    await connection.updateTable('accounts').set({ terms_version: version }).where('id', '=', accountId).execute()
  },
})

export type LockingAccountStore = ReturnType<typeof accountStore>

export type AccountStore = Omit<LockingAccountStore, 'lock' | 'keepHolderOf'>
