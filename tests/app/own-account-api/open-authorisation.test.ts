import { beforeEach, describe, expect } from 'vitest'
import { openInfo } from '#tests/app/authorisation/authorise'
import { done, smsSent } from '#tests/app/browser/answers'
import { expectRedirect, expectTexts, withoutVisit } from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'
import { withSettings } from '#tests/app/browser/with-settings'
import { half, newCode, other } from '#tests/app/qr-codes/qr-codes'
import { env } from '~/runtime/env.server'
import {
  answerRequests,
  asked,
  askedCookies,
  back,
  backWith,
  begin,
  info,
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

  it('happy: a person is proven by an SMS code, and agrees with a ticket', async ({ browser }) => {
    fake.answer('openAuthInfo', done(unknown))
    const page = await begin(browser)
    expect(await browser.mainAt(page)).toContain(`href="${page}/sms"`)
    fake.answer('openSendCode', smsSent())
    expectRedirect(await browser.submit(`${page}/sms`, { mobile: '138 0000 0001', region: 'CN' }), `${page}/sms/code`)
    fake.answer('openSmsAuth', done({ auth_ticket: ticket }))
    expect(withoutVisit((await browser.submit(`${page}/sms/code`, { code: '123456' })).location)).toBe(page)
    fake.answer('openAuthInfo', done(info))
    expect(await browser.mainAt(page)).toContain('You continue as ann, for this request alone')
    expectRedirect(await browser.submit(page), back)
    const mobile = '+8613800000001'
    expect(fake.inputsOf('openSendCode')).toEqual([{ ...asked, mobile, type: 27 }])
    expect(fake.inputsOf('openSmsAuth')).toMatchObject([{ ...asked, mobile, code: '123456', type: 27 }])
    expect(fake.inputsOf('openWebAuth')).toMatchObject([{ ...asked, auth_ticket: ticket }])
  })

  it('happy: the request continues after a sign-in, which gives the browser another id', async ({ browser }) => {
    fake.answer('openAuthInfo', done(unknown))
    const page = await begin(browser)
    const before = browser.jar.get('butterfly_browser')
    const { expires_at } = openInfo
    const session = { user_id: '1', is_new_user: false, expires_at: expires_at ?? '' }
    fake.answer('openAccountAuth', done({ auth_ticket: ticket, session }))
    const landed = await browser.submit(`${page}/password`, { ...typed, stay_signed_in: '1' })
    expect(withoutVisit(landed.location)).toBe(page)
    expect(browser.jar.get('butterfly_browser')).not.toBe(before)
    expect(fake.inputsOf('openAccountAuth')).toEqual([{ ...asked, ...typed, region: 'CN', stay_signed_in: 1 }])
    fake.answer('openAuthInfo', done(info))
    expectRedirect(await browser.submit(page), back)
  })

  it('happy: a phone answers by a QR code', async ({ browser }) => {
    fake.answer('openAuthInfo', done(unknown))
    const page = await begin(browser)
    expectTexts(await browser.mainAt(`${page}/qr`), { shown: ['Scan it with'], hidden: ['letters', 'number'] })
    fake.answer('openQrGet', newCode(`/login/qr/authorize?token=${other}`))
    expectRedirect(await browser.submit(`${page}/qr`), `${page}/qr/code`)
    const status = { status: 'confirmed' as const, expires_at: null, auth_ticket: ticket }
    fake.answer('openQrCheck', done(status))
    expectRedirect(await browser.submit(`${page}/qr/code`), page)
    fake.answer('openAuthInfo', done(info))
    expectRedirect(await browser.submit(page), back)
    expect(fake.inputsOf('openQrGet')).toEqual([asked])
    expect(fake.inputsOf('openQrCheck')).toEqual([{ ...asked, token: half, look: 0 }])
    expect(fake.inputsOf('openWebAuth')).toMatchObject([{ ...asked, auth_ticket: ticket }])
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

  it('happy: a person is proven at a provider', async ({ browser }) => {
    fake.answer('openAuthInfo', done(unknown))
    const page = await begin(browser)
    expect(await browser.mainAt(page)).toContain(`href="${page}/platform/example"`)
    const uid = page.split('/').at(-1)
    const callback = '/passport/web/auth/example/callback'
    const visit = {
      nonce: 'n'.repeat(22),
      code_verifier: 'v'.repeat(43),
      redirect_uri: `http://localhost:3299${callback}`,
    }
    const started = { platform: 'example', url: 'https://provider.example/authorize', state: 's'.repeat(22), ...visit }
    fake.answer('thirdPartyStart', done(started))
    await browser.visit(`/passport/web/auth/example?request=${uid}`)
    expectRedirect(await browser.visit(`${callback}?code=abc&state=${started.state}`), `${page}/arrived`)
    fake.answer('openThirdPartyAuth', done({ auth_ticket: ticket }))
    expect(withoutVisit((await browser.visit(`${page}/arrived`)).location)).toBe(page)
    // The address belongs to the visit.
    const proof = { ...visit, platform: 'example', code: 'abc' }
    expect(fake.inputsOf('openThirdPartyAuth')).toEqual([{ ...asked, ...proof, stay_signed_in: 1 }])
    fake.answer('openAuthInfo', done(info))
    expectRedirect(await browser.submit(page), back)
  })
})
