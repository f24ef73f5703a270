import { describe, expect, test } from 'vitest'
import { done, refuse, signedIn } from '#tests/app/browser/answers'
import { expectRedirect, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { askedPasskey } from '#tests/app/browser/passkeys'
import { withSettings } from '#tests/app/browser/with-settings'

const fake = withFakeAccountApi()
const it = test.extend('browser', () => atThePage())
const path = '/login/passkey'
const credential = '{"id":"a"}'

const atThePage = () => {
  fake.answer('startPasskeySignIn', done({ options: askedPasskey }))
  return openBrowser()
}

describe('a sign-in by a passkey', () => {
  it('happy: the answer of the browser signs in, and continues to the return address', async ({ browser }) => {
    fake.answer('passkeySignIn', signedIn())
    expectRedirect(await browser.submit(`${path}?next=%2Fsettings%2Fprofile`, { credential }), '/settings/profile')
    expect(fake.inputsOf('passkeySignIn')).toMatchObject([{ credential, need_frozen_user: 1 }])
  })

  it('happy: without script, the page says that the browser has no passkeys, and links to the other methods', async () => {
    const main = await atThePage().mainAt(path)
    expect(main).toContain('This browser cannot use passkeys here')
    expect(main).not.toMatch(/type="(button|submit)"/)
    for (const other of ['/login', '/login/sms', '/login/email', '/login/qr']) expect(main).toContain(`href="${other}"`)
  })

  it('error: a refused passkey and a used challenge come back to the page with another challenge', async () => {
    const browser = atThePage()
    for (const code of ['passkey_refused', 'ticket_refused'] as const) {
      fake.answer('passkeySignIn', refuse(code, {}))
      expect((await browser.show(path, { fields: { credential } })).main).toContain('data-island="passkey"')
    }
  })

  it('error: an answer without a passkey makes no call', async ({ browser }) => {
    expect((await browser.submit(path, { credential: '' })).status).toBe(422)
    expect(fake.inputsOf('passkeySignIn')).toEqual([])
  })
})

describe('where browsers offer no passkeys, as at an IP address', () => {
  withSettings({ hasPasskeys: false })

  it('error: the passkey page is closed, and no link points to it', async () => {
    fake.answer('startPasskeySignIn', refuse('passkeys_not_offered', {}))
    expect((await openBrowser().show(path)).status).toBe(404)
    expect(await openBrowser().mainAt('/login')).not.toContain(path)
  })
})
