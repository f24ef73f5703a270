import { describe, expect, test } from 'vitest'
import { knownBrowserCookie } from '#contract/wire/headers'
import { done, refuse, signedIn } from '#tests/app/browser/answers'
import { openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'

const fake = withFakeAccountApi()
const it = test.extend('browser', () => leave())
const right = { account: 'ann', password: 'correct horse' }
const cookie = 'butterfly_known_browser'

/** The tokens of the known browser that each call to the account API carried. */
const received = () => fake.received.map(({ cookies }) => cookies[knownBrowserCookie])

const enter = async (browser = openBrowser()) => {
  fake.answer('accountLoginV2', signedIn())
  return { browser, landed: await browser.submit('/login', right) }
}

const leave = async () => {
  const { browser } = await enter()
  fake.answer('logout', done({ done: true }))
  await browser.submit('/passport/web/logout')
  return browser
}

describe('the cookie of a known browser', () => {
  it('happy: the cookie is set at the sign-in, sealed, for 400 days', async () => {
    const { landed } = await enter()
    const [setCookie] = landed.setCookies.filter((each) => each.startsWith(cookie))
    expect(setCookie).toMatch(/^butterfly_known_browser=[\w.-]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/)
  })

  it('happy: the cookie survives the sign-out, and is sent with every later sign-in', async ({ browser }) => {
    expect(browser.jar.has('butterfly_session')).toBe(false)
    expect(browser.jar.has(cookie)).toBe(true)
    fake.answer('accountLoginV2', refuse('wrong_credentials', {}))
    await browser.submit('/login', right)
    await enter(browser)
    const [first, whileSignedIn, ...later] = received()
    expect(first).toBeUndefined()
    expect(whileSignedIn).toMatch(/^[\w-]{22}$/)
    expect(later).toEqual([whileSignedIn, whileSignedIn])
  })

  it('happy: the cookie does not make the browser look signed in', async () => {
    expect(await (await leave()).visit('/login')).toMatchObject({ status: 200, setCookies: [] })
  })

  it('security: a session cookie under the known-browser cookie’s name is ignored, and vice versa', async () => {
    const { browser } = await enter()
    const session = browser.jar.get('butterfly_session') ?? ''
    browser.jar.set('butterfly_session', browser.jar.get(cookie) ?? '')
    browser.jar.set(cookie, session)
    fake.answer('accountLoginV2', refuse('wrong_credentials', {}))
    await browser.submit('/login', right)
    expect(received().at(-1)).toBeUndefined()
  })

  it('security: the plain token is in no cookie of the browser', async ({ browser }) => {
    const token = received()[1] ?? 'none'
    expect([...browser.jar.values()].join()).not.toContain(token)
  })
})
