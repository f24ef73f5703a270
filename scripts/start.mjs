// `npm start`: builds stale parts and starts the web app, which starts the account API.
import { buildStale } from './build.mjs'

/** npm does not take its command along when it is killed. The orphan would keep the port from the next start. */
const endWithNpm = () => {
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 1000)
  watch.unref()
}

if (process.env.npm_lifecycle_event === 'start') endWithNpm()
try {
  const built = await buildStale()
  if (built.length > 0) process.stdout.write(`Built: ${built.join(', ')}.\n`)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
await import('../build/web.js')
