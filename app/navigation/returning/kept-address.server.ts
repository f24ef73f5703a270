import type { Client } from '#contract/client'
import { problemStatus } from '~/navigation/problem'
import { isAbsent } from '~/runtime/absent-calls.server'
import { isShort, nextOfHandle, safePath } from './return-address'

/**
 * A return address as `?next=` carries it: the address itself or, if it is long, a handle under which the account API
 * keeps it. Undefined for an address off this site, or if the account API cannot keep it.
 */
export const keptAddress = async (
  address: string,
  client: () => Promise<Pick<Client, 'keepReturnAddress'>>,
): Promise<string | undefined> => {
  const path = safePath(address)
  if (path === undefined || isShort(path)) return path
  if (isAbsent('keepReturnAddress')) return undefined
  const { keepReturnAddress } = await client()
  const kept = await unlessUnavailable(keepReturnAddress({ address: path }))
  return kept?.ok ? nextOfHandle(kept.data.handle) : undefined
}

/** A successful sign-in is not lost when its return address is unavailable; the outage is in the log. */
export const unlessUnavailable = <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((thrown: unknown) => {
    if ((thrown as Partial<Response> | null)?.status === problemStatus.unavailable) return undefined
    throw thrown
  })
