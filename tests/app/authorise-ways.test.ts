import { beforeEach, describe, expect, it } from 'vitest'
import { readAuthTicket } from '../../app/authorisation/auth-ticket.server'
import { translator } from '../../app/i18n/texts'
import * as arrived from '../../app/routes/login/authorize/$request/arrived/route'
import * as byPassword from '../../app/routes/login/authorize/$request/password/route'
import * as byPlatform from '../../app/routes/login/authorize/$request/platform/$platform/route'
import * as consent from '../../app/routes/login/authorize/$request/route'
import * as byCode from '../../app/routes/login/authorize/$request/sms/code/route'
import * as bySms from '../../app/routes/login/authorize/$request/sms/route'
import * as signIn from '../../app/routes/login/route'
import * as callback from '../../app/routes/passport/web/auth/$platform/callback/route'
import * as start from '../../app/routes/passport/web/auth/$platform/route'
import * as signOut from '../../app/routes/passport/web/logout/route'
import { isSignedIn } from '../../app/session/visitor.server'
import { done, refuse } from '../../contract/server'
import { signedIn, smsSent } from './answers'
import { openInfo } from './authorise'
import { type Browser, errorsAt, formOf, openBrowser, withFakeAccountApi } from './browser'
import { askFor } from './page'
import { signedInBrowser } from './person'
import { withSettings } from './with-settings'

const fake = withFakeAccountApi()
withSettings({ platforms: [{ platform: 'example', name: 'Example' }] })
const t = translator('en')

const uid = 'a-request-of-an-application'
const page = `/login/authorize/${uid}`
const at = { params: { request: uid } }
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

/** The ticket that a browser has for this request. */
const ticketIn = (browser: Browser) =>
  readAuthTicket({ request: browser.requestFor(page), context: {}, params: at.params })

beforeEach(() => {
  fake.answer('openAuthInfo', done(unknown))
})

it('happy: the page of a request offers each way, and the providers of the deployment', async () => {
  const { main } = await askFor(openBrowser(), consent, page, { pattern: '/login/authorize/:request' })
  for (const way of ['password', 'sms', 'platform/example']) expect(main).toContain(`href="${page}/${way}"`)
  expect(main).toContain('>Example</a>')
})

it('happy: a small browser, which has the cookie of a request for one page, signs in elsewhere and comes back', async () => {
  const browser = openBrowser()
  browser.jar.set('butterfly_small', '1')
  const { html } = await askFor(browser, consent, page, { pattern: '/login/authorize/:request' })
  for (const way of ['/login', '/login/sms', '/login/qr', '/login/register', '/passport/web/auth/example'])
    expect(html).toContain(`href="${way}?next=${encodeURIComponent(page)}"`)
  expect(html).not.toContain(`${page}/`)
})

it('security: no page frames the page of a request, and its form leads to the application alone', async () => {
  const { headers } = await askFor(openBrowser(), consent, page, { pattern: '/login/authorize/:request' })
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toMatch(/form-action 'self' https:\/\/orchard\.example(;|$)/)
  expect(headers.get('x-frame-options')).toBe('DENY')
})

it('happy: lists the accounts that this device remembers, which lead back here', async () => {
  const browser = openBrowser()
  const look = async () => (await askFor(browser, consent, page, { pattern: '/login/authorize/:request' })).main
  expect(await look()).not.toContain('/login/quick')
  fake.answer('accountLoginV2', signedIn())
  const remembered = {
    device_token: `${'f'.repeat(22)}.${'1'.repeat(22)}`,
    masked: 'a***',
    expires_at: session.expires_at,
  }
  fake.answer('rememberAccount', done(remembered))
  await browser.send(signIn, '/login', { account: 'ann', password: 'x', remember: '1' })
  browser.jar.delete('butterfly_session')
  const main = await look()
  expect(main).toContain(`action="/login/quick?next=${encodeURIComponent(page)}"`)
  expect(main).toContain('a***')
})

