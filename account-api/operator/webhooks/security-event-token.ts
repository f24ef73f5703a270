import { createPrivateKey, sign } from 'node:crypto'
import type { OwnedClient } from '#account-api/applications/clients/client-record'
import { isLivingClient } from '#account-api/applications/clients/client-rule'
import { type SigningKey, signingKeys } from '#account-api/applications/grants/signing-keys'
import type { Actor } from '#account-api/kernel/events/event'
import type { Service } from '#account-api/operator/service'
import { type DueDelivery, writtenAt } from './delivery-store'
import type { Signal } from './signal'
import type { Webhook } from './webhook'

const caep = 'https://schemas.openid.net/secevent/caep/event-type'
const verification = 'https://schemas.openid.net/secevent/ssf/event-type/verification'

/** Who has begun it, in the words of CAEP. An application acts for the person, so nothing is said. */
const entities: Partial<Record<Actor, string>> = {
  account: 'user',
  visitor: 'user',
  operator: 'admin',
  system: 'system',
}

const seconds = (ms: number): number => Math.floor(ms / 1000)

/** The event of a signal, and its subject: the person, and the session if the signal is about one. */
const contentOf = (
  { event, ...delivery }: DueDelivery,
  { iss, sub, signal }: { iss: string; sub: string; signal: Signal },
) => {
  const { type, ...more } = signal
  const user = { format: 'iss_sub', iss, sub }
  const entity = event && entities[event.actor]
  const about = {
    event_timestamp: seconds(event?.at ?? writtenAt(delivery)),
    ...(entity !== undefined && { initiating_entity: entity }),
  }
  if ('sid' in more)
    return {
      sub_id: { format: 'complex', user, session: { format: 'opaque', id: more.sid } },
      events: { [`${caep}/session-revoked`]: about },
    }
  return { sub_id: user, events: { [`${caep}/credential-change`]: { ...more, ...about } } }
}

/**
 * True when a signal still concerns its client: the client may make requests, and the person has authorised it. The end
 * of a session may also have ended the authorisation, so it is signalled without one.
 */
const isStillMeant = async (
  { storage }: Service,
  { client, sub, signal }: { client: OwnedClient; sub: string; signal: Signal },
): Promise<boolean> =>
  isLivingClient(client) &&
  (signal.type === 'session_revoked' || (await storage.authorisations.find(sub, client.id)) !== undefined)

/**
 * A delivery to a client as a Security Event Token (RFC 8417), signed by the current key. `jti` and all other claims
 * are the same at each attempt.
 * @returns undefined when the client may not know it any more
 */
export const securityEventToken = async (
  service: Service,
  { id: webhookId, clientId }: Pick<Webhook, 'id' | 'clientId'>,
  delivery: DueDelivery,
): Promise<string | undefined> => {
  const { signal, accountId: sub, event, isTest, id: jti } = delivery
  const client = await service.storage.openClients.find(clientId ?? '')
  if (!client) return undefined
  const iss = service.deployment.publicUrl
  const claims = { iss, jti, iat: seconds(writtenAt(delivery)), aud: client.id, ...(event && { txn: event.id }) }
  const { keys } = await signingKeys(service)
  const key = keys.find(({ alg }) => alg === client.idTokenAlg)
  if (!key) throw new Error(`there is no key for ${client.idTokenAlg}`)
  if (isTest) {
    const sub_id = { format: 'opaque', id: webhookId }
    return isLivingClient(client) ? signedBy(key, { ...claims, sub_id, events: { [verification]: {} } }) : undefined
  }
  if (!signal || sub === null || !(await isStillMeant(service, { client, sub, signal }))) return undefined
  return signedBy(key, { ...claims, ...contentOf(delivery, { iss, sub, signal }) })
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The claims as a JWS in compact serialisation (RFC 7515). */
const signedBy = (key: SigningKey, claims: object): string => {
  const text = `${encoded({ alg: key.alg, kid: key.kid, typ: 'secevent+jwt' })}.${encoded(claims)}`
  const signature = sign('sha256', Buffer.from(text), {
    key: createPrivateKey({ key: { ...key }, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
  })
  return `${text}.${signature.toString('base64url')}`
}
