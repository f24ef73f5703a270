import { parseArgs } from 'node:util'
import { noteResult } from '#tests/reporters/results-file'
import { type Budget, mostOf } from './budgets'

const { values } = parseArgs({ options: { margin: { type: 'string' } }, strict: false })
const margin = values.margin === undefined ? undefined : Number(values.margin)

let allOk = true

/**
 * Prints a figure as one JSON line: {figure, value, unit, budget, ok}. A figure with a budget is also a test result in
 * the file TEST_RESULTS, if set.
 * @param budget without one the figure only informs
 */
export const print = (figure: string, value: number, unit: string, budget?: Budget): void => {
  const rounded = Number(value.toPrecision(4))
  const most = budget && mostOf(budget, margin)
  const ok = most === undefined || rounded <= most
  allOk &&= ok
  if (most !== undefined) noteResult(`${figure}: at most ${most} ${unit}`, ok)
  const judged = most === undefined ? {} : { budget: most, ok }
  process.stdout.write(`${JSON.stringify({ figure, value: rounded, unit, ...judged })}\n`)
}

/** The exit code: 0 when all figures so far kept their budgets. */
export const exitCode = (): number => (allOk ? 0 : 1)
