import { type RawBuilder, sql } from 'kysely'
import type { ActivityEntry } from '../domain/activity/activity-store'
import { sessionRule } from '../domain/session/session'
import type { BegunSession, SessionRecord, SessionStore, SignIn } from '../domain/session/session-store'
import { isPostgres } from './migrations/migration'
import type { Connection } from './schema'
import { takeBackOneByOne, takingBack } from './try-store'

type Session = SessionRecord & { tokenHash: string }

export const beginSession =
  (connection: Connection): SessionStore['begin'] =>
  (session, { passwordHash }, signIn) =>
    isPostgres(connection)
      ? beginAtOnce(connection, insertSession(session, passwordHash), signIn)
      : beginOneByOne(connection, insertSession(session, passwordHash), signIn)

/** Waits for a concurrent change of the account, and sees its result. */
const insertSession = (
  {
    id,
    tokenHash,
    accountId,
    createdAt,
    lastSeenAt,
    provenAt,
    clientAddress,
    client,
    way,
    factors,
    identityId,
  }: Session,
  passwordHash: string | null,
): RawBuilder<unknown> => sql`
  insert into sessions
    (id, token_hash, account_id, created_at, last_seen_at, proven_at, address, client, way,
      mobile_proven_at, email_proven_at, password_proven_at, due_at, identity_id)
  select
    ${id}, ${tokenHash}, id, ${createdAt}, ${lastSeenAt}, ${provenAt}, ${clientAddress}, ${client}, ${way},
    ${factors.mobile}, ${factors.email}, ${factors.password}, ${lastSeenAt + sessionRule.idleMs},
    ${identityId}
  from accounts
  where id = ${accountId} and password_hash is not distinct from ${passwordHash} and erase_at is null
    and frozen_at is null
  for share
  returning id`

/** The living tokens of other accounts among those that the browser had. */
const othersOf = ({ had, accountId, signedInAt }: SignIn['browser']): RawBuilder<{ name: string }> => sql`
  select token_hash as name from known_browsers
  where ${isOneOf(had)} and account_id <> ${accountId} and expires_at > ${signedInAt}`

const isOneOf = (hashes: readonly string[]) =>
  hashes.length === 0 ? sql`false` : sql`token_hash in (${sql.join(hashes)})`

const expireReplaced = ({ had, accountId, replacedExpireAt }: SignIn['browser']): RawBuilder<unknown> => sql`
  update known_browsers set expires_at = ${replacedExpireAt}
  where ${isOneOf(had)} and account_id = ${accountId} and expires_at > ${replacedExpireAt}`

/** Leaves room for the one that is added. */
const prune = ({ accountId, most }: SignIn['browser']): RawBuilder<unknown> => sql`
  delete from known_browsers where token_hash in (
    select token_hash from known_browsers where account_id = ${accountId}
    order by expires_at desc limit 1000000 offset ${most - 1})`

const insertBrowser = (browser: SignIn['browser'], from: RawBuilder<unknown>): RawBuilder<unknown> => {
  const { tokenHash, accountId, sessionId, signedInAt, expiresAt, clientAddress } = browser
  return sql`
    insert into known_browsers (token_hash, account_id, session_id, signed_in_at, expires_at, client_address)
    select ${tokenHash}, ${accountId}, ${sessionId}, ${signedInAt}, ${expiresAt}, ${clientAddress} ${from}`
}

const insertEntry = (entry: ActivityEntry, from: RawBuilder<unknown>): RawBuilder<unknown> => {
  const { id, accountId, kind, at, clientAddress, client, detail } = entry
  return sql`
    insert into activity (id, account_id, kind, at, address, client, detail)
    select ${id}, ${accountId}, ${kind}, ${at}, ${clientAddress}, ${client}, ${detail} ${from}`
}

interface Found {
  what: 'begun' | 'other' | 'failures'
  name: string
  count: number
}

/** The account is locked first, and then the counters: in this order everywhere. */
const beginAtOnce = async (
  connection: Connection,
  session: RawBuilder<unknown>,
  { browser, entry, tried }: SignIn,
): Promise<BegunSession | undefined> => {
  const begun = sql`from begun`
  const back = tried && takingBack(tried, sql`exists (select 1 from begun)`)
  const { rows } = await sql<Found>`
    with begun as (${session}),
      others as (${othersOf(browser)}),
      replaced as (${expireReplaced(browser)}),
      pruned as (${prune(browser)}),
      browser as (${insertBrowser(browser, begun)}),
      entry as (${insertEntry(entry, begun)})
      ${back ? sql`, ${sql.join(back.parts)}` : sql``}
    select 'begun' as what, id as name, cast(0 as bigint) as count, cast(0 as bigint) as until from begun
    union all select 'other', name, 0, 0 from others
    ${back ? sql`union all ${back.answer}` : sql``}`.execute(connection)
  const named = (what: Found['what']) => rows.filter((row) => row.what === what)
  if (named('begun').length === 0) return undefined
  return {
    others: new Set(named('other').map(({ name }) => name)),
    failures: named('failures').reduce((sum, { count }) => sum + count, 0),
  }
}

const beginOneByOne = async (
  connection: Connection,
  session: RawBuilder<unknown>,
  { browser, entry, tried }: SignIn,
): Promise<BegunSession | undefined> => {
  const { rows } = await session.execute(connection)
  if (rows.length === 0) return undefined
  const others = browser.had.length === 0 ? [] : (await othersOf(browser).execute(connection)).rows
  if (browser.had.length > 0) await expireReplaced(browser).execute(connection)
  await prune(browser).execute(connection)
  await insertBrowser(browser, sql``).execute(connection)
  await insertEntry(entry, sql``).execute(connection)
  return {
    others: new Set(others.map(({ name }) => name)),
    failures: tried ? await takeBackOneByOne(connection, tried) : 0,
  }
}
