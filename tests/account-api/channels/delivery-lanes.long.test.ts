import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { type Deliver, deliveryRule, lanes } from '#account-api/channels/delivery'
import type { OutboxEntry } from '#account-api/kernel/outbox/message'
import { NotAccepted } from '#account-api/kernel/outside/not-accepted'
import { deliverBy, outboxEntry } from '#tests/account-api/channels/deliveries'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { eventually } from '#tests/fixtures/time/eventually'

type Line = { level: 'info' | 'warn' | 'error'; fields: Record<string, unknown>; message: string }

describeWorlds('lanes of delivery on $name', (world, database) => {
  const entryTo = (to: string, otherwise: Partial<OutboxEntry> = {}) =>
    outboxEntry({ id: to, to, channel: 'sms', createdAt: world.deployment.now(), ...otherwise })

  /** Puts a message for a new recipient into the outbox. */
  const post = async ({ code = '123456' as string | null, purpose = '1' } = {}) => {
    const to = `sms-${randomUUID()}`
    await world.storage.outbox.insert(entryTo(to, { code, purpose }))
    onTestFinished(() => world.storage.outbox.erase(to))
    return to
  }
  const stored = async (to: string) => (await world.storage.outbox.newest(to, 1))[0]

  /** Starts delivery by a channel that delivers to all recipients except those in `hangs`. */
  const start = (
    hangs: (to: string) => boolean,
    { rule = deliveryRule, storage = world.storage, deliver = undefined as Deliver | undefined } = {},
  ) => {
    const delivered: string[] = []
    const hanging: string[] = []
    const lines: Line[] = []
    const log = (level: Line['level']) => (fields: object, message: string) =>
      void lines.push({ level, fields: fields as Line['fields'], message })
    const sms: Deliver =
      deliver ??
      (({ to }) => {
        if (!hangs(to)) {
          delivered.push(to)
          return Promise.resolve()
        }
        hanging.push(to)
        return new Promise(() => undefined)
      })
    const logs = { info: log('info'), warn: log('warn'), error: log('error') }
    const stop = deliverBy(world, { sms }, { storage, log: logs, rule })
    onTestFinished(stop)
    const until = (what: string, is: () => boolean) => eventually(what, () => is() || undefined)
    return { stop, delivered, hanging, lines, until }
  }
  /** Ends quickly. */
  const impatient = { ...deliveryRule, stopGraceMs: 0 }

  it('security: a receiver that accepts messages slowly does not delay other people’s codes', async () => {
    const slow = [await post(), await post(), await post()]
    const others: string[] = []
    for (let count = 0; count < 3 * lanes.codes.atOnce; count += 1) others.push(await post())
    const { delivered, hanging, until } = start((to) => slow.includes(to), { rule: impatient })
    await until('the others', () => delivered.length === others.length)
    expect(delivered.sort()).toEqual(others.sort())
    expect(hanging.sort()).toEqual(slow.sort())
  })

  it('happy: codes are sent while other messages hang, and other messages while codes hang', async () => {
    for (const hangs of ['codes', 'others'] as const) {
      const codeOf = (kind: 'codes' | 'others') => (kind === 'codes' ? '123456' : null)
      const stuck: string[] = []
      for (let count = 0; count < 2 * lanes[hangs].atOnce; count += 1) stuck.push(await post({ code: codeOf(hangs) }))
      const { stop, delivered, hanging, until } = start((to) => stuck.includes(to), { rule: impatient })
      await until('the lane to be full', () => hanging.length === lanes[hangs].atOnce)
      const free = await post({ code: codeOf(hangs === 'codes' ? 'others' : 'codes') })
      await until('the other lane', () => delivered.includes(free))
      expect(hanging).toHaveLength(lanes[hangs].atOnce)
      await stop()
    }
  })

  it('happy: bulk messages are sent at a limited rate, and delay neither codes nor other messages', async () => {
    const bulk = Array.from({ length: 60 }, (_, nth) => `bulk-${nth}-${randomUUID()}`)
    const invitation = { purpose: 'invitation', createdAt: world.deployment.now() - 1000 }
    await world.storage.outbox.insertBulk(bulk.map((to) => entryTo(to, invitation)))
    onTestFinished(async () => void (await Promise.all(bulk.map((to) => world.storage.outbox.erase(to)))))
    const [code, other] = [await post(), await post({ code: null })]
    const begun = Date.now()
    const { delivered, until } = start(() => false)
    await until('a code and another message', () => delivered.includes(code) && delivered.includes(other))
    await until('some of the others', () => delivered.length > 2 * lanes.bulk.atOnce)
    const looks = 1 + Math.ceil((Date.now() - begun) / lanes.bulk.lookEveryMs)
    expect(delivered.filter((to) => bulk.includes(to)).length).toBeLessThanOrEqual(looks * lanes.bulk.atOnce)
  })

  it('error: an attempt that hangs is cut off, and retried later', async () => {
    const to = await post()
    const { stop, lines, until } = start(() => true, { rule: { ...impatient, attemptMs: 20 } })
    await until('the end of the attempt', () => lines.length > 0)
    await stop()
    expect(lines[0]).toMatchObject({
      level: 'warn',
      fields: { message: to, attempt: 1, reason: 'ETIMEDOUT' },
      message: 'message not delivered, will retry',
    })
    const lane = { channel: 'sms', kind: 'codes' } as const
    const next = world.deployment.now() + deliveryRule.firstRetryMs
    expect(await world.storage.outbox.claim(lane, next - 2000, next, 10)).toEqual([])
    expect(await world.storage.outbox.claim(lane, next + 60_000, next, 10)).toMatchObject([{ to, attempts: 2 }])
  })

  it('error: the first attempt to send a code times out sooner than for other messages', async () => {
    const code = await post()
    await post({ code: null })
    const { hanging, lines, until } = start(() => true, { rule: { ...impatient, firstCodeAttemptMs: 20 } })
    await until('both to hang, and one to end', () => hanging.length >= 2 && lines.length > 0)
    expect(lines.map(({ fields }) => [fields.message, fields.reason])).toEqual([[code, 'ETIMEDOUT']])
  })

  it('error: a stop does not wait for a hanging message, which is due again at once', async () => {
    const to = await post()
    const first = start(() => true, { rule: impatient })
    await first.until('the message to hang', () => first.hanging.includes(to))
    await first.stop()
    expect(first.lines).toMatchObject([{ level: 'warn', fields: { reason: 'stopped' } }])
    const second = start(() => false)
    await second.until('the message', () => second.delivered.includes(to))
  })

  it('error: a permanently refused message is dropped at once, others are retried', async () => {
    const [refused, farewell, busy] = [await post(), await post({ code: null, purpose: 'erased' }), await post()]
    const { stop, lines, until } = start(() => false, {
      deliver: ({ to }) => Promise.reject(new NotAccepted('no', { isFinal: to !== busy })),
    })
    await until('three lines', () => lines.length >= 3)
    await stop()
    const said = new Map(lines.map(({ fields, message }) => [fields.message, message]))
    expect(said.get(refused)).toBe('message given up: the provider refused it permanently')
    expect(said.get(busy)).toBe('message not delivered, will retry')
    expect(await stored(refused)).toMatchObject({ code: null, body: '' })
    expect(await stored(busy)).toMatchObject({ code: '123456', body: 'text' })
    // Nothing is kept of an erased account.
    expect(await stored(farewell)).toBeUndefined()
  })

  it('error: a message whose result cannot be stored is logged, and delays no other', async () => {
    const [poison, other] = [await post(), await post()]
    const outbox = { ...world.storage.outbox }
    outbox.delivered = (id, at) =>
      id === poison ? Promise.reject(new Error('disk full')) : world.storage.outbox.delivered(id, at)
    const { stop, delivered, lines, until } = start(() => false, { storage: { ...world.storage, outbox } })
    await until('both', () => [poison, other].every((to) => delivered.includes(to)) && lines.length >= 2)
    await stop()
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
      { fields: { message: poison }, message: 'what became of a message could not be stored' },
    ])
    expect(await stored(other)).toMatchObject({ body: '' })
  })

  it('error: an outbox that cannot be read is logged, and read again later', async () => {
    const to = await post()
    let failures = 0
    const outbox = { ...world.storage.outbox }
    outbox.claim = (lane, ...rest) => {
      if (lane.kind === 'others' || failures > 0) return world.storage.outbox.claim(lane, ...rest)
      failures += 1
      return Promise.reject(Object.assign(new Error('connection lost'), { code: '57P01' }))
    }
    const { stop, delivered, lines, until } = start(() => false, { storage: { ...world.storage, outbox } })
    await until('the message', () => delivered.includes(to))
    await stop()
    expect(lines[0]).toMatchObject({
      level: 'error',
      fields: { channel: 'sms', kind: 'codes', code: '57P01' },
      message: 'the outbox cannot be read',
    })
  })

  it('happy: a claim takes the longest-due messages up to its limit, and no other claim gets them', async () => {
    const ids = [await post(), await post(), await post()]
    const lane = { channel: 'sms', kind: 'codes' } as const
    const at = world.deployment.now() + 1
    await world.storage.outbox.postpone(ids[2] ?? '', at - 60_000, 'ETIMEDOUT')
    expect(await world.storage.outbox.claim(lane, at, at + 60_000, 1)).toMatchObject([{ id: ids[2], attempts: 1 }])
    const rest = await world.storage.outbox.claim(lane, at, at + 60_000, 10)
    expect(rest.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort())
    expect(await world.storage.outbox.claim(lane, at, at + 60_000, 10)).toEqual([])
    expect(await world.storage.outbox.claim({ ...lane, kind: 'others' }, at, at + 60_000, 10)).toEqual([])
  })

  // SQLite has one writer at a time.
  if (database.name === 'PostgreSQL')
    it('happy: a claim does not wait for another copy’s claim', async () => {
      const ids = [await post(), await post()]
      const lane = { channel: 'sms', kind: 'codes' } as const
      const at = world.deployment.now() + 1
      await world.storage.transaction(async (stores) => {
        const mine = await stores.outbox.claim(lane, at, at + 60_000, 1)
        // This transaction has not ended, so its row is locked.
        const others = await world.storage.outbox.claim(lane, at, at + 60_000, 10)
        expect([...mine, ...others].map(({ id }) => id).sort()).toEqual([...ids].sort())
      })
    })
})
