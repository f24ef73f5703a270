// `npm start`: builds stale parts and starts the web app, which also runs the account API. npm passes signals only to
// its shell, so `exec` replaces the shell by this process. Windows has no `exec`, so its shell continues after `||`. Each
// arena of malloc keeps what its threads have freed, so one arena takes 15 to 50 MB less. The young space holds the
// running requests, so few of their objects are moved.
import { buildStale } from './build.mjs'

/** A killed npm passes nothing on. Servers that it left behind would keep the port from the next start. */
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
