import { newId } from '#account-api/kernel/random'
import { momentOf, momentOrNull, type OperatorHandling, refuseFault } from '#account-api/operator/handling'
import { noOrganisation } from '#account-api/operator/organisations/organisations-handlers'
import { mostDeliveriesCounted } from '#contract/operator/messages/most-counted'
import { done, refuse } from '#contract/server'
import { switchOff } from './switching-off'
import { add, changeEvents, remove, rotate } from './webhook-acts'
import type { ShownWebhook } from './webhook-store'

/** How many webhooks the list shows. */
const mostShown = 500

export const noWebhook = (id: string) => refuse('no_such_webhook', `There is no webhook ${id}.`)

export const switchedOff = (id: string) =>
  refuse('not_possible', `The webhook ${id} is switched off, so nothing is sent. Switch it on first.`)

const shown = (webhook: ShownWebhook) => ({
  webhook_id: webhook.id,
  sec_subject_uid: webhook.organisation,
  client_key: webhook.clientId,
  host: new URL(webhook.url).host,
  events: [...webhook.events],
  created_at: momentOf(webhook.createdAt),
  disabled_at: momentOrNull(webhook.disabledAt),
  disabled_because: webhook.disabledBecause,
  failing_since: momentOrNull(webhook.failingSince),
  answer: webhook.answer,
  answered_at: momentOrNull(webhook.answeredAt),
})

export const webhooksHandlers = {
  listWebhooks: async ({ sec_subject_uid }, { service: { storage } }) => {
    const organisation = sec_subject_uid === undefined ? undefined : await storage.organisations.find(sec_subject_uid)
    if (sec_subject_uid !== undefined && !organisation) return noOrganisation(sec_subject_uid)
    const webhooks = await storage.webhooks.list(organisation?.id, mostShown)
    return done({ webhooks: webhooks.map(shown), has_more: webhooks.length === mostShown })
  },

  showWebhook: async ({ webhook_id }, { service: { deployment, storage } }) => {
    const { webhooks, deliveries } = storage
    const webhook = await webhooks.find(webhook_id)
    if (!webhook) return noWebhook(webhook_id)
    const areBoth = (webhook.previousUntil ?? 0) > deployment.now()
    return done({
      ...shown(webhook),
      url: webhook.url,
      waiting: await deliveries.count(webhook_id, 'waiting', mostDeliveriesCounted),
      dead: await deliveries.count(webhook_id, 'dead', mostDeliveriesCounted),
      both_secrets_until: areBoth ? momentOrNull(webhook.previousUntil) : null,
    })
  },

  addWebhook: async ({ url, events, sec_subject_uid }, { service }) => {
    const organisation =
      sec_subject_uid === undefined ? null : await service.storage.organisations.find(sec_subject_uid)
    if (organisation === undefined) return noOrganisation(String(sec_subject_uid))
    const added = await add(service, { url, events, organisationId: organisation?.id ?? null })
    if (added.ok) return done({ webhook_id: added.id, secret: added.secret })
    if ('fault' in added) return refuseFault(added)
    return refuse('too_many', `There are ${added.most} webhooks, which is the maximum. Remove one first.`)
  },

  changeWebhook: async ({ webhook_id: id, events }, { service }) => {
    const changed = await changeEvents(service, { id, events })
    if (changed.ok) return done({})
    return changed.isThere ? refuseFault(changed) : noWebhook(id)
  },

  rotateWebhook: async ({ webhook_id }, { service }) => {
    const rotated = await rotate(service, webhook_id)
    if (rotated.ok) return done({ secret: rotated.secret, both_until: momentOf(rotated.previousUntil) })
    if (rotated.code === 'no_such_webhook') return noWebhook(webhook_id)
    if (rotated.code === 'not_possible')
      return refuse('not_possible', `The webhook ${webhook_id} is of a client. Set its token by client signals.`)
    return refuse('already', 'Its secret was replaced at this moment. Check who did it, before you do it again.')
  },

  disableWebhook: async ({ webhook_id }, { service }) => {
    const webhook = await service.storage.webhooks.find(webhook_id)
    if (!webhook) return noWebhook(webhook_id)
    if (await switchOff(service, { webhook, because: 'operator' })) return done({})
    return refuse('already', `The webhook ${webhook_id} is switched off already.`)
  },

  enableWebhook: async ({ webhook_id }, { service: { deployment, storage } }) => {
    const { webhooks, turns } = storage
    if (await webhooks.enable(webhook_id)) {
      await turns.wakeNow(webhook_id, deployment.now())
      return done({})
    }
    if (!(await webhooks.find(webhook_id))) return noWebhook(webhook_id)
    return refuse('already', `The webhook ${webhook_id} is switched on already.`)
  },

  removeWebhook: async ({ webhook_id }, { service }) =>
    (await remove(service, webhook_id)) ? done({}) : noWebhook(webhook_id),

  testWebhook: async ({ webhook_id: webhookId }, { service: { deployment, storage } }) => {
    const { webhooks, turns, deliveries } = storage
    const webhook = await webhooks.find(webhookId)
    if (!webhook) return noWebhook(webhookId)
    if (webhook.disabledAt !== null) return switchedOff(webhookId)
    const at = deployment.now()
    const id = newId(at)
    await deliveries.insert([{ id, webhookId, eventId: null, nextAttemptAt: at }])
    await turns.wakeNow(webhookId, at)
    return done({ delivery_id: id })
  },
} satisfies OperatorHandling
