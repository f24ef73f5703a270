import { beforeEach, describe, expect, it } from 'vitest'
import type { KindOfIdentifier, Registrations } from '#contract/terms/fields'
import { done, emailSent, infoOf, profileAnswers, refuse } from '#tests/app/browser/answers'
import {
  type Browser,
  expectRedirect,
  expectTexts,
  leadsTo,
  openBrowser,
  patterns,
  refusedAt,
  withFakeAccountApi,
} from '#tests/app/browser/browser'
import { askedPasskey } from '#tests/app/browser/passkeys'
import { signedInBrowser, withPerson } from '#tests/app/browser/person'
import { addressKinds } from '~/features/addresses/address-kind'
import { offered, openKinds, openKindsMemory, usualOffer } from '~/navigation/open-pages/open-kinds.server'
import { openPage } from '~/navigation/open-pages/open-pages'

const fake = withFakeAccountApi()

/** Decides what the account API offers. */
const tellOf = (otherwise: Partial<typeof usualOffer>) => {
  openKindsMemory.known = { offered: { ...usualOffer, ...otherwise }, until: Number.POSITIVE_INFINITY }
}

const offer = (...kinds: (typeof addressKinds)[number][]) => tellOf({ kinds })

beforeEach(() => offer(...addressKinds))

/** The pages that begin or continue without a session, by their paths. Steps of a flow lead back to its beginning. */
const signedOutPages = patterns.filter(
  (path) => /^\/($|login|account-help|passport\/wap\/login)/.test(path) && !/[:*]|\/(code|qr)\/|\/verify\//.test(path),
)

/** The page that a path ends at, after all redirects, without what it says once about them. */
const endOf = async (browser: Browser, path: string) => {
  let [at, page] = [path, await browser.show(path)]
  for (let hops = 0; page.location !== null && hops < 6; hops += 1) {
    at = page.location.replace(/[?&]notice=\w+/, '')
    page = await browser.show(at)
  }
  return { at, ...page }
}

const rooms = {
  email: {
    closed:
      /^\/(login\/(sms|bind\/mobile)|account-help\/mobile-lost)|^\/(login\/register|account-help\/(password|activate))(\/both|\/code|\/choose|\/existing)?$/,
    names: /\bSMS\b|短信|name="mobile"/,
  },
  mobile: {
    closed:
      /^\/(login\/(email|register\/(email|both))|account-help\/(password|activate|mobile-lost)\/email)(\/(code|choose|existing))?$/,
    names: /code by email|邮件验证码/,
  },
} as const

describe.each(['email', 'mobile'] as const)('codes by %s alone', (kind) => {
  it.each(['en', 'zh-CN'])('happy: no page before a sign-in links to a closed page, in %s', async (language) => {
    offer(kind)
    fake.answer('startPasskeySignIn', done({ options: askedPasskey }))
    for (const path of signedOutPages) {
      const { status, html, main, at } = await endOf(openBrowser({ language }), path)
      expect(status, at).toBeLessThan(405)
      expect(
        leadsTo(html).filter((each) => rooms[kind].closed.test(each)),
        at,
      ).toEqual([])
      expect(main.match(rooms[kind].names)?.[0], at).toBeUndefined()
    }
  })
})

