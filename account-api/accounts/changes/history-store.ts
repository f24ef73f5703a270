import type { Selectable } from 'kysely'
import type { ToldAddress } from '#account-api/accounts/account/identifier'
import type { Authenticator } from '#account-api/accounts/methods/authenticator-store'
import { type Passkey, passkeyStore } from '#account-api/accounts/methods/passkey-store'
import { type PlatformBinding, platformStore } from '#account-api/accounts/platforms/platform-store'
import type { Factor } from '#account-api/accounts/sessions/factor'
import type { Connection, Schema } from '#account-api/database/schema'
import type { Change } from '#account-api/kernel/outbox/message'

export interface HeldAddress {
  value: string
  boundAt: number
}

export interface SignInMethods {
  username: string
  mobile: HeldAddress | null
  email: HeldAddress | null
  platforms: PlatformBinding[]
  passwordHash: string | null
  authenticator: Authenticator | null
  passkeys: Passkey[]
  recovery: HeldAddress | null
}

/** A change of sign-in methods. `mobile_lost`: the mobile was removed because somebody reported it lost. */
export type MethodChange = Change | 'mobile_lost'

/** The sign-in methods of an account before a change. */
export interface Snapshot extends SignInMethods {
  id: string
  accountId: string
  at: number
  change: MethodChange
  /** The factors that the author of the change had proven. Null: not recorded. */
  provenBy: Factor[] | null
}

export interface Window {
  accountId: string
  since: number
}

export const historyStore = (connection: Connection) => ({
  /** The current sign-in methods of an account. Undefined: the account does not exist. */
  present: async (accountId: string): Promise<SignInMethods | undefined> => {
    const rows = await connection
      .selectFrom('accounts')
      .leftJoin('identifiers', 'identifiers.account_id', 'accounts.id')
      .leftJoin('authenticators', 'authenticators.account_id', 'accounts.id')
      .leftJoin('recovery_emails', 'recovery_emails.account_id', 'accounts.id')
      .select(['password_hash', 'kind', 'value', 'bound_at'])
      .select(['authenticator_since', 'authenticator_counts_from', 'asks_authenticator', 'sealed', 'sealed_by'])
      .select(['recovery_emails.email as recovery', 'added_at'])
      .where('accounts.id', '=', accountId)
      .execute()
    const [account] = rows
    if (!account) return undefined
    const held = (kind: 'mobile' | 'email') => {
      const row = rows.find((each) => each.kind === kind)
      return heldAddress(row?.value, row?.bound_at)
    }
    return {
      username: rows.find(({ kind }) => kind === 'username')?.value ?? '',
      mobile: held('mobile'),
      email: held('email'),
      platforms: await platformStore(connection).of(accountId),
      passwordHash: account.password_hash,
      authenticator: authenticatorIn(account),
      passkeys: await passkeyStore(connection).of(accountId),
      recovery: heldAddress(account.recovery, account.added_at),
    }
  },

  insert: async ({ id, at, change, username, mobile, email, recovery, ...had }: Snapshot): Promise<void> => {
    await connection
      .insertInto('sign_in_history')
      .values({
        id,
        account_id: had.accountId,
        at,
        change,
        username,
        proven_by: had.provenBy?.join(',') ?? null,
        mobile: mobile?.value ?? null,
        mobile_bound_at: mobile?.boundAt ?? null,
        email: email?.value ?? null,
        email_bound_at: email?.boundAt ?? null,
        platforms: JSON.stringify(had.platforms),
        password_hash: had.passwordHash,
        authenticator: had.authenticator && JSON.stringify(had.authenticator),
        passkeys: had.passkeys.length === 0 ? null : JSON.stringify(had.passkeys),
        recovery: recovery?.value ?? null,
        recovery_added_at: recovery?.boundAt ?? null,
      })
      .execute()
  },

  /** The snapshot before the first change of a window, or, given an address, the first snapshot that has it. */
  first: async (window: Window, having?: ToldAddress): Promise<Snapshot | undefined> => {
    const row = await inWindow(connection, window)
      .selectAll()
      .$if(having !== undefined, (query) => query.where(having?.kind ?? 'mobile', '=', having?.value ?? ''))
      .orderBy('at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    return row && record(row)
  },

  /** The snapshots of a window, the oldest first. */
  list: async (window: Window, limit: number): Promise<Snapshot[]> => {
    const rows = await inWindow(connection, window).selectAll().orderBy('at').orderBy('id').limit(limit).execute()
    return rows.map(record)
  },

  /** True when, before any change of a window, the account had an address since before `boundBefore`. */
  hasOlderAddress: async (window: Window, boundBefore: number): Promise<boolean> => {
    const row = await inWindow(connection, window)
      .select('id')
      .where((snapshot) =>
        snapshot.or([snapshot('mobile_bound_at', '<', boundBefore), snapshot('email_bound_at', '<', boundBefore)]),
      )
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  /** True when a mobile was removed in a window because somebody reported it lost. */
  wasReportedLost: async (window: Window, mobile: string): Promise<boolean> => {
    const row = await inWindow(connection, window)
      .select('id')
      .where('change', '=', 'mobile_lost')
      .where('mobile', '=', mobile)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },
})

export type HistoryStore = ReturnType<typeof historyStore>

const inWindow = (connection: Connection, { accountId, since }: Window) =>
  connection.selectFrom('sign_in_history').where('account_id', '=', accountId).where('at', '>', since)

const authenticatorIn = (row: {
  authenticator_since: number | null
  authenticator_counts_from: number | null
  asks_authenticator: number
  sealed: string | null
  sealed_by: string | null
}): Authenticator | null => {
  const { authenticator_since: since, sealed, sealed_by: sealedBy } = row
  if (since === null || sealed === null || sealedBy === null) return null
  const countsFrom = row.authenticator_counts_from ?? undefined
  return { sealed, sealedBy, since, countsFrom, asks: row.asks_authenticator === 1 }
}

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
  authenticator: row.authenticator === null ? null : JSON.parse(row.authenticator),
  passkeys: row.passkeys === null ? [] : JSON.parse(row.passkeys),
  recovery: heldAddress(row.recovery, row.recovery_added_at),
})
