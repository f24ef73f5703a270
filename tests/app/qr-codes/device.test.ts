import { describe, expect } from 'vitest'
import { done, refuse } from '#contract/server'
import { letters, refusedLetters } from '#rules/typed/cases/codes'
import { expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { visiting } from '#tests/app/browser/person'
import { translator } from '~/i18n/texts'
import { deviceInfo, deviceRequest, signOutInfo } from './device'

const fake = withFakeAccountApi()
const it = visiting(fake)
const t = translator('en')

describe('the code of a device', () => {
  const page = '/login/device'
  const checked = '/login/device/check?user_code=BCDFGHJK'

  it('happy: a code in the link fills the field without a call, and only a signed-in person has a link back', async ({
    person,
  }) => {
    fake.received.length = 0
    const { main } = await openBrowser().show(`${page}?user_code=bcdf-ghjk`)
    expect(main).toMatch(/<input id="user_code"[^>]*value="BCDF-GHJK"/)
    expect((await openBrowser().show(`${page}?user_code="><script>`)).main).not.toContain('script')
    expect(fake.received).toEqual([])
    expect((await openBrowser().show(page)).main).not.toContain('href="/settings"')
    expect(await person.mainAt(page)).toContain('href="/settings"')
  })

  it.each(letters)('happy: a device code is read (%s)', async (user_code, read) => {
    fake.answer('openDeviceInfo', done(deviceInfo))
    expect((await openBrowser().submit(page, { user_code })).location).toBe(checked)
    expect(fake.inputsOf('openDeviceInfo')).toEqual([{ user_code: read }])
  })

  it.each([
    ['', 'field.user_code.missing', ''],
    ...refusedLetters.map(([typed, reason, at = '']) => [typed, `field.user_code.${reason}`, at] as const),
    ['B'.repeat(41), 'field.user_code.too_long', ''],
  ] as const)(
    'error: an invalid code (%s) is reported at once, and stays in the field',
    async (user_code, text, character) => {
      const { main, status } = await openBrowser().show(page, { fields: { user_code } })
      expect([status, main.includes(t(text, { character }))]).toEqual([422, true])
      if (user_code !== '') expect(main).toContain(`value="${user_code}"`)
      expect(fake.received).toEqual([])
    },
  )

  it('error: a wrong code is reported, and so is a limit, with a link to the sign-in', async () => {
    const fields = { user_code: 'BCDF-GHJK' }
    fake.answer('openDeviceInfo', refuse('no_such_user_code', {}))
    expect((await openBrowser().show(page, { fields })).main).toContain('No device shows this code now')
    fake.answer('openDeviceInfo', refuse('user_code_needs_sign_in', {}))
    expect((await openBrowser().show(page, { fields })).main).toContain('href="/login?next=/login/device"')
    expect((await openBrowser().visit(checked)).location).toBe(`/login?next=${encodeURIComponent(checked)}`)
  })

  it('security: before anything begins, the page says who asks, for whom, and when to continue', async ({ person }) => {
    fake.answer('openDeviceInfo', done(deviceInfo))
    const { main } = await person.show(checked)
    const texts = [t('device.asks', { name: 'Orchard' }), t('device.warning', { name: 'Orchard' })]
    expectTexts(main, { shown: [...texts, 'BCDF-GHJK', 'ann'] })
    expect(main.match(/type="submit"/g)).toHaveLength(2)
    expect(fake.inputsOf('openDeviceBegin')).toEqual([])
  })

  it('happy: continuing binds the request to this browser, and redirects to its page', async ({ browser }) => {
    fake.answer('openDeviceInfo', done({ ...deviceInfo, person: null }))
    fake.answer('openDeviceBegin', done({ request: deviceRequest }))
    const sent = await browser.submit(checked, { go_on: 'x' })
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

  it('error: declining leads to its own page, and so does an expired code', async ({ browser }) => {
    fake.answers({ openDeviceInfo: done(deviceInfo), openDeviceBegin: done({ request: null }) })
    expect((await browser.submit(checked, { deny: 'x' })).location).toBe('/login/device/declined')
    expect(fake.inputsOf('openDeviceBegin')).toMatchObject([{ deny: 1 }])
    for (const code of ['no_such_user_code', 'no_such_client'] as const) {
      fake.answer('openDeviceBegin', refuse(code, {}))
      expect((await browser.submit(checked)).location).toBe('/login/device/over')
      fake.answer('openDeviceInfo', refuse(code, {}))
      expect((await browser.visit(checked)).location).toBe('/login/device/over')
    }
    expect((await browser.visit('/login/device/check?user_code=no')).location).toBe(page)
    expect((await browser.submit('/login/device/check')).location).toBe(page)
    for (const [end, status] of [
      ['done', 200],
      ['declined', 200],
      ['over', 404],
    ] as const) {
      const shown = await browser.show(`/login/device/${end}`)
      expect([shown.status, shown.main.includes(t(`device.${end}.title`))]).toEqual([status, true])
    }
    expect((await browser.show('/login/device/nonsense')).status).toBe(404)
  })
})

describe('an application that wants a person to sign out', () => {
  const uid = 'r'.repeat(22)
  const page = `/passport/web/logout/${uid}`
  const back = 'https://orchard.example/signed-out?state=7'

  it('happy: the page asks, signs out, and returns to the application', async ({ person }) => {
    fake.answers({ openSignOutInfo: done(signOutInfo), logout: done({ done: true }) })
    const texts = [t('appSignOut.asked', { name: 'Orchard' }), t('appSignOut.back', { name: 'Orchard' })]
    expectTexts(await person.mainAt(page), {
      shown: [...texts, t('authorise.as', { username: 'ann' })],
      hidden: [t('appSignOut.other')],
    })
    expect(fake.inputsOf('logout')).toEqual([])
    expect((await person.submit(page)).location).toBe(back)
    expect(fake.inputsOf('logout')).toHaveLength(1)
    // The browser is signed out now.
    expect((await person.visit(page)).location).toBe(back)
  })

  it('security: a sign-out of a self-registered application returns only after a press', async ({ person }) => {
    fake.answers({ openSignOutInfo: done({ ...signOutInfo, asks_before_leaving: true }), logout: done({ done: true }) })
    expect((await person.show(page)).headers.get('content-security-policy')).not.toContain('orchard.example')
    expect((await person.submit(page)).location).toBe(page)
    const main = await person.mainAt(page)
    expectTexts(main, {
      shown: ['<strong>orchard.example</strong>', `href="${back}"`, t('leadsOff.signed_out', { name: 'Orchard' })],
    })
  })

  it('happy: if the application has no return address, the sign-out ends on our own page', async ({ person }) => {
    fake.answers({ openSignOutInfo: done({ ...signOutInfo, returns_to: null }), logout: done({ done: true }) })
    expect((await person.show(page)).main).not.toContain(t('appSignOut.back', { name: 'Orchard' }))
    for (const answer of [await person.submit(page), await person.visit(page)])
      expect(answer.location).toBe('/login?notice=signed_out')
  })

  it('error: a request for another person says so, and an unsolicited sign-out asks first', async ({ person }) => {
    fake.answer('openSignOutInfo', done({ ...signOutInfo, is_for_other: true }))
    expect((await person.show(page)).main).toContain(t('appSignOut.other'))
    fake.answer('openSignOutInfo', refuse('no_such_sign_out', {}))
    for (const answer of [await person.visit(page), await person.submit(page)])
      expect(answer.location).toBe('/passport/web/logout')
    expect(fake.inputsOf('logout')).toEqual([])
  })
})
