import { describe, expect, it } from 'vitest'
import { translator } from '../../app/i18n/texts'
import * as ended from '../../app/routes/login/device/$end/route'
import * as check from '../../app/routes/login/device/check/route'
import * as type from '../../app/routes/login/device/route'
import * as signOut from '../../app/routes/passport/web/logout/$request/route'
import { done, refuse } from '../../contract/server'
import { openBrowser, withFakeAccountApi } from './browser'
import { deviceInfo, deviceRequest, signOutInfo } from './device'
import { askFor } from './page'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()
const t = translator('en')

describe('the code of a device', () => {
  const page = '/login/device'
  const checked = '/login/device/check?user_code=BCDFGHJK'

  it('happy: the code in a link fills the field, and asks nobody', async () => {
    const { main } = await askFor(openBrowser(), type, `${page}?user_code=bcdf-ghjk`)
    expect(main).toMatch(/<input id="user_code"[^>]*value="BCDF-GHJK"/)
    expect((await askFor(openBrowser(), type, `${page}?user_code="><script>`)).main).not.toContain('script')
    expect(fake.received).toEqual([])
  })

  it.each(['BCDF-GHJK', 'bcdfghjk', ' bcdf – ghjk ', 'ＢＣＤＦ－ＧＨＪＫ'])(
    'happy: a code is read however it is typed (%s), and leads to a page that asks',
    async (user_code) => {
      fake.answer('openDeviceInfo', done(deviceInfo))
      expect((await openBrowser().send(type, page, { user_code })).location).toBe(checked)
      expect(fake.inputsOf('openDeviceInfo')).toEqual([{ user_code: 'BCDFGHJK' }])
    },
  )

  it.each([
    ['', 'field.user_code.missing'],
    ['ABCD-EFGH', 'field.user_code.invalid'],
    ['BCDF-GHJ', 'field.user_code.invalid'],
    ['B'.repeat(41), 'field.user_code.too_long'],
  ])('error: what is no code (%s) is told at once, and stays in the field', async (user_code, text) => {
    const { main, status } = await askFor(openBrowser(), type, page, { fields: { user_code } })
    expect([status, main.includes(t(text))]).toEqual([422, true])
    if (user_code !== '') expect(main).toContain(`value="${user_code}"`)
    expect(fake.received).toEqual([])
  })

  it('error: a wrong code is told, and so are too many of them, with the way to sign in', async () => {
    const fields = { user_code: 'BCDF-GHJK' }
    fake.answer('openDeviceInfo', refuse('no_such_user_code', {}))
    expect((await askFor(openBrowser(), type, page, { fields })).main).toContain('No device shows this code now')
    fake.answer('openDeviceInfo', refuse('user_code_needs_sign_in', {}))
    expect((await askFor(openBrowser(), type, page, { fields })).main).toContain('href="/login?next=/login/device"')
    expect((await openBrowser().open(check, checked)).location).toBe(`/login?next=${encodeURIComponent(checked)}`)
  })

  it('security: the page says who asks, for whom, and when to go on, before anything is begun', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('openDeviceInfo', done(deviceInfo))
    const { main } = await askFor(browser, check, checked)
    for (const text of [
      t('device.asks', { name: 'Orchard' }),
      t('device.warning', { name: 'Orchard' }),
      'BCDF-GHJK',
      'ann',
    ])
      expect(main).toContain(text)
    expect(main.match(/type="submit"/g)).toHaveLength(2)
    expect(fake.inputsOf('openDeviceBegin')).toEqual([])
  })

  it('happy: going on binds the request to this browser, and leads to its page', async () => {
    const browser = openBrowser()
    fake.answer('openDeviceInfo', done({ ...deviceInfo, person: null }))
    fake.answer('openDeviceBegin', done({ request: deviceRequest }))
    const sent = await browser.send(check, checked, { go_on: 'x' })
    expect(sent.location).toBe('/login/authorize/a-request-of-a-device-01')
    expect(fake.inputsOf('openDeviceBegin')).toEqual([{ user_code: 'BCDFGHJK', deny: 0 }])
    const at = 'Path=/login/authorize/a-request-of-a-device-01; HttpOnly; SameSite=Lax'
    const onward = 'Path=/oidc/device/a-request-of-a-device-01; HttpOnly; SameSite=Lax'
    const until = 'Expires=Wed, 02 Jan 2030 03:04:05 GMT'
    expect(sent.setCookies.filter((line) => line.startsWith('openauth'))).toEqual([
      `openauth=a-request-of-a-device-01; ${at}; ${until}`,
      `openauth.sig=key-of-the-page; ${at}; ${until}`,
      `openauth_resume=a-request-of-a-device-01; ${onward}; ${until}`,
      `openauth_resume.sig=key-to-go-on; ${onward}; ${until}`,
    ])
  })

  it('error: declining, and a code that is over, end on pages of their own', async () => {
    const browser = openBrowser()
    fake.answer('openDeviceInfo', done(deviceInfo))
    fake.answer('openDeviceBegin', done({ request: null }))
    expect((await browser.send(check, checked, { deny: 'x' })).location).toBe('/login/device/declined')
    for (const code of ['no_such_user_code', 'no_such_client'] as const) {
      fake.answer('openDeviceBegin', refuse(code, {}))
      expect((await browser.send(check, checked, {})).location).toBe('/login/device/over')
      fake.answer('openDeviceInfo', refuse(code, {}))
      expect((await browser.open(check, checked)).location).toBe('/login/device/over')
    }
    expect((await browser.open(check, '/login/device/check?user_code=no')).location).toBe(page)
    expect((await browser.send(check, '/login/device/check', {})).location).toBe(page)
    const pattern = '/login/device/:end'
    for (const [end, status] of [
      ['done', 200],
      ['declined', 200],
      ['over', 404],
    ] as const) {
      const shown = await askFor(browser, ended, `/login/device/${end}`, { pattern })
      expect([shown.status, shown.main.includes(t(`device.${end}.title`))]).toEqual([status, true])
    }
    expect((await askFor(browser, ended, '/login/device/nonsense', { pattern })).status).toBe(404)
  })
})

