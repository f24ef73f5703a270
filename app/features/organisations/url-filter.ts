import { z } from 'zod'
import { memberSearchMaxLength } from '#contract/organisations/members'
import { plainDigits, plainText } from '#rules/typed/text'

/** The filters of a list, by the names of a query. */
type Narrowing = Record<string, z.ZodType<string>>

type FilterOf<Names extends Narrowing> = { [Name in keyof Names]?: z.output<Names[Name]> }

/** A day of a filter. Other programs put invisible characters into days, which people copy. */
export const typedDay = z.string().transform(plainDigits).pipe(z.iso.date())

/** Text that a person types to search for people by name or address. */
export const typedSearch = z
  .string()
  .transform((typed) => plainText(typed.replace(/\p{Cc}/gu, ' ')).slice(0, memberSearchMaxLength))
  .pipe(z.string().min(1))

/** The key of the entry before the page of a search, in a URL. */
export const searchKeyIn = ({ searchParams }: URL): string | undefined => {
  const asked = searchParams.get('after') ?? ''
  return /^[\w-]{1,1000}$/.test(asked) ? asked : undefined
}

/** The invalid days of a filter form, as typed, by their names. */
export const oddDaysIn = <Name extends string>({ searchParams }: URL, names: readonly Name[]): OddDays<Name> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const typed = searchParams.get(name)?.trim() ?? ''
      return typed === '' || typedDay.safeParse(typed).success ? [] : [[name, typed.slice(0, 40)]]
    }),
  ) as OddDays<Name>

type OddDays<Name extends string> = { [Each in Name]?: string }

/** The filter in a URL. Values that do not match their schema are left out. */
export const filterBy = <Names extends Narrowing>(narrowing: Names, { searchParams }: URL): FilterOf<Names> =>
  Object.fromEntries(
    Object.entries(narrowing).flatMap(([name, schema]) => {
      const { data } = schema.safeParse(searchParams.get(name)?.trim())
      return data === undefined ? [] : [[name, data]]
    }),
  ) as FilterOf<Names>

/** A filter as the query of a URL, empty without filters. */
export const queryOf = (filter: Record<string, string>): string => {
  const query = new URLSearchParams(filter)
  return query.size > 0 ? `?${query}` : ''
}
