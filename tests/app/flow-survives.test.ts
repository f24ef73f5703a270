import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineFlow } from '../../app/flows/define-flow.server'
import * as signIn from '../../app/routes/login/route'
import * as smsCode from '../../app/routes/login/sms/code/route'
import * as sms from '../../app/routes/login/sms/route'
import * as signOut from '../../app/routes/passport/web/logout/route'
import { done } from '../../contract/server'
import { signedIn, smsSent } from './answers'
import { type Browser, openBrowser, withFakeAccountApi } from './browser'
import { openPages, pagesOf, twoSteps } from './sample-pages'

const fake = withFakeAccountApi()

const path = '/settings/invitations/$id'
/** An invitation goes on where it was when its person signs in. */
const surviving = defineFlow({
  name: 'sample-invitation',
  minutes: 15,
  start: path,
  done: '/settings',
  survivesSignIn: true,
  steps: twoSteps(path),
})
const ordinary = defineFlow({
  name: 'sample-ordinary',
  minutes: 15,
  start: '/a',
  done: '/settings',
  steps: twoSteps('/a'),
})

const at = (id: string, page = '') => `/settings/invitations/${id}${page}`
const pages = { ...pagesOf(surviving, { start: path, path }), ...pagesOf(ordinary, { start: '/a', path: '/a' }) }

const withPages = (browser = openBrowser()) => ({ browser, ...openPages(browser, pages) })
const survivors = ({ jar }: Browser) => [...jar.keys()].filter((name) => name.startsWith('butterfly_surviving_flow_'))

/** A browser that has begun an invitation, signed out, and is at its second step. */
const begun = async (id = '1') => {
  const opened = withPages()
  await opened.send(at(id), { text: 'invited' })
  await opened.send(at(id, '/first'), { go: 'on', text: 'accepted' })
  return opened
}

const enter = (browser: Browser) => browser.send(signIn, '/login', { account: 'ann', password: 'x' })
const leave = (browser: Browser) => browser.send(signOut, '/passport/web/logout')
const restarted = { status: 303, location: `${at('1')}?notice=flow_expired` }
const fromStart = { status: 303, location: at('1') }

