import { describe, expect, it } from 'vitest'
import { expectTexts, formOf, openBrowser } from '#tests/app/browser/browser'
import { code, goOn, plainPerson, withPlainUpstream } from './plain-browser'

const plain = withPlainUpstream()
const mobile = '+8613800000001'
const password = 'a long walk'

describe('the web app in front of an account API that was written from the specification alone', () => {
  it('happy: a person signs in by a password, and the settings show the known facts', async () => {
    const browser = await plainPerson(plain)
    const { status, main } = await browser.show('/settings')
    expect(status).toBe(200)
    expect(main).toContain('+86***01')
    expect(main).not.toMatch(/Invalid Date|undefined|null/)
  })

  it('happy: texts use the usual numbers, because the account API sends none', async () => {
    const browser = openBrowser()
    const { location } = await browser.submit('/login/register', { mobile: '13800000002', region: 'CN' })
    const said = `${await browser.mainAt(location ?? '')}${await browser.mainAt('/account-help/restore')}`
    for (const number of ['8\u00A0characters', '10\u00A0minutes', '30\u00A0days']) expect(said).toContain(number)
  })
})

it.each(['no_such_call', 'NotFound', 'user:locked'])('error: the word %s appears on no page', async (description) => {
  plain.guard('/v1/login', { error_code: 40404, description })
  const { status, html } = await openBrowser().show('/login', { fields: { account: mobile, password } })
  expect(status).toBe(422)
  expectTexts(html, { shown: [mobile], hidden: [description] })
})

describe('walks in front of an account API that was written from the specification alone', () => {
  it('happy: an account is cancelled by a code, its ticket and the confirmation', async () => {
    const browser = await plainPerson(plain)
    const { main } = await browser.show('/settings/cancel')
    expect(main).toContain('+86***01')
    // Neither a page without its call, nor a missing day.
    expect(main).not.toMatch(/\/settings\/export|that day/)
    const asked = await browser.submit('/settings/cancel', { use_mobile: '1' })
    expect(asked).toMatchObject({ status: 303, location: '/settings/cancel/verify' })
    const proven = await browser.submit('/settings/cancel/verify', { code })
    expect(proven, JSON.stringify(proven.data)).toMatchObject({ location: '/settings/cancel/confirm' })
    expect((await browser.show('/settings/cancel/confirm')).status).toBe(200)
    const { location } = await browser.submit('/settings/cancel/confirm')
    expect(location).toContain('/account-help/cancelled')
    expect((await browser.visit(location ?? '')).status).toBe(200)
    expect(plain.state.accounts).toEqual([])
  })

  it('happy: a mobile is changed, and an email is bound', async () => {
    plain.state.codes.clear()
    const browser = await plainPerson(plain, { email: undefined })
    const asked = await browser.submit('/settings/email', { email: 'new@example.com' })
    expect(asked.location, JSON.stringify(asked.data)).toBe('/settings/email/bind')
    expect((await browser.submit('/settings/email/bind', { code })).status).toBe(303)
    expect(plain.state.accounts[0]?.email).toBe('new@example.com')
    const begun = await browser.submit('/settings/mobile/change')
    expect(begun.location, JSON.stringify(begun.data)).toBe('/settings/mobile/change/old')
    const proven = await browser.submit('/settings/mobile/change/old', { code, mobile: '13800000009', region: 'CN' })
    expect(proven.location, JSON.stringify(proven.data)).toBe('/settings/mobile/change/confirm')
    expect((await browser.submit('/settings/mobile/change/confirm', { code })).status).toBe(303)
    expect(plain.state.accounts[0]?.mobile).toBe('+8613800000009')
  })

  it('happy: a screen is signed in by the QR code that a phone confirms', async () => {
    const phone = await plainPerson(plain)
    const screen = openBrowser()
    expect(await screen.submit('/login/qr')).toMatchObject({ status: 303, location: '/login/qr/code' })
    expect((await screen.visit('/login/qr/code')).status).toBe(200)
    const [token = ''] = [...plain.state.qr.keys()]
    const page = `/login/qr/confirm?token=${token}`
    expect((await phone.show(page)).status).toBe(200)
    expect((await phone.submit(page, { scan: '1' })).status).toBe(303)
    await goOn(phone, page, { agree: '1' })
    expect(await screen.visit('/login/qr/code')).toMatchObject({ status: 303, location: '/settings' })
    expect((await screen.show('/settings')).status).toBe(200)
  })

  it('happy: an application is answered, with a scope that only the account API knows', async () => {
    const browser = await plainPerson(plain)
    const query = new URLSearchParams({
      client_key: 'c4711',
      scope: 'openid calendar.read',
      source: 'door',
      redirect_uri: 'https://app.example.com/back',
      state: 's1',
    })
    const begun = await browser.visit(`/login/authorize?${query}`)
    expect(begun.status, JSON.stringify(begun.data)).toBe(303)
    const page = begun.location ?? ''
    const { status, main } = await browser.show(page)
    expect(status).toBe(200)
    expect(main).toContain('person_u')
    const { location } = await browser.submit(page, { scopes: 'calendar.read' })
    expect(location).toBe('https://app.example.com/back?code=g4711&state=s1')
  })
})

describe('a captcha without anybody who shows one', () => {
  it('error: the page says that no captcha is available, keeps the form, and the log says what to set', async () => {
    plain.add({ mobile: '+8613800000001', password: 'a long walk' })
    plain.guard('/v1/login', { error_code: 99999, decision: { code: 3059 } })
    const typed = { account: '+8613800000001', password: 'a long walk' }
    const { html } = await openBrowser().show('/login', { fields: typed })
    expectTexts(html, { shown: ['has not set one up yet', 'name="close"'] })
  })

  it('happy: a 2046 without verification methods gets the page that says that no captcha is available', async () => {
    plain.guard('/v1/login', { error_code: 2046, sms_code_key: 'k9' })
    const { html } = await openBrowser().show('/login', { fields: { account: 'ann', password: 'x' } })
    expect(html).toContain('has not set one up yet')
  })

  it('error: a GET that needs a captcha redirects to that page, which links back', async () => {
    const browser = await plainPerson(plain)
    plain.guard('/v1/me', { error_code: 99999, decision: { code: 3059 } })
    const location = (await browser.visit('/settings/mobile')).location ?? ''
    expect(await browser.mainAt(location)).toContain('has not set one up yet')
    plain.unguard('/v1/me')
    const parked = formOf(await browser.visit(location)).stepUp?.parked ?? ''
    const closed = await browser.submit(location, { parked, close: '1' })
    expect(await browser.mainAt(closed.location ?? '')).toContain('href="/settings/mobile?')
    expect(await browser.mainAt('/settings/mobile')).toContain('+86***01')
  })
})
