import { beforeEach, describe, expect, it } from 'vitest'
import * as login from '../../app/routes/login/route'
import * as smsCode from '../../app/routes/login/sms/code/route'
import * as sms from '../../app/routes/login/sms/route'
import * as activity from '../../app/routes/settings/activity/route'
import * as password from '../../app/routes/settings/password/route'
import { done, refuse } from '../../contract/server'
import { signedIn, smsSent } from './answers'
import { type Browser, openBrowser, withFakeAccountApi } from './browser'
import { mainOf } from './page'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()

const long = `/settings/activity?page=3&state=${'x'.repeat(2000)}`
const handle = 'AbCdEfGhIjKlMnOpQrStUv'
const handleNext = `next=%7E${handle}`
const outage = () => new Response(null, { status: 500 })

const enter = (browser: Browser, url: string) => browser.send(login, url, { account: 'ann', password: 'x' })
const nextOf = (address: string) => `next=${encodeURIComponent(address)}`

beforeEach(() => {
  fake.answer('accountLoginV2', signedIn())
})

describe('a page that needs a sign-in', () => {
  it.each([
    ['/settings/activity', '/settings/activity'],
    ['/settings/activity?page=3', '/settings/activity?page=3'],
    ['/settings/activity?page=3&lng=en', '/settings/activity?page=3'],
    ['/settings/activity?q=a%20b&r=%2F', '/settings/activity?q=a%20b&r=%2F'],
  ])('happy: %s is where the sign-in leads back to', async (asked, address) => {
    const browser = openBrowser()
    const { status, location } = await browser.open(activity, asked)
    expect([status, location?.replace('&lng=en', '')]).toEqual([
      303,
      `/login?${new URLSearchParams({ next: address })}`,
    ])
    expect(await enter(browser, location ?? '')).toMatchObject({ status: 303, location: address })
  })

  it('happy: a page whose session has ended is where the sign-in leads back to, with its query', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('listActivity', refuse('not_signed_in', {}))
    expect(await browser.open(activity, '/settings/activity?page=3&lng=en')).toMatchObject({
      status: 303,
      location: '/login?next=%2Fsettings%2Factivity%3Fpage%3D3&notice=sign_in_again&lng=en',
    })
  })

  it('happy: so is one whose form came too late', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('updatePassword', refuse('not_signed_in', {}))
    const fields = { current_password: 'wide green kettle', password: 'wide blue kettle' }
    expect(await browser.send(password, '/settings/password?from=home', fields)).toMatchObject({
      status: 303,
      location: '/login?next=%2Fsettings%2Fpassword%3Ffrom%3Dhome&notice=sign_in_again',
    })
  })
})

