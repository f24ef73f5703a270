import { describe, expect, it } from 'vitest'
import * as resetCode from '../../app/routes/account-help/password/code/route'
import * as emailResetCode from '../../app/routes/account-help/password/email/code/route'
import * as emailReset from '../../app/routes/account-help/password/email/route'
import * as resetLink from '../../app/routes/account-help/password/link/route'
import * as reset from '../../app/routes/account-help/password/route'
import * as signIn from '../../app/routes/login/route'
import * as forgottenCode from '../../app/routes/settings/password/forgotten/code/route'
import * as forgottenNew from '../../app/routes/settings/password/forgotten/new/route'
import * as forgotten from '../../app/routes/settings/password/forgotten/route'
import * as change from '../../app/routes/settings/password/route'
import * as first from '../../app/routes/settings/password/set/route'
import { done, refuse } from '../../contract/server'
import { emailKey, emailSent, infoOf, signedIn, smsKey, smsSent, ticket } from './answers'
import { errorsAt, formOf, openBrowser, withFakeAccountApi } from './browser'
import { askFor } from './page'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()
const password = 'fourteen calm violins'
const resend = { resend_code: 'Send a new code' }
const ok = done({ done: true })
/** A reset signs in. */
const entered = done({ done: true, ...signedIn().data })

