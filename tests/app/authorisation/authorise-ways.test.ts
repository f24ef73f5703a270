import { beforeEach, describe, expect } from 'vitest'
import { done, infoOf, refuse, signedIn, smsSent } from '#tests/app/browser/answers'
import {
  type Browser,
  expectTexts,
  type Landed,
  openBrowser,
  withFakeAccountApi,
  withoutVisit,
} from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'
import { withSettings } from '#tests/app/browser/with-settings'
import { translator } from '~/i18n/texts'
import { isSignedIn } from '~/session/visitor.server'
import { openInfo, page, ticketIn, uid } from './authorise'

const fake = withFakeAccountApi()
const it = visiting(fake)
withSettings({ platforms: [{ platform: 'example', name: 'Example' }], singleSignOn: false })
const t = translator('en')

const ticket = 'ticket-of-a-person-0001'
const session = { user_id: '1', is_new_user: false, expires_at: '2030-01-01T00:00:00.000Z' }
const proven = done({ auth_ticket: ticket })
const unknown = { ...openInfo, person: null, needs: ['sign_in' as const] }
const names = { request_uid: uid, browser_key: '' }

const cancelled = refuse('account_cancelled', {
  ticket: 'ticket-that-restores-1',
  restorable_until: '2030-01-01T00:00:00.000Z',
  time_zone: 'UTC',
})

beforeEach(() => fake.answer('openAuthInfo', done(unknown)))

it('security: the page of a request offers each way, cannot be framed, and its form leads to the application alone', async () => {
  const { main, headers } = await openBrowser().show(page)
  expect(main).toMatch(new RegExp(`action="${page}/password".*name="account".*name="password"`))
  for (const way of ['sms', 'platform/example']) expect(main).toContain(`href="${page}/${way}"`)
  expect(main).toContain('>Example</a>')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toMatch(/form-action 'self' https:\/\/orchard\.example(;|$)/)
  expect(headers.get('x-frame-options')).toBe('DENY')
})

it('happy: a small browser signs in on another page, and comes back to the request', async ({ browser }) => {
  browser.jar.set('butterfly_small', '1')
  const { html } = await browser.show(page)
  for (const way of ['/login', '/login/sms', '/login/qr', '/login/register', '/passport/web/auth/example'])
    expect(html).toContain(`href="${way}?next=${encodeURIComponent(page)}"`)
  expect(html).not.toContain(`${page}/`)
})

it('happy: the page lists the accounts that this device remembers, and they link back to it', async ({ browser }) => {
  const look = async () => (await browser.show(page)).main
  expect(await look()).not.toContain('/login/quick')
  fake.answer('accountLoginV2', signedIn())
  const kept = { device_token: `${'f'.repeat(22)}.${'1'.repeat(22)}`, masked: 'a***', expires_at: session.expires_at }
  fake.answer('rememberAccount', done(kept))
  await browser.submit('/login', { account: 'ann', password: 'x', remember: '1' })
  browser.jar.delete('butterfly_session')
  expectTexts(await look(), { shown: [`action="/login/quick?next=${encodeURIComponent(page)}"`, 'a***'] })
})

const typed = { account: 'ann', password: 'fourteen calm violins' }
const send = (browser: Browser, fields = {}) => browser.submit(`${page}/password`, { ...typed, ...fields })

