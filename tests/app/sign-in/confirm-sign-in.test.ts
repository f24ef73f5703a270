import { describe, expect, test } from 'vitest'
import { done, signedIn, ticket } from '#tests/app/browser/answers'
import { expectRedirect, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'
import { browserAt, formCaseOf } from '#tests/app/forms/form-cases'
import { confirmSignIn } from '~/flows/sign-in/confirm-sign-in.server'

const fake = withFakeAccountApi()
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

describe('confirming a sign-in by SMS', () => {
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
