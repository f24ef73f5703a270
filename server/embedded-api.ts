import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { isReachable } from './readiness'

/** V8's default lets 48 MB of short-lived data pile up in each process. 12 MB cost no more CPU (as in `npm start`). */
const smallYoungSpace = '--max-semi-space-size=4'

export interface EmbeddedApi {
  /** Resolves when the process has ended; with the reason, when it was not told to. */
  ended: Promise<string | undefined>
  /** Lets go of it, so that it ends, and after `graceMs` kills it. */
  stop: (options?: { graceMs?: number }) => Promise<void>
}

/**
 * Starts the account API as a process on this machine and waits until it is ready.
 * @throws Error of one line when it ends, or is not ready after `timeoutMs`
 */
export const startEmbeddedApi = async ({
  entry,
  url,
  environment,
  timeoutMs = 30_000,
}: {
  entry: string
  url: string
  environment: NodeJS.ProcessEnv
  timeoutMs?: number
}): Promise<EmbeddedApi> => {
  // Through the IPC channel the API notices when this process is killed, and ends too.
  const child = spawn(process.execPath, [smallYoungSpace, entry, '--embedded'], {
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let stopping = false
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(stopping ? undefined : `it ended with ${signal ?? `code ${code}`}`))
  })
  const stop: EmbeddedApi['stop'] = async ({ graceMs = 8000 } = {}) => {
    stopping = true
    // It takes a signal for one to the whole group of processes, and ends when it is let go of.
    if (child.connected) child.disconnect()
    child.kill('SIGTERM')
    const hasEnded = await Promise.race([ended.then(() => true), wait(graceMs, false, { ref: false })])
    if (!hasEnded) child.kill('SIGKILL')
    await ended
  }
  const problem = await Promise.race([ended, untilReady({ child, url, timeoutMs })])
  if (problem !== undefined) {
    await stop()
    throw new Error(`The account API did not start: ${problem}.`)
  }
  return { ended, stop }
}

const untilReady = async ({ child, url, timeoutMs }: { child: ChildProcess; url: string; timeoutMs: number }) => {
  const deadlineMs = Date.now() + timeoutMs
  while (Date.now() < deadlineMs) {
    if (child.exitCode === null && (await isReachable(url))) return undefined
    await wait(40)
  }
  return `it was not ready after ${timeoutMs / 1000} seconds`
}
