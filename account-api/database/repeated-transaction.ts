import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'

/** How often a transaction is attempted, and the maximum wait before the second attempt. */
const rule = { tries: 3, firstWaitMs: 50 }

/**
 * PostgreSQL has rolled the transaction back because of another one: a serialisation failure, or a deadlock. Or the
 * transaction went to a former primary, which takes no writes: the next connection opens to another server.
 */
const repeatable = ['40001', '40P01', '25006']

/**
 * Runs a transaction again after PostgreSQL has rolled it back, if none of it can have taken effect. The waits are
 * random, so two conflicting transactions do not collide again.
 */
export const repeatedTransaction = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  for (let tried = 1; ; tried += 1)
    try {
      return await run()
    } catch (error) {
      const { code } = error as { code?: unknown }
      if (tried === rule.tries || typeof code !== 'string' || !repeatable.includes(code)) throw error
      await pause(Math.random() * rule.firstWaitMs * 2 ** (tried - 1))
    }
}

/** Runs one statement as often as a transaction that consists of it. In a transaction, it is repeated with the rest. */
export const repeatedStatement = <Database, Result>(
  connection: Kysely<Database>,
  run: () => Promise<Result>,
): Promise<Result> => (connection.isTransaction ? run() : repeatedTransaction(run))
