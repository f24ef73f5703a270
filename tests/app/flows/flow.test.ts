import { afterEach, describe, expect, it, vi } from 'vitest'
import { done, refuse, signedIn, smsSent, ticket } from '#tests/app/browser/answers'
import { expectRedirect, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { browserAt, formCaseOf } from '#tests/app/forms/form-cases'

const fake = withFakeAccountApi()
const flowCookie = 'butterfly_flow_sms-sign-in'
const mobile = { mobile: '13800000001', region: 'CN' }
const expired = '/login/sms?notice=flow_expired'

const atCodeStep = async (path = '/login/sms') => {
  fake.answer('sendCode', smsSent())
  const browser = openBrowser()
  const landed = await browser.submit(path, mobile)
  return { browser, landed }
}

afterEach(() => vi.useRealTimers())

describe('a flow', () => {
  it('happy: a flow redirects to its first step, whose page has the data of the step', async () => {
    const { browser, landed } = await atCodeStep()
    expect(landed).toMatchObject({ status: 303, location: '/login/sms/code' })
    const page = await browser.visit('/login/sms/code')
    expect(page.data).toEqual({ sent: { to: '+86 138 0000 0001', notice: null, over: null, waitSeconds: 60 } })
  })

  it('error: the page of a later step redirects to the current step, with the return address', async () => {
    const { browser } = await atCodeStep('/login/sms?next=/settings%3Fa%3D1')
    expectRedirect(await browser.visit('/login/sms/create'), '/login/sms/code?next=%2Fsettings%3Fa%3D1')
  })

  it('error: without a flow, a step page redirects to the start, with the return address', async () => {
    expect((await openBrowser().visit('/login/sms/code?next=/x')).location).toBe('/login/sms?next=%2Fx')
  })

  it('error: a form of an earlier step redirects to the current step and makes no call', async () => {
    const { browser } = await atCodeStep()
    fake.answer('smsLoginOnly', refuse('not_registered', { ticket }))
    await browser.submit('/login/sms/code', { code: '123456' })
    expectRedirect(await browser.submit('/login/sms/code', { code: '123456' }), '/login/sms/create')
    expect(fake.inputsOf('smsLoginOnly')).toHaveLength(1)
  })

  it('error: a flow that took too long redirects to its start, with a flash message', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { browser } = await atCodeStep()
    vi.setSystemTime(Date.now() + 16 * 60_000)
    expect(await browser.visit('/login/sms/code')).toMatchObject({ status: 303, location: expired })
    expect((await browser.visit(expired)).data).toEqual({ notice: 'flow_expired', toJoin: null })
    expect(await browser.visit('/login/sms/code')).toMatchObject({ location: '/login/sms' })
  })

  it('security: the cookie of another browser is refused', async () => {
    const { browser } = await atCodeStep()
    const thief = openBrowser()
    thief.jar.set(flowCookie, browser.jar.get(flowCookie) ?? '')
    expect(await thief.visit('/login/sms/code')).toMatchObject({ status: 303, location: expired })
  })

  it('security: the cookie of another flow is refused', async () => {
    const { browser } = await atCodeStep()
    browser.jar.set('butterfly_flow_register-mobile', browser.jar.get(flowCookie) ?? '')
    expectRedirect(await browser.visit('/login/register/code'), '/login/register?notice=flow_expired')
  })

  it('security: the cookie of a flow hides the mobile number, and stays under 4,096 bytes', async () => {
    const { browser, landed } = await atCodeStep(`/login/sms?next=/${'x'.repeat(500)}`)
    expect(browser.jar.get(flowCookie)).not.toContain('138')
    expect(landed.setCookies.join()).toMatch(/HttpOnly; SameSite=Lax/)
    for (const setCookie of landed.setCookies) expect(setCookie.length).toBeLessThan(4096)
  })
})

const bound = done({ mobile: '+86 139****0002', email: null })
const reset = done({ done: true, ...signedIn().data })

describe.each([
  ['binding a mobile', '/settings/mobile/bind', 'bindMobile', bound, '/settings/mobile?notice=mobile_bound'],
  ['a reset', '/account-help/password/code', 'resetPasswordByMobile', reset, '/settings?notice=password_reset'],
  ['a restore', '/account-help/restore/confirm', 'undoCancellation', signedIn(), '/settings?notice=account_restored'],
  ['registering', '/login/register/code', 'registerByMobile', signedIn(true), '/settings?notice=account_created'],
  ['signing in by a code', '/login/sms/code', 'smsLoginOnly', signedIn(), '/settings'],
] as const)('%s', (_, page, call, answer, end) => {
  /** Begins the flow with a return address, and sends its last form. */
  const endWith = async (next: string) => {
    const formCase = formCaseOf(page, call)
    const url = `${page}?${new URLSearchParams({ next })}`
    const browser = await browserAt(fake, { ...formCase, url })
    fake.answer(call, answer as never)
    return browser.submit(page, formCase.fields)
  }

  it('happy: the end of a flow redirects to the return address from its beginning', async () => {
    expectRedirect(await endWith('/settings/x'), '/settings/x')
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)'])(
    'security: next=%j does not redirect off our site',
    async (next) => expectRedirect(await endWith(next), end),
  )
})
