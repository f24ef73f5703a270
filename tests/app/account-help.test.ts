import { describe, expect, it } from 'vitest'
import * as asked from '../../app/routes/account-help/mobile-lost/asked/route'
import * as emailCode from '../../app/routes/account-help/mobile-lost/email/code/route'
import * as confirm from '../../app/routes/account-help/mobile-lost/email/confirm/route'
import * as email from '../../app/routes/account-help/mobile-lost/email/route'
import * as held from '../../app/routes/account-help/mobile-lost/held/route'
import * as password from '../../app/routes/account-help/mobile-lost/password/route'
import * as lost from '../../app/routes/account-help/mobile-lost/route'
import * as done from '../../app/routes/account-help/not-me/done/route'
import * as notMe from '../../app/routes/account-help/not-me/route'
import * as keep from '../../app/routes/settings/$address/keep/route'
import { done as answered, refuse } from '../../contract/server'
import { addressPages } from './address-pages'
import { emailKey, emailSent, infoOf, ticket } from './answers'
import { errorsAt, formOf, openBrowser, withFakeAccountApi } from './browser'
import { askFor } from './page'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()
const root = '/account-help/mobile-lost'
const mobile = addressPages('mobile')
const address = 'ann@example.com'
const masks = { mobile: '+86 138****0001', email: 'a***@example.com' }
const takes_effect_at = '2026-11-23T12:00:00.000Z'

