import { getEventListeners } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withTimeLimit } from '#process/time-limit'
import { untilAborted } from '#process/until-aborted'
import { wholeBody } from '#process/whole-body'
import { collectGarbage } from '#tests/fixtures/programs/collect-garbage'
import { listenOnLoopback, stopServer } from '#tests/fixtures/programs/loopback'

/** The result of work during which garbage is collected, again and again. */
const collectingDuring = async <Done>(work: Promise<Done>): Promise<Done> => {
  const collecting = setInterval(() => collectGarbage(), 20)
  try {
    return await work
  } finally {
    clearInterval(collecting)
  }
}

const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

describe('work with a time limit', () => {
  it('happy: the result is returned, and the abort signal is released', async () => {
    const { signal } = new AbortController()
    const listeners = async () => getEventListeners(signal, 'abort').length
    expect(await withTimeLimit({ ms: 60_000, until: signal }, listeners)).toBe(1)
    expect(await listeners()).toBe(0)
  })

  it.each([
    ['a TimeoutError by default', {}, { name: 'TimeoutError' }],
    ['the given reason', { late: () => new RangeError('late') }, { name: 'RangeError', message: 'late' }],
  ])('error: work beyond the time limit ends with %s', async (_what, limit, reason) => {
    await expect(withTimeLimit({ ms: 1, ...limit }, never)).rejects.toMatchObject(reason)
  })

  it.each([['before it began'], ['while it runs']])('error: a signal that is aborted %s ends it', async (when) => {
    const stopping = new AbortController()
    if (when === 'before it began') stopping.abort(new Error('stopped'))
    const work = withTimeLimit({ ms: 60_000, until: stopping.signal }, async (signal) => {
      signal.throwIfAborted()
      return never(signal)
    })
    stopping.abort(new Error('stopped'))
    await expect(work).rejects.toThrow('stopped')
  })
})

const hanging = new Promise<never>(() => {})

describe('work until a signal is aborted', () => {
  it('happy: the result is returned, and the signal is released', async () => {
    const { signal } = new AbortController()
    expect(await untilAborted(Promise.resolve('done'), signal)).toBe('done')
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('error: an error of the work is thrown', async () => {
    const { signal } = new AbortController()
    await expect(untilAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken')
  })

  it.each([['before it began'], ['while it hangs']])('error: a signal that is aborted %s ends it', async (when) => {
    const stopping = new AbortController()
    if (when === 'before it began') stopping.abort(new Error('stopped'))
    const work = untilAborted(hanging, stopping.signal)
    stopping.abort(new Error('stopped'))
    await expect(work).rejects.toThrow('stopped')
  })
})

describe('an answer that does not end', () => {
  let url: string
  let onClose: Promise<unknown>
  let answer: (response: ServerResponse) => void
  const server = () =>
    createServer((_request, response) => {
      onClose = new Promise((resolve) => response.once('close', resolve))
      answer(response)
    })
  let running: ReturnType<typeof server>
  beforeEach(async () => {
    running = server()
    url = `http://127.0.0.1:${await listenOnLoopback(running)}/`
    answer = (response) => response.writeHead(200, { 'content-length': '500' }).write('{"message":')
  })
  afterEach(() => stopServer(running))

  const bodyWithin = (ms: number) =>
    withTimeLimit({ ms, until: new AbortController().signal }, async (signal) =>
      wholeBody(await fetch(url, { redirect: 'error', signal }), { signal }),
    )

  it('error: a garbage collection does not lift the time limit of a body', async () => {
    // If fetch still follows the signal, it throws the reason; otherwise the stream reports the abort.
    await expect(collectingDuring(bodyWithin(200))).rejects.toMatchObject({
      name: expect.stringMatching(/^(Timeout|Abort)Error$/),
    })
    await onClose
  })

  it('error: a garbage collection does not lift the time limit of a request without an answer', async () => {
    answer = () => undefined
    const asked = withTimeLimit(
      { ms: 100, until: new AbortController().signal },
      (signal) => new Promise((_, reject) => get(url, { signal }).on('error', reject)),
    )
    await expect(collectingDuring(asked)).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('error: a body that is too long closes its connection', async () => {
    answer = (response) => response.writeHead(200).write('x'.repeat(1000))
    const { signal } = new AbortController()
    await expect(wholeBody(await fetch(url), { signal, maxBytes: 999 })).rejects.toThrow(RangeError)
    await onClose
  })

  it('error: a connection that breaks gives no body', async () => {
    answer = (response) => response.writeHead(200, { 'content-length': '500' }).write('x', () => response.destroy())
    await expect(bodyWithin(60_000)).rejects.toThrow(TypeError)
  })

  it('happy: a body is read as a whole, and an empty body is empty', async () => {
    answer = (response) => response.end('first, second')
    expect((await bodyWithin(60_000)).toString()).toBe('first, second')
    answer = (response) => response.writeHead(204).end()
    expect((await bodyWithin(60_000)).length).toBe(0)
  })
})
