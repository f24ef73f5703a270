import { allCalls } from '#contract/calls'
import { allOperatorCalls } from '#contract/operator/operator-calls'
import { organisationActs } from '#contract/organisations/organisation-acts'
import { activityKinds } from '#contract/terms/activity'
import { type EventGroup, signalTypes } from './event-groups'

const calls = allCalls.map(({ name }) => name)

/**
 * The subject of an event of each group, as the second part of its name. A name has both parts, with a full stop
 * between.
 */
export const eventNames: Readonly<Record<EventGroup, readonly string[]>> = {
  account: calls,
  visitor: calls,
  application: calls,
  operator: allOperatorCalls.map(({ name }) => name),
  system: [...activityKinds, ...organisationActs],
  organisation: organisationActs,
  signal: signalTypes,
}