describe('a closed page', () => {
  it.each([
    ['/login/sms', '/login/email'],
    ['/login/SMS/', '/login/email'],
    ['/login/sms/code', '/login/email'],
    ['/login/register', '/login/register/email'],
    ['/login/register/both', '/login/register/email'],
    ['/login/register/organisation/mobile', '/login/register/organisation'],
    ['/account-help/password', '/account-help/password/email'],
    ['/account-help/activate', '/account-help/activate/email'],
    ['/account-help/mobile-lost/password', '/account-help'],
    ['/settings/mobile/bind', '/settings/mobile'],
    ['/login/authorize/AbC-1/sms/code', '/login/authorize/AbC-1'],
    ['/login/bind/mobile', '/login/bind'],
    ['/login/email/code', '/login/email/code'],
    ['/settings/mobile/remove', '/settings/mobile/remove'],
  ])('happy: without codes by SMS, %s becomes %s', (path, open) => {
    expect(openPage(path, ['email'])).toBe(open)
    expect(openPage(path, addressKinds)).toBe(path)
  })

  it.each([
    ['/login/email', '/login/sms'],
    ['/login/email/password', '/login/email/password'],
    ['/login/register/email', '/login/register'],
    ['/login/register/both', '/login/register'],
    ['/account-help/password/email', '/account-help/password'],
    ['/account-help/mobile-lost/email', '/account-help/mobile-lost'],
  ])('happy: without codes by email, %s becomes %s', (path, open) => expect(openPage(path, ['mobile'])).toBe(open))

  it('error: if no codes are sent at all, a page redirects to its section', () => {
    expect(openPage('/login/register', [])).toBe('/login')
    expect(openPage('/account-help/password', [])).toBe('/account-help')
  })

  it('happy: a closed page redirects to the open one, which says why, and keeps the return address', async () => {
    offer('email')
    const browser = openBrowser()
    const page = await browser.show('/login/register?next=/settings/profile')
    expectRedirect(page, '/login/register/email?next=%2Fsettings%2Fprofile&notice=mobile_not_offered')
    expect(await browser.mainAt(page.location ?? '')).toContain('This site sends no codes by SMS.')
  })

  it('error: a form of an older page that sends a number redirects to the open page, too', async () => {
    offer('email')
    const browser = openBrowser()
    const refused = refuse('invalid_input', { fields: [{ field: 'mobile', reason: 'not_offered' }] })
    fake.answer('sendCode', refused)
    const fields = { mobile: '13800000001', region: 'CN' }
    expect(refusedAt(await browser.submit('/login/sms', fields), 'mobile')).toEqual([
      'This site sends nothing by SMS. Use an email, or another way.',
    ])
    expectRedirect(await browser.show('/login/sms', { fields }), '/login/email?notice=mobile_not_offered')
  })
})

describe('the pages of an account, without codes by SMS', () => {
  const browser = withPerson(fake)
  beforeEach(() => offer('email'))

  it('happy: the settings offer no number to add, and the page of numbers redirects back', async () => {
    fake.answer('accountInfo', done(infoOf({ mobile: null, email: 'a***@example.com', email_verified: true })))
    const { main } = await browser.show('/settings')
    expectTexts(main, { shown: ['a***@example.com'], hidden: ['Mobile<', 'settings/mobile'] })
    expectRedirect(await browser.show('/settings/mobile'), '/settings?notice=mobile_not_offered')
  })

  it('happy: an existing number is shown, can be removed, and cannot be changed', async () => {
    fake.answer('accountInfo', done(infoOf({ mobile: '+86 138****0001' })))
    const { main } = await browser.show('/settings/mobile')
    expectTexts(main, {
      shown: ['+86 138****0001', '/settings/mobile/remove', 'this number cannot be changed'],
      hidden: ['/settings/mobile/change', '/account-help/mobile-lost'],
    })
  })

  it('happy: a forgotten password is replaced only after a code to the email', async () => {
    const both = { mobile: '+86 138****0001', email: 'a***@example.com', email_verified: true }
    fake.answer('accountInfo', done(infoOf(both)))
    const { main } = await browser.show('/settings/password/forgotten')
    expectTexts(main, { shown: ['by_email'], hidden: ['by_mobile', 'SMS'] })
  })

  it('happy: an organisation is registered by email, without a choice', async () => {
    expect((await openBrowser().show('/login/register/email')).main).toContain('/login/register/organisation')
    const { main } = await openBrowser().show('/login/register/organisation')
    expectTexts(main, { shown: ['<input type="hidden" name="by" value="email"/>'], hidden: ['type="radio"'] })
  })
})

