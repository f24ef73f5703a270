import { randomBytes } from 'node:crypto'
import { type LaneLog, startLooking } from '#account-api/kernel/queue/lane'
import { resealAll } from '#account-api/kernel/queue/reseal'
import { seal, unsealByRing } from '#account-api/kernel/sealing'
import { hours } from '#account-api/kernel/time'
import type { Deployment, Service } from '#account-api/operator/service'
import { presentKeyId } from '#account-api/verification/authenticators/secret'
import { type Webhook, webhookRule } from './webhook'
import type { SealedWebhook } from './webhook-store'

const use = 'webhooks'

/** A secret as Standard Webhooks writes it: the base64 of 32 bytes. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** The present secret, and the previous one. Of a client: the bearer token of its receiver, which may be empty. */
export type Secrets = [string, ...string[]]

const sealSecrets = (
  deployment: Deployment,
  id: string,
  secrets: Secrets,
): Pick<SealedWebhook, 'sealed' | 'sealedBy'> => ({
  sealed: seal(deployment.secrets[0] ?? '', JSON.stringify(secrets), { use, id }),
  sealedBy: presentKeyId(deployment),
})

/** Undefined: the key is no longer in the ring. */
export const openSecrets = (
  { secrets }: Deployment,
  { id, sealed }: Pick<SealedWebhook, 'id' | 'sealed'>,
): Secrets | undefined => {
  const opened = unsealByRing(secrets, sealed, { use, id })
  return opened === undefined ? undefined : (JSON.parse(opened) as Secrets)
}

/** Seals the bearer token of a client's receiver. */
export const sealBearer = (deployment: Deployment, id: string, bearer: string) => sealSecrets(deployment, id, [bearer])

export const firstSecret = (deployment: Deployment, id: string) => {
  const secret = newSecret()
  return { secret, kept: sealSecrets(deployment, id, [secret]) }
}

/**
 * Makes the next secret. The previous one signs for another day. An older secret ends at once, as does one whose key is
 * no longer in the ring.
 */
export const nextSecret = (deployment: Deployment, webhook: SealedWebhook) => {
  const secret = newSecret()
  const [before] = openSecrets(deployment, webhook) ?? []
  const previousUntil = deployment.now() + webhookRule.bothSecretsMs
  const secrets: Secrets = before === undefined ? [secret] : [secret, before]
  return { secret, previousUntil, kept: sealSecrets(deployment, webhook.id, secrets) }
}

/** The bytes of the secrets that sign at a time. */
export const signingSecrets = (
  secrets: Secrets,
  { previousUntil }: Pick<Webhook, 'previousUntil'>,
  at: number,
): Buffer[] => {
  const signing = (previousUntil ?? 0) > at ? secrets : secrets.slice(0, 1)
  return signing.map((secret) => Buffer.from(secret.slice('whsec_'.length), 'base64'))
}

/** Copies that still run with an earlier ring may seal with the earlier key for a while. */
const lookEveryMs = hours(1)

/**
 * Re-seals the secrets of webhooks after the key ring has changed, until it is stopped. Several copies may run.
 * @returns a function that stops it and waits for the current batch
 */
export const startResealingWebhooks = (service: Service, log: LaneLog): (() => Promise<void>) =>
  startLooking((stopped) => resealWebhooks(service, stopped), { everyMs: lookEveryMs, log })

/** Re-seals secrets that another key of the ring has sealed. */
export const resealWebhooks = async (
  { deployment, storage: { webhooks } }: Service,
  stopped?: AbortSignal,
): Promise<void> => {
  const { lost } = await resealAll({
    besides: (side, limit) => webhooks.sealedBeside(side, { sealedBy: presentKeyId(deployment), limit }),
    seal: async (webhook) => {
      const secrets = openSecrets(deployment, webhook)
      if (secrets) await webhooks.reseal(webhook, sealSecrets(deployment, webhook.id, secrets))
      return secrets !== undefined
    },
    stopped,
  })
  if (lost > 0) deployment.warn({ lost }, 'secrets of webhooks cannot be opened: their key is no longer in the ring')
}
