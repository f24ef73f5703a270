import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { done, refuse, signedIn, smsSent } from '#tests/app/browser/answers'
import { type Browser, expectRedirect, expectTexts, openBrowser, withoutVisit } from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'
import { withSettings } from '#tests/app/browser/with-settings'
import { newCode, other } from '#tests/app/qr-codes/qr-codes'
import { env } from '~/runtime/env.server'
import {
  answerRequests,
  asked,
  askedCookies,
  back,
  backWith,
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
import { plainPaths, withPlainAccountApi } from './plain-answers'

const fake = withPlainAccountApi()
const it = visiting(fake)

beforeEach(() => answerRequests(fake))
afterEach(() => vi.useRealTimers())

describe('a request of an application, for an account API that holds none', () => {
  it('happy: the page names the application and its scopes, and the answer returns the application’s own value', async () => {
    const browser = await signedInBrowser(fake)
    const page = await begin(browser)
    const shown = await browser.show(page)
    expectTexts(shown.main, { shown: ['“Orchard” asks for access', 'a***@example.com', 'ann'] })
    expect(shown.headers.get('content-security-policy')).toContain("form-action 'self' https://orchard.example;")
    expectRedirect(await browser.submit(page, { scopes: 'email' }), back)
    expect(new URL(back).searchParams.get('state')).toBe(state)
    expect(fake.inputsOf('openAuthInfo')).toEqual([asked, asked])
    expect(fake.inputsOf('openWebAuth')).toEqual([{ ...asked, scopes: ['openid', 'email'], deny: 0 }])
    expect(askedCookies(browser)).toEqual([])
  })

  it('happy: optional parameters that the request lacks are in no call', async ({ person: browser }) => {
    const { client_key } = asked
    const url = `${redirect_uri}&code=c`
    fake.answer('openWebAuth', done({ redirect_url: url }))
    const page = await begin(browser, { client_key, redirect_uri, scope: '', state: '', prompt: 'none' })
    expectRedirect(await browser.submit(page), url)
    expect(fake.inputsOf('openWebAuth')).toEqual([{ client_key, redirect_uri, scopes: ['openid'], deny: 0 }])
  })

  it('happy: client_id and scopes are accepted as aliases', async ({ person: browser }) => {
    const { client_key: client_id, scope: scopes, ...others } = asked
    await browser.visit(await begin(browser, { client_id, scopes, ...others }))
    await browser.visit(await begin(browser, { ...asked, client_id, scopes }))
    expect(fake.inputsOf('openAuthInfo')).toEqual([asked, asked])
  })

  it('happy: a person who is signed out can decline', async ({ browser }) => {
    fake.answer('openAuthInfo', done(unknown))
    const declined = backWith({ error: 'access_denied' })
    fake.answer('openWebAuth', done({ redirect_url: declined }))
    expectRedirect(await browser.submit(await begin(browser), { deny: 'x', scopes: 'email' }), declined)
    expect(fake.inputsOf('openWebAuth')).toEqual([{ ...asked, scopes: [], deny: 1 }])
  })

  it('happy: the request continues after a sign-in, which gives the browser another id', async ({ browser }) => {
    fake.answer('openAuthInfo', done(unknown))
    const page = await begin(browser)
    const before = browser.jar.get('butterfly_browser')
    fake.answer('openAccountAuth', done({ auth_ticket: ticket, session: signedIn().data }))
    const landed = await browser.submit(`${page}/password`, { ...typed, stay_signed_in: '1' })
    expect(withoutVisit(landed.location)).toBe(page)
    expect(browser.jar.get('butterfly_browser')).not.toBe(before)
    expect(fake.inputsOf('openAccountAuth')).toEqual([{ ...asked, ...typed, region: 'CN', stay_signed_in: 1 }])
    fake.answer('openAuthInfo', done(info))
    expectRedirect(await browser.submit(page), back)
  })

  it('happy: four requests of one browser are answered, each with its own value', async ({ person: browser }) => {
    const pages: string[] = []
    for (const each of ['1', '2', '3', '4']) pages.push(await begin(browser, { ...asked, state: each }))
    fake.answer('openWebAuth', ({ input }) => done({ redirect_url: backWith({}, [String(input.state)]) as never }))
    for (const [nth, page] of pages.entries())
      expectRedirect(await browser.submit(page), backWith({}, [String(nth + 1)]))
  })
})

describe('with third-party sign-in', () => {
  const { thirdPartyStart, ...withStart } = plainPaths
  withSettings({
    accountApi: { ...env().accountApi, paths: withStart },
    platforms: [{ platform: 'example', name: 'Example' }],
  })

  it('happy: each way to prove a person names the request by its parameters, and a ticket answers it', async ({
    browser,
  }) => {
    fake.answer('openAuthInfo', done(unknown))
    const page = await begin(browser)
    for (const way of ['sms', 'platform/example']) expect(await browser.mainAt(page)).toContain(`href="${page}/${way}"`)
    const proven = { auth_ticket: ticket }
    fake.answers({ openSendCode: smsSent(), openSmsAuth: done(proven), openThirdPartyAuth: done(proven) })
    await browser.submit(`${page}/sms`, { mobile: '138 0000 0001', region: 'CN' })
    await browser.submit(`${page}/sms/code`, { code: '123456' })
    const callback = '/passport/web/auth/example/callback'
    const visit = {
      nonce: 'n'.repeat(22),
      code_verifier: 'v'.repeat(43),
      redirect_uri: `http://localhost:3299${callback}`,
    }
    const started = { platform: 'example', url: 'https://provider.example/authorize', state: 's'.repeat(22), ...visit }
    fake.answer('thirdPartyStart', done(started))
    await browser.visit(`/passport/web/auth/example?request=${page.split('/').at(-1)}`)
    await browser.visit(`${callback}?code=abc&state=${started.state}`)
    await browser.visit(`${page}/arrived`)
    expectTexts(await browser.mainAt(`${page}/qr`), { shown: ['Scan it with'], hidden: ['letters', 'number'] })
    fake.answer('openQrGet', newCode(`/login/qr/authorize?token=${other}`))
    fake.answer('openQrCheck', done({ status: 'confirmed' as const, expires_at: null, ...proven }))
    await browser.submit(`${page}/qr`)
    expectRedirect(await browser.submit(`${page}/qr/code`), page)
    for (const call of ['openSendCode', 'openSmsAuth', 'openQrGet', 'openQrCheck'] as const)
      expect(fake.inputsOf(call), call).toMatchObject([asked])
    // The address belongs to the visit.
    expect(fake.inputsOf('openThirdPartyAuth')).toMatchObject([{ ...asked, ...visit }])
    fake.answer('openAuthInfo', done(info))
    expect(await browser.mainAt(page)).toContain('You continue as ann, for this request alone')
    expectRedirect(await browser.submit(page), back)
    expect(fake.inputsOf('openWebAuth')).toMatchObject([{ ...asked, ...proven }])
  })
})

describe('what another browser, another site and another request may try', () => {
  it.each([
    'https://evil.example/callback?tenant=7',
    'https://orchard.example.evil.example/callback?tenant=7',
    'https://orchard.example:8443/callback?tenant=7',
    'https://orchard.example/other?tenant=7',
    'https://orchard.example/callback?tenant=8',
  ])('security: no answer is requested if the account API names %s as the address', async (returns_to) => {
    fake.answer('openAuthInfo', done({ ...info, returns_to: returns_to as never, already_granted: true }))
    const browser = await signedInBrowser(fake)
    const page = await begin(browser)
    const shown = await browser.show(page)
    expect([shown.status, shown.location]).toEqual([400, null])
    expect(shown.headers.get('content-security-policy')).not.toContain('orchard.example')
    expect(shown.main).toContain('Go back to the application and start again.')
    for (const fields of [{}, { deny: 'x' }]) expect((await browser.submit(page, fields)).status).toBe(400)
    expect((await browser.visit(`${page}/on`)).status).toBe(400)
    expect(fake.inputsOf('openWebAuth')).toEqual([])
  })

  it.each([
    ['another site', `https://evil.example/callback?state=${encodeURIComponent(state)}`],
    ['another path', `https://orchard.example/other?state=${encodeURIComponent(state)}`],
    ['another port', `https://orchard.example:8443/callback?state=${encodeURIComponent(state)}`],
    ['no value of the application', backWith({ code: 'c' }, [])],
    ['another value', backWith({ code: 'c' }, ['of a thief'])],
    ['two values', backWith({ code: 'c' }, [state, 'of a thief'])],
  ])('security: an answer with %s redirects nowhere', async (_, redirect_url) => {
    fake.answer('openWebAuth', done({ redirect_url: redirect_url as never }))
    const browser = await signedInBrowser(fake)
    const page = await begin(browser)
    for (const fields of [{}, { deny: 'x' }]) {
      const shown = await browser.show(page, { fields })
      expect([shown.status, shown.location]).toEqual([400, null])
      expectTexts(shown.main, { shown: ['Go back to the application and start again.'], hidden: ['evil.example'] })
    }
    fake.answer('openAuthInfo', done({ ...info, already_granted: true }))
    expect(await browser.visit(`${page}/on`)).toMatchObject({ status: 400, location: null })
  })

  it('security: a request’s address is useless in another browser, even with a copy of its cookie', async () => {
    const [browser, thief] = [openBrowser(), await signedInBrowser(fake)]
    const page = await begin(browser)
    const elsewhere = async () => {
      const { status, main } = await thief.show(page)
      expect([status, main.includes('This request was started in another browser')]).toEqual([403, true])
      for (const fields of [{}, { deny: 'x' }]) expectRedirect(await thief.submit(page, fields), page)
    }
    await elsewhere()
    const [name = ''] = askedCookies(browser)
    thief.jar.set(name, browser.jar.get(name) ?? '')
    await elsewhere()
    await begin(thief)
    await elsewhere()
    expect(openCalls(fake)).toEqual([])
  })

  it('security: a request’s cookie does not work for another request, and a changed cookie is refused', async () => {
    const browser = openBrowser()
    const first = await begin(browser, { ...asked, state: '1' })
    const [ofFirst = ''] = askedCookies(browser)
    const second = await begin(browser, { ...asked, state: '2' })
    const ofSecond = askedCookies(browser).find((name) => name !== ofFirst) ?? ''
    const sealed = browser.jar.get(ofFirst) ?? ''
    browser.jar.set(ofSecond, sealed)
    expect((await browser.visit(second)).status).toBe(404)
    for (const changed of ['', 'x', 'x'.repeat(5000), sealed.replace(/.$/, ''), `${sealed}A`, sealed.slice(1)]) {
      browser.jar.set(ofFirst, changed)
      expect((await browser.visit(first)).status, changed).toBe(404)
    }
    expect(openCalls(fake)).toEqual([])
    browser.jar.set(ofFirst, sealed)
    expect((await browser.visit(first)).status).toBe(200)
  })

  it.each([
    '',
    'x',
    `${'m'.repeat(22)}.`,
    `${'m'.repeat(22)}.../..`,
    `${'m'.repeat(22)}${`.${'u'.repeat(22)}`.repeat(9)}`,
  ])('security: a forged list of requests (%#) is replaced by a new list', async (list) => {
    const browser = openBrowser()
    browser.jar.set('butterfly_asking', list)
    expect((await browser.visit(await begin(browser))).status).toBe(200)
  })

  it('security: neither the address of a page nor its form changes the request', async ({ person: browser }) => {
    const page = await begin(browser)
    const evil = { client_key: 'thief', redirect_uri: 'https://evil.example/', state: 'x', request_uid: 'u'.repeat(22) }
    expectRedirect(await browser.submit(`${page}?${new URLSearchParams(evil)}`, { ...evil, scopes: 'email' }), back)
    expect(fake.inputsOf('openWebAuth')).toEqual([{ ...asked, scopes: ['openid', 'email'], deny: 0 }])
  })

  it('security: no cookie reveals the request, and only its own pages receive the cookie', async ({ browser }) => {
    const page = await begin(browser)
    const [name = ''] = askedCookies(browser)
    expect([...browser.jar.values()].join()).not.toMatch(/orchard|tenant/)
    expect(browser.cookieHeader(`${page}/sms`)).toContain(name)
    for (const path of ['/', '/login/authorize', '/settings', `${page}x`])
      expect(browser.cookieHeader(path)).not.toContain(name)
  })

  it('security: the longest request fits into a cookie', async ({ browser }) => {
    const longest = {
      client_key: '"'.repeat(64),
      scope: 's'.repeat(300),
      source: '"'.repeat(64),
      redirect_uri: `https://orchard.example/${'p'.repeat(1000)}`,
      state: '"'.repeat(512),
    }
    fake.answer('openAuthInfo', done({ ...info, returns_to: longest.redirect_uri as never }))
    expect((await browser.visit(await begin(browser, longest))).status).toBe(200)
    expect(fake.inputsOf('openAuthInfo')).toEqual([longest])
  })

  it('error: a browser that keeps no cookies gets the same page as another browser', async () => {
    const browser = openBrowser({ cookies: false })
    const { status, main } = await browser.show(await begin(browser))
    expect([status, main.includes('go back to the application in this browser')]).toEqual([403, true])
  })
})

describe('what an application may get wrong', () => {
  const { client_key, ...withoutKey } = asked
  const { redirect_uri: _, ...withoutAddress } = asked

  it.each([
    ['no client_key', beginAt(withoutKey)],
    ['no redirect_uri', beginAt(withoutAddress)],
    ['nothing', '/login/authorize'],
    ['a state that is too long', beginAt({ ...asked, state: 's'.repeat(513) })],
    ['an address that is a script', beginAt({ ...asked, redirect_uri: 'javascript:alert(1)' })],
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
