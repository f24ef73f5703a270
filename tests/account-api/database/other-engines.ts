/** Databases that speak the protocol of PostgreSQL and spread tables over machines, and lack some of its SQL. */
export type Engine = 'YugabyteDB' | 'CockroachDB'

export interface Lacking {
  what: string
  isIn(statement: string): boolean
  engines: readonly Engine[]
}

const both = ['YugabyteDB', 'CockroachDB'] as const
const cockroach = ['CockroachDB'] as const

/** The tables that a statement changes, as often as it names them. */
const changedIn = (statement: string): string[] =>
  [...statement.matchAll(/\b(?:insert\s+into|delete\s+from|update(?!\s+(?:set|skip|of)\b))\s+"?([a-z_]+)"?/gi)].map(
    ([, table = '']) => table,
  )

const changesTwice = (statement: string): boolean => {
  const tables = changedIn(statement)
  return new Set(tables).size < tables.length
}

const has = (pattern: RegExp) => (statement: string) => pattern.test(statement)

/**
 * What these engines lack, or only seem to have, by their documentation in 2026: docs.yugabyte.com (PostgreSQL
 * compatibility, explicit locking) of 2025.1, cockroachlabs.com/docs (PostgreSQL compatibility, known limitations) of
 * 26.1. UNLOGGED and CONCURRENTLY are not here: both engines take the words and do without.
 */
export const lacking: readonly Lacking[] = [
  { what: 'an advisory lock of a session', isIn: has(/pg_(try_)?advisory_(lock|unlock)/i), engines: cockroach },
  { what: 'an advisory lock of a transaction', isIn: has(/pg_(try_)?advisory_xact_lock/i), engines: cockroach },
  { what: 'a partition', isIn: has(/\bpartition\s+(by|of)\b|\b(attach|detach)\s+partition\b/i), engines: cockroach },
  { what: 'the bounds of a partition', isIn: has(/\b(pg_inherits|relpartbound)\b/i), engines: cockroach },
  { what: 'a table that is changed twice in one statement', isIn: changesTwice, engines: cockroach },
  { what: 'a column in the order of its bytes', isIn: has(/\btext[^,]*\bcollate "C"/i), engines: cockroach },
  { what: 'hashtext', isIn: has(/\bhashtext(extended)?\s*\(/i), engines: cockroach },
  { what: 'inheritance', isIn: has(/\binherits\s*\(/i), engines: both },
  { what: 'a deferrable constraint', isIn: has(/\bdeferrable\b|\bset\s+constraints\b/i), engines: both },
  { what: 'LISTEN or NOTIFY', isIn: has(/^\s*(listen|notify|unlisten)\b|pg_notify\s*\(/i), engines: both },
  { what: 'a lock of a table', isIn: has(/^\s*lock\s/i), engines: both },
  {
    what: 'an exclusion constraint or a GiST index',
    isIn: has(/\bexclude\s+using\b|\busing\s+gist\b/i),
    engines: both,
  },
  { what: 'a system column', isIn: has(/\b(ctid|xmin|xmax|cmin|cmax|tableoid)\b/i), engines: both },
  { what: 'a stored generated column', isIn: has(/\bgenerated\s+always\s+as\s*\(/i), engines: ['YugabyteDB'] },
  { what: 'a prepared transaction', isIn: has(/^\s*(prepare\s+transaction|commit\s+prepared)\b/i), engines: both },
  { what: 'a cursor that outlives its transaction', isIn: has(/\bwith\s+hold\b/i), engines: both },
]

/** Features that we use although an engine lacks them, by a part of the statement, and why. Decision 0122 says more. */
export const kept: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'an advisory lock of a session': {
    pg_try_advisory_lock: 'one copy migrates, for as long as it lives, and no row says so when it has died',
  },
  'an advisory lock of a transaction': { pg_try_advisory_xact_lock: 'one copy makes the next months' },
  'a partition': { 'table activity': 'a month is dropped in an instant, where its rows would be deleted for hours' },
  'the bounds of a partition': { "inhparent = 'activity'": 'the months that there are' },
  'a table that is changed twice in one statement': {
    'with gate as': 'a try is counted in one round trip',
    'with "locked" as': 'a try is given back in one round trip',
    'with account as ( select id, session_generation': 'a session begins in one round trip, with all that it changes',
  },
  'a column in the order of its bytes': {
    'table accounts': 'operators find people by the beginning of a name, by an index',
    'table organisations': 'the same',
    'table identities': 'members are listed in one order on both databases, by an index',
    'table identity_roles': 'the same, by a role',
    'table name_parts': 'an index finds what begins with a text',
    'table invitation_name_parts': 'the same',
  },
}

interface Judged {
  /** Statements that use a feature which an engine lacks, without a reason. */
  unexplained: { what: string; statement: string }[]
  /** Reasons that no statement needs. */
  needless: string[]
  /** The engines that lack a used feature. */
  excluded: Engine[]
}

export const judge = (texts: readonly string[]): Judged => {
  const statements = texts.map((text) => text.replaceAll(/\s+/g, ' '))
  const used = lacking.map((one) => ({ ...one, statements: statements.filter(one.isIn) }))
  const partsOf = (what: string) => Object.keys(kept[what] ?? {})
  return {
    unexplained: used.flatMap(({ what, statements }) =>
      statements
        .filter((statement) => !partsOf(what).some((part) => statement.includes(part)))
        .map((statement) => ({ what, statement })),
    ),
    needless: used.flatMap(({ what, statements }) =>
      partsOf(what).filter((part) => !statements.some((statement) => statement.includes(part))),
    ),
    excluded: both.filter((engine) =>
      used.some(({ engines, statements }) => statements.length > 0 && engines.includes(engine)),
    ),
  }
}
