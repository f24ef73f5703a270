import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type BusyForm, BusyForms } from '#server/page-memory/busy-forms'
import { cookieHeader, PageMemory } from '#server/page-memory/page-memory'
import { type App, loadApp } from '#server/remix-build'
import { settingsOf } from '#tests/server/web-app'

const origin = 'http://localhost:3000'
const type = 'application/x-www-form-urlencoded'

Object.assign(process.env, settingsOf(3000))
const built = await loadApp(new URL('../../../build/server/index.js', import.meta.url))
/** How often the app has rendered a page. */
let rendered = 0
const app: App = {
  ...built,
  handle: (request, context) => {
    rendered += 1
    return built.handle(request, context)
  },
}

const memoryOf = () => new BusyForms({ app, origin, pages: new PageMemory({ app, origin }) })

const newBrowser = () => {
  const browserId = app.visitors.newBrowserId()
  // It has the style sheet, from the page of the form.
  const cookie = cookieHeader([app.visitors.setBrowserId(browserId), app.visitors.setSheetCookie('en')])
  return { cookie, form_token: app.visitors.formTokenOf(browserId) }
}

type Fields = Record<string, string>

const busyForm = (url: string, fields: Fields, more: Partial<BusyForm> = {}): BusyForm => {
  const { cookie, form_token } = newBrowser()
  const body = Buffer.from(new URLSearchParams({ form_token, ...fields }).toString())
  return { url, cookie, acceptLanguage: 'en', type, body, retrySeconds: 7, ...more }
}

/** The page as the app renders it. */
const byApp = async ({ url, cookie, acceptLanguage, body, retrySeconds }: BusyForm) => {
  const headers = { cookie, 'accept-language': acceptLanguage, 'content-type': type }
  const request = new Request(origin + url, { method: 'POST', headers, body })
  const answer = await app.handle(request, { busy: retrySeconds })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

/** The errors of a page are sealed again each time. */
const withoutSeal = (html: string) => html.replace(/name="form_lines" value="[^"]+"/, 'sealed')

/** A value for each field of the form at a path. */
const fieldsAt = async (url: string): Promise<Fields> => {
  const page = await (await app.handle(new Request(origin + url, { headers: { 'accept-language': 'en' } }), {})).text()
  const names = [...page.matchAll(/<(?:input|select|textarea)[^>]* name="([a-z_]+)"/g)].map(([, name = '']) => name)
  const value = { mobile: '138 0013 8000', region: 'GB', email: 'ada@example.com', remember: '1' }
  const filled = names.map((name) => [name, value[name as keyof typeof value] ?? `a "typed" <${name}> & 'more'`])
  return Object.fromEntries(filled.filter(([name]) => name !== 'form_token' && name !== ''))
}

describe('forms without room that are shown again from memory', () => {
  it('happy: each remembered page with a form is shown as the app renders it, or left to the app', async () => {
    const memory = memoryOf()
    const fromMemory: string[] = []
    for (const path of app.rememberedPaths) {
      const fields = await fieldsAt(path)
      if (Object.keys(fields).length === 0) continue
      for (const url of [path, `${path}?next=%2Fsettings%2Fprofile`]) {
        await memory.show(busyForm(url, fields))
        const form = busyForm(url, fields)
        const shown = await memory.show(form)
        const rendered = await byApp(form)
        expect(rendered.status, url).toBe(503)
        if (!shown) continue
        fromMemory.push(url)
        expect(withoutSeal(shown.html), url).toBe(withoutSeal(rendered.html))
        rendered.headers.delete('x-log-id')
        expect(shown.headers, url).toEqual(Object.fromEntries(rendered.headers))
      }
    }
    expect(fromMemory).toEqual(expect.arrayContaining(['/login', '/login/email', '/login?next=%2Fsettings%2Fprofile']))
  })

  it('security: the page shows typed values as text, no password, and the token of its own browser', async () => {
    const memory = memoryOf()
    await memory.show(busyForm('/login', { account: 'somebody', password: 'of somebody' }))
    const account = '"><script>alert(1)</script>&amp;\'$1$&'
    // The second try of the same form: it has the errors of the first.
    const typed = { account, password: 'a secret of mine', form_lines: 'sealed errors' }
    const form = busyForm('/login', typed, { acceptLanguage: 'zh-CN' })
    const shown = await memory.show(form)
    expect(withoutSeal(shown?.html ?? '')).toBe(withoutSeal((await byApp(form)).html))
    expect(shown?.html).not.toMatch(/alert\(1\)<\/script>|a secret of mine|somebody/)
    expect(shown?.html).toContain('请 7\u00A0秒后再试')
    expect(shown?.headers['retry-after']).toBe('7')
  })

  it('error: a form that needs the page’s own check is left to the app', async () => {
    const memory = memoryOf()
    const fields = { account: 'ada', password: 'x' }
    const { body, cookie } = busyForm('/login', fields)
    expect(await memory.show(busyForm('/login', fields))).toBeDefined()
    const forms: Record<string, BusyForm> = {
      'another browser': { ...busyForm('/login', fields), body },
      'no cookie': { ...busyForm('/login', fields), cookie: '' },
      'a session': { ...busyForm('/login', fields), body, cookie: `${cookie}; butterfly_session=x` },
      'a name twice': { ...busyForm('/login', fields), body: Buffer.concat([body, Buffer.from('&account=b')]), cookie },
      'a step-up': busyForm('/login', { parked: 'x', ...fields }),
      'a flash message': busyForm('/login?notice=x', fields),
      'a file': { ...busyForm('/login', fields), type: 'multipart/form-data; boundary=x' },
      'a long text': busyForm('/login', { account: 'a'.repeat(3000) }),
      'another page': busyForm('/settings/profile', { name: 'Ada' }),
    }
    for (const [name, form] of Object.entries(forms)) {
      expect(await memory.show(form), name).toBeUndefined()
    }
  })

  it('security: 50 refused forms of one kind cause one rendering, and 20 kinds cause six', async () => {
    const memory = memoryOf()
    rendered = 0
    const crowd = Array.from({ length: 50 }, (_, nth) => busyForm('/login', { account: `nobody${nth}` }))
    for (const [nth, shown] of (await Promise.all(crowd.map((form) => memory.show(form)))).entries())
      expect(shown?.html).toContain(`value="nobody${nth}"`)
    expect(rendered).toBe(1)
    const kinds = Array.from({ length: 20 }, (_, nth) => busyForm('/login', { [`invented_${'x'.repeat(nth)}`]: 'x' }))
    await Promise.all(kinds.map((form) => memory.show(form)))
    expect(rendered).toBe(7)
  })

  it('security: a form with unknown fields is not remembered, and is rendered once for the memory', async () => {
    const memory = memoryOf()
    const name = `field${randomBytes(4).toString('hex')}`
    rendered = 0
    for (let time = 0; time < 3; time += 1) {
      expect(await memory.show(busyForm('/login', { [name]: 'x' }))).toBeUndefined()
    }
    expect(rendered).toBe(1)
  })
})
