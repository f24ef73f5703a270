import { beforeEach, describe, expect } from 'vitest'
import { done } from '#contract/server'
import { expectRedirect, expectTexts, openBrowser } from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'
import { answerRequests, asked, askedCookies, back, backWith, begin, info, openCalls, state } from './open-requests'
import { withPlainAccountApi } from './plain-answers'

const fake = withPlainAccountApi()
const it = visiting(fake)

beforeEach(() => answerRequests(fake))

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
