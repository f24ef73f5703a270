import type { ToldEvent } from './delivery-store'
import { nameForOperator, nameForOrganisation, testName } from './event-names'
import type { Webhook } from './webhook'

export const testBody = (at: number): string =>
  JSON.stringify({ type: testName, timestamp: new Date(at).toISOString(), data: {} })

/** The name of an event, as sent to a webhook. */
export const nameFor = ({ organisationId }: Pick<Webhook, 'organisationId'>, event: ToldEvent): string =>
  organisationId === null ? nameForOperator(event) : nameForOrganisation(event.organisationAct ?? '')

/**
 * The body that notifies a webhook of an event. An organisation gets the public id of a member, as in its log, but
 * neither the account, nor the client address or the browser.
 */
export const bodyFor = (webhook: Pick<Webhook, 'organisationId'>, event: ToldEvent): string => {
  const { id, organisation, target } = event
  const data =
    webhook.organisationId === null
      ? { id, organisation, target, ...forOperator(event) }
      : { id, organisation, target, actor: event.organisationActor || null }
  return JSON.stringify({ type: nameFor(webhook, event), timestamp: new Date(event.at).toISOString(), data })
}

const forOperator = ({ call, outcome, actor, client, reason, browser, ...event }: ToldEvent) => ({
  ...{ call, outcome, actor, client, reason, browser },
  user_id: event.accountId,
  organisation_act: event.organisationAct,
  address_hash: event.addressHash,
  log_id: event.logId,
})
