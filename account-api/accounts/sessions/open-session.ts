import { type RawBuilder, sql } from 'kysely'
import type { ActivityEntry } from '#account-api/accounts/activity/activity-store'
import { isPostgres } from '#account-api/database/dialect'
import type { Connection } from '#account-api/database/schema'
import { fillBuckets } from '#account-api/kernel/limits/try-statements'
import { uncounting, uncountOneByOne } from '#account-api/kernel/limits/try-store'
import { originColumns } from './origin-columns'
import {
  type Acquaintance,
  type OpenedRecords,
  type SessionRecord,
  type SignInRecords,
  sessionRule,
} from './session-record'

/** Without the name of the device, which comes from the known browser. */
type Session = Omit<SessionRecord, 'deviceName'> & { tokenHash: string; dueAt: number }
type Refused = 'account_changed' | 'too_many'

export const openWithRecords =
  (connection: Connection) =>
  (
    session: Session,
    { passwordHash, asksAuthenticator }: Pick<Opening, 'passwordHash' | 'asksAuthenticator'>,
    signIn: SignInRecords,
  ): Promise<OpenedRecords | Refused> =>
    (isPostgres(connection) ? openAtOnce : openOneByOne)(connection, {
      session,
      passwordHash,
      asksAuthenticator,
      signIn,
    })

interface Opening {
  session: Session
  passwordHash: string | null
  asksAuthenticator: boolean
  signIn: SignInRecords
}

/** Reads the account of a sign-in. Waits for a concurrent change of the account, and sees its result. */
const accountOf = ({ session, passwordHash, asksAuthenticator }: Opening): RawBuilder<unknown> => sql`
  select id, session_generation from accounts
  where id = ${session.accountId} and password_hash is not distinct from ${passwordHash}
    and asks_authenticator = ${asksAuthenticator ? 1 : 0} and erase_at is null and frozen_at is null
  for share`

/** The sources of the records of a sign-in: the name of the device, and a row that has to exist. */
interface Sources {
  name: RawBuilder<unknown>
  from: RawBuilder<unknown>
}

const insertSession = (
  {
    id,
    tokenHash,
    accountId,
    createdAt,
    lastSeenAt,
    dueAt,
    provenAt,
    clientAddress,
    client,
    way,
    factors,
    memberId,
    origin,
  }: Session,
  { name, from }: Sources,
): RawBuilder<unknown> => {
  const { ancestors, let_in_by, root_way, root_proven_at } = originColumns(origin)
  return sql`
  insert into sessions
    (id, token_hash, account_id, created_at, last_seen_at, proven_at, address, client, way,
      mobile_proven_at, email_proven_at, password_proven_at, authenticator_proven_at, passkey_proven_at,
      due_at, identity_id,
      ancestors, let_in_by, root_way, root_proven_at, generation, device_name)
  select
    ${id}, ${tokenHash}, ${accountId}, ${createdAt}, ${lastSeenAt}, ${provenAt}, ${clientAddress}, ${client}, ${way},
    ${factors.mobile}, ${factors.email}, ${factors.password}, ${factors.authenticator}, ${factors.passkey},
    ${dueAt}, ${memberId},
    ${ancestors}, ${let_in_by}, ${root_way}, ${root_proven_at}, session_generation, ${name}
  ${from}
  returning id`
}

/** How many sessions a sign-in ends at most. An account has more only after very many sign-ins at the same moment. */
const mostPruned = 100

/** Makes room for the session that is opened. */
const pruneSessions = ({ session: { accountId } }: Opening): RawBuilder<unknown> => sql`
  delete from sessions where id in (
    select id from sessions where account_id = ${accountId}
      and generation = (select session_generation from accounts where id = ${accountId})
    order by id desc limit ${mostPruned} offset ${sessionRule.most - 1})`

/** The earlier tokens that are unexpired and belong to other accounts. */
const othersOf = ({ had, accountId, signedInAt }: SignInRecords['browser']): RawBuilder<{ name: string }> => sql`
  select token_hash as name from known_browsers
  where ${isOneOf(had)} and account_id <> ${accountId} and expires_at > ${signedInAt}`

/** The unexpired record of the browser itself, unless its cookie was copied to another client. */
const knownOf = (browser: SignInRecords['browser']): RawBuilder<{ name: string | null }> => sql`
  select device_name as name ${fromKnown(browser)}`

/** The newest one: a replaced record remains for some minutes. */
const fromKnown = ({ had, accountId, signedInAt, client }: SignInRecords['browser']) => sql`
  from known_browsers
  where ${isOneOf(had)} and account_id = ${accountId} and expires_at > ${signedInAt} and (client is null or client = ${client})
  order by signed_in_at desc limit 1`

/** The name of the device, copied from the record of the browser to the records of a sign-in. */
const nameOf = (browser: SignInRecords['browser']) =>
  browser.had.length === 0 ? sql`null` : sql`(select device_name ${fromKnown(browser)})`

const anyOf = ({ accountId }: SignInRecords['browser']): RawBuilder<{ name: string }> => sql`
  select token_hash as name from known_browsers where account_id = ${accountId} limit 1`

const acquaintanceOf = (known: unknown[], any: unknown[]): Acquaintance => {
  if (known.length > 0) return 'known'
  return any.length > 0 ? 'unknown' : 'first'
}

