import { setTimeout as pause } from 'node:timers/promises'

/** How often a transaction is tried, and how long it waits at most before the second try. */
const rule = { tries: 3, firstWaitMs: 50 }

/**
 * PostgreSQL has rolled the transaction back because of another one: a serialisation failure, or a deadlock. Or it was
 * sent to a former primary, which takes no write: the next connection is another.
 */
const repeatable = ['40001', '40P01', '25006']

/**
 * Runs a transaction again that PostgreSQL has rolled back, where nothing of it can have happened. The waits are random,
 * so that two that met do not meet again.
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
