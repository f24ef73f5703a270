import { describe, expect, it } from 'vitest'
import { done, emailKey, emailSent, refuse, ticket } from '#tests/app/browser/answers'
import { type Browser, expectRedirect, expectTexts, openBrowser, refusedAt } from '#tests/app/browser/browser'
import { withPlainAccountApi } from './plain-answers'

const fake = withPlainAccountApi()

const lost = '/account-help/mobile-lost'
const [start, codePage, confirm] = [`${lost}/email`, `${lost}/email/code`, `${lost}/email/confirm`]
const address = 'ann@example.com'
const takes_effect_at = '2026-11-28T12:00:00.000Z'
const restarted = `${start}?notice=flow_expired`
const removed = done({ done: true, takes_effect_at })
/** The fake begins a session with it. */
const removedAndSignedIn = done({ ...removed.data, is_new_user: false })

const atTheCode = async (browser: Browser = openBrowser()) => {
  fake.answer('sendEmailCode', emailSent())
  expectRedirect(await browser.submit(start, { email: address }), codePage)
  return browser
}

const atTheEnd = async () => {
  const browser = await atTheCode()
  fake.answer('validateEmailCode', done({ ticket }))
  expectRedirect(await browser.submit(codePage, { code: '123456' }), confirm)
  return browser
}

describe('a lost number, by the calls of the specification', () => {
  it('happy: a code to the email proves the account, and the signed-in person adds a new number', async () => {
    expectTexts(await openBrowser().mainAt(lost), {
      shown: [`href="${start}"`, 'We send a code to it'],
      hidden: [`${lost}/password`, '48 hours', 'password'],
    })
    expect(await openBrowser().mainAt(start)).not.toContain(`${lost}/password`)
    const browser = await atTheEnd()
    const page = { shown: [address, 'name="form_token"'], hidden: ['name="password"', '48 hours', ticket] }
    expectTexts(await browser.mainAt(confirm), page)
    const before = browser.formToken()
    fake.answer('unbindUnusableMobile', removedAndSignedIn)
    expectRedirect(await browser.submit(confirm), '/settings/mobile?notice=lost_mobile_removed')
    expect(fake.inputsOf('sendEmailCode')).toEqual([{ email: address, type: 15, unbind_exist: 0 }])
    expect(fake.inputsOf('validateEmailCode')).toEqual([{ email: address, ...emailKey, code: '123456', type: 15 }])
    expect(fake.inputsOf('unbindUnusableMobile')).toEqual([{ ticket, without_address: 0 }])
    expect(browser.formToken()).not.toBe(before)
  })

  it('happy: if the account API signs nobody in, the flow ends at the sign-in page, which reports the removal', async () => {
    const browser = await atTheEnd()
    fake.answer('unbindUnusableMobile', removed)
    const landed = '/login?notice=lost_mobile_removed_only'
    expectRedirect(await browser.submit(confirm), landed)
    expect((await browser.arrive(landed)).data).toMatchObject({ notice: 'lost_mobile_removed_only' })
  })

  it('happy: if the account API delays the removal, the page says until when', async () => {
    const browser = await atTheEnd()
    fake.answer('unbindUnusableMobile', done({ done: false, takes_effect_at }))
    expectRedirect(await browser.submit(confirm), `${lost}/asked`)
    expectTexts(await browser.mainAt(`${lost}/asked`), {
      shown: ['28', 'href="/login"', 'href="/settings/mobile"'],
      hidden: ['/settings/sessions'],
    })
  })

  it('error: the page of a removal that has ended redirects to the page of an open one', async () => {
    const browser = openBrowser()
    expectRedirect(await browser.visit(`${lost}/asked`), lost)
    expect((await browser.show(lost)).status).toBe(200)
  })

  it('happy: a new code is sent to the same address', async () => {
    const browser = await atTheCode()
    expectRedirect(await browser.submit(codePage, { resend_code: 'x', email: 'bo@example.com' }), codePage)
    expect(fake.inputsOf('sendEmailCode').map(({ email }) => email)).toEqual([address, address])
  })
})

describe('failures while a lost number is removed', () => {
  it.each([
    ['wrong', refuse('code_wrong', { field: 'code', tries_left: 4 })],
    ['expired', refuse('code_expired', { field: 'code' })],
  ])('error: a %s code keeps the step, and removes nothing', async (_, refusal) => {
    const browser = await atTheCode()
    fake.answer('validateEmailCode', refusal)
    expect(refusedAt(await browser.submit(codePage, { code: '000000' }), 'code')).toHaveLength(1)
    expectRedirect(await browser.submit(confirm), codePage)
    expect(fake.inputsOf('unbindUnusableMobile')).toEqual([])
  })

  it.each([
    ['no number', refuse('nothing_bound', { field: 'mobile' })],
    ['no other way to sign in', refuse('last_way', { of: 'own' })],
  ])('error: an account with %s is reported, and the page stays', async (_, refusal) => {
    const browser = await atTheEnd()
    fake.answer('unbindUnusableMobile', refusal)
    expect((await browser.submit(confirm)).status).toBe(422)
    expect((await browser.visit(confirm)).status).toBe(200)
  })

  it('error: a cancelled account has to be restored first', async () => {
    const browser = await atTheEnd()
    const until = { restorable_until: takes_effect_at, time_zone: null }
    fake.answer('unbindUnusableMobile', refuse('account_cancelled', { ...until, ticket }))
    expectRedirect(await browser.submit(confirm), '/account-help/restore/confirm')
  })

  it('error: the second of two clicks meets a used ticket, and begins again', async () => {
    const browser = await atTheEnd()
    const before = new Map(browser.jar)
    fake.answer('unbindUnusableMobile', removed)
    await browser.submit(confirm)
    for (const [name, value] of before) browser.jar.set(name, value)
    fake.answer('unbindUnusableMobile', refuse('ticket_refused', {}))
    expectRedirect(await browser.submit(confirm), restarted)
  })

  it.each([
    ['nothing of the contract', new Response('{"answer":"yes"}')],
    ['a page', new Response('<html>', { status: 502 })],
  ])('error: an account API that answers %s is an outage, and the step stays', async (_, nonsense) => {
    const browser = await atTheEnd()
    fake.answer('unbindUnusableMobile', () => nonsense.clone())
    expect((await browser.show(confirm, { fields: {} })).status).toBe(503)
    expect((await browser.visit(confirm)).status).toBe(200)
  })

  it('error: the password page gets the 404 page', async () => {
    expect((await openBrowser().show(`${lost}/password`)).status).toBe(404)
  })
})

describe('who can remove a lost number', () => {
  it('security: no form can name another ticket, another address or a password', async () => {
    const browser = await atTheEnd()
    fake.answer('unbindUnusableMobile', refuse('ticket_refused', {}))
    const typed = { ticket: 'the ticket of somebody else', email: 'bo@example.com', without_address: '1' }
    expectRedirect(await browser.submit(confirm, typed), restarted)
    expect(fake.inputsOf('unbindUnusableMobile')).toEqual([{ ticket, without_address: 0 }])
  })
})
