import { nowhere } from '#account-api/kernel/from'
import type { OutsideRefusal } from '#account-api/kernel/outside/outside'
import { inBatches } from '#account-api/kernel/queue/batches'
import { newId } from '#account-api/kernel/random'
import { type Fault, faulty } from '#account-api/operator/handling'
import { type Deployment, inTransaction, type Service, type Transaction } from '#account-api/operator/service'
import { nobody, recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import type { OrganisationAct } from '#contract/organisations/organisation-acts'
import { type Reader, readerOf, unknownName } from './event-names'
import { firstSecret, nextSecret } from './secret'
import { type Webhook, webhookRule } from './webhook'

const refusals: Record<OutsideRefusal, string> = {
  not_public: 'Its address has to be on the Internet: not on a private network, and not on this machine.',
  not_https: 'Its address has to begin with https://, without a user in it.',
  port: 'Its port has to be the usual one, or 1024 or higher.',
}

const examples: Record<Reader, string> = {
  operator: 'account.accountLoginV2, operator.* or *',
  organisation: 'organisation.member_removed or organisation.*',
  client: 'signal.session_revoked or signal.*',
}

const eventsFault = (events: readonly string[], reader: Reader): Fault | undefined => {
  const unknown = unknownName(events, reader)
  return unknown === undefined ? undefined : faulty(`There is no event ${unknown}. Names are like ${examples[reader]}.`)
}

/** Why nothing is sent to an address, as a sentence. */
export const urlFault = ({ outsideOrLocal }: Deployment, url: string): Fault | undefined => {
  const refusal = outsideOrLocal.refusalOf(url)
  return refusal && faulty(refusals[refusal])
}

interface Asked {
  url: string
  events: readonly string[]
  /** Null: the operator's. */
  organisationId: string | null
}

export type Added = { ok: true; id: string; secret: string } | { ok: false; most: number } | ({ ok: false } & Fault)

/** Adds a webhook. Only this answer has its secret. */
export const add = async (service: Service, asked: Asked): Promise<Added> => {
  const { url, events, organisationId } = asked
  const reader = readerOf({ organisationId, clientId: null })
  const fault = urlFault(service.deployment, url) ?? eventsFault(events, reader)
  return fault ? { ok: false, ...fault } : insert(service, { ...asked, url: new URL(url).href })
}

const insert = inTransaction<Asked, Added>(async (stores, { organisationId, ...asked }) => {
  const organisation = organisationId === null ? undefined : await stores.organisations.lock(organisationId)
  const most = organisationId === null ? webhookRule.mostOfOperator : webhookRule.mostOfOrganisation
  if ((await stores.webhooks.count(organisationId, most)) >= most) return { ok: false, most }
  const createdAt = stores.deployment.now()
  const id = newId(createdAt)
  const { secret, kept } = firstSecret(stores.deployment, id)
  await stores.webhooks.insert({ ...asked, id, organisationId, clientId: null, createdAt, ...kept })
  await tellInLog(stores, { kind: 'webhook_added', organisation, webhook: { id, url: asked.url } })
  return { ok: true, id, secret }
})

interface Logged {
  kind: Extract<OrganisationAct, `webhook_${string}`>
  /** Undefined: the webhook is the operator's. */
  organisation: OrganisationRecord | undefined
  webhook: Pick<Webhook, 'id' | 'url'>
}

/** The members of the organisation see that their log is sent to another program, and to which host. */
export const tellInLog = async (
  stores: Transaction,
  { kind, organisation, webhook: { id, url } }: Logged,
): Promise<void> => {
  if (!organisation) return
  const target = { publicId: id, name: new URL(url).host }
  const acting = { organisation, member: nobody }
  await recordInOrganisation(stores, { kind, acting, target, from: nowhere })
}

interface Change {
  id: string
  kind: Logged['kind']
  act: (stores: Transaction) => Promise<boolean>
}

/** Changes a webhook, with an entry in its organisation's log. False: the webhook does not exist. */
const changeAndTell = async (stores: Transaction, { id, kind, act }: Change): Promise<boolean> => {
  const webhook = await stores.webhooks.find(id)
  if (!webhook) return false
  const organisation =
    webhook.organisationId === null ? undefined : await stores.organisations.lock(webhook.organisationId)
  if (!(await act(stores))) return false
  await tellInLog(stores, { kind, organisation, webhook })
  return true
}

const doAndTell = inTransaction(changeAndTell)

/** Removes a webhook with its deliveries. If many wait, {@link forgetWaiting} comes first. False: it does not exist. */
export const removeOne = (stores: Transaction, id: string): Promise<boolean> =>
  changeAndTell(stores, { id, kind: 'webhook_removed', act: ({ webhooks }) => webhooks.remove(id) })

/** Deletes the waiting deliveries of a webhook. */
export const forgetWaiting = ({ storage }: Service, id: string) =>
  inBatches((limit) => storage.deliveries.forgetSome(id, limit))

export const changeEvents = async (
  service: Service,
  { id, events }: { id: string; events: readonly string[] },
): Promise<{ ok: true } | { ok: false; isThere: false } | ({ ok: false; isThere: true } & Fault)> => {
  const webhook = await service.storage.webhooks.find(id)
  const fault = webhook && eventsFault(events, readerOf(webhook))
  if (fault) return { ok: false, isThere: true, ...fault }
  const act = ({ webhooks }: Transaction) => webhooks.setEvents(id, events)
  return (await doAndTell(service, { id, kind: 'webhook_updated', act })) ? { ok: true } : { ok: false, isThere: false }
}

/** Makes the next secret. `already`: another operator did so meanwhile. */
export const rotate = async (
  { deployment, storage: { webhooks } }: Service,
  id: string,
): Promise<
  | { ok: true; secret: string; previousUntil: number }
  | { ok: false; code: 'no_such_webhook' | 'already' | 'not_possible' }
> => {
  const webhook = await webhooks.find(id)
  if (!webhook) return { ok: false, code: 'no_such_webhook' }
  // The bearer token of a client comes from its receiver.
  if (webhook.clientId !== null) return { ok: false, code: 'not_possible' }
  const { secret, previousUntil, kept } = nextSecret(deployment, webhook)
  if (!(await webhooks.reseal(webhook, { ...kept, previousUntil }))) return { ok: false, code: 'already' }
  return { ok: true, secret, previousUntil }
}

/** Removes a webhook, with its waiting deliveries. */
export const remove = async (service: Service, id: string): Promise<boolean> => {
  await service.storage.webhooks.disable(id, { at: service.deployment.now(), because: 'operator' })
  await forgetWaiting(service, id)
  return service.storage.transaction((stores) => removeOne(stores, id))
}
