import { expect, it } from 'vitest'
import { BusyForms } from '#server/page-memory/busy-forms'
import { PageMemory } from '#server/page-memory/page-memory'
import { onePageApp } from './one-page-app'

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
