import { beforeEach, describe, expect, test } from 'vitest'
import { sessionCookie } from '#contract/wire/headers'
import { openInfo, page as request } from '#tests/app/authorisation/authorise'
import { done, infoOf, profileAnswers, refuse, signedIn } from '#tests/app/browser/answers'
import { type Browser, expectRedirect, expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import type { Page } from '#tests/app/browser/page'
import { signOutInfo } from '#tests/app/qr-codes/device'
import { forged } from '#tests/fixtures/forged'
import { leadsToKept } from '~/session/kept-sessions.server'

const fake = withFakeAccountApi()
const it = test.extend('browser', () => withAll('ann', 'bob'))
const here = '/settings/accounts'

/** The person of each session token. A new token belongs to the last person who signed in. */
let holders = new Map<string, string>()
let entering = ''
/** Of whom a second factor is due. */
let lacking = ''

const holderOf = (cookies: Record<string, string>): string | undefined => {
  const token = cookies[sessionCookie]
  if (token === undefined) return undefined
  const holder = holders.get(token) ?? entering
  holders.set(token, holder)
  return holder === '' ? undefined : holder
}

const endElsewhere = (person: string): void => {
  for (const [token, holder] of holders) if (holder === person) holders.set(token, '')
}

beforeEach(() => {
  holders = new Map()
  lacking = ''
  fake.answer('accountLoginV2', ({ input }) => {
    entering = String(input.account)
    return signedIn()
  })
  fake.answer('accountInfo', ({ cookies }) => {
    const holder = holderOf(cookies)
    if (holder === undefined) return refuse('not_signed_in', {})
    if (holder === lacking) return refuse('factor_due', {})
    return done(infoOf({ user_id: holder, username: holder, mobile: null, email: `${holder[0]}***@example.com` }))
  })
  fake.answers({ listSessions: done({ sessions: [] }), listRememberedDevices: done({ devices: [] }) })
  fake.answer('logout', ({ cookies }) => {
    holders.set(cookies[sessionCookie] ?? '', '')
    return done({ done: true })
  })
})

const enter = (browser: Browser, account: string): Promise<Page> =>
  browser.show(`/login?next=${here}`, { fields: { account, password: 'x' } })

const list = (browser: Browser): Promise<Page> => browser.show(here)

const choose = (browser: Browser, fields: Record<string, string>): Promise<Page> => browser.show(here, { fields })

/** The key of an account in the list. */
const keyOf = ({ main }: Page, person: string): string =>
  new RegExp(`name="account" value="([\\w-]{11})"/><input[^>]*value="Switch to ${person}"`).exec(main)?.[1] ?? 'none'

/** A browser at which these people have signed in, one after the other. The last one is present. */
const withAll = async (...people: string[]): Promise<Browser> => {
  const browser = openBrowser()
  for (const [nth, person] of people.entries()) {
    if (nth > 0) await choose(browser, { add: 'x' })
    expect(await enter(browser, person)).toMatchObject({ status: 303, location: here })
    // As the redirect does.
    await list(browser)
  }
  return browser
}

const whoIs = async (browser: Browser): Promise<string> => {
  fake.received.length = 0
  await browser.show('/settings')
  return fake.received.map(({ cookies }) => holders.get(cookies[sessionCookie] ?? '') ?? 'nobody').join()
}

describe('several accounts at one browser', () => {
  it('happy: a second account signs in next to the first, and the person can switch between them', async () => {
    const browser = await withAll('ann', 'bob')
    const listed = await list(browser)
    expectTexts(listed.main, { shown: ['<strong>bob</strong><br/>b***@example.com<br/>in use', 'a***@example.com'] })
    const before = browser.jar.get('butterfly_browser')
    expectRedirect(await choose(browser, { account: keyOf(listed, 'ann') }), '/settings?notice=account_entered')
    expect(browser.jar.get('butterfly_browser')).not.toBe(before)
    expect(await whoIs(browser)).toBe('ann')
    expect(keyOf(await list(browser), 'bob')).not.toBe('none')
    expect(fake.inputsOf('logout')).toEqual([])
  })

  it('happy: an account whose second factor is due stays in the list, with locally kept facts only', async () => {
    const browser = await withAll('ann', 'bob')
    lacking = 'ann'
    const listed = await list(browser)
    expect(keyOf(listed, 'ann')).not.toBe('none')
    expectTexts(listed.main, { hidden: ['a***@example.com'] })
  })

  it('security: the current person sets up the factor before they see the list', async ({ browser }) => {
    lacking = 'bob'
    expect(await list(browser)).toMatchObject({ status: 303, location: expect.stringMatching(/^\/login\/second/) })
  })

  it('happy: only the list page receives the sessions, and the sign-in page reports them', async ({ browser }) => {
    expect(browser.cookieHeader('/settings')).not.toContain('kept_sessions')
    expect(browser.cookieHeader(here)).toContain('kept_sessions')
    expect(leadsToKept('/login', browser.cookieHeader('/login'))).toBe(true)
    expect(leadsToKept('/login', openBrowser().cookieHeader('/login'))).toBe(false)
    await browser.show('/passport/web/logout', { fields: {} })
    expect((await browser.show('/login')).main).toContain('still signed in on this browser')
    expect((await list(browser)).main).toContain('You use none of these accounts now')
    await choose(browser, { account: keyOf(await list(browser), 'ann') })
    expect(await whoIs(browser)).toBe('ann')
  })

  it('happy: an application’s sign-out ends the current session, whichever account it names', async ({ browser }) => {
    const page = `/passport/web/logout/${'r'.repeat(22)}`
    fake.answer('openSignOutInfo', done({ ...signOutInfo, is_for_other: true }))
    expect((await browser.submit(page)).location).toBe(signOutInfo.returns_to)
    expect([...holders.values()].filter((person) => person !== '')).toEqual(['ann'])
    expect(await choose(browser, { account: keyOf(await list(browser), 'ann') })).toMatchObject({ status: 303 })
    expect(await whoIs(browser)).toBe('ann')
  })

  it('happy: a person can sign out of one account, or of all accounts in this browser', async () => {
    const browser = await withAll('ann', 'bob', 'cid')
    const page = await list(browser)
    expectRedirect(await choose(browser, { account: keyOf(page, 'ann'), leave: 'x' }), `${here}?notice=account_left`)
    expect([...holders.values()].sort()).toEqual(['', 'bob', 'cid'])
    expect(await choose(browser, { leave_all: 'x' })).toMatchObject({ location: '/login?notice=signed_out' })
    expect([...holders.values()].join('')).toBe('')
    expect(leadsToKept('/login', browser.cookieHeader('/login'))).toBe(false)
    expect((await list(browser)).location).toBe(`/login?next=${encodeURIComponent(here)}`)
  })

  it('happy: a session that ended elsewhere disappears from the list, which says so', async ({ browser }) => {
    const key = keyOf(await list(browser), 'ann')
    endElsewhere('ann')
    expect(await choose(browser, { account: key })).toMatchObject({ location: `${here}?notice=kept_over` })
    expect(await whoIs(browser)).toBe('bob')
    const again = await withAll('ann', 'bob')
    endElsewhere('ann')
    expect((await list(again)).main).toContain('ann is no longer signed in here')
    expect((await list(again)).main).not.toContain('ann')
  })

  it('happy: with prompt=select_account, an application’s request redirects to the accounts, which link back', async () => {
    const browser = await withAll('ann', 'bob')
    fake.answer('openAuthInfo', done({ ...openInfo, chooses_account: true }))
    const chosen = `${request}?chosen=1`
    const chooser = `${here}?next=${encodeURIComponent(chosen)}`
    expect((await browser.show(request)).location).toBe(chooser)
    const { main } = await browser.show(chooser)
    expectTexts(main, { shown: [`href="${chosen}">Continue as bob</a>`, 'Switch to ann'], hidden: ['id="sessions"'] })
    const entered = await browser.show(chooser, { fields: { account: keyOf({ main } as Page, 'ann') } })
    expect(entered).toMatchObject({ status: 303, location: chosen })
    expect(await whoIs(browser)).toBe('ann')
    // The page of the request leads there again for a person who thinks better of it.
    expect((await browser.show(chosen)).main).toContain(`href="${chooser.replaceAll('&', '&amp;')}">`)
    const added = await browser.show(chooser, { fields: { add: 'x' } })
    expect(added.location).toBe(`/login?next=${encodeURIComponent(chosen)}&notice=account_kept`)
    // No account is in use now, and both can still be chosen.
    expect((await browser.show(request)).location).toBe(chooser)
    const signedOut = await browser.show(chooser)
    expectTexts(signedOut.main, {
      shown: ['Switch to ann', 'Switch to bob', `href="/login?next=${encodeURIComponent(chosen)}"`],
      hidden: ['Continue as'],
    })
  })

  it('happy: a person who signs in twice has one session', async () => {
    const browser = await withAll('ann', 'bob', 'ann')
    const { main } = await list(browser)
    expect(main.match(/<strong>ann<\/strong>/g)).toHaveLength(1)
    expect(main).not.toContain('Switch to ann')
    expect([...holders.values()].filter((holder) => holder === 'ann')).toHaveLength(1)
  })

  it('error: a browser keeps six accounts, with the longest names, and refuses the seventh with a message', async () => {
    const people = ['u', 'v', 'w', 'x', 'y', 'z'].map((letter) => letter.repeat(64))
    const browser = await withAll(...people)
    expectTexts((await list(browser)).main, { shown: ['Sign out of one first'], hidden: ['name="add"'] })
    expect(await choose(browser, { add: 'x' })).toMatchObject({ location: `${here}?notice=kept_too_many` })
    expect(await whoIs(browser)).toBe(people.at(-1))
    const first = people[0] ?? ''
    await choose(browser, { account: keyOf(await list(browser), first) })
    expect(await whoIs(browser)).toBe(first)
  })
})

describe('attacks on several accounts', () => {
  it('security: a form of one account that is sent after a switch to another changes nothing', async ({ browser }) => {
    const token = browser.formToken()
    await choose(browser, { account: keyOf(await list(browser), 'ann') })
    fake.answers(profileAnswers)
    const fields = { username: 'mallory', language: 'en', birthday_day: '', birthday_month: '', birthday_year: '' }
    expect((await browser.show('/settings/profile', { fields, token })).location).toBeNull()
    expect(fake.inputsOf('accountSet')).toEqual([])
    for (const button of ['add', 'leave_all'])
      expect((await browser.show(here, { fields: { [button]: 'x' }, token })).location).toBeNull()
    expect(await whoIs(browser)).toBe('ann')
  })

  it('security: a session cookie from before a switch belongs to nobody afterwards', async ({ browser }) => {
    const old = browser.jar.get('butterfly_session') ?? ''
    await choose(browser, { account: keyOf(await list(browser), 'ann') })
    browser.jar.set('butterfly_session', old)
    expect((await browser.show('/settings')).location).toBe('/login?next=%2Fsettings')
  })

  it('security: an old list does not restore an account that was signed out', async ({ browser }) => {
    const [page, old] = [await list(browser), browser.jar.get('butterfly_kept_sessions') ?? '']
    await choose(browser, { account: keyOf(page, 'ann'), leave: 'x' })
    browser.jar.set('butterfly_kept_sessions', old)
    expectRedirect(await choose(browser, { account: keyOf(page, 'ann') }), `${here}?notice=kept_over`)
    expect(await whoIs(browser)).toBe('bob')
  })

  it('security: a thief who copies only the list into their signed-in browser gets into no account', async () => {
    const browser = await withAll('ann', 'bob')
    const [key, copied] = [keyOf(await list(browser), 'ann'), browser.jar.get('butterfly_kept_sessions') ?? '']
    for (const thief of [await withAll('mallory'), await withAll('mallet', 'mallory')]) {
      thief.jar.set('butterfly_kept_sessions', copied)
      expect((await list(thief)).main).not.toContain('ann')
      thief.jar.set('butterfly_kept_sessions', copied)
      expectRedirect(await choose(thief, { account: key }), `${here}?notice=kept_over`)
      expect(await whoIs(thief)).toBe('mallory')
    }
  })

  it('security: a modified list is dropped', async ({ browser }) => {
    const old = browser.jar.get('butterfly_kept_sessions') ?? ''
    browser.jar.set('butterfly_kept_sessions', forged(old))
    expect((await list(browser)).main).not.toContain('ann')
    expect(browser.jar.get('butterfly_kept_sessions')).toBeUndefined()
  })
})
