import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { done, refuse } from '#contract/server'
import { type Browser, expectRedirect, expectTexts, openBrowser } from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'
import {
  answerRequests,
  asked,
  askedCookies,
  back,
  begin,
  beginAt,
  info,
  openCalls,
  redirect_uri,
  state,
  ticket,
  typed,
  unknown,
} from './open-requests'
import { withPlainAccountApi } from './plain-answers'

const fake = withPlainAccountApi()
const it = visiting(fake)

beforeEach(() => answerRequests(fake))
afterEach(() => vi.useRealTimers())

describe('what an application may get wrong', () => {
  const { client_key, ...withoutKey } = asked
  const { redirect_uri: _, ...withoutAddress } = asked

  it.each([
    ['no client_key', beginAt(withoutKey)],
    ['no redirect_uri', beginAt(withoutAddress)],
    ['nothing', '/login/authorize'],
    ['a state that is too long', beginAt({ ...asked, state: 's'.repeat(513) })],
    ['a key that is too long', beginAt({ ...asked, client_key: 'k'.repeat(65) })],
    ['a list of scopes that is too long', beginAt({ ...asked, scope: 's'.repeat(301) })],
    ['a source that is too long', beginAt({ ...asked, source: 's'.repeat(65) })],
    ['an address that is too long', beginAt({ ...asked, redirect_uri: redirect_uri.padEnd(1025, 'p') })],
    ['a state with a line break', beginAt({ ...asked, state: 'a\r\nset-cookie: a=b' })],
    ['an address that is not https', beginAt({ ...asked, redirect_uri: 'http://orchard.example/callback' })],
    ['an address that is a script', beginAt({ ...asked, redirect_uri: 'javascript:alert(1)' })],
    ['an address of this site', beginAt({ ...asked, redirect_uri: '/settings' })],
    ['an address with a fragment', beginAt({ ...asked, redirect_uri: `${redirect_uri}#x` })],
    ['two addresses', `${beginAt()}&redirect_uri=https%3A%2F%2Fevil.example`],
    ['one parameter twice', `${beginAt()}&state=${encodeURIComponent(state)}`],
    ['two applications', `${beginAt()}&client_id=thief`],
    ['two lists of scopes', `${beginAt()}&scopes=openid`],
  ])('error: %s is reported on a plain page, and no request begins', async (_, path) => {
    const browser = openBrowser()
    const landed = await browser.visit(path)
    expect([landed.status, landed.location, askedCookies(browser)]).toEqual([400, null, []])
    const { main } = await browser.show(path)
    const next = 'Go back to the application and start again.'
    expectTexts(main, { shown: [next], hidden: ['evil.example', 'alert(1)', ' at '] })
    expect(openCalls(fake)).toEqual([])
  })

  it('error: an unknown application is reported, and no browser is sent to it', async ({ person: browser }) => {
    fake.answer('openAuthInfo', refuse('no_such_client', {}))
    const page = await begin(browser, { ...asked, client_key: 'thief' })
    const shown = await browser.show(page)
    expect([shown.status, shown.location]).toEqual([404, null])
    expectTexts(shown.main, { shown: ['This application cannot ask here'], hidden: ['orchard.example'] })
    for (const fields of [{}, { deny: 'x' }]) expectRedirect(await browser.submit(page, fields), page)
    expectRedirect(await browser.visit(`${page}/on`), page)
    expect(fake.inputsOf('openWebAuth')).toEqual([])
  })

  it('error: parameters that the account API refuses are reported as wrong', async ({ browser }) => {
    fake.answer('openAuthInfo', refuse('invalid_input', { fields: [{ field: 'scope', reason: 'invalid' }] }))
    const { status, main } = await browser.show(await begin(browser))
    expect([status, main.includes('The application sent a wrong request')]).toEqual([400, true])
  })

  it('error: an invalid answer of the account API is an outage, and the request continues afterwards', async () => {
    const browser = await signedInBrowser(fake)
    const page = await begin(browser)
    for (const nonsense of [new Response('{"data":{}}'), new Response('<html>', { status: 502 })]) {
      fake.answer('openAuthInfo', () => nonsense.clone())
      expect((await browser.show(page)).status).toBe(503)
    }
    fake.answers({ openAuthInfo: done(info), openWebAuth: done({ redirect_url: 'javascript:alert(1)' as never }) })
    expect((await browser.show(page, { fields: {} })).status).toBe(503)
    fake.answer('openWebAuth', done({ redirect_url: back }))
    expectRedirect(await browser.submit(page), back)
  })
})

describe('a request that has ended', () => {
  /** Expects a page that says so, and no call. */
  const expectOver = async (browser: Browser, page: string) => {
    const before = openCalls(fake).length
    const { status, main } = await browser.show(page)
    expect([status, main.includes('This request has ended')]).toEqual([404, true])
    expectRedirect(await browser.submit(page), page)
    expectRedirect(await browser.submit(`${page}/password`, typed), page)
    expectRedirect(await browser.visit(`${page}/sms`), page)
    expect(openCalls(fake)).toHaveLength(before)
  }

  it('error: a request ends after an hour', async ({ browser }) => {
    const page = await begin(browser)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 })
    await expectOver(browser, page)
  })

  it('error: a request ends with its answer', async ({ person: browser }) => {
    const page = await begin(browser)
    await browser.submit(page)
    await expectOver(browser, page)
  })

  it('error: a fifth request ends the oldest', async ({ browser }) => {
    const pages: string[] = []
    for (let nth = 0; nth < 5; nth += 1) pages.push(await begin(browser))
    expect(askedCookies(browser)).toHaveLength(4)
    await expectOver(browser, pages[0] ?? '')
    for (const page of pages.slice(1)) expect((await browser.visit(page)).status).toBe(200)
  })

  it('error: the second of two clicks gets the same answer as the first', async ({ person: browser }) => {
    const page = await begin(browser)
    const before = new Map(browser.jar)
    await browser.submit(page)
    for (const [name, value] of before) browser.jar.set(name, value)
    expectRedirect(await browser.submit(page), back)
  })

  it('error: a used ticket redirects to the ways to sign in, or to the existing answer', async ({ browser }) => {
    const page = await begin(browser)
    fake.answers({ openAuthInfo: done(unknown), openAccountAuth: done({ auth_ticket: ticket }) })
    await browser.submit(`${page}/password`, typed)
    const before = new Map(browser.jar)
    fake.answer('openAuthInfo', ({ input }) =>
      'auth_ticket' in input ? refuse('ticket_refused', {}) : done({ ...unknown, goes_on_at: back as never }),
    )
    expectRedirect(await browser.submit(page), back)
    for (const [name, value] of before) browser.jar.set(name, value)
    expectRedirect(await browser.visit(page), `${page}?notice=auth_ticket_over`)
  })
})
