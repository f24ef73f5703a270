import type { CompiledQuery, QueryExecutorProvider } from 'kysely'
import type { Connection } from './schema'

/** The place of a value in a statement. A computation with it would run once for all executions. */
class Place {
  constructor(readonly name: string) {}

  [Symbol.toPrimitive](): never {
    throw new TypeError(`${this.name} is a value of a prepared statement, and known only when it is executed`)
  }
}

const places = new Proxy({}, { get: (_, name) => new Place(String(name)) })

/** A statement of the query builder, or one that is written in SQL. */
interface Statement<Row> {
  compile(executor: QueryExecutorProvider): CompiledQuery<Row>
}

/**
 * A statement that is built once for each kind of database, because building it takes longer than executing it.
 * @param build gets a {@link Place} for each value, which it can only pass on to the statement
 * @returns executes the statement with these values, and returns its rows
 */
export const prepared = <Given extends Record<string, string | number | null>, Row>(
  build: (connection: Connection, given: Given) => Statement<Row>,
): ((connection: Connection, given: Given) => Promise<Row[]>) => {
  const built = new WeakMap<object, CompiledQuery<Row>>()
  return async (connection, given) => {
    const { adapter } = connection.getExecutor()
    const statement = built.get(adapter) ?? build(connection, places as Given).compile(connection)
    built.set(adapter, statement)
    const parameters = statement.parameters.map((each) => (each instanceof Place ? given[each.name] : each))
    return (await connection.executeQuery<Row>({ ...statement, parameters })).rows
  }
}