beforeEach(() => {
  fake.answer('accountLoginV2', signedIn())
  fake.answer('logout', done({ done: true }))
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a flow that survives a sign-in', () => {
  it('happy: goes on where it was, under the new browser id', async () => {
    const { browser, open, send } = await begun()
    const before = browser.jar.get('butterfly_browser')
    expect(await enter(browser)).toMatchObject({ status: 303, location: '/settings' })
    expect(browser.jar.get('butterfly_browser')).not.toBe(before)
    expect(await open(at('1', '/second'))).toMatchObject({ status: 200, data: { text: 'accepted' } })
    expect(await send(at('1', '/second'), { go: 'finish' })).toMatchObject({ status: 303, location: '/settings' })
    expect(survivors(browser)).toEqual([])
  })

  it('happy: goes on after a flow that signs in, which ends', async () => {
    const { browser, open } = await begun()
    fake.answer('sendCode', smsSent())
    await browser.send(sms, '/login/sms', { mobile: '13800000001', region: 'CN' })
    fake.answer('smsLoginOnly', signedIn())
    expect(await browser.send(smsCode, '/login/sms/code', { code: '123456' })).toMatchObject({ location: '/settings' })
    expect(browser.jar.has('butterfly_flow_sms-sign-in')).toBe(false)
    expect(await open(at('1', '/second'))).toMatchObject({ data: { text: 'accepted' } })
  })

  it('happy: each of its instances goes on', async () => {
    const { browser, open, send } = await begun('1')
    await send(at('2'), { text: 'of two' })
    await enter(browser)
    expect(await open(at('1', '/second'))).toMatchObject({ data: { text: 'accepted' } })
    expect(await open(at('2', '/first'))).toMatchObject({ data: { text: 'of two' } })
  })

  it('happy: its cookie comes with every request, also the one that signs in', async () => {
    const { browser } = await begun()
    expect(browser.cookieHeader('/login')).toContain('butterfly_surviving_flow_sample-invitation')
  })

  it('happy: ends where it signs in itself', async () => {
    const options = { name: 'sample-entry', minutes: 1, start: '/b', done: '/settings', steps: twoSteps('/b') } as const
    const entry = defineFlow({ ...options, survivesSignIn: true, signsIn: true })
    const browser = openBrowser()
    const { send } = openPages(browser, pagesOf(entry, { start: '/b', path: '/b' }))
    await send('/b', { text: 'x' })
    await enter(browser)
    expect(survivors(browser)).toHaveLength(1)
    expect(await send('/b/first', { go: 'finish' })).toMatchObject({ status: 303, location: '/settings' })
    expect(survivors(browser)).toEqual([])
  })

  it('error: an ordinary flow ends at the sign-in', async () => {
    const { browser, open, send } = await begun()
    await send('/a', { text: 'x' })
    expect(await open('/a/first')).toMatchObject({ status: 200 })
    await enter(browser)
    expect(await open('/a/first')).toMatchObject({ status: 303, location: '/a?notice=flow_expired' })
  })

  it('security: ends at the sign-out, though it survived the sign-in', async () => {
    const { browser, open } = await begun()
    await enter(browser)
    expect(await leave(browser)).toMatchObject({ status: 303 })
    expect(survivors(browser)).toEqual([])
    expect(await open(at('1', '/second'))).toMatchObject(fromStart)
    await enter(browser)
    expect(await open(at('1', '/second'))).toMatchObject(fromStart)
  })

  it('security: what one person began signed in, the next one to sign in here does not go on with', async () => {
    const { browser, open, send } = withPages()
    await enter(browser)
    await send(at('1'), { text: 'ann’s' })
    expect(await open(at('1', '/first'))).toMatchObject({ data: { text: 'ann’s' } })
    await browser.send(signIn, '/login', { account: 'bob', password: 'x' })
    expect(await open(at('1', '/first'))).toMatchObject(fromStart)
  })

  it('security: survives one sign-in only, so that it does not pass from one person to another', async () => {
    const { browser, open } = await begun()
    await enter(browser)
    await browser.send(signIn, '/login', { account: 'bob', password: 'x' })
    expect(await open(at('1', '/second'))).toMatchObject(fromStart)
  })

  it('security: a state that an attacker planted before the sign-in is not adopted', async () => {
    // The attacker began an invitation of their own and puts its cookie into the victim's browser.
    const attacker = await begun()
    const [name = ''] = survivors(attacker.browser)
    const planted = attacker.browser.jar.get(name) ?? ''
    const victim = withPages()
    victim.browser.jar.set(name, planted)
    expect(await victim.open(at('1', '/second'))).toMatchObject(restarted)
    victim.browser.jar.set(name, planted)
    await enter(victim.browser)
    expect(survivors(victim.browser)).toEqual([])
    victim.browser.jar.set(name, planted)
    expect(await victim.open(at('1', '/second'))).toMatchObject(restarted)
  })

  it('security: nor is one in a browser that had no browser id yet', async () => {
    const attacker = await begun()
    const [name = ''] = survivors(attacker.browser)
    const victim = withPages(openBrowser({ cookies: false }))
    victim.browser.jar.set(name, attacker.browser.jar.get(name) ?? '')
    expect(await victim.open(at('1', '/second'))).toMatchObject(restarted)
    expect((await enter(victim.browser)).status).toBe(403)
  })

  it('security: one that took too long is not renewed by the sign-in', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { browser, open } = await begun()
    vi.setSystemTime(Date.now() + 16 * 60_000)
    await enter(browser)
    expect(survivors(browser)).toEqual([])
    expect(await open(at('1', '/second'))).toMatchObject(fromStart)
  })

  it('security: nor is the state of another instance, of an ordinary flow, or a changed one', async () => {
    const { browser, send } = await begun('1')
    await send(at('2'), { text: 'of two' })
    await send('/a', { text: 'x' })
    const [one = '', two = ''] = survivors(browser)
    const [first, second] = [browser.jar.get(one) ?? '', browser.jar.get(two) ?? '']
    browser.jar.set(one, second)
    browser.jar.set(two, browser.jar.get('butterfly_flow_sample-ordinary') ?? '')
    browser.jar.set('butterfly_surviving_flow_x', first.replace(/.$/, 'A'))
    browser.jar.set('butterfly_surviving_flow_sample-ordinary', first)
    await enter(browser)
    expect(survivors(browser)).toEqual([])
  })
})