const isOneOf = (hashes: readonly string[]) =>
  hashes.length === 0 ? sql`false` : sql`token_hash in (${sql.join(hashes)})`

const expireReplaced = ({ had, accountId, replacedExpireAt }: SignInRecords['browser']): RawBuilder<unknown> => sql`
  update known_browsers set expires_at = ${replacedExpireAt}
  where ${isOneOf(had)} and account_id = ${accountId} and expires_at > ${replacedExpireAt}`

/** Makes room for the record that is added. */
const prune = ({ accountId, most }: SignInRecords['browser']): RawBuilder<unknown> => sql`
  delete from known_browsers where token_hash in (
    select token_hash from known_browsers where account_id = ${accountId}
    order by expires_at desc limit 1000000 offset ${most - 1})`

const insertBrowser = (browser: SignInRecords['browser'], { name, from }: Sources): RawBuilder<unknown> => {
  const { tokenHash, accountId, sessionId, signedInAt, expiresAt, clientAddress, client } = browser
  return sql`
    insert into known_browsers (token_hash, account_id, session_id, signed_in_at, expires_at, client_address, client, device_name)
    select ${tokenHash}, ${accountId}, ${sessionId}, ${signedInAt}, ${expiresAt}, ${clientAddress}, ${client}, ${name} ${from}`
}

const insertEntry = (entry: ActivityEntry, from: RawBuilder<unknown>): RawBuilder<unknown> => {
  const { id, accountId, kind, at, clientAddress, client, detail } = entry
  return sql`
    insert into activity (id, account_id, kind, at, address, client, detail)
    select ${id}, ${accountId}, ${kind}, ${at}, ${clientAddress}, ${client}, ${detail} ${from}`
}

interface Found {
  what: 'account' | 'opened' | 'other' | 'failures' | 'known' | 'any'
  /** For a known browser: the name of its device, if it has one. */
  name: string
  count: number
}

/** The account is locked first, and then the bucket and the counters: in this order everywhere. */
const openAtOnce = async (connection: Connection, opening: Opening): Promise<OpenedRecords | Refused> => {
  const { browser, entry, tried, counted } = opening.signIn
  const [opened, name] = [sql`from opened`, nameOf(browser)]
  const isWithin = counted ? sql`exists (select 1 from counted)` : sql`true`
  const back = tried && uncounting(tried, sql`exists (select 1 from opened)`)
  const { rows } = await sql<Found>`
    with account as (${accountOf(opening)}),
      ${counted ? sql`counted as (${fillBuckets([counted], counted.at, sql`exists (select 1 from account)`)}),` : sql``}
      opened as (${insertSession(opening.session, { name, from: sql`from account where ${isWithin}` })}),
      pruned_sessions as (${pruneSessions(opening)}),
      others as (${othersOf(browser)}),
      known as (${knownOf(browser)}),
      anyone as (${anyOf(browser)}),
      replaced as (${expireReplaced(browser)}),
      pruned as (${prune(browser)}),
      browser as (${insertBrowser(browser, { name, from: opened })}),
      entry as (${insertEntry(entry, opened)})
      ${back ? sql`, ${sql.join(back.parts)}` : sql``}
    select 'opened' as what, id as name, cast(0 as bigint) as count, cast(0 as bigint) as until from opened
    union all select 'account', id, 0, 0 from account
    union all select 'other', name, 0, 0 from others
    union all select 'known', name, 0, 0 from known
    union all select 'any', name, 0, 0 from anyone
    ${back ? sql`union all ${back.answer}` : sql``}`.execute(connection)
  const named = (what: Found['what']) => rows.filter((row) => row.what === what)
  if (named('account').length === 0) return 'account_changed'
  if (named('opened').length === 0) return 'too_many'
  return {
    acquaintance: acquaintanceOf(named('known'), named('any')),
    deviceName: named('known')[0]?.name ?? null,
    others: new Set(named('other').map(({ name }) => name)),
    failures: named('failures').reduce((sum, { count }) => sum + count, 0),
  }
}

const openOneByOne = async (connection: Connection, opening: Opening): Promise<OpenedRecords | Refused> => {
  const { browser, entry, tried, counted } = opening.signIn
  const { rows } = await accountOf(opening).execute(connection)
  if (rows.length === 0) return 'account_changed'
  const poured = counted && (await fillBuckets([counted], counted.at, sql`true`).execute(connection))
  if (poured?.rows.length === 0) return 'too_many'
  await pruneSessions(opening).execute(connection)
  // Read before the record with the name is replaced and pruned.
  const known = browser.had.length === 0 ? [] : (await knownOf(browser).execute(connection)).rows
  const deviceName = known[0]?.name ?? null
  const name = sql`${deviceName}`
  const from = sql`from accounts where id = ${opening.session.accountId}`
  await insertSession(opening.session, { name, from }).execute(connection)
  const others = browser.had.length === 0 ? [] : (await othersOf(browser).execute(connection)).rows
  const any = (await anyOf(browser).execute(connection)).rows
  if (browser.had.length > 0) await expireReplaced(browser).execute(connection)
  await prune(browser).execute(connection)
  await insertBrowser(browser, { name, from: sql`` }).execute(connection)
  await insertEntry(entry, sql``).execute(connection)
  return {
    acquaintance: acquaintanceOf(known, any),
    deviceName,
    others: new Set(others.map(({ name }) => name)),
    failures: tried ? await uncountOneByOne(connection, tried) : 0,
  }
}
