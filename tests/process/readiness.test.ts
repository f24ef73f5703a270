import { pino } from 'pino'
import { expect, it } from 'vitest'
import { type NotReady, Readiness } from '#process/readiness'

const wrong = 'the keys differ'

/** A readiness whose checks have these results, one after the other, and the lines of its log. */
const readinessOf = (found: NotReady[], freshMs = 0) => {
  const lines: { level: number; notReady?: string; msg: string }[] = []
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
  let looks = 0
  const look = async () => found[looks++]
  return { readiness: new Readiness(look, log, { freshMs }), lines, looks: () => looks }
}

const ask = async (readiness: Readiness, times: number): Promise<NotReady[]> => {
  const said: NotReady[] = []
  while (said.length < times) said.push(await readiness.now())
  return said
}

it('happy: many requests trigger a single check while its result is fresh', async () => {
  const { readiness, looks } = readinessOf([undefined, wrong], 60_000)
  await Promise.all(Array.from({ length: 100 }, () => readiness.now()))
  expect(await ask(readiness, 100)).toEqual(Array(100).fill(undefined))
  expect(looks()).toBe(1)
})

it('error: a process that was never ready says so at its first check', async () => {
  const { readiness, lines } = readinessOf([wrong, undefined])
  expect(await ask(readiness, 2)).toEqual([wrong, undefined])
  expect(lines).toMatchObject([
    { level: 50, notReady: wrong },
    { level: 30, msg: 'ready again' },
  ])
})

it('error: a ready process reports not ready after two failed checks in a row, with one line in the log', async () => {
  const { readiness, lines } = readinessOf([undefined, wrong, undefined, wrong, wrong, wrong])
  expect(await ask(readiness, 6)).toEqual([undefined, undefined, undefined, undefined, wrong, wrong])
  expect(lines).toHaveLength(1)
})
