import { z } from 'zod'
import { filterBy } from '~/features/organisation/url-filter'
import { organisationActs } from '../../../../../../contract/organisations/organisation-acts'
import { loggedId } from '../../../../../../contract/organisations/organisation-fields'
import { plainText } from '../../../../../../rules/typed/text'

/** Pages of other programs put invisible characters into days, which people copy. */
const day = z.string().transform(plainText).pipe(z.iso.date())

/** The filters of the log, as in a URL. */
const narrowing = {
  kind: z.enum(organisationActs),
  actor: loggedId,
  target: loggedId,
  since: day,
  until: day,
}

export type LogFilter = { [Name in keyof typeof narrowing]?: z.output<(typeof narrowing)[Name]> }

/** The filter that a URL asks for. */
export const filterIn = (url: URL): LogFilter => filterBy(narrowing, url)

/** The invalid days of a filter form, as typed. */
export const oddDaysIn = ({ searchParams }: URL): { since?: string; until?: string } =>
  Object.fromEntries(
    (['since', 'until'] as const).flatMap((name) => {
      const typed = searchParams.get(name)?.trim() ?? ''
      return typed === '' || narrowing[name].safeParse(typed).success ? [] : [[name, typed.slice(0, 40)]]
    }),
  )
