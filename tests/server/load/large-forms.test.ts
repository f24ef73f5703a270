import { afterAll, expect, it } from 'vitest'
import { loadApp } from '#server/remix-build'
import { sendForm } from '#tests/server/browser'
import { serve } from '#tests/server/web-app'
import { bodyMaxBytes } from '~/forms/reading/form-limits'

const kilobyte = 1024
const form = { textBytes: 512 * kilobyte }
const largePath = '/settings/organisations/:subject/members'

/** A build with three pages: one with a large form, one that takes a file, and one with usual limits. */
const build = `
  const page = (path, handle) => ({ id: path, path: path.slice(1), module: { handle } })
  export const routes = Object.fromEntries([
    page('${largePath}', { form: { textBytes: ${form.textBytes} } }),
    page('/settings/avatar', { uploadMaxBytes: 5000 }),
    page('/settings/roles', { form: { names: 300 } }),
  ].map((route) => [route.id, route]))
  export const entry = { module: { forServer: {
    isSignedIn: async (cookie) => cookie === 'signed=in',
    protocolRoutes: [],
    protocolDocuments: [],
    siteRoutes: [],
    bodyMaxBytes: ({ form = {}, uploadMaxBytes = 0 }) => 3 * (form.textBytes ?? 16384) + 16384 + uploadMaxBytes,
  } } }
`

/** The lengths of the texts that the app has read; undefined for a body that was cut off. */
const read: (number | undefined)[] = []

const app = await loadApp(new URL(`data:text/javascript,${encodeURIComponent(build)}`))
const web = await serve({
  ...app,
  handle: async (request, context) => {
    if (new URL(request.url).pathname === '/-/refused') return new Response(context?.refusal, { status: 413 })
    read.push(context?.cutOff ? undefined : String((await request.formData()).get('members')).length)
    return new Response('read')
  },
})
afterAll(() => web.stop())

const post = (path: string, members: string, cookie = 'signed=in') =>
  sendForm(web.origin, path, { members }, { cookie })

it('happy: a page states how large its form may be, also if its path has a parameter', () => {
  expect(app.largeBodyMaxBytes('/settings/organisations/42/members')).toBe(bodyMaxBytes({ form }))
  expect(app.largeBodyMaxBytes('/settings/avatar')).toBe(bodyMaxBytes({ uploadMaxBytes: 5000 }))
  for (const path of ['/settings/roles', '/settings/organisations/members', '/settings/organisations/4/2/members'])
    expect(app.largeBodyMaxBytes(path), path).toBeUndefined()
})

it('happy: the page of a large form reads 10,000 lines repeatedly, in any encoding', async () => {
  const lines = Array.from({ length: 10_000 }, () => '会议会议会议').join('\r\n')
  read.length = 0
  // Memory that was not given back would be used up by the end.
  for (let time = 0; time < 40; time += 1)
    expect((await post('/settings/organisations/42/members', lines)).status).toBe(200)
  expect(new Set(read)).toEqual(new Set([lines.length]))
})

it('error: the page of a large form learns that a form is too large', async () => {
  read.length = 0
  expect((await post('/settings/organisations/42/members', 'a'.repeat(2000 * kilobyte))).status).toBe(200)
  expect(read).toEqual([undefined])
})

it('security: a signed-out visitor gets the “form too large” answer for any large form', async () => {
  read.length = 0
  const answers = [
    await post('/settings/organisations/42/members', 'a', 'signed=out'),
    await post('/settings/organisations/42/members', 'a'.repeat(2000 * kilobyte), 'signed=out'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(read).toEqual([undefined, undefined])
})
