import { describe, expect } from 'vitest'
import {
  done,
  emailKey,
  emailSent,
  infoOf,
  refuse,
  signedIn,
  smsKey,
  smsSent,
  ticket,
} from '#tests/app/browser/answers'
import { expectRedirect, expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'

const fake = withFakeAccountApi()
const it = visiting(fake)
const password = 'fourteen calm violins'
const right = { code: '123456', password }
const ok = done({ done: true })
/** A reset signs in. */
const entered = done({ done: true, ...signedIn().data })

/** Both kinds of a reset by a code: the address as typed, as sent to the account API and as shown, and its calls. */
const resets = {
  mobile: {
    start: ['/account-help/password', { mobile: '138 0000 0001', region: 'CN' }],
    calls: ['sendCode', 'resetPasswordByMobile'],
    address: { mobile: '+8613800000001' },
    sent: { type: 6, to: '+86 138 0000 0001', key: smsKey },
    end: { query: '', location: '/settings?notice=password_reset' },
  },
  email: {
    start: ['/account-help/password/email', { email: 'Ann@Example.com' }],
    calls: ['sendEmailCode', 'resetPasswordByEmail'],
    address: { email: 'ann@example.com' },
    sent: { type: 4, to: 'ann@example.com', key: emailKey },
    end: { query: '?next=/settings/email', location: '/settings/email' },
  },
} as const

const atTheCode = async (kind: keyof typeof resets = 'mobile', browser = openBrowser()) => {
  fake.answers({ sendCode: smsSent(), sendEmailCode: emailSent() })
  const { start, end } = resets[kind]
  await browser.submit(start[0] + end.query, start[1])
  return browser
}

it.each(['mobile', 'email'] as const)('happy: a reset by %s signs in under a new browser id', async (kind) => {
  const { start, calls, address, sent, end } = resets[kind]
  const browser = await atTheCode(kind)
  expect(fake.inputsOf(calls[0])).toEqual([{ ...address, type: sent.type, unbind_exist: 0 }])
  const codePage = `${start[0]}/code`
  expect((await browser.visit(codePage)).data).toMatchObject({ sent: { to: sent.to } })
  const before = browser.formToken()
  fake.answer(calls[1], entered)
  expectRedirect(await browser.submit(codePage, { code: '123 456', password }), end.location)
  expect(fake.inputsOf(calls[1])).toEqual([{ ...address, ...sent.key, ...right }])
  expect(browser.jar.has(`butterfly_flow_password-reset-${kind}`)).toBe(false)
  expect(browser.formToken()).not.toBe(before)
  expect((await browser.visit('/login')).location).toBe('/settings')
})

describe('a reset by mobile', () => {
  it('happy: the page has the account name for password managers, and shows the password on request', async () => {
    const browser = await atTheCode()
    const path = '/account-help/password/code'
    const shown = await browser.mainAt(path)
    const [name = ''] = /<input[^>]*name="account_name"[^>]*>/.exec(shown) ?? []
    expectTexts(name, { shown: ['value="+8613800000001"', 'autoComplete="username"', 'readonly=""'] })
    expect(shown).toMatch(/<input[^>]*name="code"[^>]*autofocus=""/i)
    const read = await browser.show(path, { fields: { code: '12', password: 'short', show_password: 'x' } })
    expect(read.status).toBe(200)
    expect(read.headers.get('cache-control')).toBe('no-store')
    expect(read.main).toMatch(/name="password" type="text"[^>]*value="short"/)
    expect(read.main).not.toContain('name="show_password"')
    expect(read.main).toMatch(/name="code"[^>]*value="12"/)
    // At the next answer it is hidden again.
    const hidden = await browser.show(path, { fields: { code: '12', password: 'short' } })
    expect(hidden.main).not.toContain('short"')
    expect(hidden.main).not.toMatch(/autofocus/i)
    expect(fake.inputsOf('resetPasswordByMobile')).toEqual([])
  })

  it('security: a form of another browser does not show the password', async () => {
    const browser = await atTheCode()
    const fields = { password: 'calm violins', show_password: 'x' }
    const refused = await browser.show('/account-help/password/code', { fields, token: openBrowser().formToken() })
    expect(refused.status).toBe(403)
    expect(refused.html).not.toContain('calm violins')
  })

  it('happy: “use another number” returns to the number, filled in', async () => {
    const browser = await atTheCode()
    expect(await browser.mainAt('/account-help/password/code')).toContain('href="/account-help/password?again=1"')
    const main = await browser.mainAt('/account-help/password?again=1')
    expect(main).toMatch(/name="mobile"[^>]*value="\+86 138 0000 0001"/)
    expect((await openBrowser().show('/account-help/password?again=1')).main).not.toMatch(/\+86 138 0000/)
  })

  it('happy: a reset works for a signed-in person, and signs out one without a session', async ({ person }) => {
    expect((await person.visit('/account-help/password')).status).toBe(200)
    await atTheCode('mobile', person)
    fake.answers({ resetPasswordByMobile: ok, logout: refuse('not_signed_in', {}) })
    expectRedirect(await person.submit('/account-help/password/code', right), '/login?notice=password_reset_only')
    expect(fake.inputsOf('logout')).toHaveLength(1)
    expect(person.jar.has('butterfly_session')).toBe(false)
  })
})

describe('the link of a reset', () => {
  const path = `/account-help/password/link?ticket=${ticket}`

  it('happy: the form of its page resets the password and signs in', async ({ browser }) => {
    fake.answer('resetPasswordByTicket', entered)
    expectRedirect(await browser.submit(path, { password }), '/settings?notice=password_reset')
    expect(fake.inputsOf('resetPasswordByTicket')).toEqual([{ ticket, password }])
    expect(browser.jar.has('butterfly_session')).toBe(true)
  })

  it.each([`?ticket=${ticket}`, '', '?ticket=', '?ticket=short', `?ticket=${'x'.repeat(200)}`])(
    'error: an unusable link (%j) redirects at once to the page that sends another',
    async (query) => {
      fake.answer('resetTicketCheck', refuse('ticket_refused', {}))
      const browser = openBrowser()
      const again = '/account-help/password/email?notice=reset_link_over'
      expectRedirect(await browser.visit(`/account-help/password/link${query}`), again)
      expect((await browser.visit(again)).data).toMatchObject({ notice: 'reset_link_over' })
    },
  )
})

/** Links to a form for a new password: the calls of each, and what its page says. */
const links = {
  'a reset': {
    path: `/account-help/password/link?ticket=${ticket}`,
    calls: ['resetTicketCheck', 'resetPasswordByTicket'],
    shown: ['a***@example.com', 'ends the access that applications were given', '<a href="/account-help">'],
  },
  'a recovery by an operator': {
    path: `/account-help/recover?ticket=${ticket}`,
    calls: ['recoverAccountCheck', 'recoverAccount'],
    shown: ['a***@example.com', 'Saving signs out every device'],
  },
} as const

describe.each(Object.entries(links))('the link of %s', (_, { path, calls: [check, set], shown }) => {
  it('security: opening the link only checks the ticket, and the page names the account', async ({ browser }) => {
    fake.answer(check, done({ username: 'ann', email: 'a***@example.com' }))
    const main = await browser.mainAt(path)
    expect(main).toMatch(/autoComplete="username"[^>]*value="ann"/)
    expectTexts(main, { shown: [...shown] })
    expect(fake.received.map(({ name }) => name)).toEqual([check])
  })

  it('happy: if no session begins, the browser is signed out, even of another account', async ({ person }) => {
    fake.answers({ [set]: ok, logout: ok })
    expect((await person.submit(path, { password })).location).toBe('/login?notice=password_reset_only')
    expect(fake.inputsOf(set)).toEqual([{ ticket, password }])
    expect(person.jar.has('butterfly_session')).toBe(false)
  })
})

it.each(['', '?ticket=', '?ticket=short', `?ticket=${ticket}`])(
  'error: the link %j of a recovery has no form',
  async (query) => {
    fake.answer('recoverAccountCheck', refuse('ticket_refused', {}))
    const { status, main } = await openBrowser().show(`/account-help/recover${query}`)
    expect(status).toBe(200)
    expectTexts(main, { shown: ['This link no longer works'], hidden: ['<form'] })
  },
)

describe('the password in the settings', () => {
  const has = (has_password: boolean) => fake.answer('accountInfo', done(infoOf({ has_password })))

  it('happy: a person sets a first password, and then the page leads to its change', async ({ person }) => {
    has(false)
    expect((await person.visit('/settings/password')).location).toBe('/settings/password/set')
    expect((await person.visit('/settings/password/set')).status).toBe(200)
    fake.answer('setPassword', ok)
    expectRedirect(await person.submit('/settings/password/set', { password }), '/settings?notice=password_set')
    expect(fake.inputsOf('setPassword')).toEqual([{ password }])
    has(true)
    expect((await person.visit('/settings/password/set')).location).toBe('/settings/password')
  })
})

describe('a forgotten password, signed in', () => {
  const answerAccount = (email_verified: boolean) =>
    fake.answer('accountInfo', done(infoOf({ email: 'a***@example.com', email_verified })))
  const root = '/settings/password/forgotten'
  const paths = { choose: root, code: `${root}/code`, new: `${root}/new` }

  it('happy: the page shows the proven addresses, masked', async ({ person }) => {
    answerAccount(false)
    const addresses = [{ kind: 'mobile', masked: '+86 138****0001' }]
    expect((await person.visit(paths.choose)).data).toEqual({ addresses, hasOthers: true, notice: null })
  })

  it('happy: without a code, the form for the new password requires a passkey or an app', async ({ person }) => {
    answerAccount(true)
    expect((await person.submit(paths.choose, { by_other: 'Otherwise' })).location).toBe(paths.new)
    fake.answer('changePassword', ok)
    expectRedirect(await person.submit(paths.new, { password }), '/settings?notice=password_changed')
    expect(fake.inputsOf('changePassword')).toEqual([{ password }])
  })

  it.each([
    ['mobile', 'sendCode', 'verifyMobile', { type: 22 }, smsKey, '+86 138****0001'],
    ['email', 'sendEmailCode', 'verifyEmail', { type: 11 }, emailKey, 'a***@example.com'],
  ] as const)('happy: the reset by %s takes a code and a new password', async (kind, send, verify, type, key, to) => {
    const browser = await signedInBrowser(fake)
    answerAccount(true)
    fake.answer(send, (kind === 'mobile' ? smsSent() : emailSent()) as never)
    expect((await browser.submit(paths.choose, { [`by_${kind}`]: 'Send' })).location).toBe(paths.code)
    expect(fake.inputsOf(send)).toEqual([{ ...type, unbind_exist: 0 }])
    expect((await browser.visit(paths.code)).data).toMatchObject({ kind, sent: { to } })
    fake.answer(verify, done({ verify_ticket: ticket }))
    expect((await browser.submit(paths.code, { code: '123456' })).location).toBe(paths.new)
    expect(fake.inputsOf(verify)).toEqual([{ code: '123456', ...key, ...type, act: 'password' }])
    fake.answer('changePassword', ok)
    expectRedirect(await browser.submit(paths.new, { password }), '/settings?notice=password_changed')
    expect(fake.inputsOf('changePassword')).toEqual([{ verify_ticket: ticket, password }])
  })
})