describe('by password', () => {
  it('happy: the page names the application and uses its hint', async () => {
    fake.answer('openAuthInfo', done({ ...unknown, login_hint: 'ann@example.com' }))
    const { main } = await openBrowser().show(`${page}/password`)
    expectTexts(main, { shown: [t('authorise.way_for', { name: 'Orchard' }), 'value="ann@example.com"'] })
    expect(main).toMatch(/<input type="checkbox" id="stay_signed_in" name="stay_signed_in" value="1"\/>/)
  })

  it('happy: a person who is proven continues with a ticket and is not signed in', async ({ browser }) => {
    fake.answer('openAccountAuth', proven)
    expect(withoutVisit((await send(browser)).location)).toBe(page)
    expect(fake.inputsOf('openAccountAuth')).toEqual([{ ...names, ...typed, region: 'CN', stay_signed_in: 0 }])
    expect(await ticketIn(browser)).toBe(ticket)
    expect(await isSignedIn(browser.cookieHeader('/'))).toBe(false)
  })

  it('happy: staying signed in continues with the session, under another browser id', async ({ browser }) => {
    const before = browser.jar.get('butterfly_browser')
    fake.answer('openAccountAuth', done({ auth_ticket: ticket, session }))
    expect(withoutVisit((await send(browser, { stay_signed_in: '1' })).location)).toBe(page)
    expect(fake.inputsOf('openAccountAuth')).toMatchObject([{ stay_signed_in: 1 }])
    expect(await ticketIn(browser)).toBeUndefined()
    expect(browser.jar.get('butterfly_browser')).not.toBe(before)
  })

  it('security: a sign-in or sign-out in another tab ends the ticket and its form', async () => {
    for (const isSignOut of [false, true]) {
      const browser = isSignOut ? await signedInBrowser(fake) : openBrowser()
      fake.answer('openAccountAuth', proven)
      await send(browser)
      expect(await ticketIn(browser)).toBe(ticket)
      const token = browser.formToken()
      fake.answers({ accountLoginV2: signedIn(), logout: done({ done: true }) })
      if (isSignOut) await browser.submit('/passport/web/logout')
      else await browser.submit('/login', typed)
      expect(await ticketIn(browser)).toBeUndefined()
      fake.answer('openAuthInfo', done(openInfo))
      expect((await browser.submit(page, {}, { token })).status).toBe(403)
      expect(fake.inputsOf('openWebAuth')).toEqual([])
      fake.answer('openAuthInfo', done(unknown))
    }
  })

  it('happy: a person whom the application does not expect is asked to use the other account', async () => {
    fake.answer('openAuthInfo', done({ ...openInfo, needs: ['sign_in'] }))
    expectTexts((await openBrowser().show(page)).main, {
      shown: [t('authorise.other_account', { name: 'Orchard', username: 'ann' }), `action="${page}/password"`],
      hidden: ['/login/register'],
    })
  })

  it('happy: a person who is already proven continues to the request', async () => {
    fake.answer('openAuthInfo', done(openInfo))
    for (const way of ['password', 'sms']) expect((await openBrowser().visit(`${page}/${way}`)).location).toBe(page)
  })
})

describe('by SMS', () => {
  const mobile = '+8613800000001'
  const typed = { mobile: '138 0000 0001', region: 'CN' }
  const sentTo = async (browser: Browser) => {
    fake.answer('openSendCode', smsSent())
    return browser.submit(`${page}/sms`, typed)
  }
  const send = (browser: Browser, fields: Record<string, string> = { code: '123456' }) =>
    browser.submit(`${page}/sms/code`, fields)

  it('happy: a code is sent, and proves the person', async ({ browser }) => {
    expect((await sentTo(browser)).location).toBe(`${page}/sms/code`)
    expect(fake.inputsOf('openSendCode')).toEqual([{ ...names, mobile, type: 27 }])
    expect((await browser.show(`${page}/sms/code`)).main).toContain(t('authorise.way_for', { name: 'Orchard' }))
    fake.answer('openSmsAuth', proven)
    expect(withoutVisit((await send(browser)).location)).toBe(page)
    expect(fake.inputsOf('openSmsAuth')).toMatchObject([{ ...names, mobile, code: '123456', stay_signed_in: 0 }])
    expect(await ticketIn(browser)).toBe(ticket)
    // The step is over.
    expect((await browser.visit(`${page}/sms/code`)).location).toBe(`${page}/sms`)
  })

  it('happy: a number can be corrected, and a code can be sent again', async ({ browser }) => {
    await sentTo(browser)
    expect((await browser.visit(`${page}/sms?again=1`)).data).toMatchObject({ typed: '+86 138 0000 0001' })
    await send(browser, { resend_code: 'x' })
    expect(fake.inputsOf('openSendCode')).toHaveLength(2)
  })
})