describe('by password', () => {
  const typed = { account: 'ann', password: 'fourteen calm violins' }
  const send = (browser: Browser, fields = {}) =>
    browser.send(byPassword, `${page}/password`, { ...typed, ...fields }, at)

  it('happy: the page says for whom, and knows the hint of the application', async () => {
    fake.answer('openAuthInfo', done({ ...unknown, login_hint: 'ann@example.com' }))
    const shown = { pattern: '/login/authorize/:request/password' }
    const { main } = await askFor(openBrowser(), byPassword, `${page}/password`, shown)
    expect(main).toContain(t('authorise.way_for', { name: 'Orchard' }))
    expect(main).toContain('value="ann@example.com"')
    expect(main).toMatch(/<input type="checkbox" id="stay_signed_in" name="stay_signed_in" value="1"\/>/)
  })

  it('happy: whoever is proven goes on with a ticket, and nobody is signed in', async () => {
    const browser = openBrowser()
    fake.answer('openAccountAuth', proven)
    expect((await send(browser)).location).toBe(page)
    expect(fake.inputsOf('openAccountAuth')).toEqual([{ ...names, ...typed, stay_signed_in: 0 }])
    expect(await ticketIn(browser)).toBe(ticket)
    expect(await isSignedIn(browser.cookieHeader('/'))).toBe(false)
  })

  it('happy: whoever stays signed in goes on with the session alone, in a browser of another id', async () => {
    const browser = openBrowser()
    const before = browser.jar.get('butterfly_browser')
    fake.answer('openAccountAuth', done({ auth_ticket: ticket, session }))
    expect((await send(browser, { stay_signed_in: '1' })).location).toBe(page)
    expect(fake.inputsOf('openAccountAuth')).toMatchObject([{ stay_signed_in: 1 }])
    expect(await ticketIn(browser)).toBeUndefined()
    expect(browser.jar.get('butterfly_browser')).not.toBe(before)
  })

  it('error: wrong ones are told, and what was typed comes back without the password', async () => {
    fake.answer('openAccountAuth', refuse('wrong_credentials', {}))
    const landed = await send(openBrowser(), { stay_signed_in: '1' })
    expect(landed.status).toBe(422)
    expect(formOf(landed).initialValue).toMatchObject({ account: 'ann', stay_signed_in: '1' })
    expect(JSON.stringify(landed.data)).not.toContain(typed.password)
  })

  it('error: a cancelled account leads to its restoration, which leads back', async () => {
    fake.answer('openAccountAuth', cancelled)
    const to = `/account-help/restore/confirm?next=${encodeURIComponent(page)}`
    expect((await send(openBrowser())).location).toBe(to)
  })

  it.each(['no_such_open_request', 'open_request_elsewhere', 'no_such_client'] as const)(
    'error: %s is told on the page of the request',
    async (code) => {
      fake.answer('openAccountAuth', refuse(code, {}))
      expect((await send(openBrowser())).location).toBe(page)
      fake.answer('openAuthInfo', refuse(code, {}))
      expect((await openBrowser().open(byPassword, `${page}/password`, at)).location).toBe(page)
    },
  )

  it('security: a form of another browser proves nobody', async () => {
    const token = openBrowser().formToken()
    expect((await openBrowser().send(byPassword, `${page}/password`, typed, { ...at, token })).status).toBe(403)
    expect(fake.inputsOf('openAccountAuth')).toEqual([])
  })

  it('security: a ticket ends when somebody signs in or out in another tab, and so does the form', async () => {
    for (const isSignOut of [false, true]) {
      const browser = isSignOut ? await signedInBrowser(fake) : openBrowser()
      fake.answer('openAccountAuth', proven)
      await send(browser)
      expect(await ticketIn(browser)).toBe(ticket)
      const token = browser.formToken()
      fake.answer('accountLoginV2', signedIn())
      fake.answer('logout', done({ done: true }))
      if (isSignOut) await browser.send(signOut, '/passport/web/logout', {})
      else await browser.send(signIn, '/login', typed)
      expect(await ticketIn(browser)).toBeUndefined()
      fake.answer('openAuthInfo', done(openInfo))
      expect((await browser.send(consent, page, {}, { ...at, token })).status).toBe(403)
      expect(fake.inputsOf('openWebAuth')).toEqual([])
      fake.answer('openAuthInfo', done(unknown))
    }
  })

  it('happy: whom the application does not mean is asked for the other account', async () => {
    fake.answer('openAuthInfo', done({ ...openInfo, needs: ['sign_in'] }))
    const { main } = await askFor(openBrowser(), consent, page, { pattern: '/login/authorize/:request' })
    expect(main).toContain(t('authorise.other_account', { name: 'Orchard', username: 'ann' }))
    expect(main).toContain(`href="${page}/password"`)
    expect(main).not.toContain('/login/register')
  })

  it('happy: whoever is proven already goes on to the request', async () => {
    fake.answer('openAuthInfo', done(openInfo))
    for (const way of [byPassword, bySms])
      expect((await openBrowser().open(way, `${page}/password`, at)).location).toBe(page)
  })
})

