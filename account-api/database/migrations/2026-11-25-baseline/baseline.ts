import { sql } from 'kysely'
import { isPostgres } from '#account-api/database/dialect'
import type { Migration } from '#account-api/database/migrations/migration'
import { accounts } from './accounts'
import { activity } from './activity'
import { applications } from './applications'
import { type Differences, differences } from './differences'
import { events } from './events'
import { invitations } from './invitations'
import { kernel } from './kernel'
import { operator } from './operator'
import { organisations } from './organisations'
import { signIn } from './sign-in'
import { verification } from './verification'

/** Each file comes after those with the tables that it refers to. */
const contexts = [
  accounts,
  activity,
  kernel,
  verification,
  organisations,
  invitations,
  signIn,
  applications,
  events,
  operator,
]

export const baselineStatements = (said: Differences): string[] =>
  contexts.flatMap((context) => statementsOf(context(said)))

/** The schema of the first release. */
export const baseline: Migration = {
  up: async (database) => {
    const statements = baselineStatements(differences(isPostgres(database)))
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

/**
 * Each statement ends with a semicolon at the end of its line. Comments are on separate lines and are not sent to a
 * database.
 */
const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/^ *--.*\n/gm, '')
    .split(/;\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
