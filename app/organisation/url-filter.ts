import type { z } from 'zod'

/** What narrows a list, by the names of a query. */
type Narrowing = Record<string, z.ZodType<string>>

type FilterOf<Names extends Narrowing> = { [Name in keyof Names]?: z.output<Names[Name]> }

/** The filter that a URL asks for. What is not in the form of its schema is left out. */
export const filterBy = <Names extends Narrowing>(narrowing: Names, { searchParams }: URL): FilterOf<Names> =>
  Object.fromEntries(
    Object.entries(narrowing).flatMap(([name, schema]) => {
      const { data } = schema.safeParse(searchParams.get(name)?.trim())
      return data === undefined ? [] : [[name, data]]
    }),
  ) as FilterOf<Names>

/** A filter as the query of a URL, empty where nothing is asked for. */
export const queryOf = (filter: Record<string, string>): string => {
  const query = new URLSearchParams(filter)
  return query.size > 0 ? `?${query}` : ''
}