describe('a long return address', () => {
  beforeEach(() => {
    fake.answer('keepReturnAddress', done({ handle }))
    fake.answer('returnAddress', done({ address: long }))
  })

  it('happy: survives the sign-in, kept by the account API under a handle', async () => {
    const browser = openBrowser()
    const { location } = await browser.open(activity, long)
    expect(location).toBe(`/login?${handleNext}`)
    expect(fake.inputsOf('keepReturnAddress')).toEqual([{ address: long }])
    expect(await enter(browser, location ?? '')).toMatchObject({ status: 303, location: long })
    expect(fake.inputsOf('returnAddress')).toEqual([{ handle }])
  })

  it('happy: survives a session that has ended, and its flash message is shown', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('listActivity', refuse('not_signed_in', {}))
    const { location } = await browser.open(activity, long)
    expect(location).toBe(`/login?${handleNext}&notice=sign_in_again`)
    expect(await browser.open(login, location ?? '')).toMatchObject({ data: { notice: 'sign_in_again' } })
    expect(await enter(browser, location ?? '')).toMatchObject({ location: long })
  })

  it('happy: the links of the sign-in page carry its handle to the other sign-in methods', async () => {
    const main = await mainOf(openBrowser(), login, `/login?${handleNext}`)
    expect(main).toContain(`href="/login/sms?${handleNext}"`)
    expect(fake.inputsOf('returnAddress')).toEqual([])
  })

  it('happy: survives a flow that signs in', async () => {
    const browser = openBrowser()
    fake.answer('sendCode', smsSent())
    fake.answer('smsLoginOnly', signedIn())
    const begun = await browser.send(sms, `/login/sms?${handleNext}`, { mobile: '13800000001', region: 'CN' })
    expect(begun).toMatchObject({ status: 303, location: `/login/sms/code?${handleNext}` })
    const ended = await browser.send(smsCode, begun.location ?? '', { code: '123456' })
    expect(ended).toMatchObject({ status: 303, location: long })
  })

  it('happy: of a URL that somebody else made is replaced by a handle before the page is shown', async () => {
    const browser = openBrowser()
    expect(await browser.open(login, `/login?${nextOf(long)}`)).toMatchObject({
      status: 303,
      location: `/login?${handleNext}`,
    })
    expect(await enter(browser, `/login?${nextOf(long)}`)).toMatchObject({ status: 303, location: long })
  })

  it('happy: is long by its spelling in a URL, and never makes a cookie too large', async () => {
    fake.answer('sendCode', smsSent())
    const chinese = `/${'页'.repeat(400)}`
    const landed = await openBrowser().send(sms, `/login/sms?${nextOf(chinese)}`, {
      mobile: '13800000001',
      region: 'CN',
    })
    expect(landed).toMatchObject({ status: 303, location: `/login/sms/code?${handleNext}` })
    expect(fake.inputsOf('keepReturnAddress')).toEqual([{ address: encodeURI(chinese) }])
  })

  it('happy: is where a person who is signed in already is sent at once', async () => {
    const browser = await signedInBrowser(fake)
    expect(await browser.open(login, `/login?${handleNext}`)).toMatchObject({ status: 303, location: long })
  })

  it('error: over 8 kB is nobody’s, and the sign-in leads to the settings', async () => {
    const browser = openBrowser()
    const { location } = await browser.open(activity, `/settings/activity?q=${'x'.repeat(8192)}`)
    expect(location).toBe('/login')
    expect(await enter(browser, '/login')).toMatchObject({ location: '/settings' })
    expect(fake.inputsOf('keepReturnAddress')).toEqual([])
  })

  it.each([
    ['keeps no more for now', refuse('too_many_requests', { retry_after: 60 })],
    ['gives no answer', outage],
  ])('error: where the account API %s, the sign-in page is shown without it', async (_what, answer) => {
    fake.answer('keepReturnAddress', answer as typeof outage)
    const browser = openBrowser()
    expect(await browser.open(activity, long)).toMatchObject({ status: 303, location: '/login' })
    expect(await browser.open(login, `/login?${nextOf(long)}`)).toMatchObject({ status: 303, location: '/login' })
    expect(await browser.open(login, '/login')).toMatchObject({ status: 200 })
  })

  it('error: where it cannot be had back, the person is signed in all the same', async () => {
    fake.answer('returnAddress', outage)
    const browser = openBrowser()
    expect(await enter(browser, `/login?${handleNext}`)).toMatchObject({ status: 303, location: '/settings' })
    expect(browser.jar.has('butterfly_session')).toBe(true)
  })
})

describe('a handle', () => {
  it('error: that was made up, or is over, leads to the settings', async () => {
    fake.answer('returnAddress', done({ address: null }))
    expect(await enter(openBrowser(), `/login?${handleNext}`)).toMatchObject({ status: 303, location: '/settings' })
  })

  it.each(['~', '~short', `~${handle}x`, `~${handle.slice(1)}/`, `x~${handle}`])(
    'security: %s is none, and nobody is asked for it',
    async (next) => {
      const browser = openBrowser()
      expect(await browser.open(login, `/login?${nextOf(next)}`)).toMatchObject({ status: 200 })
      expect(await enter(browser, `/login?${nextOf(next)}`)).toMatchObject({ location: '/settings' })
      expect(fake.inputsOf('returnAddress')).toEqual([])
    },
  )

  it.each(['/passport/web/logout', '/settings/../passport/web/logout', '/.//evil.example', '/%'])(
    'security: %s is not followed, though the account API answers it',
    async (address) => {
      fake.answer('returnAddress', done({ address }))
      expect(await enter(openBrowser(), `/login?${handleNext}`)).toMatchObject({ status: 303, location: '/settings' })
    },
  )

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', '/a\r\nLocation: //evil.example'])(
    'security: %j is no answer of the contract',
    async (address) => {
      fake.answer('returnAddress', done({ address }))
      expect(await enter(openBrowser(), `/login?${handleNext}`)).toMatchObject({ status: 303, location: '/settings' })
    },
  )
})
