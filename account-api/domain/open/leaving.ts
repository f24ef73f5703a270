import { z } from 'zod'
import { isLivingClient } from '../open-client/client-rule'
import type { OwnedClient } from '../open-client/client-store'
import { newToken } from '../random'
import type { Service } from '../service'
import { hours } from '../time'
import { recordHash } from './protocol-store'

const lifetimeMs = hours(1)

const record = z.object({
  clientId: z.string(),
  /** The address of the client, with its error. */
  url: z.string(),
  /** What is posted there. Null: the browser just goes there. */
  posts: z.record(z.string(), z.string()).nullable(),
  expiresAt: z.number(),
})

/** A way to a client that a browser takes only after a page of ours, which names the host. */
type Leaving = Omit<z.infer<typeof record>, 'expiresAt'>

const hashOf = (uid: string): string => recordHash('Leaving', uid)

/** Keeps it for an hour, since it may be long. It holds nothing of a person, so whoever has its name may use it. */
export const keepLeaving = async ({ setting, storage }: Service, leaving: Leaving): Promise<string> => {
  const uid = newToken(128)
  const expiresAt = setting.now() + lifetimeMs
  await storage.protocol.put({ hash: hashOf(uid), payload: { ...leaving, expiresAt }, expiresAt })
  return uid
}

/** Undefined when there is none, it is over, or its client may ask for nothing any more. */
export const findLeaving = async (
  { setting, storage }: Service,
  uid: string,
): Promise<(Leaving & { client: OwnedClient }) | undefined> => {
  const found = record.safeParse((await storage.protocol.find(hashOf(uid)))?.payload)
  if (!found.success || found.data.expiresAt <= setting.now()) return undefined
  const client = await storage.openClients.find(found.data.clientId)
  return client && isLivingClient(client) ? { ...found.data, client } : undefined
}
