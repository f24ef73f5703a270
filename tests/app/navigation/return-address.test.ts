import { beforeEach, describe, expect } from 'vitest'
import { done, refuse, signedIn, smsSent } from '#tests/app/browser/answers'
import { type Browser, expectRedirect, openBrowser, withFakeAccountApi, withoutVisit } from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'
import { action } from '~/routes/login/route'

const fake = withFakeAccountApi()
const it = visiting(fake)

const long = `/settings/activity?page=3&state=${'x'.repeat(2000)}`
const handle = 'AbCdEfGhIjKlMnOpQrStUv'
const handleNext = `next=%7E${handle}`
const outage = () => new Response(null, { status: 500 })

const enter = (browser: Browser, url: string) => browser.submit(url, { account: 'ann', password: 'x' })
const nextOf = (address: string) => `next=${encodeURIComponent(address)}`

beforeEach(() => fake.answer('accountLoginV2', signedIn()))

describe('a page that needs a sign-in', () => {
  it.each([
    ['/settings/activity', '/settings/activity'],
    ['/settings/activity?page=3', '/settings/activity?page=3'],
    ['/settings/activity?page=3&lng=en', '/settings/activity?page=3'],
    ['/settings/activity?q=a%20b&r=%2F', '/settings/activity?q=a%20b&r=%2F'],
  ])('happy: the sign-in returns to %s', async (asked, address) => {
    const browser = openBrowser()
    const { status, location } = await browser.visit(asked)
    const next = new URLSearchParams({ next: address })
    expect([status, location?.replace('&lng=en', '')]).toEqual([303, `/login?${next}`])
    expectRedirect(await enter(browser, location ?? ''), address)
  })

  const profileCalls = ['accountInfo', 'checkDefaultInfo', 'remainingUpdateTimes', 'recommendedName'] as const

  it.each([
    ['/settings/activity?page=3', ['listActivity']],
    ['/settings', ['accountInfo']],
    ['/settings/profile', profileCalls],
  ] as const)('happy: the sign-in returns to %s if the session ended there', async (path, calls) => {
    const browser = await signedInBrowser(fake)
    for (const call of calls) fake.answer(call, refuse('not_signed_in', {}))
    const { status, location } = await browser.visit(`${path}${path.includes('?') ? '&' : '?'}lng=en`)
    expect([status, withoutVisit(location)]).toEqual([303, `/login?${nextOf(path)}&notice=sign_in_again&lng=en`])
  })
})

describe('a long return address', () => {
  beforeEach(() => fake.answers({ keepReturnAddress: done({ handle }), returnAddress: done({ address: long }) }))

  it('happy: a long return address survives the sign-in, kept under a handle', async ({ browser }) => {
    const { location } = await browser.visit(long)
    expect(location).toBe(`/login?${handleNext}`)
    expect(fake.inputsOf('keepReturnAddress')).toEqual([{ address: long }])
    expectRedirect(await enter(browser, location ?? ''), long)
    expect(fake.inputsOf('returnAddress')).toEqual([{ handle }])
  })

  it('happy: a long return address survives an ended session, and its flash message is shown', async ({ person }) => {
    fake.answer('listActivity', refuse('not_signed_in', {}))
    const { location } = await person.visit(long)
    expect(location).toBe(`/login?${handleNext}&notice=sign_in_again`)
    expect(await person.visit(location ?? '')).toMatchObject({ data: { notice: 'sign_in_again' } })
    expect(await enter(person, location ?? '')).toMatchObject({ location: long })
  })

  it('happy: the sign-in page’s links to other methods carry the handle', async () => {
    expect(await openBrowser().mainAt(`/login?${handleNext}`)).toContain(`href="/login/sms?${handleNext}"`)
    expect(fake.inputsOf('returnAddress')).toEqual([])
  })

  it('happy: a long return address survives a flow that signs in', async ({ browser }) => {
    fake.answers({ sendCode: smsSent(), smsLoginOnly: signedIn() })
    const begun = await browser.submit(`/login/sms?${handleNext}`, { mobile: '13800000001', region: 'CN' })
    expectRedirect(begun, `/login/sms/code?${handleNext}`)
    expectRedirect(await browser.submit(begun.location ?? '', { code: '123456' }), long)
  })

  it('happy: a long return address in a foreign URL is replaced by a handle', async ({ browser }) => {
    expectRedirect(await browser.visit(`/login?${nextOf(long)}`), `/login?${handleNext}`)
    expectRedirect(await enter(browser, `/login?${nextOf(long)}`), long)
  })

  it('happy: a return address counts as long by its encoded length, and never makes a cookie too large', async () => {
    fake.answer('sendCode', smsSent())
    const chinese = `/${'页'.repeat(400)}`
    const landed = await openBrowser().submit(`/login/sms?${nextOf(chinese)}`, { mobile: '13800000001', region: 'CN' })
    expectRedirect(landed, `/login/sms/code?${handleNext}`)
    expect(fake.inputsOf('keepReturnAddress')).toEqual([{ address: encodeURI(chinese) }])
  })

  it('happy: a signed-in person is redirected to a long return address at once', async ({ person }) => {
    expectRedirect(await person.visit(`/login?${handleNext}`), long)
  })

  it('error: a return address over 8 kB is dropped, and the sign-in leads to the settings', async ({ browser }) => {
    const { location } = await browser.visit(`/settings/activity?q=${'x'.repeat(8192)}`)
    expect(location).toBe('/login')
    expect(await enter(browser, '/login')).toMatchObject({ location: '/settings' })
    expect(fake.inputsOf('keepReturnAddress')).toEqual([])
  })

  it.each([
    ['keeps no more for now', refuse('too_many_requests', { retry_after: 60 })],
    ['gives no answer', outage],
  ])('error: if the account API %s, the sign-in page is shown without the return address', async (_what, answer) => {
    fake.answer('keepReturnAddress', answer as typeof outage)
    const browser = openBrowser()
    expectRedirect(await browser.visit(long), '/login')
    expectRedirect(await browser.visit(`/login?${nextOf(long)}`), '/login')
    expect(await browser.visit('/login')).toMatchObject({ status: 200 })
  })
})

