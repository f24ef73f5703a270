import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { BusyForms } from '#server/page-memory/busy-forms'
import { PageMemory } from '#server/page-memory/page-memory'
import type { App } from '#server/remix-build'
import { onePageApp } from './one-page-app'

/** An app with one page of 1 MB of random text, which takes about 3 MB of the memory. It notes each rendering. */
const appOfLargePages = (visitors?: Parameters<typeof onePageApp>[1]) => {
  const rendered: string[] = []
  const app = onePageApp(async (request) => {
    rendered.push(new URL(request.url).search)
    return new Response(randomBytes(512 * 1024).toString('hex'))
  }, visitors)
  return { app, rendered }
}

it('security: the memory stays limited, and drops the page that was unused for longest', async () => {
  const { app, rendered } = appOfLargePages()
  const memory = new PageMemory({ app, origin: 'http://localhost' })
  const open = (next: string) => memory.recall({ url: `/login?next=${next}`, cookie: '', acceptLanguage: 'en' })
  for (let page = 0; page < 12; page += 1) {
    await open(`/${page}`)
    await open('/0')
  }
  expect(rendered).toHaveLength(12)
  await open('/0')
  await open('/11')
  expect(rendered).toHaveLength(12)
  await open('/1')
  expect(rendered.at(-1)).toBe('?next=/1')
  expect(rendered).toHaveLength(13)
})

it('security: a page that lists the device’s accounts is neither stored in nor served from memory', async () => {
  const { app, rendered } = appOfLargePages({ listsAccounts: (_path, cookie) => cookie.includes('accounts') })
  const memory = new PageMemory({ app, origin: 'http://localhost' })
  const open = (cookie: string) => memory.recall({ url: '/login', cookie, acceptLanguage: 'en' })
  expect(await open('')).toBeDefined()
  expect(await open('accounts=x')).toBeUndefined()
  expect(rendered).toHaveLength(1)
})

it('happy: a page with a choice of regions is remembered for each region, and any other page once', async () => {
  const rendered: string[] = []
  const handle: App['handle'] = async ({ url, headers }) => {
    const { pathname } = new URL(url)
    rendered.push(`${pathname} ${headers.get('accept-language')}`)
    return new Response(pathname === '/login' ? '<p>no region</p>' : '<select id="region" name="region">')
  }
  const app = onePageApp(handle, { regionFor: (header) => (header.endsWith('GB') ? 'GB' : 'CN') })
  const rememberedPaths = new Set(['/login', '/login/sms'])
  const memory = new PageMemory({ app: { ...app, rememberedPaths }, origin: 'http://localhost' })
  const visitors = ['en-GB', 'en', 'fr-GB', 'en-ZZ', 'en-GB']
  for (const url of ['/login', '/login/sms', '/login', '/login/sms'])
    for (const acceptLanguage of visitors) await memory.recall({ url, cookie: '', acceptLanguage })
  expect(rendered).toEqual(['/login en-GB', '/login/sms en-GB', '/login/sms en-CN'])
})

/** An app with a page that shows one text, which a translation service changes. */
const appWithText = () => {
  const shown = { text: 'Sign in', version: 0 }
  const token = 'token'
  const app = onePageApp(
    async (request) => {
      const fields = request.method === 'POST' ? await request.formData() : new FormData()
      const value = String(fields.get('account') ?? '')
      return new Response(`<h1>${shown.text}</h1><input value="${token}"><input name="account" value="${value}">`, {
        status: request.method === 'POST' ? 503 : 200,
      })
    },
    {
      textsVersion: () => shown.version,
      formTokenOf: () => token,
      refilledForm: (body) => ({ browserId: 'browser', fields: new Map(new URLSearchParams(body.toString())) }),
    },
  )
  return { app, shown }
}

const asked = { url: '/login', cookie: '', acceptLanguage: 'en' }

it('happy: a page shows new texts as soon as they arrive, although the old page is remembered', async () => {
  const { app, shown } = appWithText()
  const memory = new PageMemory({ app, origin: 'http://localhost' })
  const page = async () => (await memory.recall(asked))?.page.plain('token').toString()
  expect(await page()).toContain('Sign in')
  Object.assign(shown, { text: 'Come in', version: 1 })
  expect(await page()).toContain('Come in')
})

it('happy: a form that comes back because of missing room shows new texts too', async () => {
  const { app, shown } = appWithText()
  const pages = new PageMemory({ app, origin: 'http://localhost' })
  const forms = new BusyForms({ app, origin: 'http://localhost', pages })
  const form = {
    ...asked,
    type: 'application/x-www-form-urlencoded',
    body: Buffer.from('account=ada'),
    retrySeconds: 5,
  }
  const html = async () => (await forms.show(form))?.html
  expect(await html()).toBe('<h1>Sign in</h1><input value="token"><input name="account" value="ada">')
  Object.assign(shown, { text: 'Come in', version: 1 })
  expect(await html()).toContain('<h1>Come in</h1>')
})