describe('a reset by mobile', () => {
  const atTheCode = async ({ path = '/account-help/password', browser = openBrowser() } = {}) => {
    fake.answer('sendCode', smsSent())
    const landed = await browser.send(reset, path, { mobile: '138 0000 0001', region: 'CN' })
    return { browser, landed }
  }

  it('happy: sends a code, takes the code and a new password, and signs in', async () => {
    const { browser, landed } = await atTheCode()
    expect(landed).toMatchObject({ status: 303, location: '/account-help/password/code' })
    expect(fake.inputsOf('sendCode')).toEqual([{ mobile: '+8613800000001', type: 6 }])
    const page = await browser.open(resetCode, '/account-help/password/code')
    expect(page.data).toMatchObject({ sent: { to: '+86 138 0000 0001' } })
    fake.answer('resetPasswordByMobile', entered)
    const over = await browser.send(resetCode, '/account-help/password/code', { code: '123 456', password })
    expect(over).toMatchObject({ status: 303, location: '/settings?notice=password_reset' })
    expect(fake.inputsOf('resetPasswordByMobile')).toEqual([
      { mobile: '+8613800000001', ...smsKey, code: '123456', password },
    ])
    expect(browser.jar.has('butterfly_flow_password-reset-mobile')).toBe(false)
    // The browser is signed in.
    expect((await browser.open(signIn, '/login')).location).toBe('/settings')
  })

  it('happy: leads on to the return address', async () => {
    const { browser } = await atTheCode({ path: '/account-help/password?next=/settings/email' })
    fake.answer('resetPasswordByMobile', entered)
    const landed = await browser.send(resetCode, '/account-help/password/code', { code: '123456', password })
    expect(landed.location).toBe('/settings/email')
  })

  it('happy: for a cancelled account it leads to the page that restores it, as a sign-in does', async () => {
    const { browser } = await atTheCode()
    const restorable = { ticket, restorable_until: '2030-01-01T00:00:00.000Z', time_zone: null }
    fake.answer('resetPasswordByMobile', refuse('account_cancelled', restorable))
    const landed = await browser.send(resetCode, '/account-help/password/code', { code: '123456', password })
    expect(landed).toMatchObject({ status: 303, location: '/account-help/restore/confirm' })
  })

  it('happy: where the account API starts no session, it ends at the sign-in', async () => {
    const { browser } = await atTheCode()
    fake.answer('resetPasswordByMobile', ok)
    const landed = await browser.send(resetCode, '/account-help/password/code', { code: '123456', password })
    expect(landed.location).toBe('/login?notice=password_reset_only')
  })

  it('security: signing in gives the browser a new id', async () => {
    const { browser } = await atTheCode()
    const before = browser.formToken()
    fake.answer('resetPasswordByMobile', entered)
    await browser.send(resetCode, '/account-help/password/code', { code: '123456', password })
    expect(browser.formToken()).not.toBe(before)
  })

  it('happy: the page has the name of the account for password managers, and shows the password at a wish', async () => {
    const { browser } = await atTheCode()
    const path = '/account-help/password/code'
    const shown = (await askFor(browser, resetCode, path)).main
    const [name = ''] = /<input[^>]*name="account_name"[^>]*>/.exec(shown) ?? []
    for (const part of ['value="+8613800000001"', 'autoComplete="username"', 'readonly=""'])
      expect(name).toContain(part)
    expect(shown).toMatch(/<input[^>]*name="code"[^>]*autofocus=""/i)
    const read = await askFor(browser, resetCode, path, {
      fields: { code: '12', password: 'short', show_password: 'x' },
    })
    expect(read.status).toBe(200)
    expect(read.headers.get('cache-control')).toBe('no-store')
    expect(read.main).toMatch(/name="password" type="text"[^>]*value="short"/)
    expect(read.main).not.toContain('name="show_password"')
    expect(read.main).toMatch(/name="code"[^>]*value="12"/)
    // At the next answer it is hidden again.
    const hidden = await askFor(browser, resetCode, path, { fields: { code: '12', password: 'short' } })
    expect(hidden.main).not.toContain('short"')
    expect(hidden.main).not.toMatch(/autofocus/i)
    expect(fake.inputsOf('resetPasswordByMobile')).toEqual([])
  })

  it('security: a form of another browser gets no password to read', async () => {
    const { browser } = await atTheCode()
    const fields = { password: 'calm violins', show_password: 'x' }
    const token = openBrowser().formToken()
    const refused = await askFor(browser, resetCode, '/account-help/password/code', { fields, token })
    expect(refused.status).toBe(403)
    expect(refused.html).not.toContain('calm violins')
  })

  it('happy: “use another number” brings the number back', async () => {
    const { browser } = await atTheCode()
    expect((await askFor(browser, resetCode, '/account-help/password/code')).main).toContain(
      'href="/account-help/password?again=1"',
    )
    const { main } = await askFor(browser, reset, '/account-help/password?again=1')
    expect(main).toMatch(/name="mobile"[^>]*value="\+86 138 0000 0001"/)
    expect((await askFor(openBrowser(), reset, '/account-help/password?again=1')).main).not.toMatch(/\+86 138 0000/)
  })

  it('happy: works for a signed-in person too; where no session starts, this browser is signed out', async () => {
    const browser = await signedInBrowser(fake)
    expect((await browser.open(reset, '/account-help/password')).status).toBe(200)
    await atTheCode({ browser })
    fake.answer('resetPasswordByMobile', ok)
    fake.answer('logout', refuse('not_signed_in', {}))
    await browser.send(resetCode, '/account-help/password/code', { code: '123456', password })
    expect(fake.inputsOf('logout')).toHaveLength(1)
    expect(browser.jar.has('butterfly_session')).toBe(false)
  })

  it('error: a wrong code comes back without the code and the password', async () => {
    const { browser } = await atTheCode()
    fake.answer('resetPasswordByMobile', refuse('code_wrong', { field: 'code', tries_left: 4 }))
    const landed = await browser.send(resetCode, '/account-help/password/code', { code: '123456', password })
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'code')).toEqual(['This code is wrong. You have 4\u00A0tries left.'])
    expect(formOf(landed).initialValue).toEqual({})
  })

  it('security: a number in the form does not replace the one that the code was sent to', async () => {
    const { browser } = await atTheCode()
    fake.answer('resetPasswordByMobile', ok)
    const foreign = { mobile: '139 0000 0002', region: 'CN' }
    await browser.send(resetCode, '/account-help/password/code', { code: '123456', password, ...foreign })
    expect(fake.inputsOf('resetPasswordByMobile')).toEqual([
      { mobile: '+8613800000001', ...smsKey, code: '123456', password },
    ])
  })

  it('error: a refused password comes back as an error at its field', async () => {
    const { browser } = await atTheCode()
    fake.answer('resetPasswordByMobile', refuse('password_refused', { reason: 'common' }))
    const landed = await browser.send(resetCode, '/account-help/password/code', { code: '123456', password })
    expect(errorsAt(landed, 'password')).toHaveLength(1)
    // The code was not judged, so it comes back.
    expect(formOf(landed).initialValue).toEqual({ code: '123456' })
    const short = await browser.send(resetCode, '/account-help/password/code', { code: '', password: 'short' })
    expect([errorsAt(short, 'code'), errorsAt(short, 'password')]).toEqual([
      ['Enter the code'],
      ['Use at least 8\u00A0characters'],
    ])
  })

  it('error: without a flow, the code page redirects to the start', async () => {
    const landed = await openBrowser().open(resetCode, '/account-help/password/code')
    expect(landed).toMatchObject({ status: 303, location: '/account-help/password' })
  })

  it('happy: a code can be sent again', async () => {
    const { browser } = await atTheCode()
    const landed = await browser.send(resetCode, '/account-help/password/code', resend)
    expect(landed.location).toBe('/account-help/password/code')
    expect(fake.inputsOf('sendCode').at(-1)).toEqual({ mobile: '+8613800000001', type: 6 })
  })
})

