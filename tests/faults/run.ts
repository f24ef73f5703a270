// What the tests of faults share: their key, a client with its own address, and the
// line that a run prints and notes.
import { randomInt } from 'node:crypto'
import { createClient } from '#contract/client'
import { CookieJar } from '#contract/wire/cookie-jar'
import { noteResult } from '#tests/reporters/results-file'

/** The key of the account APIs under test. */
export const key = 'a key of 32 bytes that only the tests know'

export const password = 'fourteen calm violins'

/** A client of an account API. Codes are limited by client address, so each has its own. */
export const clientOf = (baseUrl: string, otherwise: Partial<Parameters<typeof createClient>[0]> = {}) =>
  createClient(
    { baseUrl, application: { aid: 'butterfly', key }, ...otherwise },
    {
      variant: 'web',
      jar: new CookieJar(),
      language: 'en',
      clientAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
      userAgent: 'fault test',
    },
  )

/** Seconds since a moment, to a tenth. */
export const secondsSince = (startedAt: number): number => Math.round((performance.now() - startedAt) / 100) / 10

let hasFailed = false

/** Prints what a run counted, and notes whether each of its results is as it has to be. One that is not fails the process. */
export const report = (counts: object, results: Record<string, boolean>): void => {
  process.stdout.write(`${JSON.stringify(counts)}\n`)
  for (const [name, passed] of Object.entries(results)) {
    noteResult(name, passed)
    hasFailed ||= !passed
  }
  process.exitCode = hasFailed ? 1 : 0
}
