import { expect, it } from 'vitest'
import { allCalls } from '../../contract/calls'
import { openBrowser, withFakeAccountApi } from './browser'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()

const pages = import.meta.glob<{ action?: unknown }>('../../app/routes/**/route.tsx', { eager: true })

/** The values of the parameters in the paths of pages, by name. Any other parameter has its own name as its value. */
const values: Record<string, string[]> = { platform: ['qq'], address: ['mobile', 'email'] }

/** The pages of a file, whose folder spells the path: one for each value of a parameter. */
const pagesOf = (file: string, page: { action?: unknown }) => {
  const pattern = file.replace('../../app/routes', '').replace(/\/route\.tsx$/, '')
  const names = [...pattern.matchAll(/\$(\w+)/g)].map(([, name = '']) => name)
  const [named = [names[0] ?? '']] = names.flatMap((name) => (values[name] ? [values[name]] : []))
  return named.map((value): [string, typeof page, Record<string, string>] => {
    const params = Object.fromEntries(names.map((name, at) => [name, at === 0 ? value : name]))
    return [pattern.replace(/\$(\w+)/g, (_, name) => params[name] ?? ''), page, params]
  })
}

/** Every page with an action, except the 404 page. */
const forms = Object.entries(pages)
  .filter(([file, { action }]) => action && !file.includes('/$/'))
  .flatMap(([file, page]) => pagesOf(file, page))

/** The pages that only a flow leads to. */
const laterPages = forms.filter(([path]) =>
  /(?<!organisations|roles|invitations|members|applications)\/(code|create|existing|(?<!qr\/)confirm|held|verify|bind|switch|old|new)$|\/cancel\/password$/.test(
    path,
  ),
)

/** The names of the calls that changed something, or could have. */
const changes = () => {
  const posts = new Set<string>(allCalls.flatMap(({ name, method }) => (method === 'POST' ? name : [])))
  return fake.received.map(({ name }) => name).filter((name) => posts.has(name) && name !== 'accountLoginV2')
}

it('happy: the pages that take a form are found', () => {
  expect(forms.length).toBeGreaterThan(55)
  expect(laterPages.length).toBeGreaterThan(20)
})

it.each(forms)('security: %s changes nothing for a form of another browser', async (path, page, params) => {
  const browser = path.startsWith('/settings') ? await signedInBrowser(fake) : openBrowser()
  for (const token of [openBrowser().formToken(), '']) {
    const landed = await browser.send(page, path, {}, { token, params })
    // A page in the middle of a flow that was not begun leads to its start.
    expect([303, 403]).toContain(landed.status)
  }
  expect(changes()).toEqual([])
})

it.each(laterPages)('security: %s does nothing for a form that comes without its flow', async (path, page, params) => {
  const browser = path.startsWith('/settings') ? await signedInBrowser(fake) : openBrowser()
  const fields = {
    code: '123456',
    email_code: '123456',
    password: 'fourteen calm violins',
    mobile: '139 0000 0002',
    region: 'CN',
    email: 'bob@example.com',
    ticket: 'somebody-elses-ticket',
  }
  const landed = await browser.send(page, path, fields, { params })
  expect(landed.status).toBe(303)
  expect(landed.location).not.toContain(path)
  expect(changes()).toEqual([])
})