describe('a lost mobile, by email', () => {
  const atTheCode = async () => {
    fake.answer('sendEmailCode', emailSent())
    const browser = openBrowser()
    const landed = await browser.send(email, `${root}/email`, { email: address })
    expect(landed).toMatchObject({ status: 303, location: `${root}/email/code` })
    return browser
  }

  const atTheEnd = async (check: object = masks) => {
    const browser = await atTheCode()
    fake.answer('validateEmailCode', answered({ ticket }))
    const landed = await browser.send(emailCode, `${root}/email/code`, { code: '123456' })
    expect(landed).toMatchObject({ status: 303, location: `${root}/email/confirm` })
    fake.answer('unusableMobileCheck', answered({ ...masks, ...check, hold_hours: 0 }))
    return browser
  }

  it('happy: is removed after a code, and the person is led to bind a new one', async () => {
    const browser = await atTheEnd()
    expect(await browser.open(confirm, `${root}/email/confirm`)).toMatchObject({ status: 200, data: masks })
    fake.answer('unbindUnusableMobile', answered({ done: true, takes_effect_at }))
    const landed = await browser.send(confirm, `${root}/email/confirm`)
    expect(landed).toMatchObject({ status: 303, location: '/settings/mobile?notice=lost_mobile_removed' })
    expect(fake.inputsOf('sendEmailCode')).toEqual([{ email: address, type: 15 }])
    expect(fake.inputsOf('validateEmailCode')).toEqual([{ email: address, ...emailKey, code: '123456', type: 15 }])
    expect(fake.inputsOf('unbindUnusableMobile')).toEqual([{ ticket, without_address: 0 }])
    expect(browser.jar.has('butterfly_flow_lost-mobile-email')).toBe(false)
  })

  it('happy: with the password it is removed at once, and without it the page says when it will be', async () => {
    const at = { ...masks, hold_hours: 48, password_helps: true }
    const browser = await atTheEnd(at)
    fake.answer('unbindUnusableMobile', refuse('wrong_credentials', { field: 'password' }))
    const wrong = await browser.send(confirm, `${root}/email/confirm`, { password: 'not the password' })
    expect(errorsAt(wrong, 'password')).toEqual(['This is not the password of your account. Try again.'])
    fake.answer('unbindUnusableMobile', answered({ done: true, takes_effect_at }))
    const landed = await browser.send(confirm, `${root}/email/confirm`, { password: 'correct horse' })
    expect(landed.location).toBe('/settings/mobile?notice=lost_mobile_removed')
    expect(fake.inputsOf('unbindUnusableMobile').at(-1)).toEqual({
      ticket,
      password: 'correct horse',
      without_address: 0,
    })

    const other = await atTheEnd(at)
    fake.answer('unbindUnusableMobile', answered({ done: false, takes_effect_at }))
    expect((await other.send(confirm, `${root}/email/confirm`)).location).toBe(`${root}/asked`)
    expect(await other.open(asked, `${root}/asked`)).toMatchObject({ data: { takesEffectAt: takes_effect_at } })
  })

  it('happy: a resend goes to the same address', async () => {
    const browser = await atTheCode()
    fake.answer('sendEmailCode', emailSent())
    const landed = await browser.send(emailCode, `${root}/email/code`, { resend_code: 'Send a new code' })
    expect(landed).toMatchObject({ status: 303, location: `${root}/email/code` })
    expect(fake.inputsOf('sendEmailCode').at(-1)).toEqual({ email: address, type: 15 })
  })

  it('error: an invalid address comes back with an error at its field, and no code is sent', async () => {
    const landed = await openBrowser().send(email, `${root}/email`, { email: 'ann' })
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'email')).toHaveLength(1)
  })

  it('error: a wrong code comes back as an error, without the code', async () => {
    const browser = await atTheCode()
    fake.answer('validateEmailCode', refuse('code_wrong', { field: 'code', tries_left: 4 }))
    const landed = await browser.send(emailCode, `${root}/email/code`, { code: '123456' })
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'code')[0]).toContain('4\u00A0tries')
    expect(JSON.stringify(landed.data)).not.toContain('123456')
  })

  it('error: for an account without a mobile, the page says so', async () => {
    const browser = await atTheEnd({ mobile: null })
    expect(await browser.open(confirm, `${root}/email/confirm`)).toMatchObject({ data: { mobile: null } })
  })

  it('error: an expired ticket redirects to the start, from the page and from its form', async () => {
    const start = `${root}/email?notice=flow_expired`
    const browser = await atTheEnd()
    fake.answer('unusableMobileCheck', refuse('ticket_refused', {}))
    expect(await browser.open(confirm, `${root}/email/confirm`)).toMatchObject({ status: 303, location: start })
    const another = await atTheEnd()
    fake.answer('unbindUnusableMobile', refuse('ticket_refused', {}))
    expect(await another.send(confirm, `${root}/email/confirm`)).toMatchObject({ status: 303, location: start })
    expect(await another.open(email, start)).toMatchObject({ data: { notice: 'flow_expired' } })
  })

  it('error: a limit is answered with 429, and the step stays', async () => {
    const browser = await atTheEnd()
    fake.answer('unusableMobileCheck', refuse('too_many_requests', { retry_after: 30 }))
    expect(await browser.open(confirm, `${root}/email/confirm`)).toMatchObject({ status: 429 })
    fake.answer('unusableMobileCheck', answered({ ...masks, hold_hours: 0 }))
    expect(await browser.open(confirm, `${root}/email/confirm`)).toMatchObject({ status: 200 })
  })

  it.each([
    ['last_way', refuse('last_way', { of: 'own' })],
    ['nothing_bound', refuse('nothing_bound', { field: 'mobile' })],
  ] as const)('error: %s comes back as an error of the form', async (_, answer) => {
    const browser = await atTheEnd()
    fake.answer('unbindUnusableMobile', answer)
    const landed = await browser.send(confirm, `${root}/email/confirm`)
    expect(landed.status).toBe(422)
    expect(formOf(landed).error?.['']).toHaveLength(1)
  })

  it('error: a cancelled account leads to the page that restores it', async () => {
    const browser = await atTheEnd()
    const restored = { ticket, restorable_until: takes_effect_at, time_zone: null }
    fake.answer('unbindUnusableMobile', refuse('account_cancelled', restored))
    const landed = await browser.send(confirm, `${root}/email/confirm`)
    expect(landed).toMatchObject({ status: 303, location: '/account-help/restore/confirm' })
  })

  it('error: the page of another step redirects to the present step', async () => {
    const stranger = openBrowser()
    for (const [page, path] of [
      [emailCode, `${root}/email/code`],
      [confirm, `${root}/email/confirm`],
    ] as const)
      expect(await stranger.open(page, path)).toMatchObject({ status: 303, location: `${root}/email` })
    const browser = await atTheCode()
    expect(await browser.open(confirm, `${root}/email/confirm`)).toMatchObject({ location: `${root}/email/code` })
  })

  it('security: a ticket or an address in the form does not replace the proven one', async () => {
    const browser = await atTheEnd()
    fake.answer('unbindUnusableMobile', answered({ done: true, takes_effect_at }))
    await browser.send(confirm, `${root}/email/confirm`, { ticket: 'somebody-elses-ticket', email: 'bob@example.com' })
    expect(fake.inputsOf('unbindUnusableMobile')).toEqual([{ ticket, without_address: 0 }])
  })

  it('security: the end changes the browser id, as every sign-in does', async () => {
    const browser = await atTheEnd()
    const before = browser.formToken()
    fake.answer('unbindUnusableMobile', answered({ done: true, takes_effect_at }))
    await browser.send(confirm, `${root}/email/confirm`)
    expect(browser.formToken()).not.toBe(before)
  })
})

