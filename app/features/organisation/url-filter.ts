import type { z } from 'zod'

/** The filters of a list, by the names of a query. */
type Narrowing = Record<string, z.ZodType<string>>

type FilterOf<Names extends Narrowing> = { [Name in keyof Names]?: z.output<Names[Name]> }

/** The filter in a URL. Values that do not match their schema are left out. */
export const filterBy = <Names extends Narrowing>(narrowing: Names, { searchParams }: URL): FilterOf<Names> =>
  Object.fromEntries(
    Object.entries(narrowing).flatMap(([name, schema]) => {
      const { data } = schema.safeParse(searchParams.get(name)?.trim())
      return data === undefined ? [] : [[name, data]]
    }),
  ) as FilterOf<Names>

/** A filter as the query of a URL, empty when there is none. */
export const queryOf = (filter: Record<string, string>): string => {
  const query = new URLSearchParams(filter)
  return query.size > 0 ? `?${query}` : ''
}
