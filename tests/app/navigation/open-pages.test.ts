import { beforeEach, describe, expect, it } from 'vitest'
import { done, infoOf, refuse } from '#tests/app/browser/answers'
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
import { withPerson } from '#tests/app/browser/person'
import { addressKinds } from '~/features/addresses/address-kind'
import { offered, openKinds, openKindsMemory, usualOffer } from '~/navigation/open-pages/open-kinds.server'
import { openPage } from '~/navigation/open-pages/open-pages'

const fake = withFakeAccountApi()

/** Decides the kinds of address that codes are sent to. */
const offer = (...kinds: (typeof addressKinds)[number][]) => {
  openKindsMemory.known = { offered: { ...usualOffer, kinds }, until: Number.POSITIVE_INFINITY }
}

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
