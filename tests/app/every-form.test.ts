import { expect, it } from 'vitest'
import { allCalls } from '../../contract/calls'
import { openBrowser, withFakeAccountApi } from './browser'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()

const pages = import.meta.glob<{ action?: unknown }>('../../app/routes/*/route.tsx', { eager: true })

/** The address of a page, as the name of its folder has it. */
const pathOf = (file: string): string =>
  `/${(file.split('/').at(-2) ?? '')
    .replace(/\._index$/, '')
    .replace('$platform', 'qq')
    .replaceAll('.', '/')}`

/** Every page that takes a form, but for that of addresses that there are not. */
const forms = Object.entries(pages).flatMap(([file, page]): [string, typeof page][] =>
  page.action && pathOf(file) !== '/$' ? [[pathOf(file), page]] : [],
)

/** The names of the calls that changed something, or could have. */
const changes = () => {
  const posts = new Set<string>(allCalls.flatMap(({ name, method }) => (method === 'POST' ? name : [])))
  return fake.received.map(({ name }) => name).filter((name) => posts.has(name) && name !== 'accountLoginV2')
}

it('happy: there are forms', () => {
  expect(forms.length).toBeGreaterThan(40)
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