describe('by a provider', () => {
  const started = done({
    platform: 'example',
    url: 'https://provider.example/authorize',
    state: 's'.repeat(22),
    nonce: 'n'.repeat(22),
    code_verifier: 'v'.repeat(43),
    redirect_uri: 'http://localhost:3299/passport/web/auth/example/callback',
  })
  const back = `/passport/web/auth/example/callback?code=abc&state=${'s'.repeat(22)}`

  const visited = async (browser: Browser, query = '') => {
    fake.answer('thirdPartyStart', started)
    await browser.visit(`/passport/web/auth/example?request=${uid}${query}`)
    return browser.visit(back)
  }

  it('happy: the page offers the provider in two ways: for this request only, and to stay signed in', async () => {
    fake.answer('openAuthInfo', done({ ...unknown, wants_fresh_proof: true }))
    const { main } = await openBrowser().show(`${page}/platform/example`)
    const to = `/passport/web/auth/example?request=${uid}`
    expectTexts(main, { shown: [`href="${to}&amp;fresh=1"`, `href="${to}&amp;stay=1&amp;fresh=1"`] })
  })

  it('happy: a person who returns from the provider is proven for the request', async ({ browser }) => {
    expect((await visited(browser)).location).toBe(`${page}/arrived`)
    fake.answer('openThirdPartyAuth', proven)
    expect(withoutVisit((await browser.visit(`${page}/arrived`)).location)).toBe(page)
    expect(fake.inputsOf('openThirdPartyAuth')).toMatchObject([
      { ...names, platform: 'example', code: 'abc', code_verifier: 'v'.repeat(43), stay_signed_in: 0 },
    ])
    expect(await ticketIn(browser)).toBe(ticket)
    // A second visit of the page brings nothing back.
    expect(withoutVisit((await browser.visit(`${page}/arrived`)).location)).toBe(page)
    expect(fake.inputsOf('openThirdPartyAuth')).toHaveLength(1)
  })

  it('happy: the choices of the person and the application are passed to the provider', async ({ browser }) => {
    await visited(browser, '&stay=1&fresh=1')
    expect(fake.inputsOf('thirdPartyStart')).toMatchObject([{ fresh: 1 }])
    fake.answer('openThirdPartyAuth', done({ auth_ticket: ticket, session }))
    await browser.visit(`${page}/arrived`)
    expect(fake.inputsOf('openThirdPartyAuth')).toMatchObject([{ stay_signed_in: 1 }])
  })

  it.each([
    [refuse('not_bound', { profile_key: 'k'.repeat(22), platform: 'example', name: 'Ann' }), `/login/bind?next=`],
    [cancelled, '/account-help/restore/confirm?next='],
  ] as const)(
    'error: a return from the provider that needs another step first leads to that step, and then back (%#)',
    async (answer, path) => {
      const browser = openBrowser()
      await visited(browser)
      fake.answer('openThirdPartyAuth', answer)
      expect((await browser.visit(`${page}/arrived`)).location).toBe(path + encodeURIComponent(page))
    },
  )

  it.each([
    ['not_proven_there', 'platform_not_fresh'],
    ['platform_unreachable', 'platform_unreachable'],
    ['platform_refused', 'platform_visit_over'],
  ] as const)('error: the failure %s leads to the list of sign-in methods, which explains it', async (code, notice) => {
    const browser = openBrowser()
    await visited(browser)
    fake.answer('openThirdPartyAuth', refuse(code, {}))
    const { location } = await browser.visit(`${page}/arrived`)
    expect(location).toBe(`${page}?notice=${notice}`)
    expect((await browser.show(location ?? '')).main).toContain(t(`notice.${notice}`))
  })

  it('error: a person who declines at the provider or cannot reach it returns to the request', async ({ browser }) => {
    fake.answer('thirdPartyStart', started)
    await browser.visit(`/passport/web/auth/example?request=${uid}`)
    const declined = await browser.visit(`/passport/web/auth/example/callback?state=${'s'.repeat(22)}`)
    expect(declined.location).toBe(`${page}?notice=platform_declined`)
    fake.answer('thirdPartyStart', refuse('platform_unreachable', {}))
    const refused = await browser.visit(`/passport/web/auth/example?request=${uid}`)
    expect(refused.location).toBe(`${page}?notice=platform_unreachable`)
  })

  it('error: a provider that the deployment does not offer has no page', async () => {
    expect((await openBrowser().show(`${page}/platform/nobody`)).status).toBe(404)
  })

  it('security: a return from the provider for one browser or request is useless to another', async () => {
    const [browser, other] = [openBrowser(), openBrowser()]
    await visited(browser)
    other.jar.set('butterfly_arrived', browser.jar.get('butterfly_arrived') ?? '')
    expect((await other.visit(`${page}/arrived`)).location).toBe(page)
    const again = openBrowser()
    for (const name of ['butterfly_arrived', 'butterfly_browser']) again.jar.set(name, browser.jar.get(name) ?? '')
    const another = 'another-request-of-it'
    await again.visit(`/login/authorize/${another}/arrived`)
    expect(fake.inputsOf('openThirdPartyAuth')).toEqual([])
  })

  it('security: a value that is not a handle is ignored by the visit', async ({ browser }) => {
    fake.answer('thirdPartyStart', started)
    const to = encodeURIComponent('//evil.example/x'.padEnd(30, 'x'))
    await browser.visit(`/passport/web/auth/example?request=${to}`)
    fake.answer('authLogin', done(session))
    expect((await browser.visit(back)).location).toBe('/settings')
  })
})