describe('a reset by email', () => {
  const atTheCode = async () => {
    fake.answer('sendEmailCode', emailSent())
    const browser = openBrowser()
    const landed = await browser.send(emailReset, '/account-help/password/email', { email: 'Ann@Example.com' })
    return { browser, landed }
  }

  it('happy: sends a code, takes the code and a new password, and signs in', async () => {
    const { browser, landed } = await atTheCode()
    expect(landed.location).toBe('/account-help/password/email/code')
    await browser.send(emailResetCode, '/account-help/password/email/code', resend)
    const sent = { email: 'ann@example.com', type: 4 }
    expect(fake.inputsOf('sendEmailCode')).toEqual([sent, sent])
    fake.answer('resetPasswordByEmail', entered)
    const over = await browser.send(emailResetCode, '/account-help/password/email/code', { code: '123456', password })
    expect(over.location).toBe('/settings?notice=password_reset')
    expect(fake.inputsOf('resetPasswordByEmail')).toEqual([
      { email: 'ann@example.com', ...emailKey, code: '123456', password },
    ])
  })

  it('error: the second of two clicks gets a link to the account', async () => {
    const { browser } = await atTheCode()
    fake.answer('resetPasswordByEmail', refuse('code_used', { field: 'code' }))
    const landed = await browser.send(emailResetCode, '/account-help/password/email/code', { code: '123456', password })
    expect(formOf(landed).links).toEqual([{ path: '/settings', text: 'Open your account' }])
  })
})

describe('the link of a reset', () => {
  const path = `/account-help/password/link?ticket=${ticket}`

  const looked = () => fake.answer('resetTicketCheck', done({ username: 'ann', email: 'a***@example.com' }))

  it('security: opening it only looks at the ticket, and the page names the account', async () => {
    looked()
    const { status, main } = await askFor(openBrowser(), resetLink, path)
    expect(status).toBe(200)
    expect(main).toContain('a***@example.com')
    expect(main).toMatch(/autoComplete="username"[^>]*value="ann"/)
    expect(main).toContain('When you save it, you are signed in here')
    expect(main).toContain('<a href="/account-help">')
    expect(fake.received.map(({ name }) => name)).toEqual(['resetTicketCheck'])
  })

  it('error: a used or expired link says so at once', async () => {
    fake.answer('resetTicketCheck', refuse('ticket_refused', {}))
    const landed = await openBrowser().open(resetLink, path)
    expect(landed).toMatchObject({ status: 303, location: '/account-help/password/email?notice=reset_link_over' })
  })

  it('happy: the form of its page resets the password and signs in', async () => {
    fake.answer('resetPasswordByTicket', entered)
    const browser = openBrowser()
    const landed = await browser.send(resetLink, path, { password })
    expect(landed).toMatchObject({ status: 303, location: '/settings?notice=password_reset' })
    expect(fake.inputsOf('resetPasswordByTicket')).toEqual([{ ticket, password }])
    expect(browser.jar.has('butterfly_session')).toBe(true)
  })

  it('happy: where no session starts, this browser is signed out, whoever was signed in', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('resetPasswordByTicket', ok)
    fake.answer('logout', done({ done: true }))
    const landed = await browser.send(resetLink, path, { password })
    expect(landed.location).toBe('/login?notice=password_reset_only')
    expect(browser.jar.has('butterfly_session')).toBe(false)
  })

  it.each(['', '?ticket=', '?ticket=short', `?ticket=${'x'.repeat(200)}`])(
    'error: a link with %j redirects to the page that sends another one',
    async (query) => {
      const landed = await openBrowser().open(resetLink, `/account-help/password/link${query}`)
      expect(landed).toMatchObject({ status: 303, location: '/account-help/password/email?notice=reset_link_over' })
    },
  )

  it('error: a link that was used meanwhile redirects there too, with a flash message', async () => {
    fake.answer('resetPasswordByTicket', refuse('ticket_refused', {}))
    const browser = openBrowser()
    const landed = await browser.send(resetLink, path, { password })
    expect(landed).toMatchObject({ status: 303, location: '/account-help/password/email?notice=reset_link_over' })
    expect((await browser.open(emailReset, landed.location ?? '')).data).toMatchObject({ notice: 'reset_link_over' })
  })

  it('security: a refused password comes back without the ticket and the password', async () => {
    fake.answer('resetPasswordByTicket', refuse('password_refused', { reason: 'own_identifier' }))
    const landed = await openBrowser().send(resetLink, path, { password })
    expect(landed.status).toBe(422)
    expect(JSON.stringify(landed.data)).not.toMatch(new RegExp(`${ticket}|${password}`))
  })
})

