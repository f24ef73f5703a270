import { expect, it } from 'vitest'
import { done, refuse } from '#tests/app/browser/answers'
import { errorsAt, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import { translator } from '~/i18n/texts'
import { expires_at, newCode, other } from './qr-codes'

const fake = withFakeAccountApi()
const t = translator('en')

const uid = 'a-request-of-an-application'
const request = `/login/authorize/${uid}`
const [begin, at, confirming] = [`${request}/qr`, `${request}/qr/code`, `/login/qr/authorize?token=${other}`]

/** A browser in which an application makes a request, and a code is shown. */
const showing = async () => {
  fake.answer('openQrGet', newCode(confirming))
  fake.answer('openQrCheck', done({ status: 'new', expires_at, auth_ticket: null }))
  const browser = openBrowser()
  browser.jar.set('openauth.sig', 'the-key-of-the-browser')
  expect(await browser.submit(begin, {})).toMatchObject({ location: at })
  return browser
}

it.each(['no_such_open_request', 'no_such_client', 'open_request_elsewhere'] as const)(
  'error: for %s, the page of the request says why',
  async (why) => {
    const browser = await showing()
    fake.answers({ openQrCheck: refuse(why, {}), openQrGet: refuse(why, {}) })
    for (const fields of [{}, { another: 'x' }]) expect((await browser.submit(at, fields)).location).toBe(request)
    for (const path of [at, `${at}/status`]) expect((await browser.visit(path)).location).toBe(request)
    fake.answer('openAuthInfo', refuse(why, {}))
    expect((await browser.visit(begin)).location).toBe(request)
  },
)

it('security: the code of one request is not shown to another', async () => {
  const browser = await showing()
  for (const path of [at, `${at}/picture`, `${at}/status`, `${at}/text`])
    expect((await browser.visit(path.replace(uid, `${uid}-2`))).location).toContain(`${uid}-2/qr`)
})

it.each(['no_such_open_request', 'no_such_client', 'open_request_for_other'] as const)(
  'error: the failure %s is shown in the error box, with a link to continue',
  async (why) => {
    const browser = await signedInBrowser(fake)
    fake.answer('openQrToScan', refuse(why, {}))
    const { status: answered, main } = await browser.show(confirming)
    expect([answered, main.includes('role="alert"'), main.includes(t(`error.${why}`))]).toEqual([404, true, true])
    fake.answer('openQrConfirm', refuse(why, {}))
    expect(errorsAt(await browser.submit(confirming, { number: '42' }), '')).toEqual([t(`error.${why}`)])
  },
)

it('error: an answer to an expired code redirects to its page, which says so', async () => {
  const browser = await signedInBrowser(fake)
  for (const state of ['scanned', 'confirmed', 'denied', 'used'] as const) {
    fake.answer('openQrConfirm', refuse('qrcode_over', { state }))
    expect((await browser.submit(confirming, { number: '42' })).location).toBe(confirming)
  }
})

it('happy: a code opens the page of its purpose, whichever page received it', async () => {
  const browser = await signedInBrowser(fake)
  const here = { sign_in: '/login/qr/confirm', change_bind: '/login/qr/move', open_request: '/login/qr/authorize' }
  for (const [purpose, path] of Object.entries(here) as [keyof typeof here, string][]) {
    for (const call of ['toScanQrcode', 'toScanChangeBindQrcode', 'openQrToScan'] as const)
      fake.answer(call, refuse('qrcode_for_other', { purpose }))
    for (const at of Object.values(here))
      if (at !== path) expect((await browser.visit(`${at}?token=${other}`)).location).toBe(`${path}?token=${other}`)
    const typed = await browser.submit(here.sign_in, { letters: 'BCDF GHJK' })
    if (path !== here.sign_in) expect(typed.location).toBe(`${path}?token=BCDFGHJK`)
  }
})
