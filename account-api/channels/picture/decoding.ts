import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { type MakePicture, pictureRule } from '../../domain/picture/kinds'
import { exitCodes, type Order } from './order'

export const decodingRule = { maxMs: 2000, maxMemoryBytes: 300e6 }

/** The length of the queue, with the upload that is being decoded, and the longest wait in it. */
const mostInLine = 8
const patienceMs = 2000

/**
 * Decodes uploads one at a time, each in a process of its own. A process that takes too long is ended, its memory goes
 * with it, and this process goes on answering calls.
 * @param decoder the program, with its arguments
 */
export const decoding = (decoder: readonly [string, ...string[]], rule = decodingRule): MakePicture => {
  let inLine = 0
  let last: Promise<unknown> = Promise.resolve()

  return (upload, size) => {
    if (inLine >= mostInLine) return Promise.resolve({ ok: false, reason: 'busy' })
    inLine += 1
    const arrivedAt = performance.now()
    const made = last.then(() => {
      if (performance.now() - arrivedAt > patienceMs) return { ok: false as const, reason: 'busy' as const }
      return decode(decoder, { ...size, ...rule, maxPixels: pictureRule.maxPixels }, upload)
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
  order: Order,
  upload: Uint8Array,
): ReturnType<MakePicture> => {
  // It needs no settings, so it gets no secrets.
  const child = spawn(program, [...given, JSON.stringify(order)], {
    env: { NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'ignore'],
    // Twice the decoder's own limit, in case the decoder cannot keep it.
    timeout: 2 * order.maxMs,
    killSignal: 'SIGKILL',
  })
  // A decoder that has given up reads no further.
  child.stdin.on('error', () => undefined)
  child.stdin.end(upload)
  const [bytes, [code, signal]] = await Promise.all([buffer(child.stdout), once(child, 'close')])
  if (code === 0 && bytes.length > 0) return { ok: true, bytes }
  if (code === exitCodes.too_many_pixels) return { ok: false, reason: 'too_many_pixels' }
  return { ok: false, reason: code === exitCodes.too_costly || signal === 'SIGKILL' ? 'too_costly' : 'damaged' }
}
