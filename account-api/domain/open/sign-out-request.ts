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
  /** Null: the application names no person. */
  accountId: z.string().nullable(),
  /** Null: it names no address. */
  returnsTo: z.string().nullable(),
  expiresAt: z.number(),
})

/** The wish of an application that a person be signed out here. The protocol has checked it. */
type SignOutRequest = Omit<z.infer<typeof record>, 'expiresAt'>

const hashOf = (uid: string): string => recordHash('SignOut', uid)

/** Keeps it for an hour, since it may be long. It gives nobody anything, so whoever has its name may use it. */
export const keepSignOut = async ({ setting, storage }: Service, request: SignOutRequest): Promise<string> => {
  const uid = newToken(128)
  const expiresAt = setting.now() + lifetimeMs
  await storage.protocol.put({ hash: hashOf(uid), payload: { ...request, expiresAt }, expiresAt })
  return uid
}

/** Undefined when there is none, it is over, or its client may ask for nothing any more. */
export const findSignOut = async (
  { setting, storage }: Service,
  uid: string,
): Promise<(SignOutRequest & { client: OwnedClient }) | undefined> => {
  const found = record.safeParse((await storage.protocol.find(hashOf(uid)))?.payload)
  if (!found.success || found.data.expiresAt <= setting.now()) return undefined
  const client = await storage.openClients.find(found.data.clientId)
  return client && isLivingClient(client) ? { ...found.data, client } : undefined
}
