import { Resolver } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { FoundTexts, LookUpTexts } from '../domain/mail-domain/look-up'

/** How long one question may take, how often it is asked, and how long all of that may take. */
export const dnsRule = { timeoutMs: 700, tries: 2, mostMs: 2000 }

/** What the failures of c-ares say. Every other one is no answer. */
const meanings: Record<string, FoundTexts> = { ENOTFOUND: 'no_name', ENODATA: 'no_text' }

/**
 * Looks up the text records of names (RFC 1035, section 3.3.14), over TCP where they are too long for a datagram.
 * @param servers as `192.0.2.1` or `192.0.2.1:5353`. Those of the machine by default
 */
export const textRecords =
  (servers: readonly string[] = [], { timeoutMs, tries, mostMs } = dnsRule): LookUpTexts =>
  async (name) => {
    // One for each question, because it can only cancel all of its own.
    const resolver = new Resolver({ timeout: timeoutMs, tries })
    if (servers.length > 0) resolver.setServers(servers)
    const stopping = new AbortController()
    const ending = pause(mostMs, undefined, { signal: stopping.signal, ref: false }).then(
      () => resolver.cancel(),
      () => undefined,
    )
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      return meanings[(error as { code?: string }).code ?? ''] ?? 'silent'
    } finally {
      stopping.abort()
      await ending
    }
  }