describe('an application that wants a person to sign out', () => {
  const uid = 'r'.repeat(22)
  const page = `/passport/web/logout/${uid}`
  const at = { params: { request: uid } }
  const shown = { pattern: '/passport/web/logout/:request' }
  const back = 'https://orchard.example/signed-out?state=7'

  it('happy: the page asks, signs out, and goes back to the application', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('openSignOutInfo', done(signOutInfo))
    fake.answer('logout', done({ done: true }))
    const { main } = await askFor(browser, signOut, page, shown)
    for (const text of [
      t('appSignOut.asked', { name: 'Orchard' }),
      t('authorise.as', { username: 'ann' }),
      t('appSignOut.back', { name: 'Orchard' }),
    ])
      expect(main).toContain(text)
    expect(main).not.toContain(t('appSignOut.other'))
    expect(fake.inputsOf('logout')).toEqual([])
    expect((await browser.send(signOut, page, {}, at)).location).toBe(back)
    expect(fake.inputsOf('logout')).toHaveLength(1)
    // Nobody is signed in any more.
    expect((await browser.open(signOut, page, at)).location).toBe(back)
  })

  it('happy: without an address of the application, it ends on our page, which says so', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('openSignOutInfo', done({ ...signOutInfo, returns_to: null }))
    fake.answer('logout', done({ done: true }))
    const { main } = await askFor(browser, signOut, page, shown)
    expect(main).not.toContain(t('appSignOut.back', { name: 'Orchard' }))
    for (const answer of [await browser.send(signOut, page, {}, at), await browser.open(signOut, page, at)])
      expect(answer.location).toBe('/login?notice=signed_out')
  })

  it('security: neither a GET of our own nor a form without its token signs out', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('openSignOutInfo', done(signOutInfo))
    expect((await askFor(browser, signOut, page, shown)).status).toBe(200)
    const foreign = await askFor(browser, signOut, page, { ...shown, fields: {}, token: 'guessed' })
    expect([foreign.status, foreign.main.includes(t('logout.submit'))]).toEqual([403, true])
    expect(fake.inputsOf('logout')).toEqual([])
  })

  it('error: what names another person says so; what nobody asks is our own question', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('openSignOutInfo', done({ ...signOutInfo, is_for_other: true }))
    expect((await askFor(browser, signOut, page, shown)).main).toContain(t('appSignOut.other'))
    fake.answer('openSignOutInfo', refuse('no_such_sign_out', {}))
    for (const answer of [await browser.open(signOut, page, at), await browser.send(signOut, page, {}, at)])
      expect(answer.location).toBe('/passport/web/logout')
    expect(fake.inputsOf('logout')).toEqual([])
  })
})
