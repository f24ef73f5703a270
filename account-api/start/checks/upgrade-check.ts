import type { MigrationState } from '#account-api/database/migrate'
import type { Migration } from '#account-api/database/migrations/migration'
import type { Source } from '#settings/names'
import { BadEnvironment } from '#settings/settings'
import { databaseState, placeIn } from './database-state'
import { type Checked, inOneLine } from './finding'

/** The exit codes. 2 means an unknown command line. */
const codes = { rolling: 0, notPossible: 1, stopFirst: 3 }

/**
 * How this build can replace the deployed one, by the pending migrations. It runs none.
 * @param migrations another build's, for tests
 */
export const upgradeCheck = async (source: Source, migrations?: Record<string, Migration>): Promise<Checked> => {
  const place = placeIn(source)
  const state = await databaseState(place, migrations).catch((error: unknown) => {
    if (error instanceof BadEnvironment) return error
    throw error
  })
  if (state instanceof BadEnvironment) return { code: codes.notPossible, text: inOneLine(state.message) }
  return verdict(state, place.DATABASE_URL === undefined)
}

const verdict = (state: MigrationState | undefined, isSqlite: boolean): Checked => {
  if (state?.refusal !== undefined) return { code: codes.notPossible, text: `not possible: ${state.refusal}.` }
  if (state === undefined || state.isNew)
    return { code: codes.rolling, text: 'rolling: the database is empty, so nothing has to be stopped. Start.' }
  const waiting = waitingOf(state)
  const reasons = state.pending.flatMap(([name, { stopFirst }]) =>
    stopFirst === undefined ? [] : [`${name}: ${stopFirst}`],
  )
  if (isSqlite) reasons.push('One process at a time opens a SQLite file.')
  if (reasons.length === 0)
    return {
      code: codes.rolling,
      text: `rolling: ${waiting} Back up, then restart the account APIs one after the other, and then the web apps.`,
    }
  const steps = 'Back up, stop every copy of both programs, and start this build.'
  return { code: codes.stopFirst, text: [`stop first: ${waiting} ${steps}`, ...reasons].join('\n') }
}

/** The migrations that the next start runs. */
export const waitingOf = ({ pending }: Pick<MigrationState, 'pending'>): string =>
  pending.length === 0
    ? 'no migration waits.'
    : `the start runs these migrations: ${pending.map(([name]) => name).join(', ')}.`
