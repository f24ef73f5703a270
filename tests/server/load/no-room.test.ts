import { afterAll, beforeEach, expect, it } from 'vitest'
import type { App } from '#server/remix-build'
import { eventually } from '#tests/fixtures/time/eventually'
import { sendForm } from '#tests/server/browser'
import { onePageApp } from '#tests/server/page-memory/one-page-app'
import { serve } from '#tests/server/web-app'

/** Ends the work of the app, the oldest first. */
const held: (() => void)[] = []
/** How the app answers a form without room, and a refusal. */
let showAgain: App['handle']
let refuse: App['handle']

const page = (text: string, status: number) =>
  new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })

const holdUntilEnd = () => new Promise<Response>((resolve) => held.push(() => resolve(page('done', 200))))

const handle: App['handle'] = (request, context) => {
  if (context?.refusal) return refuse(request, context)
  return context?.busy === undefined ? holdUntilEnd() : showAgain(request, context)
}

const web = await serve(onePageApp(handle, { bodyMaxBytes: () => 1000 }))
afterAll(() => web.stop())
beforeEach(() => {
  held.length = 0
})

const post = () => sendForm(web.origin, '/form', { name: 'Ada' })

/** As many forms as the app works on and as one client may have in its line, so that the next finds no room. */
const fillTheRoom = async () => {
  const forms = Array.from({ length: 128 }, post)
  await eventually('the forms that the app works on', () => (held.length === 64 ? true : undefined))
  return async () => {
    const answers = Promise.all(forms)
    const ending = setInterval(() => {
      for (const end of held.splice(0)) end()
    }, 5)
    const statuses = (await answers).map(({ status }) => status)
    clearInterval(ending)
    return statuses
  }
}

it('security: a refusal that leads to another problem page does not delay the other refusals', async () => {
  showAgain = async () => new Response('{"kind":"not_found"}', { headers: { 'x-remix-catch': 'yes' } })
  refuse = async (_request, context) => page(`refused: ${context?.refusal}`, 404)
  const empty = await fillTheRoom()
  const answers = await Promise.all(Array.from({ length: 5 }, post))
  for (const { status, text } of answers) expect([status, text]).toEqual([404, 'refused: not_found'])
  expect(await empty()).toContain(200)
})

it('security: if refusals are slow, the plain page answers in both languages, and says when to try again', async () => {
  showAgain = holdUntilEnd
  refuse = holdUntilEnd
  const empty = await fillTheRoom()
  const first = post()
  await eventually('a refusal that is rendered', () => (held.length === 65 ? true : undefined))
  const { status, headers, text } = await post()
  expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '30', 'no-store'])
  expect(text).toMatch(/请等 30 秒再试.*Please wait 30 seconds and try again/)
  expect(await empty()).toContain(200)
  await first
})
