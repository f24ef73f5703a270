import { beforeAll, describe, expect, it } from 'vitest'
import { databaseHere, databases, storageHere } from '#tests/fixtures/databases/databases'
import { fill } from '#tests/fixtures/databases/fill'
import { isQuery, type Plan, plansOf } from '#tests/fixtures/databases/plans'
import { accountColumns, indexesOf } from '#tests/fixtures/databases/tables'
import { readRecord } from '#tests/fixtures/record'
import { judge } from './other-engines'

/** Statements that may look at many rows, by a part of their text, and why. */
const exceptions: Record<string, string> = {
  'from "guesses" where "hour" >= ': 'an hour has 17 rows, and those of 31 hours are kept',
  'from "services" where "removed_at" is null': 'an operator registers tens of services',
  'from "protected_sites" where "removed_at" is null': 'an operator registers tens of sites',
  'from "open_apis" where "removed_at" is null': 'an operator registers tens of APIs',
  'from "open_clients" where "logout_url" is not null': 'few clients want to be told, and an index has them',
  "exists (select 1 from webhooks where client_id > ''": 'the first one is enough, and an index has those of clients',
  'from "imported_hash_kinds"': 'an import makes four kinds at most',
  'from "operators" inner join "accounts"': 'two hundred people are operators at most',
  'select "account_id" from "operators" limit': 'the same',
  'from "signing_keys"': 'there are a few keys at a time',
  'delete from "organisations" where': 'what an organisation may have many of has been erased in batches before',
}

const ofAnAddress = 'limits of sending and of tries keep what strangers cause for an address few'
const ofTokens = 'a grant has few tokens, which are deleted when they expire'

/** Columns that name few rows each, so that a statement may take all of them, and why they are few. */
const fewOf: Record<string, string> = {
  account_id: 'limits keep what an account has few, and its activity and events are taken in batches',
  user_public_id: 'one account is in few organisations',
  place: 'a place is of one member',
  identity_id: 'a member has few roles and parts of a name',
  invitation_id: 'an invitation has few parts of a name',
  session_id: 'one session is at few sites and clients',
  previous_token_hash: 'tokens are random',
  address: ofAnAddress,
  email: ofAnAddress,
  recipient: ofAnAddress,
  target: ofAnAddress,
  subject: ofAnAddress,
  value: ofAnAddress,
  skeleton: 'few usernames look alike',
  authorisation_id: ofTokens,
  grant_hash: ofTokens,
  chain_hash: ofTokens,
  subject_hash: 'a token is exchanged for 100 others at a time at most',
  hour: 'an hour has 17 rows',
}

/** Statements that take more, by a part of their text, and why they are short all the same. */
const short: Record<string, string> = {
  'delete from "webhooks" where': 'its deliveries have been deleted in batches before',
  'delete from "open_clients" where': 'what people have granted it has been deleted in batches before',
  'delete from "identities" where "id"': 'what cascades is found by the member, and an organisation has one transfer',
  'join "transfers" on': 'an organisation has one transfer at a time',
  'where "transfers"."organisation_id" = ? and "transfers"."ended_at" is null': 'the same',
  'from "roles" where "organisation_id"': 'an organisation has 100 roles at most',
  'from "mail_domains" left join': 'an organisation has 20 domains at most',
  'from "webhooks" where "disabled_at" is null': 'an organisation has 5 webhooks at most, and the operator 20',
  'exists (select 1 from webhooks': 'the first one is enough',
  'from "open_clients" where "organisation_id" = ': 'an organisation has 20 applications at most',
  'from "open_clients" where "organisation_id" is null': 'an operator registers tens of applications',
  'update "operator_keys" set "revoked_at"': '200 keys are good at most',
  'update "invitation_batches" set': 'an inviter begins 20 lists a day at most',
  'from "invitation_lines" ': 'a list has 10,000 lines at most: an index counts them in 1 ms',
  'update "invitation_lines" set "state"': 'to change all 10,000 lines of a list takes 28 ms, as long as a batch',
  '"identities"."public_id" ': 'ids name the members',
  'from "identities" where "id" in': 'the same',
}

const record = readRecord()

it('happy: a statement of rules that run only on SQLite is also executed by other rules', () => {
  expect(record.missedOnPostgres).toEqual([])
})

describe.each(databases)('the plans of all statements on $name', ({ name, open }) => {
  const place = databaseHere(open)
  storageHere(() => place)
  let plans: Plan[]
  const statements = record.statements[name].filter(isQuery)

  beforeAll(async () => {
    await fill(place)
    plans = await plansOf(place, statements)
  })

  const exceptionOf = (text: string, of = exceptions) => Object.keys(of).find((part) => text.includes(part))

  it('happy: no statement scans a table that grows', () => {
    const slow = statements.flatMap(({ text }, index) => {
      const faults = plans[index]?.faults ?? []
      return faults.length > 0 && !exceptionOf(text) ? [{ text, faults }] : []
    })
    expect(slow).toEqual([])
    for (const part of Object.keys(exceptions)) expect(statements.some(({ text }) => text.includes(part))).toBe(true)
  })

  if (name === 'SQLite')
    it('happy: no statement blocks the thread for more rows than a batch has', () => {
      const long = statements.flatMap(({ text }, index) => {
        const owners = (plans[index]?.of ?? []).filter((columns) => !columns.some((column) => column in fewOf))
        return owners.length > 0 && !exceptionOf(text, { ...exceptions, ...short }) ? [{ text, owners }] : []
      })
      expect(long).toEqual([])
      for (const part of Object.keys(short))
        expect(statements.filter(({ text }) => text.includes(part))).not.toEqual([])
    })

  it('happy: no statement has a time in its text, so databases can reuse its plan', () => {
    expect(statements.filter(({ text }) => /\d{12}/.test(text))).toEqual([])
  })

  it('happy: every index is used by a statement, or by the deletion of an account', async () => {
    const used = new Set(plans.flatMap(({ indexes }) => indexes))
    const unused = (await indexesOf(place)).filter(({ name, isUnique }) => !isUnique && !used.has(name))
    expect(unused.filter(({ first }) => first !== 'account_id').map(({ name }) => name)).toEqual([])
  })

  it('happy: deleting an account finds its rows in every table by an index', async () => {
    const { all } = await accountColumns(place)
    const indexed = (await indexesOf(place)).map(({ table, first }) => `${table}.${first}`)
    expect(all.length).toBeGreaterThan(5)
    expect(indexed).toEqual(expect.arrayContaining(all))
  })
})

describe('features that other engines lack', () => {
  it('happy: each statement with a feature that other engines lack has a reason', () => {
    const all = record.statements.PostgreSQL.map(({ text }) => text)
    expect(judge(all)).toEqual({ unexplained: [], needless: [], excluded: ['CockroachDB'] })
  })
})
