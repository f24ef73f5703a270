// `npm start`: builds stale parts and starts the web app, which starts the account API.
import { buildStale } from './build.mjs'

try {
  const built = await buildStale()
  if (built.length > 0) process.stdout.write(`Built: ${built.join(', ')}.\n`)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
await import('../build/web.js')
