import { allCalls } from '../../calls'
import { organisationActs } from '../../organisations/organisation-acts'
import { activityKinds } from '../../terms/activity'
import { allOperatorCalls } from '../operator-calls'

const calls = allCalls.map(({ name }) => name)

/** What an event of each beginning is about, as the second part of its name. A name has both, with a full stop between. */
export const eventNames: Readonly<Record<string, readonly string[]>> = {
  account: calls,
  visitor: calls,
  application: calls,
  operator: allOperatorCalls.map(({ name }) => name),
  system: [...activityKinds, ...organisationActs],
  organisation: organisationActs,
}

/** The beginning of the names of events for an organisation: those of its own log. All others are for the operator. */
export const ofOrganisations = 'organisation'