describe('what the web app remembers of the account API', () => {
  it('happy: the web app asks for the open kinds once, and refreshes an old answer while pages continue with it', async () => {
    openKindsMemory.known = undefined
    fake.answer('listCodeChannels', done({ channels: ['email'] }))
    expect(await Promise.all([openKinds(), openKinds()])).toEqual([['email'], ['email']])
    expect(await openKinds()).toEqual(['email'])
    expect(fake.inputsOf('listCodeChannels')).toHaveLength(1)
    offer('mobile')
    Object.assign(openKindsMemory.known ?? {}, { until: 0 })
    expect(await openKinds()).toEqual(['mobile'])
    await expect.poll(openKinds).toEqual(['email'])
    expect(fake.inputsOf('listCodeChannels')).toHaveLength(2)
  })

  it('happy: an unchanged answer keeps the remembered pages', async () => {
    openKindsMemory.known = undefined
    fake.answer('listCodeChannels', done({ channels: ['email'] }))
    const first = JSON.stringify(await offered())
    openKindsMemory.known = undefined
    expect(JSON.stringify(await offered())).toBe(first)
    expect(JSON.stringify(await offered())).toBe(first)
  })

  it.each([
    ['gives no answer', () => Response.error()],
    [
      'does not have the call',
      () => Response.json({ message: 'error', data: { error_code: 1007, description: 'no such call' } }),
    ],
  ])('error: everything is offered while the account API %s', async (_name, answer) => {
    openKindsMemory.known = undefined
    fake.answer('listCodeChannels', answer)
    expect(await openKinds()).toEqual(addressKinds)
    expect((await openBrowser().show('/login')).main).toContain('/login/sms')
  })

  it('happy: the operator’s announcement is on the sign-in page, in its language, without an extra call', async () => {
    openKindsMemory.known = undefined
    const announcement = { en: 'Closed from 2 to 3.', 'zh-Hans': '2 点至 3 点暂停。' }
    fake.answer('listCodeChannels', done({ channels: [...addressKinds], announcement }))
    expect((await openBrowser().show('/login')).main).toContain('Closed from 2 to 3.')
    expect((await openBrowser().show('/login?lng=zh-Hans')).main).toContain('2 点至 3 点暂停。')
    expect(fake.received.map(({ name }) => name)).toEqual(['listCodeChannels'])
    offer('mobile', 'email')
    expect((await openBrowser().show('/login')).main).not.toContain('Closed')
  })

  it('error: the last answer stays in use while the account API does not answer', async () => {
    offer('email')
    Object.assign(openKindsMemory.known ?? {}, { until: 0 })
    fake.answer('listCodeChannels', () => Response.error())
    await openKinds()
    await expect.poll(() => fake.inputsOf('listCodeChannels').length).toBeGreaterThan(0)
    expect(await openKinds()).toEqual(['email'])
  })
})

/** Without the pages of later steps, because these redirect to the first step. */
const closedPages = signedOutPages.filter((path) => /^\/login\/register/.test(path) && !/(code|existing)$/.test(path))

const ticket = 'aaaaaaaaaaaaaaaaaaaaaa'
const next = `?next=${encodeURIComponent(`/login/invitation?invite_ticket=${ticket}`)}`

describe('where registration is closed', () => {
  it.each(['en', 'zh-CN'])('happy: no page before a sign-in links to a registration, in %s', async (language) => {
    tellOf({ registration: 'closed' })
    fake.answer('startPasskeySignIn', done({ options: askedPasskey }))
    for (const path of signedOutPages.filter((each) => !each.startsWith('/login/register'))) {
      const { main } = await openBrowser({ language }).show(path)
      expect(main, path).not.toMatch(/\/login\/register|[Cc]reate an account|注册账号/)
    }
  })

  it.each(closedPages)(
    'error: an old link to %s redirects to the sign-in, which says that registration is closed',
    async (path) => {
      tellOf({ registration: 'closed' })
      const { status, main } = await openBrowser().show(path)
      expect(status).toBe(403)
      expectTexts(main, { shown: ['You cannot create an account here', 'href="/login"'] })
    },
  )

  it('error: a form of an older page is not sent to the account API', async () => {
    const browser = openBrowser()
    await browser.show('/login/register')
    tellOf({ registration: 'closed' })
    const { status, main } = await browser.show('/login/register', { fields: { mobile: '13800000001', region: 'CN' } })
    expect(status).toBe(403)
    expect(main).toContain('You cannot create an account here')
    expect(fake.inputsOf('sendCode')).toEqual([])
  })
})

describe('where registration needs an invitation', () => {
  it.each(['/login/register', '/login/register/email', '/login/register/both', '/login/register/organisation'])(
    'happy: the page %s says what is needed if registration needs an invitation, and not otherwise',
    async (path) => {
      const text = 'Only people who were invited can create an account here.'
      expect((await openBrowser().show(path)).main).not.toContain(text)
      tellOf({ registration: 'invited' })
      expect((await openBrowser().show(path)).main).toContain(text)
    },
  )

  const register = async (registration: Registrations) => {
    tellOf({ registration })
    const browser = openBrowser()
    fake.answer('checkInvitation', refuse('no_such_invitation', {}))
    fake.answer('sendCode', done({ sms_code_key: 'key', retry_after: 60, mobile: '+86 138****0001' }))
    const sent = await browser.show(`/login/register${next}`, { fields: { mobile: '13800000001', region: 'CN' } })
    expectRedirect(sent, `/login/register/code${next}`)
    fake.answer('registerByMobile', refuse('invitation_required', {}))
    const { main } = await browser.show(`/login/register/code${next}`, { fields: { code: '123456' } })
    return { main, inputs: fake.inputsOf('registerByMobile') }
  }

  it('happy: the ticket of the earlier invitation is sent with the registration, and a refusal says what is needed', async () => {
    const { main, inputs } = await register('invited')
    expect(inputs).toMatchObject([{ invite_ticket: ticket }])
    expect(main).toContain('Use the number or email that the invitation went to')
  })

  it('security: if anybody may register, no ticket is sent', async () => {
    const { inputs } = await register('open')
    expect(inputs[0]).not.toHaveProperty('invite_ticket')
  })
})

