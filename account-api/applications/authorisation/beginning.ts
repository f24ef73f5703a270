import { z } from 'zod'
import { recordHash } from '#account-api/applications/grants/protocol-store'
import type { Service } from '#account-api/applications/service'
import { newToken } from '#account-api/kernel/random'
import { minutes } from '#account-api/kernel/time'
import { beginningPath } from '#contract/applications/open-paths'

const rule = { lifetimeMs: minutes(15), queryMaxLength: 8192 }

/** The query parameter that marks a request that continues after a captcha. */
const parameter = 'beginning'

const record = z.object({ query: z.string(), isSolved: z.boolean(), expiresAt: z.number() })

const hashOf = (uid: string): string => recordHash('Beginning', uid)

/**
 * Stores a request of an application until its person has solved a captcha, because many have come from the same client
 * address. Undefined when it is too long.
 */
export const keepBeginning = async ({ deployment, storage }: Service, query: string): Promise<string | undefined> => {
  if (query.length > rule.queryMaxLength) return undefined
  const uid = newToken(128)
  const expiresAt = deployment.now() + rule.lifetimeMs
  await storage.protocol.put({ hash: hashOf(uid), payload: { query, isSolved: false, expiresAt }, expiresAt })
  return uid
}

/** The stored request. Undefined when there is none, or it was used or has expired. */
const find = async ({ deployment, storage }: Service, uid: string) => {
  const found = await storage.protocol.find(hashOf(uid))
  const payload = record.safeParse(found?.payload)
  const isOver = !payload.success || found?.consumedAt !== null || payload.data.expiresAt <= deployment.now()
  return isOver ? undefined : payload.data
}

/**
 * The address at which a stored request continues. Null: a captcha has to be solved first. Undefined: no such request.
 */
export const findBeginning = async (
  service: Service,
  uid: string,
): Promise<{ goesOnAt: string | null } | undefined> => {
  const found = await find(service, uid)
  return found && { goesOnAt: found.isSolved ? addressOf(service, uid, found.query) : null }
}

/** Releases a stored request, once. False when it does not exist. */
export const solveBeginning = async (service: Service, uid: string): Promise<boolean> => {
  const found = await find(service, uid)
  return found !== undefined && service.storage.protocol.change(hashOf(uid), { ...found, isSolved: true })
}

const addressOf = ({ deployment }: Service, uid: string, query: string): string => {
  const url = new URL(beginningPath, deployment.publicUrl)
  url.search = query
  url.searchParams.set(parameter, uid)
  return url.href
}

/** True when the query of a request shows that it continues after a captcha. True at most once. */
export const isAfterCaptcha = async (service: Service, query: string): Promise<boolean> => {
  const uid = new URLSearchParams(query).get(parameter)
  if (uid === null || !(await find(service, uid))?.isSolved) return false
  return service.storage.protocol.consume(hashOf(uid), service.deployment.now())
}
