// The maximum cost of a test file, by counts, so the result is the same on every machine: growth of the suites shows in
// the file that grows.
import { builtTests } from './build-tests.mjs'

/**
 * @typedef {object} FileCost what a runner noted of a file
 * @property {string} file
 * @property {number} seconds
 * @property {Record<string, number>} counts
 */

/** The approximate CPU milliseconds of each count, measured on two cores of an AMD EPYC. */
const weights = { tests: 3, statements: 0.3, programs: 100, steps: 25 }

/** CPU milliseconds by these weights, for a file and for a long one. Costlier files are listed below. */
const most = { usual: 6000, long: 30_000 }

/** The costly files, and the reason for each. @type {Record<string, { most: number, because: string }>} */
export const dearFiles = {
  'tests/e2e/pages/every-page.spec.ts': {
    most: 610_000,
    because: 'it opens every state of every page, about 30 steps each',
  },
  'tests/e2e/pages/mails.spec.ts': { most: 12_000, because: 'it draws every mail in both languages' },
  'tests/account-api/accounts/model/model.test.ts': {
    most: 13_000,
    because: 'each play is an account with up to 30 steps of two people, and help',
  },
}

/** The source of a test file. @param {string} file */
export const sourceOf = (file) => {
  const path = file.slice(Math.max(0, file.lastIndexOf('tests/')))
  return file.includes(builtTests) ? path.replace(/\.mjs$/, '.ts') : path
}

/** The cost by the counts. @param {FileCost} cost */
const weighed = ({ counts }) =>
  Object.entries(weights).reduce((sum, [noun, weight]) => sum + (counts[noun] ?? 0) * weight, 0)

/**
 * The files that exceed their allowance, one line each.
 * @param {FileCost[]} costs
 * @param {typeof dearFiles} [dear]
 */
export const tooDear = (costs, dear = dearFiles) =>
  costs.flatMap((cost) => {
    const file = sourceOf(cost.file)
    const usual = file.endsWith('.long.test.ts') ? most.long : most.usual
    const [spent, mostHere] = [Math.round(weighed(cost)), dear[file]?.most ?? usual]
    const counts = Object.entries(cost.counts).map(([noun, count]) => `${count} ${noun}`)
    return spent > mostHere ? [`${file} costs ${spent} of ${mostHere}: ${counts.join(', ')}`] : []
  })
