import type { UnreadEvent } from '#account-api/kernel/events/event-store'
import { ofClients, ofOrganisations } from '#contract/operator/messages/event-groups'
import { eventNames } from '#contract/operator/messages/event-names'
import type { Webhook } from './webhook'
import type { Listening } from './webhook-store'

/** The event that is sent when an operator tests a webhook. */
export const testName = 'webhook.test'

/** The name of an event for the operator: the actor and the act. */
export const nameForOperator = ({ actor, call }: Pick<UnreadEvent, 'actor' | 'call'>): string => `${actor}.${call}`

/** The name of an event for an organisation: the act, as in its log. */
export const nameForOrganisation = (act: string): string => `${ofOrganisations}.${act}`

/** Who gets the events of each group. */
export type Reader = 'operator' | 'organisation' | 'client'

const readers: Record<string, Reader> = { [ofOrganisations]: 'organisation', [ofClients]: 'client' }

/** Who a webhook belongs to. A client may be an organisation's. */
export const readerOf = ({ organisationId, clientId }: Pick<Webhook, 'organisationId' | 'clientId'>): Reader =>
  clientId !== null ? 'client' : organisationId !== null ? 'organisation' : 'operator'

const known = Object.entries(eventNames).flatMap(([actor, calls]) =>
  calls.map((call) => ({ name: `${actor}.${call}`, isFor: readers[actor] ?? 'operator' })),
)

/** True when a webhook wants the events of a name. */
export const isMeant = (wanted: string, name: string): boolean =>
  wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : wanted === name

/** The first name, or beginning of a name, that matches no event. */
export const unknownName = (wanted: readonly string[], reader: Reader): string | undefined =>
  wanted.find((each) => !known.some((of) => of.isFor === reader && isMeant(each, of.name)))

/** True when a webhook is notified of an event. An organisation is notified only of what is in its own log. */
export const isToldOf = ({ organisationId, events }: Listening, event: UnreadEvent): boolean => {
  const name = organisationId === null ? nameForOperator(event) : nameInLog(event, organisationId)
  return name !== undefined && events.some((wanted) => isMeant(wanted, name))
}

const nameInLog = (event: UnreadEvent, organisationId: string): string | undefined =>
  event.organisationId === organisationId && event.organisationAct !== null && event.outcome === 'ok'
    ? nameForOrganisation(event.organisationAct)
    : undefined
