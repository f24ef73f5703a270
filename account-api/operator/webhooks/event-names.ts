import type { UnreadEvent } from '#account-api/kernel/events/event-store'
import { ofOrganisations } from '#contract/operator/messages/event-groups'
import { eventNames } from '#contract/operator/messages/event-names'
import type { Listening } from './webhook-store'

/** The event that is sent when an operator tests a webhook. */
export const testName = 'webhook.test'

/** The name of an event for the operator: the actor and the act. */
export const nameForOperator = ({ actor, call }: Pick<UnreadEvent, 'actor' | 'call'>): string => `${actor}.${call}`

/** The name of an event for an organisation: the act, as in its log. */
export const nameForOrganisation = (act: string): string => `${ofOrganisations}.${act}`

const known = Object.entries(eventNames).flatMap(([actor, calls]) =>
  calls.map((call) => ({ name: `${actor}.${call}`, isOfOrganisation: actor === ofOrganisations })),
)

const isMeant = (wanted: string, name: string): boolean =>
  wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : wanted === name

/** The first name, or beginning of a name, that matches no event. */
export const unknownName = (wanted: readonly string[], whose: 'operator' | 'organisation'): string | undefined =>
  wanted.find(
    (each) => !known.some((of) => of.isOfOrganisation === (whose === 'organisation') && isMeant(each, of.name)),
  )

/** True when a webhook is notified of an event. An organisation is notified only of what is in its own log. */
export const isToldOf = ({ organisationId, events }: Listening, event: UnreadEvent): boolean => {
  const name = organisationId === null ? nameForOperator(event) : nameInLog(event, organisationId)
  return name !== undefined && events.some((wanted) => isMeant(wanted, name))
}

const nameInLog = (event: UnreadEvent, organisationId: string): string | undefined =>
  event.organisationId === organisationId && event.organisationAct !== null && event.outcome === 'ok'
    ? nameForOrganisation(event.organisationAct)
    : undefined