describe('numbers in texts', () => {
  /** Sets the minimum password length in the account API's answer. Undefined: the field is missing. */
  const tell = async (password_length?: number, minutes: { code_minutes?: number; proof_minutes?: number } = {}) => {
    openKindsMemory.known = undefined
    const numbers = password_length === undefined ? {} : { numbers: { password_length, ...minutes } }
    fake.answer('listCodeChannels', done({ channels: ['mobile', 'email'], ...numbers }))
    await offered()
  }

  beforeEach(() => tell())

  const atTheCode = async (language: string) => {
    fake.answer('sendEmailCode', emailSent())
    const browser = openBrowser({ language })
    await browser.submit('/login/register/email', { email: 'ann@example.com' })
    return browser
  }

  it.each([
    ['en', 12, {}, 'At least 12\u00A0characters.', 'At least 8\u00A0characters.'],
    ['zh-CN', 12, {}, '至少 12\u00A0个字符。', '至少 8\u00A0个字符。'],
    ['en', 8, { code_minutes: 4 }, 'It works for 4\u00A0minutes.', 'It works for 10\u00A0minutes.'],
    ['zh-CN', 8, { code_minutes: 4 }, '4\u00A0分钟内有效。', '10\u00A0分钟内有效。'],
  ])(
    'happy: a hint in %s shows the number of the account API, or the usual one: %d %j',
    async (language, length, minutes, told, usual) => {
      const browser = await atTheCode(language)
      const path = '/login/register/email/code'
      expect(await browser.mainAt(path)).toContain(usual)
      await tell(length, minutes)
      expect(await browser.mainAt(path)).toContain(told)
      await tell()
      expect(await browser.mainAt(path)).toContain(usual)
    },
  )

  it('error: a password that is too short for the policy is refused at its field, with the minimum', async () => {
    const browser = await atTheCode('en')
    await tell(12)
    const short = await browser.submit('/login/register/email/code', { code: '123456', password: 'nine char' })
    expect(refusedAt(short, 'password')).toEqual(['Use at least 12\u00A0characters'])
    expect(fake.inputsOf('registerByEmail')).toEqual([])
  })
})

/** Decides what people sign in by. Codes are sent to the addresses among it. */
const decide = (...identifiers: KindOfIdentifier[]) =>
  tellOf({ identifiers, kinds: identifiers.filter((kind) => kind !== 'username') })

const labels: [string, KindOfIdentifier[], string, string][] = [
  ['all', ['username', 'mobile', 'email'], 'Mobile number, email or username', '手机号、邮箱或用户名'],
  ['usernames', ['username'], 'Username', '用户名'],
  ['mobiles', ['mobile'], 'Mobile number', '手机号'],
  ['emails', ['email'], 'Email', '邮箱'],
  ['usernames and mobiles', ['username', 'mobile'], 'Mobile number or username', '手机号或用户名'],
  ['usernames and emails', ['username', 'email'], 'Email or username', '邮箱或用户名'],
  ['mobiles and emails', ['mobile', 'email'], 'Mobile number or email', '手机号或邮箱'],
]

