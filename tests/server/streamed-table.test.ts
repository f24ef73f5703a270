import { afterAll, expect, it } from 'vitest'
import { promised } from '#tests/fixtures/time/promised'
import { onePageApp } from './page-memory/one-page-app'
import { serve } from './web-app'

/** The table that the app answers with next. */
let table: ReadableStream<Uint8Array>

const web = await serve(
  onePageApp(async () => new Response(table, { headers: { 'content-type': 'text/csv; charset=utf-8' } })),
)
afterAll(() => web.stop())

const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = (chunk: ReadableStreamReadResult<Uint8Array> | undefined) => new TextDecoder().decode(chunk?.value)

it('happy: a line of a table is sent before the next one is made', async () => {
  const { promise, resolve } = promised()
  let parts = 0
  table = new ReadableStream({
    pull: async (controller) => {
      parts += 1
      if (parts === 2) await promise
      controller.enqueue(bytes(`line ${parts}\r\n`))
      if (parts === 2) controller.close()
    },
  })
  const answer = await fetch(`${web.origin}/table`)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const reader = answer.body?.getReader()
  expect(textOf(await reader?.read())).toBe('line 1\r\n')
  resolve()
  expect(textOf(await reader?.read())).toBe('line 2\r\n')
  expect((await reader?.read())?.done).toBe(true)
})

it('error: a table whose next line fails is broken off', async () => {
  const { promise, resolve } = promised()
  let parts = 0
  table = new ReadableStream({
    pull: async (controller) => {
      parts += 1
      if (parts === 1) return controller.enqueue(bytes('line 1\r\n'))
      await promise
      controller.error(new Error('the account API gave no answer'))
    },
  })
  const reader = (await fetch(`${web.origin}/table`)).body?.getReader()
  expect(textOf(await reader?.read())).toBe('line 1\r\n')
  resolve()
  await expect(reader?.read()).rejects.toThrow()
})

it('happy: no further line is made after the reader disconnected', async () => {
  const gone = promised()
  table = new ReadableStream({
    pull: (controller) => controller.enqueue(bytes('x'.repeat(100_000))),
    cancel: () => gone.resolve(),
  })
  const leaving = new AbortController()
  const answer = await fetch(`${web.origin}/table`, { signal: leaving.signal })
  await answer.body?.getReader().read()
  leaving.abort()
  await gone.promise
})
