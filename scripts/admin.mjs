// `npm run admin -- …`: the operator's command line. Builds what is stale first, and says so apart from the answer.
import { buildStale } from './build.mjs'

try {
  const built = await buildStale()
  if (built.length > 0) process.stderr.write(`Built: ${built.join(', ')}.\n`)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
await import('../build/admin.js')
