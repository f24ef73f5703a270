import { setImmediate as afterThisTurn } from 'node:timers'
import { setTimeout as pause, setImmediate as turnOfOthers } from 'node:timers/promises'
import { type DatabaseConnection, SqliteDialect, type SqliteDialectConfig, SqliteDriver } from 'kysely'
import { isBusy } from './sqlite-lock'

/**
 * SQLite works in the thread of the process, and a resolved promise gives the event loop no turn. After `longestTurnMs`
 * the next statement waits for other work: requests, timers and answers. While another process writes to the file, a
 * write is retried for `longestWaitMs`, and then refused.
 */
export const fairRule = { longestTurnMs: 10, longestWaitMs: 2000, triedEveryMs: 20 }

/** Counts turns of the event loop, for all files that this process has open. */
let turnBeganAt: number | undefined

/** Returns at once, or in the next turn if the current one has lasted long enough. */
const inFairTurn = async (): Promise<void> => {
  if (turnBeganAt !== undefined && performance.now() - turnBeganAt >= fairRule.longestTurnMs) await turnOfOthers()
  if (turnBeganAt !== undefined) return
  turnBeganAt = performance.now()
  afterThisTurn(() => {
    turnBeganAt = undefined
  })
}

/** SQLite that shares the thread with others, and waits for other processes without holding it. */
export class FairSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): SqliteDriver {
    return new FairDriver(this.#config)
  }
}

/**
 * Waits before a connection is acquired, so others can use it meanwhile. A transaction that cannot begin and a
 * statement outside of one give the connection back while they wait.
 */
class FairDriver extends SqliteDriver {
  #connection: DatabaseConnection | undefined
  #isInTransaction = false
  /** The connection belongs to a caller that has changed its settings. */
  #isSet = false

  override async acquireConnection(): Promise<DatabaseConnection> {
    await inFairTurn()
    const connection = await super.acquireConnection()
    this.#connection ??= this.#fair(connection)
    return this.#connection
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await super.beginTransaction(connection)
    this.#isInTransaction = true
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#isInTransaction = false
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#isInTransaction = false
    await super.rollbackTransaction(connection)
  }

  #fair(connection: DatabaseConnection): DatabaseConnection {
    const executeQuery: DatabaseConnection['executeQuery'] = async (query, ...more) => {
      if (query.sql.startsWith('pragma synchronous')) this.#isSet = !query.sql.endsWith('full')
      if (this.#isInTransaction) await inFairTurn()
      const giveUpAt = performance.now() + fairRule.longestWaitMs
      for (;;)
        try {
          return await connection.executeQuery(query, ...more)
        } catch (error) {
          if (!isBusy(error) || performance.now() >= giveUpAt) throw error
          await this.#waitForOtherProcess()
        }
    }
    return { executeQuery, streamQuery: connection.streamQuery.bind(connection) }
  }

  async #waitForOtherProcess(): Promise<void> {
    const isKept = this.#isInTransaction || this.#isSet
    if (!isKept) await this.releaseConnection()
    await pause(fairRule.triedEveryMs)
    if (!isKept) await super.acquireConnection()
  }
}
