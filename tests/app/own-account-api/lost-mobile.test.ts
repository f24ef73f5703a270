import { describe, expect, it } from 'vitest'
import { done, emailKey, emailSent, ticket } from '#tests/app/browser/answers'
import { type Browser, expectRedirect, expectTexts, openBrowser } from '#tests/app/browser/browser'
import { withPlainAccountApi } from './plain-answers'

const fake = withPlainAccountApi()

const lost = '/account-help/mobile-lost'
const [start, codePage, confirm] = [`${lost}/email`, `${lost}/email/code`, `${lost}/email/confirm`]
const address = 'ann@example.com'
const takes_effect_at = '2026-11-28T12:00:00.000Z'
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

  it('error: the password page gets the 404 page', async () => {
    expect((await openBrowser().show(`${lost}/password`)).status).toBe(404)
  })
})