describe('a lost mobile, by password', () => {
  const atTheHold = async () => {
    fake.answer('verifyPassword', answered({ ticket, ...masks }))
    const browser = openBrowser()
    const landed = await browser.send(password, `${root}/password`, { account: 'ann', password: ' correct horse ' })
    expect(landed).toMatchObject({ status: 303, location: `${root}/held` })
    fake.answer('unusableMobileCheck', answered({ ...masks, hold_hours: 48 }))
    return browser
  }

  it('happy: the page says what will happen, and its form asks for the removal', async () => {
    const browser = await atTheHold()
    expect(await browser.open(held, `${root}/held`)).toMatchObject({ data: { ...masks, hold_hours: 48 } })
    fake.answer('unbindUnusableMobile', answered({ done: false, takes_effect_at }))
    expect(await browser.send(held, `${root}/held`)).toMatchObject({ status: 303, location: `${root}/asked` })
    expect(await browser.open(asked, `${root}/asked`)).toMatchObject({ data: { takesEffectAt: takes_effect_at } })
    expect(fake.inputsOf('verifyPassword')).toEqual([{ account: 'ann', password: ' correct horse ' }])
    // Going back shows the pending removal. It does not ask for another.
    expect(await browser.open(held, `${root}/held`)).toMatchObject({ status: 303, location: `${root}/asked` })
  })

  it('happy: without another address, the page names the username, and its tick is asked for', async () => {
    const browser = await atTheHold()
    fake.answer('unusableMobileCheck', answered({ ...masks, email: null, hold_hours: 48, username_left: 'user-x7' }))
    const { main } = await askFor(browser, held, `${root}/held`)
    expect(main).toContain('user-x7')
    expect(main).toContain('name="without_address"')
    fake.answer('unbindUnusableMobile', refuse('last_address', { username: 'user-x7' }))
    const refused = await browser.send(held, `${root}/held`)
    expect(refused.status).toBe(422)
    expect(errorsAt(refused, 'without_address')).toEqual(['Tick that you have noted your username, user-x7'])
    fake.answer('unbindUnusableMobile', answered({ done: false, takes_effect_at }))
    expect((await browser.send(held, `${root}/held`, { without_address: '1' })).location).toBe(`${root}/asked`)
    expect(fake.inputsOf('unbindUnusableMobile').map((input) => input.without_address)).toEqual([0, 1])
  })

  it('error: a wrong password does not come back, and locks as at a sign-in', async () => {
    const browser = openBrowser()
    fake.answer('verifyPassword', refuse('wrong_credentials', {}))
    const wrong = await browser.send(password, `${root}/password`, { account: 'ann', password: 'not it' })
    expect(wrong.status).toBe(422)
    expect(JSON.stringify(wrong.data)).not.toContain('not it')
    // No advice to use a code: it would go to the number that is lost.
    expect(errorsAt(wrong, '')).toEqual([
      'The account and the password do not match. Check both, or use a code sent to your email.',
    ])
    fake.answer('verifyPassword', refuse('password_locked', { retry_after: 900 }))
    const locked = await browser.send(password, `${root}/password`, { account: 'ann', password: 'not it' })
    expect(locked.status).toBe(429)
    expect(errorsAt(locked, '')[0]).toContain('15\u00A0minutes')
  })

  it('error: an expired ticket redirects to the start', async () => {
    const browser = await atTheHold()
    fake.answer('unusableMobileCheck', refuse('ticket_refused', {}))
    const landed = await browser.open(held, `${root}/held`)
    expect(landed).toMatchObject({ status: 303, location: `${root}/password?notice=flow_expired` })
  })

  it('error: without a flow, its later pages redirect to the start', async () => {
    expect(await openBrowser().open(asked, `${root}/asked`)).toMatchObject({ location: `${root}/password` })
  })

  it('happy: the first page makes no call of the account API', () => {
    expect(lost.handle).toMatchObject({ remembered: true })
    expect('loader' in lost).toBe(false)
  })
})

