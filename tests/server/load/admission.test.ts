import { EventEmitter } from 'node:events'
import type { Server } from 'node:net'
import { expect, it } from 'vitest'
import { BodyMemory } from '#server/body-memory'
import { clientOf } from '#server/client'
import { Admission } from '#server/limits/admission'
import { RequestsInFlight } from '#server/limits/in-flight'
import { Pace } from '#server/limits/pace'

const stays = new AbortController().signal
const round = () => new Promise((resolve) => setImmediate(resolve))
const rounds = async (count: number) => {
  for (let nth = 0; nth < count; nth += 1) await round()
}

const rule = { kind: 'page', atOnce: { each: 2, all: 2 }, mostWaiting: { each: 3, all: 5 }, patienceMs: 60_000 }

/** An admission whose work the test ends, in the order in which it began. */
const occupied = (changed: Partial<typeof rule> = {}) => {
  const admission = new Admission({ ...rule, ...changed }, new Pace())
  const began: string[] = []
  const ends: (() => void)[] = []
  return {
    began,
    ask: (client: string, left = stays) =>
      admission.run(client, left, () => {
        began.push(client)
        return new Promise<string>((resolve) => ends.push(() => resolve('done')))
      }),
    endOne: async () => {
      ends.shift()?.()
      await rounds(4)
    },
  }
}

it('happy: a limited amount of work runs concurrently, and the rest waits in turns by client', async () => {
  const { began, ask, endOne } = occupied()
  const asked = ['a', 'a', 'a', 'a', 'a', 'b', 'c'].map((client) => ask(client))
  await rounds(10)
  expect(began).toEqual(['a', 'a'])
  for (let nth = 0; nth < 7; nth += 1) await endOne()
  expect(began).toEqual(['a', 'a', 'a', 'b', 'c', 'a', 'a'])
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 7 }, () => 'done'))
})

it('security: a client that uses all capacity leaves a share to each other client', async () => {
  const { began, ask, endOne } = occupied({ mostWaiting: { each: 5, all: 5 } })
  const flood = Array.from({ length: 8 }, () => ask('flood'))
  const others = [ask('b'), ask('c'), ask('d')]
  await rounds(10)
  // Two run and five wait; the eighth finds no room, and the three newest that wait make room for others.
  for (let nth = 0; nth < 7; nth += 1) await endOne()
  expect(await Promise.all(others)).toEqual(['done', 'done', 'done'])
  expect(await Promise.all(flood)).toEqual(['done', 'done', 'done', 'done', 'busy', 'busy', 'busy', 'busy'])
  expect(began.slice(2).indexOf('d')).toBeLessThan(4)
})

it('security: a client with more work than its share leaves places free, which others get without a wait', async () => {
  const { began, ask, endOne } = occupied({ atOnce: { each: 2, all: 4 } })
  const flood = Array.from({ length: 5 }, () => ask('flood'))
  await rounds(10)
  expect(began).toEqual(['flood', 'flood'])
  const other = ask('b')
  await rounds(4)
  expect(began).toEqual(['flood', 'flood', 'b'])
  for (let nth = 0; nth < 6; nth += 1) await endOne()
  expect(await Promise.all([...flood, other])).toEqual(Array.from({ length: 6 }, () => 'done'))
})

it('security: work that waited too long or lost its client is not begun', async () => {
  const { began, ask, endOne } = occupied({ atOnce: { each: 1, all: 1 }, patienceMs: 50 })
  const left = new AbortController()
  const first = ask('a')
  const [late, leaving] = [ask('b'), ask('c', left.signal)]
  await rounds(4)
  left.abort()
  expect(await leaving).toBe('left')
  expect(await ask('c', left.signal)).toBe('left')
  expect(await late).toBe('busy')
  await endOne()
  expect(await first).toBe('done')
  expect(began).toEqual(['a'])
})

it('error: failed work frees its place', async () => {
  const admission = new Admission({ ...rule, atOnce: { each: 1, all: 1 } }, new Pace())
  await expect(admission.run('a', stays, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await admission.run('a', stays, async () => 'done')).toBe('done')
})

it('security: work begins once per round of the event loop, in turns by kind', async () => {
  const pace = new Pace()
  const began: string[] = []
  for (const kind of ['form', 'form', 'form', 'page', 'refusal']) pace.begin(kind, () => began.push(kind))
  expect(began).toEqual(['form'])
  await rounds(20)
  expect(began).toEqual(['form', 'form', 'page', 'refusal', 'form'])
})

it('security: incoming connections are accepted before more work begins, up to a limit', async () => {
  const pace = new Pace()
  const server = new EventEmitter()
  pace.watch(server as Server)
  const beganIn: number[] = []
  let now = 0
  for (let nth = 0; nth < 3; nth += 1) pace.begin('form', () => beganIn.push(now))
  for (; now < 60; now += 1) {
    server.emit('connection')
    await round()
  }
  const [first = 0, second = 0, third = 0] = beganIn
  expect(first).toBe(0)
  for (const pause of [second - first, third - second]) {
    expect(pause).toBeGreaterThan(8)
    expect(pause).toBeLessThan(20)
  }
})

it('security: a client has at most a thousand requests under way, and each client has its own limit', () => {
  const inFlight = new RequestsInFlight()
  const first = new EventEmitter()
  expect(inFlight.begin('192.0.2.1', first)).toBe(true)
  for (let nth = 1; nth < 1000; nth += 1) expect(inFlight.begin('192.0.2.1', new EventEmitter())).toBe(true)
  expect(inFlight.begin('192.0.2.1', new EventEmitter())).toBe(false)
  expect(inFlight.begin('192.0.2.2', new EventEmitter())).toBe(true)
  first.emit('close')
  expect(inFlight.begin('192.0.2.1', new EventEmitter())).toBe(true)
})

it('security: one client gets a share of the memory for bodies, whatever it frees', () => {
  const memory = new BodyMemory({ each: 10, all: 15 })
  const [one, other] = [memory.of('a'), memory.of('b')]
  expect([one.take(10), one.take(1), other.take(6), other.take(5)]).toEqual([true, false, false, true])
  one.giveBack(10)
  expect([memory.of('a').take(10), other.take(1)]).toEqual([true, false])
})

it('security: the addresses of one household count as one client', () => {
  expect(clientOf('2001:db8:1:2::1')).toBe(clientOf('2001:db8:1:2:ffff::9'))
  expect(clientOf('2001:db8:1:2::1')).not.toBe(clientOf('2001:db8:1:3::1'))
  expect(clientOf('::ffff:192.0.2.1')).toBe(clientOf('192.0.2.1'))
  expect(clientOf('192.0.2.1')).not.toBe(clientOf('192.0.2.2'))
})
