import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadScript, notLoaded } from '~/islands/load-script'
import { request, requestTimeoutMs } from '~/islands/request'

const url = 'https://captcha.example.com/settings'
const tooSlow = 'LoadJSSDKMoreTan4000ms'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A network that never answers, and ends an aborted request. */
const silence = (_url: string, { signal }: { signal: AbortSignal }) =>
  new Promise<Response>((_resolve, reject) => {
    const give = () => reject(signal.reason)
    if (signal.aborted) give()
    signal.addEventListener('abort', give)
  })

const network = (fetch: (url: string, options: { signal: AbortSignal }) => Promise<Response>) =>
  vi.stubGlobal('fetch', vi.fn(fetch))

/** The result of a promise: its value, or the message of its error; undefined while it is pending. */
const watch = (promise: Promise<unknown>) => {
  const end: { value?: unknown } = {}
  promise.then(
    (value) => {
      end.value = value
    },
    (error: Error) => {
      end.value = error.message
    },
  )
  return end
}

it('happy: a request returns text or JSON', async () => {
  network(async () => new Response('{"a":1}'))
  const left = new AbortController().signal
  expect(await request(url, left, 'json')).toEqual({ a: 1 })
  expect(await request(url, left, 'text')).toBe('{"a":1}')
  expect(vi.getTimerCount()).toBe(0)
})

it.each([400, 404, 503])('error: a request answered by %d fails with that status', async (status) => {
  network(async () => new Response('', { status }))
  await expect(request(url, new AbortController().signal, 'json')).rejects.toThrow(
    `Network request failed, status: ${status}`,
  )
})

it('error: a network failure or an answer without JSON is "occur error"', async () => {
  const left = new AbortController().signal
  network(async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(request(url, left, 'json')).rejects.toThrow(/^Network request failed, occur error$/)
  network(async () => new Response('<html>'))
  await expect(request(url, left, 'json')).rejects.toThrow(/^Network request failed, occur error$/)
})

it.each([
  ['a call', undefined, requestTimeoutMs],
  ['a script text', 20_000, 20_000],
])('error: the time-out of %s ends it, and not too early', async (_what, given, timeoutMs) => {
  network(silence)
  const end = watch(request(url, new AbortController().signal, 'text', given))
  await vi.advanceTimersByTimeAsync(timeoutMs - 1)
  expect(end.value).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(end.value).toBe('Network request failed, timeout')
})

it('error: a request is aborted when the person leaves, even before it begins', async () => {
  network(silence)
  const left = new AbortController()
  const end = watch(request(url, left.signal, 'json'))
  left.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(end.value).toBe('Network request failed, aborted')
  await expect(request(url, left.signal, 'json')).rejects.toThrow(/^Network request failed, aborted$/)
  expect(vi.getTimerCount()).toBe(0)
})

/** Script elements: the error of each URL, and the order in which they are tried. */
const elements = (ends: Record<string, string>) => {
  const tried: string[] = []
  const run = async (address: string) => {
    tried.push(address)
    const end = ends[address]
    if (end) throw new Error(end)
  }
  return { tried, run }
}

it('happy: URLs are tried in order, until one works', async () => {
  const { tried, run } = elements({ a: notLoaded, b: tooSlow })
  await loadScript(['a', 'b', 'c', 'd'], new AbortController().signal, run)
  expect(tried).toEqual(['a', 'b', 'c'])
})

it('error: the last URL determines the error', async () => {
  const left = new AbortController().signal
  await expect(loadScript(['a', 'b'], left, elements({ a: notLoaded, b: notLoaded }).run)).rejects.toThrow(notLoaded)
  network(async () => new Response('', { status: 404 }))
  await expect(loadScript(['a', 'b'], left, elements({ a: notLoaded, b: tooSlow }).run)).rejects.toThrow(tooSlow)
})

it('happy: the text of a slow script is requested at the end, for up to 20 s', async () => {
  network(async (address, { signal }) => (address === 'a' ? silence(address, { signal }) : new Response('run()')))
  const { tried, run } = elements({ a: tooSlow, b: tooSlow, c: notLoaded })
  const end = watch(loadScript(['a', 'b', 'c'], new AbortController().signal, run).then(() => 'loaded'))
  await vi.advanceTimersByTimeAsync(19_999)
  expect(end.value).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await vi.waitFor(() => expect(end.value).toBe('loaded'))
  expect(tried.slice(0, 3)).toEqual(['a', 'b', 'c'])
  expect(tried[3]).toMatch(/^blob:/)
  expect(tried).toHaveLength(4)
})

it('error: loading ends at once when the person leaves', async () => {
  const left = new AbortController()
  const { tried, run } = elements({})
  const leaving = async (address: string) => {
    await run(address)
    left.abort()
    throw new Error('Network request failed, aborted')
  }
  await expect(loadScript(['a', 'b'], left.signal, leaving)).rejects.toThrow('Network request failed, aborted')
  expect(tried).toEqual(['a'])
})