/** How a response keeps a cookie: until the browser is closed, longer, or not at all. */
const kept = ({ setCookies }: Pick<Landed, 'setCookies'>, name = 'butterfly_session'): string => {
  const line = setCookies.find((each) => each.startsWith(`${name}=`)) ?? ''
  if (line === '' || line.includes('Max-Age=0')) return 'none'
  return line.includes('Max-Age=') ? 'longer' : 'until the browser is closed'
}

describe('a person who signs in on the way to an application', () => {
  withSettings({ singleSignOn: true })
  beforeEach(() => fake.answer('openAccountAuth', done({ auth_ticket: ticket, session })))

  it('happy: the person is signed in for the next application, until the browser is closed', async ({ browser }) => {
    expectTexts((await browser.show(`${page}/password`)).main, {
      shown: [t('authorise.until_closed'), t('authorise.stay_on')],
    })
    const landed = await send(browser)
    expect(fake.inputsOf('openAccountAuth')).toMatchObject([{ stay_signed_in: 1 }])
    expect([withoutVisit(landed.location), kept(landed)]).toEqual([page, 'until the browser is closed'])
    expect([await ticketIn(browser), await isSignedIn(browser.cookieHeader('/'))]).toEqual([undefined, true])
    // A shared computer gets past no lock of that account later.
    expect(kept(landed, 'butterfly_known_browser')).toBe('none')
  })

  it('happy: a person who ticks the box stays signed in longer', async () => {
    const landed = await send(openBrowser(), { stay_signed_in: '1' })
    expect([kept(landed), kept(landed, 'butterfly_known_browser')]).toEqual(['longer', 'longer'])
  })

  it('security: no later response extends the session on a shared computer', async ({ browser }) => {
    await send(browser)
    // A wrong password with the tick begins nothing.
    fake.answer('openAccountAuth', refuse('wrong_credentials', {}))
    await send(browser, { stay_signed_in: '1' })
    // The account API replaces the token now and then, and a step-up gives the browser another id.
    fake.answers({ openAuthInfo: done({ ...openInfo, needs: ['sign_in'] }), openAccountAuth: proven })
    expect(kept(await send(browser))).not.toBe('longer')
    fake.answer('accountInfo', done(infoOf()))
    const added = await browser.submit('/settings/accounts', { add: 'x' })
    expect([kept(added), kept(added, 'butterfly_kept_sessions'), kept(added, 'butterfly_keeps_sessions')]).toEqual([
      'none',
      'until the browser is closed',
      'until the browser is closed',
    ])
    fake.answers({ listSessions: done({ sessions: [] }), listRememberedDevices: done({ devices: [] }) })
    const { main } = await browser.show('/settings/accounts')
    const account = /name="account" value="([\w-]{11})"/.exec(main)?.[1] ?? ''
    expect(kept(await browser.submit('/settings/accounts', { account }))).toBe('until the browser is closed')
  })

  it('security: a sign-in with the authenticator also lasts until the browser is closed', async () => {
    for (const [fields, lasts] of [
      [{}, 'until the browser is closed'],
      [{ stay_signed_in: '1' }, 'longer'],
    ] as const) {
      const browser = openBrowser()
      fake.answer('openAccountAuth', refuse('authenticator_required', { ticket: 'ticket-that-waits-001' }))
      expect((await send(browser, fields)).location).toBe('/login/authenticator')
      fake.answer('completeSignIn', signedIn())
      expect(kept(await browser.submit('/login/authenticator', { authenticator_code: '123456' }))).toBe(lasts)
    }
  })

  it('security: a signed-in person proves themselves for the request alone, and keeps the session', async () => {
    const browser = await signedInBrowser(fake)
    fake.answers({ openAuthInfo: done({ ...openInfo, needs: ['sign_in'] }), openAccountAuth: proven })
    expect((await browser.show(`${page}/password`)).main).not.toContain(t('authorise.until_closed'))
    expect(kept(await send(browser))).toBe('none')
    expect(fake.inputsOf('openAccountAuth')).toMatchObject([{ stay_signed_in: 0 }])
    expect(await ticketIn(browser)).toBe(ticket)
  })

  it('security: a sign-out ends the session that applications share', async ({ browser }) => {
    await send(browser)
    fake.answer('logout', done({ done: true }))
    await browser.submit('/passport/web/logout')
    expect(await isSignedIn(browser.cookieHeader('/'))).toBe(false)
    expect(fake.inputsOf('logout')).toHaveLength(1)
    // The next sign-in, at the usual page, lasts as long as ever.
    fake.answer('accountLoginV2', signedIn())
    expect(kept(await browser.submit('/login', typed))).toBe('longer')
  })
})
