// Runs a command of the operator. Builds stale parts first, and reports that on stderr, so stdout holds only the
// answer.
import { buildStale } from './build.mjs'

/** @param {string} program its name in build/ */
export const runBuilt = async (program) => {
  try {
    const built = await buildStale()
    if (built.length > 0) process.stderr.write(`Built: ${built.join(', ')}.\n`)
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
  await import(`../build/${program}.js`)
}
