import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createInProcess } from '#account-api/http/in-process'
import type { CallRequest } from '#account-api/http/raw-request'
import type { CallAnswer } from '#account-api/http/reply'
import { calls } from '#contract/calls'
import { createClient } from '#contract/client'
import { CookieJar } from '#contract/wire/cookie-jar'
import type { SendHere } from '#contract/wire/exchange'
import { promised } from '#tests/fixtures/time/promised'

const upstream = { baseUrl: 'http://127.0.0.1:1', application: { aid: 'butterfly', key: 'unused' } }
const caller = { variant: 'web', language: 'en', clientAddress: '192.0.2.7', userAgent: 'test' } as const

const clientBy = (sendHere: SendHere, timeoutMs = 20_000) =>
  createClient({ ...upstream, timeoutMs, sendHere }, { ...caller, jar: new CookieJar() })

const done = (data: Record<string, unknown> = {}): CallAnswer => ({ outcome: { ok: true, data }, setCookies: [] })

/** An account API with one answer, the requests that it received and the lines that it logged. */
const apiThat = (answer: (request: CallRequest, left: AbortSignal) => Promise<CallAnswer>) => {
  const [asked, lines, noted]: [CallRequest[], Record<string, unknown>[], string[]] = [[], [], []]
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const api = createInProcess({
    log,
    metrics: { answered: (call, outcome) => noted.push(`${call} ${outcome}`) },
    answer: (_row, request, left) => {
      asked.push(request)
      return answer(request, left)
    },
  })
  return { ...api, asked, lines, noted }
}
const row = calls.accountInfo
const request = { row, variant: 'web', input: {}, headers: {} } as const
const unended = new AbortController().signal

it('happy: the caller’s log id appears in the call’s log line, its metrics and its answer', async () => {
  const api = apiThat(async () => done())
  const answer = await api.send({ ...request, signal: unended, headers: { 'x-log-id': 'a'.repeat(16) } })
  await api.idle()
  expect(answer.logId).toBe('a'.repeat(16))
  expect(api.lines).toMatchObject([{ logId: 'a'.repeat(16), call: 'accountInfo', outcome: 'ok' }])
  expect(api.noted).toEqual(['accountInfo ok'])
})

it('happy: input values arrive unchanged, without undefined fields', async () => {
  const api = apiThat(async () => done({ user_id: 'u' }))
  const pic = new Uint8Array([0, 255])
  const client = clientBy(api.send)
  await client.uploadAvatar({ pic }).catch(() => undefined)
  await client.accountInfo({ need_plaintext: 1, need_changes: undefined }).catch(() => undefined)
  expect(api.asked.map(({ values }) => values)).toStrictEqual([{ pic }, { need_plaintext: 1 }])
  expect(api.asked[0]?.values?.pic).toBe(pic)
})

it('happy: an immutable file has its media type and no cookie', async () => {
  const file = { media_type: 'image/webp', bytes: new Uint8Array([1, 2]) }
  const api = apiThat(async () => ({ ...done(file), setCookies: ['a=b'] }))
  const picture = { ...row, answers: 'bytes' as const, immutable: true as const }
  const answer = await api.send({ ...request, row: picture, signal: unended })
  expect(answer).toMatchObject({ status: 200, setCookies: [], content: { ok: true, data: file } })
})

it('error: an input above the size limit is refused before the call runs', async () => {
  const api = apiThat(async () => done())
  const answer = await api.send({ ...request, input: { lines: ['x'.repeat(70_000)] }, signal: unended })
  expect(answer.status).toBe(413)
  expect(api.asked).toEqual([])
})

it('error: a call that throws is answered as an internal failure, and the log has the error', async () => {
  const api = apiThat(() => Promise.reject(new Error('the disk is gone')))
  const answer = await api.send({ ...request, signal: unended })
  await api.idle()
  expect(answer.status).toBe(500)
  expect(JSON.stringify(api.lines)).toContain('the disk is gone')
  expect(api.noted).toEqual(['accountInfo internal'])
})

it('error: a caller gets a time-out at once, and the call is told that its caller has left', async () => {
  let told: AbortSignal | undefined
  const never = apiThat((_request, left) => {
    told = left
    return new Promise(() => undefined)
  })
  await expect(clientBy(never.send, 20).accountInfo({})).rejects.toMatchObject({ kind: 'timeout' })
  expect(told?.aborted).toBe(true)
})

it('happy: a stop waits for the call in progress', async () => {
  const waiting = promised<CallAnswer>()
  const api = apiThat(() => waiting.promise)
  const answer = api.send({ ...request, signal: unended })
  let isIdle = false
  const idle = api.idle().then(() => {
    isIdle = true
  })
  await new Promise(setImmediate)
  expect(isIdle).toBe(false)
  waiting.resolve(done())
  await Promise.all([answer, idle])
})
