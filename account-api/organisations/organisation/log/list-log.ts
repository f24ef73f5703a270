import { type AskedKeys, type KeyPage, readKeyPage } from '#account-api/kernel/pages/key-page'
import { days } from '#account-api/kernel/time'
import type { Service } from '#account-api/organisations/service'
import { startOfDay } from '#rules/days'
import type { LogFilter, OrganisationLogEntry } from './log-store'

/** The requested entries. The days are in the given time zone, the last one included. */
interface AskedLog extends AskedKeys<string>, LogFilter {
  since?: string | undefined
  until?: string | undefined
  timeZone: string
}

/** Lists the log of an organisation, within the retention time. */
export const listOrganisationLog = async (
  { deployment, storage }: Service,
  organisationId: string,
  { since, until, timeZone, kind, actor, target, ...keys }: AskedLog,
): Promise<KeyPage<OrganisationLogEntry>> => {
  const now = deployment.now()
  const oldest = now - days(deployment.organisationLogDays)
  const range = {
    kind,
    actor,
    target,
    from: since === undefined ? oldest : Math.max(oldest, startOfDay(since, timeZone)),
    // The clock of another copy may be ahead.
    to: until === undefined ? now + days(1) : startOfDay(until, timeZone, 1),
  }
  return readKeyPage(
    (asked: AskedKeys<string>) => storage.organisationLog.list(organisationId, { ...range, ...asked }),
    keys,
  )
}
