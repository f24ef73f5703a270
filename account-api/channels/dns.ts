import { Resolver } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { FoundTexts, LookUpAddresses, LookUpTexts } from '#account-api/kernel/outside/look-up'

/** The time limit of one query, the number of attempts, and the time limit of all of them. */
export const dnsRule = { timeoutMs: 700, tries: 2, mostMs: 2000 }

/** What the error codes of c-ares mean. Any other one counts as no answer. */
const meanings: Record<string, FoundTexts> = { ENOTFOUND: 'no_name', ENODATA: 'no_text' }

/**
 * Queries name servers within the remaining time.
 * @param servers such as `192.0.2.1` or `192.0.2.1:5353`. Default: those of the machine
 */
const inTime = async <Found>(
  servers: readonly string[],
  { timeoutMs, tries, mostMs }: typeof dnsRule,
  ask: (resolver: Resolver) => Promise<Found>,
): Promise<Found> => {
  // One resolver per query, because it can only cancel all of its queries.
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

/**
 * Why a name server gives no answer about a name, as a code. Undefined when it answers, even if the name does not
 * exist.
 */
export const whyNoNameServer = async (server: string, name: string, rule = dnsRule): Promise<string | undefined> => {
  try {
    await inTime([server], rule, (resolver) => resolver.resolve4(name))
    return undefined
  } catch (error) {
    const { code = 'no answer' } = error as { code?: string }
    return code in meanings ? undefined : code
  }
}

/**
 * Looks up the addresses of names, of both versions of IP. The system's lookup would block a thread that password
 * hashes need, so slow name servers of strangers would delay these. It would also append the machine's search domains
 * to a name.
 * @param servers those of the machine by default
 */
export const addressRecords =
  (servers: readonly string[] = [], rule = dnsRule): LookUpAddresses =>
  (name) =>
    inTime(servers, rule, async (resolver) => {
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    })
