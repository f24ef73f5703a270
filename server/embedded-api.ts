import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { isReachable } from './readiness'

/** V8 would let 48 MB of short-lived data pile up in each process; 12 do at the same cost of CPU (as in `npm start`). */
const smallYoungSpace = '--max-semi-space-size=4'

export interface EmbeddedApi {
  /** Answers once the process has ended, with the reason when nobody asked it to. */
  ended: Promise<string | undefined>
  /** Ends it: politely, then after `graceMs` not. */
  stop: (options?: { graceMs?: number }) => Promise<void>
}

/**
 * Starts the account API as a process of its own on this machine and waits until it is ready.
 * Throws with one line when it ends or stays silent for `timeoutMs`.
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
  // The channel lets the API notice when this process is killed, so that it does not outlive it.
  const child = spawn(process.execPath, [smallYoungSpace, entry], {
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
    child.kill('SIGTERM')
    const wasPolite = await Promise.race([ended.then(() => true), wait(graceMs, false, { ref: false })])
    if (!wasPolite) child.kill('SIGKILL')
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
