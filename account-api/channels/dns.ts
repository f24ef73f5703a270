import { Resolver } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { FoundTexts, LookUpTexts } from '../kernel/outside/look-up'

/** How long one question may take, how often it is asked, and how long all of that may take. */
export const dnsRule = { timeoutMs: 700, tries: 2, mostMs: 2000 }

/** What the failures of c-ares say. Every other one is no answer. */
const meanings: Record<string, FoundTexts> = { ENOTFOUND: 'no_name', ENODATA: 'no_text' }

/**
 * Asks name servers within the time that there is.
 * @param servers as `192.0.2.1` or `192.0.2.1:5353`. Those of the machine where there are none
 */
const inTime = async <Found>(
  servers: readonly string[],
  { timeoutMs, tries, mostMs }: typeof dnsRule,
  ask: (resolver: Resolver) => Promise<Found>,
): Promise<Found> => {
  // One for each question, because it can only cancel all of its own.
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers.length > 0) resolver.setServers(servers)
  const stopping = new AbortController()
  const ending = pause(mostMs, undefined, { signal: stopping.signal, ref: false }).then(
    () => resolver.cancel(),
    () => undefined,
  )
  try {
    return await ask(resolver)
  } finally {
    stopping.abort()
    await ending
  }
}

/**
 * Looks up the text records of names (RFC 1035, section 3.3.14), over TCP where they are too long for a datagram.
 * @param servers those of the machine by default
 */
export const textRecords =
  (servers: readonly string[] = [], rule = dnsRule): LookUpTexts =>
  async (name) => {
    try {
      return await inTime(servers, rule, async (resolver) =>
        (await resolver.resolveTxt(name)).map((parts) => parts.join('')),
      )
    } catch (error) {
      return meanings[(error as { code?: string }).code ?? ''] ?? 'silent'
    }
  }

/** Finds the IP addresses of a name. None: it has none, or nobody answered. */
export type LookUpAddresses = (name: string) => Promise<string[]>

/**
 * Looks up the addresses of names, of both versions of IP. The machine's own look-up waits on a thread that password
 * hashes need, too, so slow name servers of strangers would hold them up; and it adds domains of the machine to a name.
 * @param servers those of the machine by default
 */
export const addressRecords =
  (servers: readonly string[] = [], rule = dnsRule): LookUpAddresses =>
  (name) =>
    inTime(servers, rule, async (resolver) => {
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    })
