import { databaseState } from '#account-api/start/checks/database-state'
import type { Finding, Probe } from '#account-api/start/checks/finding'
import type { Read } from '#account-api/start/checks/judged-settings'
import { BadBreachedList, openBreachedList } from '#account-api/verification/breached-passwords/breached-list'
import { BadEnvironment } from '#settings/settings'

/** Checks whether the database can be opened, and which migrations wait. None is run. */
export const database = (read: Read): Probe => {
  const about = read.DATABASE_URL === undefined ? 'DATA_DIR' : 'DATABASE_URL'
  return { about, reads: ['DATABASE_URL', 'DATA_DIR'], look: async () => [await ofDatabase(about, read)] }
}

const ofDatabase = async (about: string, read: Read): Promise<Finding> => {
  try {
    const state = await databaseState({ DATABASE_URL: read.DATABASE_URL, DATA_DIR: read.DATA_DIR })
    if (state === undefined) return { level: 'ok', about, found: 'there is no database yet, and the start creates it' }
    if (state.refusal !== undefined) return { level: 'error', about, found: state.refusal }
    if (state.pending.length === 0) return { level: 'ok', about, found: 'the database opens, and no migration waits' }
    if (state.isNew) return { level: 'ok', about, found: 'the database opens and is empty; the start fills it' }
    const names = state.pending.map(([name]) => name).join(', ')
    return {
      ...{ level: 'warning', about, found: `the database opens, and the next start runs migrations: ${names}` },
      toDo: 'Back up, and run npm run admin -- upgrade check',
    }
  } catch (error) {
    if (!(error instanceof BadEnvironment)) throw error
    return { level: 'error', about, found: error.message.replace(new RegExp(`^${about} |\\.$`, 'g'), '') }
  }
}

/** Checks the list of breached passwords, like a start. */
export const breachedPasswords = ({ BREACHED_PASSWORDS: path }: Read): Probe[] => {
  if (path === undefined) return []
  const about = 'BREACHED_PASSWORDS'
  const look = async (): Promise<Finding[]> => {
    try {
      const list = openBreachedList(path)
      list.close()
      return [{ level: 'ok', about, found: `the list opens, with ${list.entries} passwords` }]
    } catch (error) {
      if (!(error instanceof BadBreachedList)) throw error
      return [{ level: 'error', about, found: error.message }]
    }
  }
  return [{ about, reads: [about], look }]
}