describe('“this was not me”', () => {
  const page = '/account-help/not-me'
  const link = `${page}?ticket=${ticket}`
  const securing = {
    change: 'mobile_changed' as const,
    told_at: takes_effect_at,
    puts_back: [masks.mobile],
    takes_off: [],
    elsewhere: [],
    ends_account: false,
    asks_password: false,
  }

  it('happy: the page of the link says what will be done, and its button does it', async () => {
    fake.answer('secureAccountCheck', answered(securing))
    const browser = openBrowser()
    expect(await browser.open(notMe, link)).toMatchObject({ status: 200, data: { isOver: false, securing } })
    expect(fake.received.map(({ name }) => name)).toEqual(['secureAccountCheck'])
    expect((await askFor(browser, notMe, link)).main).toContain('if it is the only way to sign in, the one from before')
    fake.answer('secureAccount', answered({ done: true, put_back: [masks.mobile], password_ended: true }))
    expect(await browser.send(notMe, link)).toMatchObject({ status: 303, location: `${page}/done` })
    expect(fake.inputsOf('secureAccount')).toEqual([{ ticket }])
    expect(await browser.open(done, `${page}/done`)).toMatchObject({ data: { passwordStays: false } })
  })

  it('happy: when the password had to stay, the last page says so', async () => {
    fake.answer('secureAccount', answered({ done: true, put_back: [], password_ended: false }))
    const browser = openBrowser()
    const landed = await browser.send(notMe, link)
    expect(landed).toMatchObject({ status: 303, location: `${page}/done?password=stays` })
    expect(await browser.open(done, landed.location ?? '')).toMatchObject({ data: { passwordStays: true } })
  })

  it('happy: when another account has an address by now, the last page says so', async () => {
    fake.answer('secureAccount', answered({ done: true, elsewhere: [masks.mobile], password_ended: true }))
    const browser = openBrowser()
    const landed = await browser.send(notMe, link)
    expect(landed).toMatchObject({ status: 303, location: `${page}/done?address=elsewhere` })
    expect(await browser.open(done, landed.location ?? '')).toMatchObject({ data: { isElsewhere: true } })
  })

  it('security: a number that was reported lost asks for the password, which a wrong one does not bring back', async () => {
    fake.answer('secureAccountCheck', answered({ ...securing, asks_password: true }))
    const browser = openBrowser()
    expect(await browser.open(notMe, link)).toMatchObject({ data: { securing: { asks_password: true } } })
    fake.answer('secureAccount', refuse('wrong_credentials', { field: 'password' }))
    const landed = await browser.send(notMe, link, { password: 'a wrong one' })
    expect(landed.status).toBe(422)
    expect(JSON.stringify(landed.data)).not.toContain('a wrong one')
    expect(errorsAt(landed, 'password')).toEqual(['This is not the password from before the change. Try again.'])
    fake.answer('secureAccount', refuse('invalid_input', { fields: [{ field: 'password', reason: 'missing' }] }))
    const missing = await browser.send(notMe, link, { password: '' })
    expect(errorsAt(missing, 'password')).toEqual(['Enter the password from before the change'])
    fake.answer('secureAccount', answered({ done: true, password_ended: true }))
    expect(await browser.send(notMe, link, { password: 'a good old password' })).toMatchObject({ status: 303 })
    expect(fake.inputsOf('secureAccount').at(-1)).toEqual({ ticket, password: 'a good old password' })
  })

  it('security: the server remembers the page for nobody, because each ticket has a page of its own', () => {
    expect(notMe.handle).not.toHaveProperty('remembered')
  })

  it('happy: without a ticket, the page says what to do and makes no call of the account API', async () => {
    const landed = await openBrowser().open(notMe, page)
    expect(landed).toMatchObject({ status: 200, data: { signedIn: false, isOver: false, securing: null } })
    const browser = await signedInBrowser(fake)
    expect(await browser.open(notMe, page)).toMatchObject({ data: { signedIn: true, securing: null } })
  })

  it('error: an expired link says so, on the page and after its form', async () => {
    fake.answer('secureAccountCheck', refuse('ticket_refused', {}))
    const browser = openBrowser()
    expect(await browser.open(notMe, link)).toMatchObject({ status: 200, data: { isOver: true, securing: null } })
    fake.answer('secureAccount', refuse('ticket_refused', {}))
    expect(await browser.send(notMe, link)).toMatchObject({ status: 303, location: link })
  })

  it('error: a limit does not count as an expired link', async () => {
    fake.answer('secureAccountCheck', refuse('too_many_requests', { retry_after: 30 }))
    expect(await openBrowser().open(notMe, link)).toMatchObject({ status: 429, data: { kind: 'too_many' } })
  })

  it.each(['', 'x', 'y'.repeat(500)])(
    'error: a link with %j for a ticket counts as expired, without a call of the account API',
    async (given) => {
      const landed = await openBrowser().open(notMe, `${page}?ticket=${given}`)
      expect(landed).toMatchObject({ status: 200, data: { isOver: true, securing: null } })
    },
  )

  it('security: a form of another site does nothing', async () => {
    const landed = await openBrowser().send(notMe, link, {}, { token: '' })
    expect(landed.status).toBe(403)
    expect(fake.received).toEqual([])
  })

  it('security: securing the account changes the browser id, so forms made before it are refused', async () => {
    const browser = await signedInBrowser(fake)
    const before = browser.formToken()
    fake.answer('secureAccount', answered({ done: true, put_back: [], password_ended: true }))
    await browser.send(notMe, link)
    expect(browser.formToken()).not.toBe(before)
  })
})

