import { describe, expect, it } from 'vitest'
import { done, emailKey, emailSent, infoOf } from '#tests/app/browser/answers'
import { expectRedirect, expectTexts, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'

const fake = withFakeAccountApi()
const path = '/settings/recovery-email'
const some = 'r***@example.org'
const email = 'rose@example.org'

const browserWith = async (info: {
  email: string | null
  counts_from?: string
  changes_at?: string
  becomes?: string
}) => {
  fake.answer('recoveryEmailInfo', done({ counts_from: null, time_zone: 'UTC', ...info }))
  fake.answer('sendRecoveryEmailCode', emailSent())
  return signedInBrowser(fake)
}

describe('the recovery address of an account', () => {
  it('happy: the page shows the address masked and from when it counts, and links to its removal', async () => {
    const browser = await browserWith({ email: some, counts_from: '2026-01-04T09:30:00.000Z' })
    const main = await browser.mainAt(path)
    expectTexts(main, { shown: [some, 'It counts from', `href="${path}/remove"`] })
  })

  it('happy: a pending removal or replacement is shown on the page, and can be stopped there', async () => {
    const at = '2026-01-04T09:30:00.000Z'
    const browser = await browserWith({ email: some, changes_at: at, becomes: 'b***@example.org' })
    fake.answer('removeRecoveryEmail', done({ done: false, takes_effect_at: at }))
    const asked = `${path}?notice=recovery_email_removal_asked`
    expectRedirect(await browser.submit(`${path}/remove`, { wait: '1' }), asked)
    await browser.submit(path, { email })
    fake.answer('setRecoveryEmail', done({ email: some, counts_from: at, takes_effect_at: at, time_zone: 'UTC' }))
    const typed = { code: '123456', wait: '1' }
    expectRedirect(await browser.submit(`${path}/code`, typed), `${path}?notice=recovery_email_change_asked`)
    expect(fake.inputsOf('setRecoveryEmail')).toEqual([{ email, code: '123456', wait: 1, ...emailKey }])
    expect(await browser.mainAt(path)).toContain('will be replaced by b***@example.org on')
    fake.answer('stopPendingChange', done({ done: true }))
    expectRedirect(await browser.submit(`${path}/keep`), `${path}?notice=recovery_email_kept`)
  })

  it('happy: the settings have a row that adds or changes the recovery address', async () => {
    const browser = await browserWith({ email: null })
    for (const [recovery_email, link] of [
      [null, 'Add'],
      [some, 'Change'],
    ] as const) {
      fake.answer('accountInfo', done(infoOf({ recovery_email })))
      expect(await browser.mainAt('/settings')).toMatch(new RegExp(`href="${path}">${link}`))
    }
  })

  it('error: with no recovery address to remove, no question is asked', async () => {
    const browser = await browserWith({ email: null })
    expect((await browser.visit(`${path}/remove`)).location).toBe(path)
  })
})
