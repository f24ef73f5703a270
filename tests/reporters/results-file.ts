import { appendFileSync } from 'node:fs'

/** What a file of tests has used. */
export interface FileCost {
  file: string
  /** CPU seconds; for a browser test, of wall time. */
  seconds: number
  /** How often it did what takes time, by the nouns of scripts/file-costs.mjs. */
  counts: Record<string, number>
}

/**
 * Adds a line to the file that TEST_RESULTS names, at once, so that a run that is cut off loses no result. Without that
 * variable it does nothing.
 */
const note = (line: object): void => {
  const file = process.env.TEST_RESULTS
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`)
}

/** Notes a finished test. */
export const noteResult = (name: string, passed: boolean): void => note({ name, passed })

/** Notes a finished file of tests. */
export const noteFile = (cost: FileCost): void => note(cost)