describe('the password in the settings', () => {
  const has = (has_password: boolean) => fake.answer('accountInfo', done(infoOf({ has_password })))

  it.each([
    ['/settings/password', change],
    ['/settings/password/set', first],
    ['/settings/password/forgotten', forgotten],
    ['/settings/password/forgotten/code', forgottenCode],
    ['/settings/password/forgotten/new', forgottenNew],
  ])('error: signed out, %s redirects to the sign-in, which leads back', async (path, route) => {
    const landed = await openBrowser().open(route, path)
    expect(landed.location).toBe(`/login?next=${encodeURIComponent(path)}`)
  })

  it('happy: is changed with the present one, and a flash message says so', async () => {
    const browser = await signedInBrowser(fake)
    has(true)
    expect((await browser.open(change, '/settings/password')).data).toEqual({ username: 'ann' })
    fake.answer('updatePassword', ok)
    const landed = await browser.send(change, '/settings/password', { current_password: ' old one ', password })
    expect(landed).toMatchObject({ status: 303, location: '/settings?notice=password_changed' })
    expect(fake.inputsOf('updatePassword')).toEqual([{ current_password: ' old one ', password }])
  })

  it('error: a wrong present password is an error at its field, and no password comes back', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('updatePassword', refuse('wrong_credentials', { field: 'current_password' }))
    const landed = await browser.send(change, '/settings/password', { current_password: 'not that one', password })
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'current_password')).toEqual([
      'This is not your current password. If you have just changed it, use the new one. Otherwise try again, or reset it with a code.',
    ])
    expect(JSON.stringify(landed.data)).not.toMatch(/not that one|calm violins/)
  })

  it('error: the present password as the new one is an error at the new one', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('updatePassword', refuse('password_refused', { reason: 'same' }))
    const landed = await browser.send(change, '/settings/password', { current_password: password, password })
    expect(errorsAt(landed, 'password')).toEqual(['This is the password that you have now. Choose another.'])
  })

  it('happy: is set where there is none', async () => {
    const browser = await signedInBrowser(fake)
    has(false)
    expect((await browser.open(change, '/settings/password')).location).toBe('/settings/password/set')
    expect((await browser.open(first, '/settings/password/set')).status).toBe(200)
    fake.answer('setPassword', ok)
    const landed = await browser.send(first, '/settings/password/set', { password })
    expect(landed).toMatchObject({ status: 303, location: '/settings?notice=password_set' })
    expect(fake.inputsOf('setPassword')).toEqual([{ password }])
  })

  it('error: cannot be set where there is one: the page redirects to the one that changes it', async () => {
    const browser = await signedInBrowser(fake)
    has(true)
    expect((await browser.open(first, '/settings/password/set')).location).toBe('/settings/password')
    fake.answer('setPassword', refuse('password_is_set', {}))
    expect((await browser.send(first, '/settings/password/set', { password })).location).toBe('/settings/password')
  })

  it('error: without a fresh proof, setting it asks for a second verification', async () => {
    const browser = await signedInBrowser(fake)
    const ways = [{ way: 'mobile' as const, masked: '+86 138****0001' }]
    fake.answer('setPassword', refuse('second_verification_required', { sms_code_key: ticket, ways }))
    const landed = await browser.send(first, '/settings/password/set', { password })
    expect(formOf(landed).stepUp).toMatchObject({ kind: 'second', ways })
    expect(JSON.stringify(landed.data)).not.toContain(password)
  })
})