describe('the field of a sign-in', () => {
  it.each(labels)('happy: the field of a sign-in asks for %s, in both languages', async (_, identifiers, en, zh) => {
    decide(...identifiers)
    for (const path of ['/login', '/passport/wap/login'])
      for (const [language, label] of [
        ['en', en],
        ['zh-CN', zh],
      ] as const)
        expect((await openBrowser({ language }).show(path)).main).toMatch(
          new RegExp(`<label for="account">${label}</label>`),
        )
  })

  it('happy: the field mentions country codes only if people sign in with numbers', async () => {
    expect((await openBrowser().show('/login')).main).toContain('country code')
    decide('username', 'email')
    expect((await openBrowser().show('/login')).main).not.toContain('country code')
  })

  it.each([
    ['en', 'You cannot sign in with what you entered here. Use an email or your username instead.'],
    ['zh-CN', '本站不能用你填写的内容登录，请改用邮箱或用户名'],
  ])('error: the refusal of an identifier names the others, in %s', async (language, text) => {
    decide('username', 'email')
    fake.answer('accountLoginV2', refuse('identifier_off', { field: 'mobile', identifiers: ['username', 'email'] }))
    const fields = { account: '13800000001', password: 'a river under the moon' }
    const { main } = await openBrowser({ language }).show('/login', { fields })
    expectTexts(main, { shown: [text, 'value="13800000001"'] })
  })
})

describe('pages of an identifier that is off', () => {
  it.each([
    ['en', 'mobile', 'Mobile numbers are not used here'],
    ['zh-CN', 'mobile', '这里不使用手机号'],
    ['en', 'email', 'Emails are not used to sign in here'],
    ['zh-CN', 'email', '这里不用邮箱登录'],
  ] as const)(
    'error: old links of the settings redirect to a page that says so, in %s for %s',
    async (language, kind, title) => {
      decide('username', kind === 'mobile' ? 'email' : 'mobile')
      const browser = await signedInBrowser(fake, { language })
      fake.answer('accountInfo', done(infoOf({ [kind]: null, email_verified: false })))
      for (const fields of [undefined, { mobile: '13800000001', region: 'CN', email: 'ann@example.com' }]) {
        const { status, main } = await browser.show(`/settings/${kind}${fields ? '/change' : ''}`, fields && { fields })
        expect(status).toBe(403)
        expectTexts(main, { shown: [title, 'href="/settings"'] })
      }
      expect(fake.inputsOf(kind === 'mobile' ? 'sendCode' : 'sendEmailCode')).toEqual([])
    },
  )

  it('error: a form of an older page is not sent to the account API', async () => {
    decide('username', 'mobile')
    const { status, main } = await openBrowser().show('/login/email/password', {
      fields: { email: 'ann@example.com', password: 'a river under the moon' },
    })
    expect(status).toBe(403)
    expectTexts(main, { shown: ['Emails are not used to sign in here', 'href="/login"'] })
    expect(fake.inputsOf('emailLogin')).toEqual([])
  })

  it('happy: if email is off, no page links to the sign-in by email and password', async () => {
    const link = 'href="/login/email/password'
    expect((await openBrowser().show('/login/email')).main).toContain(link)
    decide('username', 'mobile')
    for (const path of ['/login', '/login/sms', '/account-help', '/'])
      expect((await openBrowser().show(path)).main, path).not.toContain(link)
  })
})

describe('the settings', () => {
  it.each(['mobile', 'email'] as const)('happy: an existing %s of a type that is off can be removed', async (kind) => {
    decide('username', kind === 'mobile' ? 'email' : 'mobile')
    const browser = await signedInBrowser(fake)
    fake.answer(
      'accountInfo',
      done(infoOf({ mobile: '+86 138****0001', email: 'a***@example.com', email_verified: true })),
    )
    const main = await browser.mainAt(`/settings/${kind}`)
    expectTexts(main, { shown: ['are not used to sign in here', `/settings/${kind}/remove`] })
    expect(main).not.toContain(`/settings/${kind}/change`)
  })

  it('happy: with usernames off, the account cannot change its username, and no username is proposed', async () => {
    decide('mobile', 'email')
    const browser = await signedInBrowser(fake)
    fake.answer('accountInfo', done(infoOf({ username: 'ann' })))
    fake.answers(profileAnswers)
    const main = await browser.mainAt('/settings/profile')
    expectTexts(main, { shown: ['Usernames are not used to sign in here', 'readonly'], hidden: ['calm-river-482'] })
  })
})

it('happy: the account API decides which identifiers are on, and all are on without its answer', async () => {
  for (const [told, known] of [
    [{ identifiers: ['email'] as KindOfIdentifier[] }, ['email']],
    [{}, ['username', 'mobile', 'email']],
  ] as const) {
    openKindsMemory.known = undefined
    fake.answer('listCodeChannels', done({ channels: ['email'], announcement: null, ...told }))
    expect((await offered()).identifiers).toEqual(known)
  }
})
