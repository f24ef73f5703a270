import { describe, expect, test } from 'vitest'
import { done, refuse, signedIn, ticket } from '#tests/app/browser/answers'
import { expectRedirect, openBrowser, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'

const fake = withFakeAccountApi()
const it = test.extend('browser', () => atTheStep())
const path = '/login/authenticator'
const typed = { account: 'ann', password: 'fourteen calm violins' }

const waits = () =>
  done({ user_id: '7', is_new_user: false, expires_at: '2030-01-01T00:00:00.000Z', authenticator_ticket: ticket })

/** A browser after the right password, of an account that requires the authenticator. */
const atTheStep = async (url = '/login') => {
  const browser = openBrowser()
  fake.answer('accountLoginV2', waits())
  expectRedirect(await browser.submit(url, typed), path)
  return browser
}

describe('the step of a sign-in that asks for the authenticator', () => {
  it('happy: a code of the app signs in, and continues to the return address', async () => {
    const browser = await atTheStep('/login?next=%2Fsettings%2Fprofile')
    expect((await browser.visit(path)).status).toBe(200)
    fake.answer('completeSignIn', signedIn())
    expectRedirect(await browser.submit(path, { authenticator_code: '123 456' }), '/settings/profile')
    expect(fake.inputsOf('completeSignIn')).toEqual([{ ticket, authenticator_code: '123456' }])
    expect((await browser.visit(path)).location).toMatch(/^\/(login|settings)/)
  })

  it('happy: a recovery code may be typed in capitals, with its hyphens', async ({ browser }) => {
    fake.answer('completeSignIn', signedIn())
    expectRedirect(await browser.submit(path, { authenticator_code: 'BCDF-GHJK-MNPQ-RSTV' }), '/settings')
    expect(fake.inputsOf('completeSignIn')).toEqual([{ ticket, authenticator_code: 'bcdfghjkmnpqrstv' }])
  })

  it('happy: the device remembers the account only after the authenticator step', async () => {
    const browser = openBrowser()
    fake.answer('accountLoginV2', waits())
    await browser.submit('/login', { ...typed, remember: '1' })
    expect(fake.inputsOf('rememberAccount')).toEqual([])
    fake.answer('completeSignIn', signedIn())
    fake.answer(
      'rememberAccount',
      done({ device_token: 'd'.repeat(43), masked: 'a***', expires_at: '2030-01-01T00:00:00.000Z' }),
    )
    await browser.submit(path, { authenticator_code: '123456', remember: '1' })
    expect(fake.inputsOf('rememberAccount')).toHaveLength(1)
  })

  it('error: a used code is reported at the field, and the step stays', async ({ browser }) => {
    fake.answer('completeSignIn', refuse('code_used', { field: 'authenticator_code' }))
    const used = await browser.submit(path, { authenticator_code: '123456' })
    expect(refusedAt(used, 'authenticator_code')[0]).toContain('used already')
    expect((await browser.visit(path)).status).toBe(200)
  })

  it('happy: a lost phone is reported, and the page says when the app will be removed', async ({ browser }) => {
    const asked = { takes_effect_at: '2026-11-28T08:00:00.000Z', time_zone: 'UTC' }
    fake.answer('reportLostAuthenticator', done(asked))
    expectRedirect(await browser.submit(`${path}/lost`), `${path}/lost`)
    expect((await browser.visit(`${path}/lost`)).data).toEqual({
      removal: { at: asked.takes_effect_at, timeZone: 'UTC' },
    })
  })

  it('security: the cookie of the step works in its own browser only', async () => {
    const [browser, thief] = [await atTheStep(), openBrowser()]
    const copied = browser.jar.get('butterfly_sign_in_waits') ?? ''
    expect(copied).not.toBe('')
    thief.jar.set('butterfly_sign_in_waits', copied)
    expectRedirect(await thief.submit(path, { authenticator_code: '123456' }), '/login?notice=flow_expired')
    expect(fake.inputsOf('completeSignIn')).toEqual([])
  })

  it('security: until the step is done, the account’s pages redirect to the sign-in', async ({ browser }) => {
    expect((await browser.visit('/settings')).location).toBe('/login?next=%2Fsettings')
  })
})
