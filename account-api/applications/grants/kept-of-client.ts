import { z } from 'zod'
import type { OwnedClient } from '#account-api/applications/clients/client-record'
import { isLivingClient } from '#account-api/applications/clients/client-rule'
import type { Service } from '#account-api/applications/service'
import { newToken } from '#account-api/kernel/random'
import { hours } from '#account-api/kernel/time'
import { recordHash } from './protocol-store'

const lifetimeMs = hours(1)

const expiring = z.object({ expiresAt: z.number() })

/**
 * Stores the facts that our page shows about an application for an hour, because they may be too long for an address.
 * They grant nothing, so anyone who has the name may read them.
 * @param kind the records of one page
 */
export const keptOfClient = <Facts extends { clientId: string }>(kind: string, facts: z.ZodType<Facts>) => {
  const hashOf = (uid: string): string => recordHash(kind, uid)
  return {
    /** @returns the name */
    keep: async ({ deployment, storage }: Service, kept: Facts): Promise<string> => {
      const uid = newToken(128)
      const expiresAt = deployment.now() + lifetimeMs
      await storage.protocol.put({ hash: hashOf(uid), payload: { ...kept, expiresAt }, expiresAt })
      return uid
    },
    /** Undefined when it does not exist, has expired, or its client may no longer make requests. */
    find: async (
      { deployment, storage }: Service,
      uid: string,
    ): Promise<(Facts & { client: OwnedClient }) | undefined> => {
      const payload = (await storage.protocol.find(hashOf(uid)))?.payload
      const [found, until] = [facts.safeParse(payload), expiring.safeParse(payload)]
      if (!found.success || !until.success || until.data.expiresAt <= deployment.now()) return undefined
      const client = await storage.openClients.find(found.data.clientId)
      return client && isLivingClient(client) ? { ...found.data, client } : undefined
    },
  }
}
