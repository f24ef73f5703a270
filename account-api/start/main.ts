import { collectOften } from '#process/garbage-collection'
import { onStopSignal } from '#process/stop-signals'
import { createPrivately } from '#settings/files/private-files'
import { unreadIn } from '#settings/names'
import { readEnvironment } from './env'
import { logOf, startProblem } from './program'
import { startAccountApi } from './running'

collectOften()

createPrivately()
try {
  const env = readEnvironment(process.env)
  const log = logOf(env)
  const unread = unreadIn(process.env)
  if (unread.length > 0) log.warn({ unread }, 'some variables look like settings, and are not read')
  const api = await startAccountApi(env, log)
  onStopSignal(
    async () => process.exit((await api.stop({ drainMs: env.drainMs })) ? 0 : 1),
    () => api.hurry(),
  )
} catch (error) {
  process.stderr.write(`${startProblem(error)}\n`)
  process.exit(1)
}