describe('by SMS', () => {
  const mobile = '+8613800000001'
  const typed = { mobile: '138 0000 0001', region: 'CN' }
  const sentTo = async (browser: Browser) => {
    fake.answer('openSendCode', smsSent())
    return browser.send(bySms, `${page}/sms`, typed, at)
  }
  const send = (browser: Browser, fields: Record<string, string> = { code: '123456' }) =>
    browser.send(byCode, `${page}/sms/code`, fields, at)

  it('happy: a code is sent, and proves the person', async () => {
    const browser = openBrowser()
    expect((await sentTo(browser)).location).toBe(`${page}/sms/code`)
    expect(fake.inputsOf('openSendCode')).toEqual([{ ...names, mobile, type: 27 }])
    const shown = { pattern: '/login/authorize/:request/sms/code' }
    const { main } = await askFor(browser, byCode, `${page}/sms/code`, shown)
    expect(main).toContain(t('authorise.way_for', { name: 'Orchard' }))
    fake.answer('openSmsAuth', proven)
    expect((await send(browser)).location).toBe(page)
    expect(fake.inputsOf('openSmsAuth')).toMatchObject([{ ...names, mobile, code: '123456', stay_signed_in: 0 }])
    expect(await ticketIn(browser)).toBe(ticket)
    // The step is over.
    expect((await browser.open(byCode, `${page}/sms/code`, at)).location).toBe(`${page}/sms`)
  })

  it('happy: a number can be corrected, and a code sent again', async () => {
    const browser = openBrowser()
    await sentTo(browser)
    expect((await browser.open(bySms, `${page}/sms?again=1`, at)).data).toMatchObject({ typed: '+86 138 0000 0001' })
    await send(browser, { resend_code: 'x' })
    expect(fake.inputsOf('openSendCode')).toHaveLength(2)
  })

  it('error: a number that nobody has leads to a new account, and back', async () => {
    const browser = openBrowser()
    await sentTo(browser)
    fake.answer('openSmsAuth', refuse('not_registered', { ticket: 'ticket-that-registers' }))
    expect((await send(browser)).location).toBe(`/login/sms/create?next=${encodeURIComponent(page)}`)
  })

  it('error: an account that nobody uses leads to a sign-in that is confirmed, and back', async () => {
    const browser = openBrowser()
    await sentTo(browser)
    const ways = [{ way: 'password' as const, masked: '' }]
    fake.answer('openSmsAuth', refuse('confirmation_required', { ticket: 'ticket-that-confirms', ways }))
    expect((await send(browser)).location).toBe(`/login/sms/confirm?next=${encodeURIComponent(page)}`)
  })

  it('error: a wrong code is told at its field', async () => {
    const browser = openBrowser()
    await sentTo(browser)
    fake.answer('openSmsAuth', refuse('code_wrong', { field: 'code', tries_left: 4 }))
    expect(errorsAt(await send(browser), 'code')).toHaveLength(1)
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
  const platform = { params: { platform: 'example' } }
  const back = `/passport/web/auth/example/callback?code=abc&state=${'s'.repeat(22)}`

  const visited = async (browser: Browser, query = '') => {
    fake.answer('thirdPartyStart', started)
    await browser.open(start, `/passport/web/auth/example?request=${uid}${query}`, platform)
    return browser.open(callback, back, platform)
  }

  it('happy: the page has two ways there: for this request, and to stay signed in', async () => {
    fake.answer('openAuthInfo', done({ ...unknown, wants_fresh_proof: true }))
    const shown = { pattern: '/login/authorize/:request/platform/:platform' }
    const { main } = await askFor(openBrowser(), byPlatform, `${page}/platform/example`, shown)
    const to = `/passport/web/auth/example?request=${uid}`
    expect(main).toContain(`href="${to}&amp;fresh=1"`)
    expect(main).toContain(`href="${to}&amp;stay=1&amp;fresh=1"`)
  })

  it('happy: whoever comes back is proven for the request', async () => {
    const browser = openBrowser()
    expect((await visited(browser)).location).toBe(`${page}/arrived`)
    fake.answer('openThirdPartyAuth', proven)
    expect((await browser.open(arrived, `${page}/arrived`, at)).location).toBe(page)
    expect(fake.inputsOf('openThirdPartyAuth')).toMatchObject([
      { ...names, platform: 'example', code: 'abc', code_verifier: 'v'.repeat(43), stay_signed_in: 0 },
    ])
    expect(await ticketIn(browser)).toBe(ticket)
    // A second visit of the page brings nothing back.
    expect((await browser.open(arrived, `${page}/arrived`, at)).location).toBe(page)
    expect(fake.inputsOf('openThirdPartyAuth')).toHaveLength(1)
  })

  it('happy: the wishes of the person and the application go along', async () => {
    const browser = openBrowser()
    await visited(browser, '&stay=1&fresh=1')
    expect(fake.inputsOf('thirdPartyStart')).toMatchObject([{ fresh: 1 }])
    fake.answer('openThirdPartyAuth', done({ auth_ticket: ticket, session }))
    await browser.open(arrived, `${page}/arrived`, at)
    expect(fake.inputsOf('openThirdPartyAuth')).toMatchObject([{ stay_signed_in: 1 }])
  })

  it.each([
    [refuse('not_bound', { profile_key: 'k'.repeat(22), platform: 'example', name: 'Ann' }), `/login/bind?next=`],
    [cancelled, '/account-help/restore/confirm?next='],
  ] as const)('error: what has to be done first leads back (%#)', async (answer, path) => {
    const browser = openBrowser()
    await visited(browser)
    fake.answer('openThirdPartyAuth', answer)
    expect((await browser.open(arrived, `${page}/arrived`, at)).location).toBe(path + encodeURIComponent(page))
  })

  it.each([
    ['not_proven_there', 'platform_not_fresh'],
    ['platform_unreachable', 'platform_unreachable'],
    ['platform_refused', 'platform_visit_over'],
  ] as const)('error: %s leads back to the ways, which say so', async (code, notice) => {
    const browser = openBrowser()
    await visited(browser)
    fake.answer('openThirdPartyAuth', refuse(code, {}))
    const { location } = await browser.open(arrived, `${page}/arrived`, at)
    expect(location).toBe(`${page}?notice=${notice}`)
    const { main } = await askFor(browser, consent, location ?? '', { pattern: '/login/authorize/:request' })
    expect(main).toContain(t(`notice.${notice}`))
  })

  it('error: whoever declines there, or cannot get there, comes back to the request', async () => {
    const browser = openBrowser()
    fake.answer('thirdPartyStart', started)
    await browser.open(start, `/passport/web/auth/example?request=${uid}`, platform)
    const declined = await browser.open(
      callback,
      `/passport/web/auth/example/callback?state=${'s'.repeat(22)}`,
      platform,
    )
    expect(declined.location).toBe(`${page}?notice=platform_declined`)
    fake.answer('thirdPartyStart', refuse('platform_unreachable', {}))
    const refused = await browser.open(start, `/passport/web/auth/example?request=${uid}`, platform)
    expect(refused.location).toBe(`${page}?notice=platform_unreachable`)
  })

  it('error: a provider that the deployment does not have has no page', async () => {
    const { status } = await askFor(openBrowser(), byPlatform, `${page}/platform/nobody`, {
      pattern: '/login/authorize/:request/platform/:platform',
    })
    expect(status).toBe(404)
  })

  it('security: what one browser brings back, or for one request, is of no use to another', async () => {
    const [browser, other] = [openBrowser(), openBrowser()]
    await visited(browser)
    other.jar.set('butterfly_arrived', browser.jar.get('butterfly_arrived') ?? '')
    expect((await other.open(arrived, `${page}/arrived`, at)).location).toBe(page)
    const again = openBrowser()
    for (const name of ['butterfly_arrived', 'butterfly_browser']) again.jar.set(name, browser.jar.get(name) ?? '')
    const another = 'another-request-of-it'
    await again.open(arrived, `/login/authorize/${another}/arrived`, { params: { request: another } })
    expect(fake.inputsOf('openThirdPartyAuth')).toEqual([])
  })

  it('security: a request that is no handle is no part of a visit', async () => {
    const browser = openBrowser()
    fake.answer('thirdPartyStart', started)
    const to = encodeURIComponent('//evil.example/x'.padEnd(30, 'x'))
    await browser.open(start, `/passport/web/auth/example?request=${to}`, platform)
    fake.answer('authLogin', done(session))
    expect((await browser.open(callback, back, platform)).location).toBe('/settings')
  })
})
