import { expect, it } from 'vitest'
import { allCalls } from '../../contract/calls'
import { openBrowser, withFakeAccountApi } from './browser'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()

const pages = import.meta.glob<{ action?: unknown }>('../../app/routes/**/route.tsx', { eager: true })

/** The path of a page, which its folder spells. */
const pathOf = (file: string): string =>
  file
    .replace('../../app/routes', '')
    .replace(/\/route\.tsx$/, '')
    .replace('$platform', 'qq') || '/'

/** Every route with an action, except the 404 route. */
const forms = Object.entries(pages).flatMap(([file, page]): [string, typeof page][] =>
  page.action && pathOf(file) !== '/$' ? [[pathOf(file), page]] : [],
)

/** Those that a flow leads to: nobody sends one of them who has not come that way. */
const laterPages = forms.filter(([path]) =>
  /\/(code|create|existing|confirm|held|verify|bind|switch|old|new|resend)$|\/cancel\/password$/.test(path),
)

/** The names of the calls that changed something, or could have. */
const changes = () => {
  const posts = new Set<string>(allCalls.flatMap(({ name, method }) => (method === 'POST' ? name : [])))
  return fake.received.map(({ name }) => name).filter((name) => posts.has(name) && name !== 'accountLoginV2')
}

it('happy: the pages that take a form are found', () => {
  expect(forms.length).toBeGreaterThan(70)
  expect(laterPages.length).toBeGreaterThan(30)
})

it.each(forms)('security: %s changes nothing by a form of another visit', async (path, page) => {
  const browser = path.startsWith('/settings') ? await signedInBrowser(fake) : openBrowser()
  for (const token of [openBrowser().formToken(), '']) {
    const landed = await browser.send(page, path, {}, { token, params: { platform: 'qq' } })
    // A page in the middle of a flow that was not begun leads to its start.
    expect([303, 403]).toContain(landed.status)
  }
  expect(changes()).toEqual([])
})

it.each(laterPages)('security: %s sent first of all does nothing', async (path, page) => {
  const browser = path.startsWith('/settings') ? await signedInBrowser(fake) : openBrowser()
  const landed = await browser.send(page, path, {
    code: '123456',
    email_code: '123456',
    password: 'fourteen calm violins',
    mobile: '139 0000 0002',
    region: 'CN',
    email: 'bob@example.com',
    ticket: 'somebody-elses-ticket',
  })
  expect(landed.status).toBe(303)
  expect(landed.location).not.toContain(path)
  expect(changes()).toEqual([])
})