describe('stopping a pending removal', () => {
  it('happy: the button on the page of the mobile stops it', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('stopPendingChange', answered({ done: true }))
    expect(await browser.send(mobile.keep, '/settings/mobile/keep')).toMatchObject({
      status: 303,
      location: '/settings/mobile?notice=mobile_kept',
    })
    fake.answer('accountInfo', answered(infoOf()))
    expect(await browser.open(mobile.keep, '/settings/mobile/keep')).toMatchObject({ location: '/settings/mobile' })
  })

  it('happy: the page of the mobile says when it will be removed', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer(
      'accountInfo',
      answered(infoOf({ mobile: masks.mobile, pending_changes: [{ way: 'mobile', becomes: null, takes_effect_at }] })),
    )
    expect(await browser.open(mobile.home, '/settings/mobile')).toMatchObject({
      data: { pending: { at: takes_effect_at, becomes: null } },
    })
    fake.answer('accountInfo', answered(infoOf({ mobile: masks.mobile })))
    expect(await browser.open(mobile.home, '/settings/mobile')).toMatchObject({ data: { pending: null } })
  })

  it('error: after the session has ended, the form redirects to the sign-in', async () => {
    expect((await openBrowser().send(mobile.keep, '/settings/mobile/keep')).location).toMatch(/^\/login\?next=/)
    const browser = await signedInBrowser(fake)
    fake.answer('stopPendingChange', refuse('not_signed_in', {}))
    expect((await browser.send(mobile.keep, '/settings/mobile/keep')).location).toMatch(
      /^\/login\?next=.*sign_in_again/,
    )
  })

  it('error: a limit comes back as an error of the form', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('stopPendingChange', refuse('too_many_requests', { retry_after: 30 }))
    const landed = await browser.send(mobile.keep, '/settings/mobile/keep')
    expect(landed.status).toBe(429)
    expect(errorsAt(landed, '')).toEqual(['There were too many requests. Try again in 30\u00A0seconds.'])
  })

  it('security: a form of another browser changes nothing', async () => {
    const browser = await signedInBrowser(fake)
    const landed = await browser.send(mobile.keep, '/settings/mobile/keep', {}, { token: 'x' })
    expect(landed.status).toBe(403)
    expect(errorsAt(landed, '')).toHaveLength(1)
    expect(fake.inputsOf('stopPendingChange')).toEqual([])
  })

  it('security: a refused form token leaves the pending removal, says so at 403, and the form can be sent again', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer(
      'accountInfo',
      answered(infoOf({ pending_changes: [{ way: 'mobile', becomes: null, takes_effect_at }] })),
    )
    const path = '/settings/mobile/keep'
    const asked = { fields: {}, token: 'x', pattern: '/settings/:address/keep' }
    const refused = await askFor(browser, keep, path, asked)
    expect(refused.status).toBe(403)
    expect(refused.main).toMatch(/open for too long/)
    expect(refused.main).toContain(`name="form_token" value="${browser.formToken()}"`)
    expect(refused.main).toContain('value="Keep the number"')
    expect(fake.inputsOf('stopPendingChange')).toEqual([])
  })
})
