import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { textRecords } from '#account-api/channels/dns'
import { startDnsServer } from '#tests/fixtures/messages/dns-server'

const dns = await startDnsServer()
afterAll(() => dns.stop())
beforeEach(() => {
  dns.texts.clear()
  dns.names.clear()
  dns.asked.length = 0
  dns.mood = 'answers'
})

const name = '_organisation.school.example'
const lookUp = textRecords([dns.address])
/** Asks once, with a short time limit. */
const hasty = (mostMs: number, timeoutMs = 10_000) => textRecords([dns.address], { tries: 1, timeoutMs, mostMs })

describe('looking up text records', () => {
  it('happy: a lookup finds all records of a name, each as one text', async () => {
    const long = 'a'.repeat(600)
    dns.texts.set(name, ['one', long])
    expect([...(await lookUp(name))].sort()).toEqual([long, 'one'])
    expect(dns.asked).toContain(name)
  })

  it('happy: an answer too large for a datagram is fetched over TCP', async () => {
    const many = Array.from({ length: 100 }, (_, nth) => `${nth}-${'x'.repeat(200)}`)
    dns.texts.set(name, many)
    expect(await lookUp(name)).toHaveLength(100)
  })

  it('error: an unknown name and a name without a text are reported differently', async () => {
    expect(await lookUp(name)).toBe('no_name')
    dns.names.add(name)
    expect(await lookUp(name)).toBe('no_text')
  })

  it.each(['fails', 'refuses'] as const)('error: a server that %s counts as no answer', async (mood) => {
    dns.mood = mood
    expect(await lookUp(name)).toBe('silent')
  })

  it('error: a silent server is given up', async () => {
    dns.mood = 'silent'
    // Its own time-out would come much later.
    expect(await hasty(50)(name)).toBe('silent')
    expect(await hasty(10_000, 50)(name)).toBe('silent')
  })

  it('error: an answer longer than a DNS message is refused', async () => {
    dns.texts.set(
      name,
      Array.from({ length: 400 }, () => 'x'.repeat(250)),
    )
    expect(await hasty(500)(name)).toBe('silent')
  })

  it('error: an address without a name server gives no answer', async () => {
    const gone = await startDnsServer()
    await gone.stop()
    expect(await textRecords([gone.address], { tries: 1, timeoutMs: 200, mostMs: 2000 })(name)).toBe('silent')
  })
})
