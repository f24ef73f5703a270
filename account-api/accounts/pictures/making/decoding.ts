import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type MakePicture, pictureRule } from '#account-api/accounts/pictures/kinds'
import { takeAway } from './confinement'
import { exitCodes, type Order, readyPipe } from './order'

export const decodingRule = {
  maxCpuMs: 2000,
  maxMemoryBytes: 300e6,
  /** The maximum life of a decoder's process, including its start. The call waits 5 seconds. */
  maxMs: 4000,
  /** The longest wait in the queue. */
  patienceMs: 2000,
}

/** How many uploads may be queued, including the one being decoded. */
const mostInLine = 8

/**
 * Decodes uploads one at a time, each in its own process. A process that takes too long is killed, which frees its
 * memory, while this process keeps answering calls. No process outlives its upload, so one that an upload took over
 * never sees another upload.
 * @param decoder the program, with its arguments
 */
export const decoding = (
  decoder: readonly [string, ...string[]],
  { patienceMs, maxMs, ...rule } = decodingRule,
): MakePicture => {
  let inLine = 0
  let last: Promise<unknown> = Promise.resolve()

  return (upload, size) => {
    if (inLine >= mostInLine) return Promise.resolve({ ok: false, reason: 'busy' })
    inLine += 1
    const arrivedAt = performance.now()
    const made = last.then(() => {
      if (performance.now() - arrivedAt > patienceMs) return { ok: false as const, reason: 'busy' as const }
      const { maxPixels, maxPhotoPixels } = pictureRule
      return decode(decoder, { order: { ...size, ...rule, maxPixels, maxPhotoPixels }, maxMs, upload })
    })
    last = made
      .catch(() => undefined)
      .finally(() => {
        inLine -= 1
      })
    return made
  }
}

const decode = async (
  [program, ...given]: readonly [string, ...string[]],
  { order, maxMs, upload }: { order: Order; maxMs: number; upload: Uint8Array },
): ReturnType<MakePicture> => {
  // The decoder needs no settings, so it gets no secrets.
  const child = spawn(program, [...given, JSON.stringify(order)], {
    env: { NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
    timeout: maxMs,
    killSignal: 'SIGKILL',
  })
  const [stdin, stdout] = child.stdio as [Writable, Readable, ...unknown[]]
  const ready = child.stdio[readyPipe] as Readable
  // A decoder that has given up reads no further, so writing to it fails.
  stdin.on('error', () => undefined)
  const handOver = async (): Promise<void> => {
    await once(ready.resume(), 'close')
    await confine(child, order)
    stdin.end(upload)
  }
  const [bytes, [code, signal]] = await Promise.all([buffer(stdout), once(child, 'close'), handOver()])
  if (code === 0 && bytes.length > 0) return { ok: true, bytes }
  if (code === exitCodes.too_many_pixels) return { ok: false, reason: 'too_many_pixels' }
  // The time-out killed it. A decoder that takes too much memory or CPU ends on its own or is killed by the kernel.
  if (child.killed) return { ok: false, reason: 'out_of_time' }
  return { ok: false, reason: code === exitCodes.too_costly || signal === 'SIGKILL' ? 'too_costly' : 'damaged' }
}

/** A decoder that cannot be confined is killed before it gets the upload. */
const confine = async (child: ChildProcess, { maxCpuMs }: Order): Promise<void> => {
  const isRunning = () => child.exitCode === null && child.signalCode === null
  if (child.pid === undefined || !isRunning()) return
  try {
    await takeAway(child.pid, Math.ceil((2 * maxCpuMs) / 1000))
  } catch (error) {
    if (!isRunning()) return
    child.kill('SIGKILL')
    throw error
  }
}
