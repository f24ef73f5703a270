import { z } from 'zod'
import { organisationActs } from '#contract/organisations/organisation-acts'
import { loggedId } from '#contract/organisations/organisation-fields'
import { filterBy, typedDay } from '~/features/organisations/url-filter'

/** The filters of the log, as in a URL. */
const narrowing = {
  kind: z.enum(organisationActs),
  actor: loggedId,
  target: loggedId,
  since: typedDay,
  until: typedDay,
}

export type LogFilter = { [Name in keyof typeof narrowing]?: z.output<(typeof narrowing)[Name]> }

export const filterIn = (url: URL): LogFilter => filterBy(narrowing, url)