describe('a forgotten password, signed in', () => {
  const account = ({ email_verified = true } = {}) =>
    fake.answer('accountInfo', done(infoOf({ email: 'a***@example.com', email_verified })))
  const paths = {
    choose: '/settings/password/forgotten',
    code: '/settings/password/forgotten/code',
    new: '/settings/password/forgotten/new',
  }

  const atTheCode = async (by: 'by_mobile' | 'by_email') => {
    const browser = await signedInBrowser(fake)
    account()
    fake.answer('sendCode', smsSent())
    fake.answer('sendEmailCode', emailSent())
    const landed = await browser.send(forgotten, paths.choose, { [by]: 'Send' })
    expect(landed.location).toBe(paths.code)
    return browser
  }

  it('happy: shows the proven addresses, masked', async () => {
    const browser = await signedInBrowser(fake)
    account({ email_verified: false })
    expect((await browser.open(forgotten, paths.choose)).data).toEqual({
      addresses: [{ kind: 'mobile', masked: '+86 138****0001' }],
      notice: null,
    })
  })

  it('happy: by mobile: a code, a new password, and a flash message', async () => {
    const browser = await atTheCode('by_mobile')
    expect(fake.inputsOf('sendCode')).toEqual([{ type: 22 }])
    expect((await browser.open(forgottenCode, paths.code)).data).toMatchObject({
      kind: 'mobile',
      sent: { to: '+86 138****0001' },
    })
    fake.answer('verifyMobile', done({ verify_ticket: ticket }))
    expect((await browser.send(forgottenCode, paths.code, { code: '123456' })).location).toBe(paths.new)
    expect(fake.inputsOf('verifyMobile')).toEqual([{ code: '123456', ...smsKey, type: 22, act: 'password' }])
    fake.answer('changePassword', ok)
    const landed = await browser.send(forgottenNew, paths.new, { password })
    expect(landed).toMatchObject({ status: 303, location: '/settings?notice=password_changed' })
    expect(fake.inputsOf('changePassword')).toEqual([{ verify_ticket: ticket, password }])
  })

  it('happy: by email, with a resend', async () => {
    const browser = await atTheCode('by_email')
    expect((await browser.send(forgottenCode, paths.code, resend)).location).toBe(paths.code)
    expect(fake.inputsOf('sendEmailCode')).toEqual([{ type: 11 }, { type: 11 }])
    fake.answer('verifyEmail', done({ verify_ticket: ticket }))
    expect((await browser.send(forgottenCode, paths.code, { code: '123456' })).location).toBe(paths.new)
    expect(fake.inputsOf('verifyEmail')).toEqual([{ code: '123456', ...emailKey, type: 11, act: 'password' }])
  })

  it('error: a wrong code comes back as an error', async () => {
    const browser = await atTheCode('by_mobile')
    fake.answer('verifyMobile', refuse('code_wrong', { field: 'code', tries_left: 3 }))
    const landed = await browser.send(forgottenCode, paths.code, { code: '123456' })
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'code')).toHaveLength(1)
  })

  it('error: the page of another step redirects to the present step', async () => {
    const browser = await atTheCode('by_mobile')
    expect((await browser.open(forgottenNew, paths.new)).location).toBe(paths.code)
    expect((await (await signedInBrowser(fake)).open(forgottenCode, paths.code)).location).toBe(paths.choose)
  })

  it('error: an expired ticket redirects to the start, with a flash message', async () => {
    const browser = await atTheCode('by_mobile')
    fake.answer('verifyMobile', done({ verify_ticket: ticket }))
    await browser.send(forgottenCode, paths.code, { code: '123456' })
    fake.answer('changePassword', refuse('ticket_refused', {}))
    const landed = await browser.send(forgottenNew, paths.new, { password })
    expect(landed.location).toBe(`${paths.choose}?notice=flow_expired`)
  })

  it('security: a sign-in to another account ends the flow', async () => {
    const browser = await atTheCode('by_mobile')
    await browser.send(signIn, '/login', { account: 'bea', password: 'x' })
    expect((await browser.open(forgottenCode, paths.code)).location).toBe(`${paths.choose}?notice=flow_expired`)
  })
})
