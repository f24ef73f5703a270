import { z } from 'zod'
import { loggedId, logKey } from '../../contract/fields'
import { organisationActs } from '../../contract/organisation-acts'
import { filterBy } from './url-filter'

/** What narrows the log, as a URL has it. */
const narrowing = {
  kind: z.enum(organisationActs),
  actor: loggedId,
  target: loggedId,
  since: z.iso.date(),
  until: z.iso.date(),
}

export type LogFilter = { [Name in keyof typeof narrowing]?: z.output<(typeof narrowing)[Name]> }

/** The filter that a URL asks for. */
export const filterIn = (url: URL): LogFilter => filterBy(narrowing, url)

/** The page of the list that a URL asks for; the first one where it asks for none. */
export const keysIn = ({ searchParams }: URL): { before?: string; after?: string } => {
  const keyOf = (name: string) => logKey.safeParse(searchParams.get(name)).data
  const [before, after] = [keyOf('before'), keyOf('after')]
  if (before !== undefined) return { before }
  return after === undefined ? {} : { after }
}

/** The days of a filter form that are none, as they were typed. */
export const oddDaysIn = ({ searchParams }: URL): { since?: string; until?: string } =>
  Object.fromEntries(
    (['since', 'until'] as const).flatMap((name) => {
      const typed = searchParams.get(name)?.trim() ?? ''
      return typed === '' || narrowing[name].safeParse(typed).success ? [] : [[name, typed.slice(0, 40)]]
    }),
  )
