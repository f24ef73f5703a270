import { describe, expect, test } from 'vitest'
import { done, refuse, signedIn, ticket } from '#tests/app/browser/answers'
import { expectRedirect, openBrowser, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'
import { browserAt, formCaseOf } from '#tests/app/forms/form-cases'
import { confirmSignIn } from '~/flows/sign-in/confirm-sign-in.server'

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

describe('confirming a sign-in by SMS', () => {
  const it = test.extend('browser', () => atTheConfirmation())
  const path = '/login/sms/confirm'
  const email = { way: 'email' as const, masked: 'a***@example.com' }
  const password = { way: 'password' as const, masked: '' }

  /** A browser that has proven the number of a long unused account. */
  const atTheConfirmation = ({ ways = [email, password], next = '' } = {}) =>
    browserAt(fake, {
      ...formCaseOf(path, 'confirmSignIn'),
      url: `${path}${next}`,
      begin: (args) => confirmSignIn.begin(args, 'confirm', { mobile: '+8613800000001', ticket, ways }),
    })

  const sentByEmail = () => done({ retry_after: 60, masked: email.masked })

  it('security: the page names the number and the ways but no ticket, and the password signs in', async ({
    browser,
  }) => {
    const page = await browser.visit(path)
    expect(page).toMatchObject({
      status: 200,
      data: { mobile: '+86 138 0000 0001', ways: [email, password], identity: null },
    })
    expect(JSON.stringify(page.data) + [...browser.jar.values()].join()).not.toContain(ticket)
    fake.answer('confirmSignIn', signedIn())
    expectRedirect(await browser.submit(path, { password: ' correct horse ' }), '/settings')
    expect(fake.inputsOf('confirmSignIn')).toEqual([{ ticket, way: 'password', code: ' correct horse ' }])
    expect(await browser.visit(path)).toMatchObject({ location: '/settings' })
  })

  it('happy: a code to the email signs in, and the return address is kept', async () => {
    const next = '?next=%2Fsettings%2Fprofile'
    const browser = await atTheConfirmation({ next })
    fake.answer('sendConfirmationCode', sentByEmail())
    expect((await browser.submit(`${path}${next}`, { use_email: 'x' })).location).toBe(`${path}/code${next}`)
    expect(fake.inputsOf('sendConfirmationCode')).toEqual([{ ticket }])
    expect((await browser.visit(`${path}/code`)).data).toMatchObject({ sent: { to: email.masked } })
    fake.answer('confirmSignIn', signedIn())
    expect((await browser.submit(`${path}/code`, { code: '654321' })).location).toBe('/settings/profile')
    expect(fake.inputsOf('confirmSignIn')).toMatchObject([{ ticket, way: 'email', code: '654321' }])
  })

  it('happy: from the code page, the person can switch to the password', async ({ browser }) => {
    fake.answer('sendConfirmationCode', sentByEmail())
    await browser.submit(path, { use_email: 'x' })
    expect((await browser.visit(path)).status).toBe(200)
  })

  it('error: an empty field comes back with an error', async ({ browser }) => {
    expect(refusedAt(await browser.submit(path), 'password')).toEqual(['Enter your password'])
  })

  it('error: a method that the account lacks is refused', async () => {
    const browser = await atTheConfirmation({ ways: [password] })
    expect(refusedAt(await browser.submit(path, { use_email: 'x' }), 'password')).toEqual(['Enter a password'])
    expect(fake.received.map(({ name }) => name)).not.toContain('sendConfirmationCode')
  })
})
