import { describe, expect, it } from 'vitest'
import { done, refuse, signedIn, smsSent, threeWays, ticket } from '#tests/app/browser/answers'
import { expectRedirect, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'

const fake = withFakeAccountApi()
const restorable_until = '2026-12-21T12:00:00.000Z'
const key = 'key-of-a-second-verification'
const losses = [{ kind: 'username' as const, text: 'ann' }]

describe('cancelling', () => {
  const atTheStart = async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('cancelCheck', done({ blockers: [], losses, restorable_until }))
    fake.answer('cancelVerifyWay', done({ sms_code_key: key, ways: threeWays }))
    return browser
  }

  /** A browser that has chosen a code or the password. */
  const atThe = async (page: 'verify' | 'password') => {
    const browser = await atTheStart()
    fake.answer('sendCode', smsSent())
    const chosen = page === 'verify' ? { use_mobile: 'Send' } : { use_password: 'Use' }
    expectRedirect(await browser.submit('/settings/cancel', chosen), `/settings/cancel/${page}`)
    return browser
  }

  const atTheEnd = async () => {
    const browser = await atThe('password')
    fake.answer('verifySecond', done({ verify_ticket: ticket }))
    const landed = await browser.submit('/settings/cancel/password', { password: 'some password' })
    expect(landed).toMatchObject({ status: 303, location: '/settings/cancel/confirm' })
    return browser
  }

  it('happy: the first page says what will happen and what is lost, and does not show the key', async () => {
    const browser = await atTheStart()
    fake.answer('cancelCheck', done({ blockers: ['last_manager'], losses, restorable_until }))
    const page = await browser.visit('/settings/cancel')
    expect(page).toMatchObject({
      status: 200,
      data: { blockers: ['last_manager'], losses, restorable_until, ways: threeWays },
    })
    expect(JSON.stringify(page.data)).not.toContain(key)
  })

  it.each([
    ['en', 'You manage an organisation. Hand it over'],
    ['zh-Hans', '你是组织的主管理员'],
  ])('happy: a blocker is shown instead of the buttons, in %s', async (language, text) => {
    const browser = await signedInBrowser(fake, { language })
    fake.answer('cancelCheck', done({ blockers: ['last_manager'], losses, restorable_until }))
    fake.answer('cancelVerifyWay', done({ sms_code_key: key, ways: threeWays }))
    const main = await browser.mainAt('/settings/cancel')
    expect(main).toContain(text)
    expect(main).not.toMatch(/<form|<button|<input/)
    fake.answer('cancelCheck', done({ blockers: [], losses, restorable_until }))
    const free = await browser.mainAt('/settings/cancel')
    expect(free).not.toContain(text)
    for (const { way } of threeWays) expect(free).toContain(`name="use_${way}"`)
  })

  it('happy: confirming drops the session, changes the browser id and says until when the account can be restored', async () => {
    const browser = await atTheEnd()
    const browserId = browser.jar.get('butterfly_browser')
    expect(await browser.visit('/settings/cancel/confirm')).toMatchObject({ data: { until: restorable_until } })
    fake.answer('cancelConfirm', done({ restorable_until, time_zone: 'Asia/Tokyo' }))
    const landed = await browser.submit('/settings/cancel/confirm')
    const end = new URLSearchParams({ until: restorable_until, time_zone: 'Asia/Tokyo' })
    expect(landed).toMatchObject({ status: 303, location: `/account-help/cancelled?${end}` })
    expect(fake.inputsOf('cancelConfirm')).toEqual([{ cancel_ticket: ticket }])
    expect(browser.jar.has('butterfly_session')).toBe(false)
    expect(browser.jar.get('butterfly_browser')).not.toBe(browserId)
    expect(await browser.visit(landed.location ?? '')).toMatchObject({
      data: { until: restorable_until, timeZone: 'Asia/Tokyo' },
    })
    // The flow belonged to the old browser id.
    expectRedirect(await browser.submit('/settings/cancel/confirm'), '/settings/cancel?notice=flow_expired')
  })

  it('error: if no code may be sent or the sign-in method is gone, the flow does not begin', async () => {
    const browser = await atTheStart()
    fake.answer('sendEmailCode', refuse('code_limit_reached', { retry_after: 3600 }))
    expect(await browser.submit('/settings/cancel', { use_email: 'Send' })).toMatchObject({ status: 429 })
    for (const fields of [{}, { use_nothing: 'x' }])
      expectRedirect(await browser.submit('/settings/cancel', fields), '/settings/cancel')
    expect(await browser.visit('/settings/cancel/verify')).toMatchObject({ location: '/settings/cancel' })
  })

  it.each([
    ['the code', 'verify'],
    ['the password', 'password'],
  ] as const)('security: the last form sent instead of %s cancels nothing', async (_step, page) => {
    const browser = await atThe(page)
    const landed = await browser.submit('/settings/cancel/confirm', { cancel_ticket: ticket })
    expect(landed).toMatchObject({ status: 303, location: `/settings/cancel/${page}` })
    expect(fake.inputsOf('cancelConfirm')).toEqual([])
  })

  it('security: the last page redirects unless its URL names a time', async () => {
    const browser = openBrowser()
    for (const path of ['', '?until=', '?until=soon', '?until=2026-13-01T12:00:00.000Z', '?until=<b>'])
      expectRedirect(await browser.arrive(`/account-help/cancelled${path}`), '/account-help/restore')
  })
})

describe('restoring', () => {
  const isCancelled = refuse('account_cancelled', { ticket, restorable_until, time_zone: 'Asia/Tokyo' })
  const typed = { account: 'ann', password: 'x' }

  it('happy: the question is asked before the sign-in, and the answer continues to the return address', async () => {
    const browser = openBrowser()
    fake.answer('accountLoginV2', isCancelled)
    const asked = await browser.submit('/login?next=/settings/x', typed)
    expect(asked.location).toBe('/account-help/restore/confirm?next=%2Fsettings%2Fx')
    expect(await browser.visit('/login')).toMatchObject({ status: 200 })
    const page = await browser.visit('/account-help/restore/confirm')
    expect(page).toMatchObject({ status: 200, data: { until: restorable_until, timeZone: 'Asia/Tokyo' } })
    expect(JSON.stringify(page.data)).not.toContain(ticket)
    fake.answer('undoCancellation', signedIn())
    const browserId = browser.jar.get('butterfly_browser')
    expectRedirect(await browser.submit('/account-help/restore/confirm'), '/settings/x')
    expect(fake.inputsOf('undoCancellation')).toEqual([{ ticket }])
    expect(browser.jar.get('butterfly_browser')).not.toBe(browserId)
  })
})
