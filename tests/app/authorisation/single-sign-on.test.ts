import { beforeEach, describe, expect } from 'vitest'
import { done, infoOf, ticket as pendingTicket, refuse, signedIn } from '#tests/app/browser/answers'
import {
  type Browser,
  expectTexts,
  type Landed,
  openBrowser,
  withFakeAccountApi,
  withoutVisit,
} from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'
import { translator } from '~/i18n/texts'
import { isSignedIn } from '~/session/visitor.server'
import { openInfo, page, ticketIn } from './authorise'

const fake = withFakeAccountApi()
const it = visiting(fake)
const t = translator('en')
const typed = { account: 'ann', password: 'fourteen calm violins' }
const unknown = { ...openInfo, person: null, needs: ['sign_in' as const] }
const auth_ticket = 'ticket-of-a-person-0001'
const session = { user_id: '1', is_new_user: false, expires_at: '2030-01-01T00:00:00.000Z' }

beforeEach(() => fake.answers({ openAuthInfo: done(unknown), openAccountAuth: done({ auth_ticket, session }) }))

const send = (browser: Browser, fields = {}) => browser.submit(`${page}/password`, { ...typed, ...fields })

/** How a response keeps a cookie: until the browser is closed, longer, or not at all. */
const kept = ({ setCookies }: Pick<Landed, 'setCookies'>, name = 'butterfly_session'): string => {
  const line = setCookies.find((each) => each.startsWith(`${name}=`)) ?? ''
  if (line === '' || line.includes('Max-Age=0')) return 'none'
  return line.includes('Max-Age=') ? 'longer' : 'until the browser is closed'
}

describe('a person who signs in on the way to an application', () => {
  it('happy: the person is signed in for the next application, until the browser is closed', async ({ browser }) => {
    expectTexts((await browser.show(`${page}/password`)).main, {
      shown: [t('authorise.until_closed'), t('authorise.stay_on')],
    })
    const landed = await send(browser)
    expect(fake.inputsOf('openAccountAuth')).toMatchObject([{ stay_signed_in: 1 }])
    expect([withoutVisit(landed.location), kept(landed)]).toEqual([page, 'until the browser is closed'])
    expect([await ticketIn(browser), await isSignedIn(browser.cookieHeader('/'))]).toEqual([undefined, true])
    // A shared computer gets past no lock of that account later.
    expect(kept(landed, 'butterfly_known_browser')).toBe('none')
  })

  it('happy: a person who ticks the box stays signed in longer', async () => {
    const landed = await send(openBrowser(), { stay_signed_in: '1' })
    expect([kept(landed), kept(landed, 'butterfly_known_browser')]).toEqual(['longer', 'longer'])
  })

  it('security: no later response extends the session on a shared computer', async ({ browser }) => {
    await send(browser)
    // A wrong password with the tick begins nothing.
    fake.answer('openAccountAuth', refuse('wrong_credentials', {}))
    await send(browser, { stay_signed_in: '1' })
    // The account API replaces the token now and then, and a step-up gives the browser another id.
    fake.answers({ openAuthInfo: done({ ...openInfo, needs: ['sign_in'] }), openAccountAuth: done({ auth_ticket }) })
    const proven = await send(browser)
    expect(kept(proven)).not.toBe('longer')
    fake.answer('accountInfo', done(infoOf()))
    const added = await browser.submit('/settings/accounts', { add: 'x' })
    expect([kept(added), kept(added, 'butterfly_kept_sessions'), kept(added, 'butterfly_keeps_sessions')]).toEqual([
      'none',
      'until the browser is closed',
      'until the browser is closed',
    ])
    fake.answers({ listSessions: done({ sessions: [] }), listRememberedDevices: done({ devices: [] }) })
    const { main } = await browser.show('/settings/accounts')
    const account = /name="account" value="([\w-]{11})"/.exec(main)?.[1] ?? ''
    expect(kept(await browser.submit('/settings/accounts', { account }))).toBe('until the browser is closed')
  })

  it('security: a sign-in with the authenticator also lasts until the browser is closed', async () => {
    for (const [fields, lasts] of [
      [{}, 'until the browser is closed'],
      [{ stay_signed_in: '1' }, 'longer'],
    ] as const) {
      const browser = openBrowser()
      fake.answer('openAccountAuth', refuse('authenticator_required', { ticket: pendingTicket }))
      expect((await send(browser, fields)).location).toBe('/login/authenticator')
      fake.answer('completeSignIn', signedIn())
      expect(kept(await browser.submit('/login/authenticator', { authenticator_code: '123456' }))).toBe(lasts)
    }
  })

  it('security: a signed-in person proves themselves for the request alone, and keeps the session', async () => {
    const browser = await signedInBrowser(fake)
    fake.answers({ openAuthInfo: done({ ...openInfo, needs: ['sign_in'] }), openAccountAuth: done({ auth_ticket }) })
    expect((await browser.show(`${page}/password`)).main).not.toContain(t('authorise.until_closed'))
    expect(kept(await send(browser))).toBe('none')
    expect(fake.inputsOf('openAccountAuth')).toMatchObject([{ stay_signed_in: 0 }])
    expect(await ticketIn(browser)).toBe(auth_ticket)
  })

  it('security: a sign-out ends the session that applications share', async ({ browser }) => {
    await send(browser)
    fake.answer('logout', done({ done: true }))
    await browser.submit('/passport/web/logout')
    expect(await isSignedIn(browser.cookieHeader('/'))).toBe(false)
    expect(fake.inputsOf('logout')).toHaveLength(1)
    // The next sign-in, at the usual page, lasts as long as ever.
    fake.answer('accountLoginV2', signedIn())
    expect(kept(await browser.submit('/login', typed))).toBe('longer')
  })
})
