import { describe, expect, it } from 'vitest'
import { refuse, signedIn } from '#tests/app/browser/answers'
import { type Browser, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { forged } from '#tests/fixtures/forged'

const fake = withFakeAccountApi()
const password = 'fourteen calm violins'

/** A browser after a refused sign-in with an identifier, and the page that it shows. */
const refusedWith = async (account: string, path = '/login', name = 'account') => {
  const browser = openBrowser()
  fake.answer(name === 'email' ? 'emailLogin' : 'accountLoginV2', refuse('wrong_credentials', {}))
  const { main } = await browser.show(path, { fields: { [name]: account, password } })
  return { browser, main }
}

/** The links of a page that pass the typed value on. */
const carriedIn = (main: string): string[] =>
  [...main.matchAll(/href="([^"?]*)\?again=1"/g)].map(([, path = '']) => path)

const valueAt = async (browser: Browser, path: string, name: string): Promise<string | undefined> =>
  new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(await browser.mainAt(path))?.[1]

describe('what was typed to sign in', () => {
  it('happy: a typed number fills the fields of the other methods, also after going back', async () => {
    const { browser, main } = await refusedWith('07400 123457')
    const ways = [
      '/account-help/password',
      '/login/sms',
      '/login/email',
      '/login/register',
      '/login/register/email',
      '/passport/wap/login',
    ]
    expect(carriedIn(main)).toEqual(ways)
    for (const path of ['/login/sms', '/account-help/password', '/login/register'])
      expect(await valueAt(browser, `${path}?again=1`, 'mobile'), path).toBe('07400 123457')
    for (const path of ['/login', '/passport/wap/login'])
      expect(await valueAt(browser, `${path}?again=1`, 'account'), path).toBe('07400 123457')
    expect(await valueAt(browser, '/login/email?again=1', 'email')).toBeUndefined()
  })

  it('happy: a typed email fills the reset by email, and the other language keeps it', async () => {
    const { browser, main } = await refusedWith('bo@example.com')
    expect(carriedIn(main)).toContain('/account-help/password/email')
    for (const path of ['/login/email', '/account-help/password/email', '/login/email/password'])
      expect(await valueAt(browser, `${path}?again=1&lng=zh-Hans`, 'email'), path).toBe('bo@example.com')
    expect(await browser.mainAt('/login/email?again=1')).toContain('href="/login/sms?again=1"')
  })

  it.each([
    ['/login/email/password', 'email'],
    ['/passport/wap/login', 'account'],
  ])('happy: the sign-in at %s passes the typed value on too', async (path, name) => {
    const { browser, main } = await refusedWith('bo@example.com', path, name)
    expect(carriedIn(main)).toContain('/account-help/password/email')
    expect(await valueAt(browser, '/account-help/password/email?again=1', 'email')).toBe('bo@example.com')
  })

  it('happy: a typed username is kept on the way back, and fills no address field', async () => {
    const { browser } = await refusedWith('ann.lee')
    expect(await valueAt(browser, '/login?again=1', 'account')).toBe('ann.lee')
    for (const [path, name] of [
      ['/login/sms', 'mobile'],
      ['/login/email', 'email'],
    ] as const)
      expect(await valueAt(browser, `${path}?again=1`, name)).toBeUndefined()
  })

  it('error: a value typed without a password does not replace the one typed before', async () => {
    const { browser } = await refusedWith('bo@example.com')
    const { main } = await browser.show('/login', { fields: { account: 'cy@example.com', password: '' } })
    expect(carriedIn(main)).toEqual([])
  })

  it('error: without ?again=1 the pages are empty, because the page memory shares them', async () => {
    const { browser } = await refusedWith('bo@example.com')
    expect(await browser.mainAt('/login/email')).not.toContain('bo@example.com')
    expect(await browser.mainAt('/login')).not.toContain('bo@example.com')
  })

  it('security: the typed value is sealed for this browser until the sign-in, is in no URL, and contains no password', async () => {
    const { browser, main } = await refusedWith('bo@example.com')
    const sealed = browser.jar.get('butterfly_typed') ?? ''
    expect(sealed).toMatch(/^[\w-]+\.\.[\w.-]+$/)
    expect(main).not.toMatch(/href="[^"]*bo(@|%40)/)
    expect(main).not.toContain(password)
    const other = openBrowser()
    other.jar.set('butterfly_typed', sealed)
    expect(await valueAt(other, '/login/email?again=1', 'email')).toBeUndefined()
    fake.answer('accountLoginV2', signedIn())
    await browser.submit('/login', { account: 'bo@example.com', password })
    expect(browser.jar.has('butterfly_typed')).toBe(false)
  })

  it('security: a changed cookie, or a text that is too long, fills nothing in', async () => {
    const { browser } = await refusedWith('bo@example.com')
    const sealed = browser.jar.get('butterfly_typed') ?? ''
    browser.jar.set('butterfly_typed', forged(sealed))
    expect(await valueAt(browser, '/login/email?again=1', 'email')).toBeUndefined()
    const { browser: another } = await refusedWith(`${'b'.repeat(300)}@example.com`)
    expect(another.jar.has('butterfly_typed')).toBe(false)
  })
})