describe('a handle', () => {
  it.each([
    ['was made up, or is over,', done({ address: null })],
    ['cannot be asked for', outage],
  ])('error: a handle that %s leads to the settings, and the person is signed in', async (_, answer) => {
    fake.answer('returnAddress', answer as typeof outage)
    const browser = openBrowser()
    expectRedirect(await enter(browser, `/login?${handleNext}`), '/settings')
    expect(browser.jar.has('butterfly_session')).toBe(true)
  })

  it.each([`~${handle.slice(1)}/`, `x~${handle}`, '//evil.example'])(
    'security: %s is not a handle, and no call is made',
    async (next) => {
      const browser = openBrowser()
      expect(await browser.visit(`/login?${nextOf(next)}`)).toMatchObject({ status: 200 })
      expect(await enter(browser, `/login?${nextOf(next)}`)).toMatchObject({ location: '/settings' })
      expect(fake.inputsOf('returnAddress')).toEqual([])
    },
  )

  // The other site is no answer of the contract.
  it.each(['/passport/web/logout', '/.//evil.example', 'https://evil.example/'])(
    'security: the return address %j is not followed, even if the account API answers it',
    async (address) => {
      fake.answer('returnAddress', done({ address }))
      expectRedirect(await enter(openBrowser(), `/login?${handleNext}`), '/settings')
    },
  )
})

/** Where a browser of this name is led to after a sign-in that was asked for at a URL. */
const ledTo = async (userAgent: string, url: string): Promise<string> => {
  const browser = openBrowser()
  const form = browser.formWith({ account: 'ann', password: 'x' }, browser.formToken())
  const request = browser.requestFor(url, form)
  request.headers.set('user-agent', userAgent)
  const answer = await action({ request, context: {}, params: {} })
  return answer.headers.get('location') ?? ''
}

const links = 'Links (2.28; Linux 6.1.0 x86_64; GNU C 12.2; text)'

it.each([
  [links, '/login?next=%2Fsettings%2Fprofile', '/settings/profile'],
  [links, '/login', '/settings'],
  ['ELinks/0.16.1.1 (textmode; Linux; 80x24-2)', '/login?next=%2Fsettings%3Fa%3D1', '/settings?a=1'],
  ['Dillo/3.0.5', '/login', '/settings'],
])('happy: %s is redirected from %s to a URL that it has not cached', async (userAgent, url, page) => {
  const location = await ledTo(userAgent, url)
  expect([withoutVisit(location), location === page]).toEqual([page, false])
})

it.each(['', 'w3m/0.5.3', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0 Links'])(
  'happy: the browser %j is redirected to the page itself',
  async (userAgent) => expect(await ledTo(userAgent, '/login?next=%2Fsettings%2Fprofile')).toBe('/settings/profile'),
)
