import type { EndedClientSession } from '#account-api/applications/grants/client-session-store'
import type { UnreadEvent } from '#account-api/kernel/events/event-store'
import { newId } from '#account-api/kernel/random'
import type { Transaction } from '#account-api/operator/service'
import type { ActivityKind } from '#contract/terms/activity'
import type { NewDelivery } from './delivery-store'
import { isMeant } from './event-names'
import { credentialChanges, type Signal, signalName } from './signal'
import type { Signalled } from './webhook-store'

interface Happened {
  unread: readonly UnreadEvent[]
  ended: readonly EndedClientSession[]
}

/**
 * The signals that clients get: about their own ended sessions, and about the credentials of people who have authorised
 * them.
 */
export const signalsOf = async (stores: Transaction, { unread, ended }: Happened): Promise<NewDelivery[]> => {
  const acts = unread.filter(({ outcome, accountId }) => outcome === 'ok' && accountId !== null)
  const at = stores.deployment.now()
  const toClient = (of: Pick<Signalled, 'id' | 'events'>, accountId: string, eventId: string | null, signal: Signal) =>
    of.events.some((wanted) => isMeant(wanted, signalName(signal.type)))
      ? [{ id: newId(at), webhookId: of.id, eventId, accountId, signal, nextAttemptAt: at }]
      : []

  const revoked = async () => {
    const clients = await stores.webhooks.ofClients([...new Set(ended.map(({ clientId }) => clientId))])
    return ended.flatMap(({ clientId, sub, sid }) => {
      const client = clients.find((each) => each.clientId === clientId)
      // Of several acts of the person at once, nothing says which one has ended the session.
      const [only = null, ...others] = acts.filter(({ accountId }) => accountId === sub)
      const eventId = others.length === 0 ? (only?.id ?? null) : null
      return client ? toClient(client, sub, eventId, { type: 'session_revoked', sid }) : []
    })
  }

  const changed = async () => {
    const changes = acts.flatMap(({ id, accountId, kinds }) =>
      kinds.flatMap((kind) => {
        const change = credentialChanges[kind as ActivityKind]
        return change && accountId !== null ? [{ id, accountId, change }] : []
      }),
    )
    const clients = await stores.webhooks.authorisedBy([...new Set(changes.map(({ accountId }) => accountId))])
    return changes.flatMap(({ id, accountId, change }) =>
      clients
        .filter((client) => client.accountId === accountId)
        .flatMap((client) => toClient(client, accountId, id, { type: 'credential_change', ...change })),
    )
  }

  return [...(await revoked()), ...(await changed())]
}
