import { endingRule } from '../../../account-api/accounts/sessions/session-ends'
import type { Stores } from '../../../account-api/closing/service'
import type { OpenStorage } from '../../../account-api/start/storage'
import { filledNow } from '../../fixtures/databases/fill'
import { recordStatements, type Statement } from '../../fixtures/databases/plans'
import { everyCall } from './every-statement'

/** Runs every method of every store, the jobs and a sweep, on a filled database. @returns the statements */
export const recordAll = async (storage: OpenStorage): Promise<Statement[]> => {
  // Whatever ends something ends too much for one statement.
  const { atOnce } = endingRule
  endingRule.atOnce = 1
  const recording = recordStatements()
  try {
    await storage.transaction(async (stores) => {
      for (const [name, methods] of Object.entries(everyCall))
        for (const call of Object.values(methods as Record<string, (store: unknown) => Promise<unknown>[]>))
          await Promise.all(call(stores[name as keyof Stores]))
    })
    await storage.overdue(filledNow)
    // One batch of each table is enough.
    const batches = new Set<string>()
    const enough = new AbortController()
    await storage.sweep(filledNow, {
      stopped: enough.signal,
      onBatch: ({ table }) => (batches.has(table) ? enough.abort() : batches.add(table)),
    })
    return recording.stop()
  } finally {
    recording.stop()
    // Other files of this process use it, too.
    endingRule.atOnce = atOnce
  }
}
