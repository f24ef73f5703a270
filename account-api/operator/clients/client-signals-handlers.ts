import { type OperatorHandling, refuseFault } from '#account-api/operator/handling'
import { beginSignals, endSignals } from '#account-api/operator/webhooks/client-webhook'
import { done, refuse } from '#contract/server'
import { noClient } from './client-acts'

export const clientSignalsHandlers = {
  setClientSignals: async ({ client_key: key, url, bearer = '' }, { service }) => {
    const client = await service.storage.openClients.find(key)
    if (!client) return noClient(key)
    if (url === null) {
      await endSignals(service, client.id)
      return done({ webhook_id: null })
    }
    const begun = await beginSignals(service, { client, url, bearer })
    if (begun.ok) return done({ webhook_id: begun.id })
    return begun.code === 'fault'
      ? refuseFault(begun)
      : refuse('already', `Another call has set the address of ${key} at this moment.`)
  },
} satisfies OperatorHandling
