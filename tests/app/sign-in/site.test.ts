import { beforeEach, expect } from 'vitest'
import { vouchedUrl } from '#contract/terms/vouched-url'
import { done, refuse, signedIn } from '#tests/app/browser/answers'
import { expectRedirect, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'

const fake = withFakeAccountApi()
const it = visiting(fake)

const wiki = vouchedUrl.parse('https://wiki.example')
const ticketed = vouchedUrl.parse('https://wiki.example/.butterfly/arrive?ticket=t&to=%2Fpage')
const query = { site: wiki, challenge: 'c'.repeat(43), to: '/page?x=1' }
const at = (path: string, more: Partial<Record<keyof typeof query, string>> = {}) =>
  `${path}?${new URLSearchParams({ ...query, ...more })}`

beforeEach(() => {
  fake.answer('protectedSite', ({ input }) =>
    input.site === wiki ? done({ name: 'Wiki', url: wiki }) : (refuse('no_such_site', {}) as never),
  )
  fake.answer('issueSiteTicket', done({ url: ticketed }))
})

it('happy: a signed-in person returns to the site at once, with a ticket and no referrer', async ({ person }) => {
  const landed = await person.visit(at('/login/site'))
  expectRedirect(landed, ticketed)
  expect(landed.headers.get('referrer-policy')).toBe('no-referrer')
  expect(fake.inputsOf('issueSiteTicket')).toEqual([query])
})

it('happy: a signed-out person signs in first, and the page then continues', async ({ browser }) => {
  const first = await browser.visit(at('/login/site'))
  const next = at('/login/site/signed-in')
  expectRedirect(first, `/login?${new URLSearchParams({ next })}`)
  fake.answer('accountLoginV2', signedIn())
  expectRedirect(await browser.submit(first.location ?? '', { account: 'ann', password: 'x' }), next)
  const page = await browser.show(next)
  expect(page.headers.get('refresh')).toBe(`0; url=${at('/login/site')}`)
  expect(page.main).toContain('You are going back to “Wiki”.')
  expectRedirect(await browser.visit(at('/login/site')), ticketed)
})

it('error: a session that ended elsewhere requires a new sign-in', async ({ person }) => {
  fake.answer('issueSiteTicket', refuse('not_signed_in', {}))
  expect((await person.visit(at('/login/site'))).location).toMatch(/^\/login\?next=%2Flogin%2Fsite%2Fsigned-in/)
})

it('error: a person without access reads why, and what to do', async ({ person }) => {
  fake.answer('issueSiteTicket', refuse('site_refused', { reason: 'no_place' }))
  const page = await person.show(at('/login/site'))
  expect(page).toMatchObject({ status: 403, location: null, main: expect.stringContaining('“Wiki” lets in members') })
  expect(page.main).toContain('href="/settings/accounts"')
  fake.answer('issueSiteTicket', refuse('site_refused', { reason: 'second_factor' }))
  expect((await person.show(at('/login/site'))).main).toContain('href="/settings/authenticator"')
})

it('error: after a refused ticket, a page leads to the beginning at the site', async () => {
  const page = await openBrowser().show(at('/login/site/again'))
  expect(page.status).toBe(400)
  const start = `https://wiki.example/.butterfly/start?${new URLSearchParams({ to: query.to })}`
  expect(page.main).toContain(`href="${start}"`)
})

it.each(['/login/site', '/login/site/signed-in', '/login/site/again'])(
  'security: %s of an unregistered site is not followed',
  async (path) => {
    for (const site of ['https://a.example', 'https://wiki.example.evil', '//wiki.example', 'javascript:alert(1)', ''])
      for (const browser of [openBrowser(), await signedInBrowser(fake)]) {
        const page = await browser.show(at(path, { site }))
        expect(page).toMatchObject({ status: 404, location: null, main: expect.stringContaining('is not registered') })
        expect(page.headers.get('refresh')).toBeNull()
      }
    expect(fake.inputsOf('issueSiteTicket')).toEqual([])
  },
)

it('security: a return address that could point elsewhere becomes the first page', async ({ person }) => {
  for (const to of ['//evil.example/', 'https://evil.example/', '/\\evil.example', ''])
    await person.visit(at('/login/site', { to }))
  expect(fake.inputsOf('issueSiteTicket').map((input) => input.to)).toEqual(['/', '/', '/', '/'])
  const page = await person.show(at('/login/site/again', { to: '//evil.example/' }))
  expect(page.main).toContain('href="https://wiki.example/.butterfly/start?to=%2F"')
})

it('error: a truncated link is not a ticket', async ({ person }) => {
  fake.answer('issueSiteTicket', refuse('invalid_input', { fields: [{ field: 'challenge', reason: 'invalid' }] }))
  expect(await person.show(at('/login/site', { challenge: 'short' }))).toMatchObject({ status: 404, location: null })
})
