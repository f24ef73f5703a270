import { signedHeaders } from '#account-api/kernel/outside/signed-post'
import type { Service } from '#account-api/operator/service'
import type { DueDelivery } from './delivery-store'
import { bodyFor, testBody } from './payload'
import { type Secrets, signingSecrets } from './secret'
import { securityEventToken } from './security-event-token'
import type { Webhook } from './webhook'

interface Post {
  headers: Record<string, string>
  body: string
}

/** How deliveries are sent to one kind of webhook. */
interface Form {
  /** @returns undefined when nothing has to be sent any more */
  post: (
    service: Service,
    webhook: Webhook,
    sent: { delivery: DueDelivery; secrets: Secrets },
  ) => Promise<Post | undefined>
  isAccepted: (status: number) => boolean
  /** How much of an answer without success is read, and the reason that it gives. */
  mostRead: number
  reasonIn: (body: string) => string | undefined
}

/** An event as JSON, signed by Standard Webhooks. */
const ofEvents: Form = {
  post: async ({ deployment }, webhook, { delivery: { id, event, isTest }, secrets }) => {
    if (!isTest && !event) return undefined
    const at = deployment.now()
    const body = event ? bodyFor(webhook, event) : testBody(at)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      ...signedHeaders({ id, at, body }, signingSecrets(secrets, webhook, at)),
    }
    return { headers, body }
  },
  isAccepted: (status) => status >= 200 && status < 300,
  mostRead: 0,
  reasonIn: () => undefined,
}

/** The errors of a receiver: RFC 8935, section 2.4. Other words of its answer are not repeated. */
const setErrors = [
  ...['invalid_request', 'invalid_key', 'invalid_issuer', 'invalid_audience'],
  ...['authentication_failed', 'access_denied'],
]

/** A signal as a Security Event Token: RFC 8935. */
const ofClients: Form = {
  post: async (service, webhook, { delivery, secrets: [bearer] }) => {
    const body = await securityEventToken(service, webhook, delivery)
    if (body === undefined) return undefined
    const authorization = bearer === '' ? {} : { authorization: `Bearer ${bearer}` }
    return {
      headers: { 'content-type': 'application/secevent+jwt', accept: 'application/json', ...authorization },
      body,
    }
  },
  isAccepted: (status) => status === 202,
  mostRead: 2000,
  reasonIn: (body) => setErrors.find((error) => new RegExp(`"err"\\s*:\\s*"${error}"`).test(body)),
}

export const formOf = ({ clientId }: Pick<Webhook, 'clientId'>): Form => (clientId === null ? ofEvents : ofClients)
