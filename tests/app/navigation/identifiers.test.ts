import { beforeEach, describe, expect, it } from 'vitest'
import type { KindOfIdentifier } from '#contract/terms/fields'
import { done, infoOf, profileAnswers, refuse } from '#tests/app/browser/answers'
import { expectRedirect, expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import { offered, openKindsMemory, usualOffer } from '~/navigation/open-pages/open-kinds.server'

const fake = withFakeAccountApi()

/** Decides what people sign in by. Codes are sent to the addresses among it. */
const decide = (...identifiers: KindOfIdentifier[]) => {
  const kinds = identifiers.filter((kind) => kind !== 'username')
  openKindsMemory.known = { offered: { ...usualOffer, identifiers, kinds }, until: Number.POSITIVE_INFINITY }
}

beforeEach(() => decide('username', 'mobile', 'email'))

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

  it('happy: a page that another identifier replaces redirects there, with a message', async () => {
    decide('username', 'email')
    expectRedirect(await openBrowser().show('/login/register'), '/login/register/email?notice=mobile_not_offered')
    expectRedirect(await openBrowser().show('/login/sms'), '/login/email?notice=mobile_not_offered')
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
