import { pino } from 'pino'
import { afterEach, beforeEach, vi } from 'vitest'
import { isSampled, type Kind } from '#server/telemetry/events'
import { createTelemetry, type TelemetrySettings } from '#server/telemetry/telemetry'
import { newVisit, setVisit } from '#server/telemetry/visit'
import { accept, startTelemetryReceiver } from '#tests/fixtures/network/telemetry-receiver'

export const day = 24 * 60 * 60 * 1000
export const start = Date.UTC(2026, 0, 1)

export const keptLog = () => {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>)
  return { lines, log: pino({ level: 'debug' }, { write }) }
}

export const cookieName = 'butterfly_telemetry'

/** The cookie of a visit with recorded events of some kinds. */
export const cookieFor = (...kinds: Kind[]): [name: string, value: string] => {
  for (;;) {
    const visit = newVisit()
    const [, value = ''] = /=([^;]+)/.exec(setVisit(visit, Date.now(), { secure: false })) ?? []
    if (kinds.every((kind) => isSampled(visit, kind))) return [cookieName, value]
  }
}

/** The lines of the log at the end of a post. */
const ends = ['telemetry was sent', 'a post of telemetry failed']

/** Goes round the event loop until something is so. The limit of the test ends it otherwise. */
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise(setImmediate)
}

const closing: (() => Promise<void>)[] = []

/** Has each test of a file begin at the same moment, with a clock that the test moves. */
export const withMovedClock = (): void => {
  beforeEach(() => {
    vi.useFakeTimers({ now: start, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    for (const end of closing.splice(0)) await end()
  })
}

export type Answering = NonNullable<Parameters<typeof startTelemetryReceiver>[0]>

/** Answers one kind of post in another way. */
export const but =
  (name: string, answer: Answering): Answering =>
  (post, response) =>
    post.name === name ? answer(post, response) : accept(post, response)

/** Telemetry with its own receiver, which answers in some way. */
export const open = async (answer?: Answering, settings: Partial<TelemetrySettings> = {}) => {
  const receiver = await startTelemetryReceiver(answer)
  const { lines, log } = keptLog()
  const asked = { url: receiver.url, channel: undefined, isInChina: true, ...settings }
  const telemetry = createTelemetry(asked, log, (bytes) => Buffer.alloc(bytes, 7))
  if (!telemetry) throw new Error('no telemetry')
  closing.push(async () => {
    await receiver.stop()
    await telemetry.stop()
  })
  return {
    receiver,
    telemetry,
    said: (text: string) => lines.filter(({ msg }) => msg === text),
    /** Resolves when so many posts of events were sent, or failed with those before them. */
    ended: (count: number) => until(() => lines.filter(({ msg }) => ends.includes(String(msg))).length >= count),
    /** Resolves when the log has so many lines with a text. */
    told: (text: string, count = 1) => until(() => lines.filter(({ msg }) => msg === text).length >= count),
    /** Records events; the status of each is its number. */
    record: (from: number, to: number) => {
      for (let status = from; status <= to; status += 1)
        telemetry.record({ kind: 'session', session: 's'.repeat(22), route: '/', status, ms: 1 })
    },
    /** The events of the next batch, by their numbers. */
    batch: async () => (await receiver.nextOf('list')).body.events.map(({ status }) => status),
  }
}

export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, nth) => from + nth)

/** Some rounds of the event loop, in which what must not happen would. */
export const someRounds = async (): Promise<void> => {
  for (let round = 0; round < 20; round += 1) await new Promise(setImmediate)
}
