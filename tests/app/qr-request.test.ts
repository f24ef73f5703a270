import { expect, it } from 'vitest'
import { translator } from '../../app/i18n/texts'
import * as picture from '../../app/routes/login/authorize/$request/qr/code/picture/route'
import * as code from '../../app/routes/login/authorize/$request/qr/code/route'
import * as status from '../../app/routes/login/authorize/$request/qr/code/status/route'
import * as text from '../../app/routes/login/authorize/$request/qr/code/text/route'
import * as start from '../../app/routes/login/authorize/$request/qr/route'
import * as consent from '../../app/routes/login/authorize/$request/route'
import * as phone from '../../app/routes/login/qr/authorize/route'
import * as signIn from '../../app/routes/login/qr/confirm/route'
import * as move from '../../app/routes/login/qr/move/route'
import { done, refuse } from '../../contract/server'
import { infoOf } from './answers'
import { openInfo } from './authorise'
import { errorsAt, openBrowser, withFakeAccountApi } from './browser'
import { askFor, mainOf } from './page'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()
const t = translator('en')

const [half, other] = ['h'.repeat(22), 'o'.repeat(22)]
const ticket = 't'.repeat(22)
const expires_at = '2030-01-01T00:00:00.000Z'
const uid = 'a-request-of-an-application'
const request = `/login/authorize/${uid}`
const [begin, at, confirming] = [`${request}/qr`, `${request}/qr/code`, `/login/qr/authorize?token=${other}`]
const here = { params: { request: uid } }
const shownAt = { pattern: '/login/authorize/:request/qr/code' }
const names = { request_uid: uid, browser_key: 'the-key-of-the-browser' }

type Status = 'new' | 'scanned' | 'confirmed' | 'denied' | 'expired'

const standing = (status: Status, auth_ticket: string | null = null) =>
  fake.answer('openQrCheck', done({ status, expires_at, auth_ticket }))

/** A browser in which an application asks for something, and a code is shown. */
const showing = async () => {
  const qrcode_url = `http://localhost:3299${confirming}`
  fake.answer('openQrGet', done({ token: half, qrcode_url, letters: 'BCDFGHJK', matching_number: 42, expires_at }))
  standing('new')
  const browser = openBrowser()
  browser.jar.set('openauth.sig', names.browser_key)
  expect(await browser.send(start, begin, {}, here)).toMatchObject({ location: at })
  return browser
}

const asking = (matching_numbers: number[], is_verified = true) =>
  done({
    status: 'new' as const,
    client: { browser: 'Firefox', system: 'Windows' },
    address: '203.0.113.7',
    asked_at: expires_at,
    expires_at,
    matching_numbers,
    time_zone: null,
    asker: { client_key: 'orchard', name: 'Orchard', icon: null, is_verified, owner: null },
    scopes: [{ scope: 'mobile' as const, is_sensitive: true, value: '+86 138****0001' }],
    needs_proof: false,
  })

const writes = () => fake.received.filter(({ name }) => name === 'openQrScan' || name === 'openQrConfirm')

it('happy: a link to the page asks for no code; its button does, and the page then shows it', async () => {
  fake.answer('openAuthInfo', done({ ...openInfo, person: null, needs: ['sign_in'] }))
  const first = await askFor(openBrowser(), start, begin, { pattern: '/login/authorize/:request/qr' })
  expect(first.main).toContain('Orchard')
  expect(fake.inputsOf('openQrGet')).toEqual([])
  const browser = await showing()
  expect(fake.inputsOf('openQrGet')).toEqual([names])
  const { html, main } = await askFor(browser, code, at, shownAt)
  for (const shown of ['BCDF GHJK', '42', `${at}/picture`, `${at}/text`, `href="${request}"`])
    expect(main).toContain(shown)
  expect(html).toContain(`<noscript><meta http-equiv="refresh" content="5;url=${at}"/></noscript>`)
  expect(html).toContain('data-island="qr"')
  expect(html).not.toContain(half)
  expect(fake.inputsOf('openQrCheck')).toEqual([{ token: half, ...names, look: 1 }])
})

it('happy: the page waits by itself for as long as there is something to wait for, and can be told not to', async () => {
  const browser = await showing()
  for (const each of ['confirmed', 'denied', 'expired'] as const) {
    standing(each)
    const { html } = await askFor(browser, code, at, shownAt)
    expect([html.includes('http-equiv="refresh"'), html.includes('data-island')]).toEqual([false, false])
  }
  standing('scanned')
  expect((await askFor(browser, code, `${at}?still=1`, shownAt)).html).not.toContain('http-equiv="refresh"')
  expect((await browser.open(status, `${at}/status`, here)).data).toEqual({ status: 'scanned' })
})

it('happy: the button keeps the ticket of a confirmed code, and the request is shown as its person', async () => {
  const browser = await showing()
  expect((await browser.send(code, at, {}, here)).location).toBe(`${at}?notice=qr_not_confirmed`)
  standing('confirmed', ticket)
  const landed = await browser.send(code, at, {}, here)
  expect(landed.location).toBe(request)
  expect(fake.inputsOf('openQrCheck').at(-1)).toEqual({ token: half, ...names, look: 0 })
  fake.answer('openAuthInfo', done(openInfo))
  const { main } = await askFor(browser, consent, request, { pattern: '/login/authorize/:request' })
  expect(main).toContain('ann')
  expect(fake.inputsOf('openAuthInfo')).toEqual([{ ...names, auth_ticket: ticket }])
})

it('security: the ticket is sealed, is read for no other request, and answers nothing by itself', async () => {
  const browser = await showing()
  standing('confirmed', ticket)
  await browser.send(code, at, {}, here)
  expect([...browser.jar.values()].join()).not.toContain(ticket)
  fake.answer('openAuthInfo', done({ ...openInfo, person: null, needs: ['sign_in'] }))
  await browser.open(consent, `${request}-2`, { params: { request: `${uid}-2` } })
  expect(fake.inputsOf('openAuthInfo')).toEqual([{ ...names, request_uid: `${uid}-2` }])
  expect(fake.inputsOf('openWebAuth')).toEqual([])
})

it('happy: another code takes the place of one that was refused, and the page says what that means', async () => {
  const browser = await showing()
  standing('denied')
  expect((await askFor(browser, code, at, shownAt)).main).toContain(t('qrRequest.code.denied'))
  expect((await browser.send(code, at, { another: 'x' }, here)).location).toBe(at)
  expect(fake.inputsOf('openQrGet')).toHaveLength(2)
})

it('happy: the code stands as picture and as text', async () => {
  const browser = await showing()
  expect((await browser.open(picture, `${at}/picture`, here)).status).toBe(200)
  const { main } = await askFor(browser, text, `${at}/text`, { pattern: `${shownAt.pattern}/text` })
  expect(main).toContain('█')
  expect(main).toContain(`href="${at}"`)
})

it.each(['no_such_open_request', 'no_such_client', 'open_request_elsewhere'] as const)(
  'error: of %s, the page of the request says why',
  async (why) => {
    const browser = await showing()
    fake.answer('openQrCheck', refuse(why, {}))
    fake.answer('openQrGet', refuse(why, {}))
    for (const fields of [{}, { another: 'x' }])
      expect((await browser.send(code, at, fields, here)).location).toBe(request)
    for (const [route, path] of [
      [code, at],
      [status, `${at}/status`],
    ] as const)
      expect((await browser.open(route, path, here)).location).toBe(request)
    fake.answer('openAuthInfo', refuse(why, {}))
    expect((await browser.open(start, begin, here)).location).toBe(request)
  },
)

it('error: too many codes are said at the form', async () => {
  const browser = openBrowser()
  fake.answer('openQrGet', refuse('too_many_requests', { retry_after: 10 }))
  expect(errorsAt(await browser.send(start, begin, {}, here), '')).toHaveLength(1)
})

it('security: the code of one browser or request is shown to no other', async () => {
  const browser = await showing()
  for (const route of [code, picture, status, text]) {
    const thief = openBrowser()
    for (const [name, value] of browser.jar) if (name !== 'butterfly_browser') thief.jar.set(name, value)
    expect((await thief.open(route, at, here)).location).toBe(`${begin}?notice=flow_expired`)
    const elsewhere = await browser.open(route, at.replace(uid, `${uid}-2`), { params: { request: `${uid}-2` } })
    expect(elsewhere.location).toContain(`${uid}-2/qr`)
  }
})

it('happy: a phone that is signed out signs in first, and comes back', async () => {
  const landed = await openBrowser().open(phone, confirming)
  expect(landed.location).toBe(`/login?${new URLSearchParams({ next: confirming })}`)
})

it.each([true, false])(
  'security: a victim reads who asks (verified: %j), what confirming means, and which screen it is; opening changes nothing',
  async (isVerified) => {
    const browser = await signedInBrowser(fake)
    fake.answer('accountInfo', done(infoOf()))
    fake.answer('openQrToScan', asking([], isVerified))
    const page = await mainOf(browser, phone, confirming)
    const named = { name: 'Orchard' }
    for (const shown of [
      t('qrRequest.confirm.title', named),
      t('qrRequest.confirm.means', named),
      t('qrRequest.confirm.warning'),
      t(isVerified ? 'authorise.verified' : 'authorise.unverified'),
      'ann',
      'Firefox',
      '203.0.113.7',
      '+86 138****0001',
    ])
      expect(page).toContain(shown)
    expect(page.match(/type="submit"/g)).toHaveLength(2)
    expect(writes()).toEqual([])
  },
)

it('happy: the phone scans, chooses among three numbers and confirms, or refuses by one button', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', done(infoOf()))
  fake.answer('openQrScan', asking([17, 42, 93]))
  expect((await browser.send(phone, confirming, { scan: 'x' })).location).toBe(confirming)
  fake.answer('openQrToScan', asking([17, 42, 93]))
  const page = await mainOf(browser, phone, confirming)
  for (const number of [17, 42, 93]) expect(page).toContain(`name="number" class="button quiet" value="${number}"`)
  for (const shown of [t('qrRequest.confirm.choose', { name: 'Orchard' }), 'name="deny"']) expect(page).toContain(shown)
  fake.answer('openQrConfirm', done({ done: true }))
  const confirmed = await browser.send(phone, confirming, { number: '42' })
  expect(confirmed.location).toBe('/settings?notice=qr_request_confirmed')
  const denied = await browser.send(phone, confirming, { deny: 'x' })
  expect(denied.location).toBe('/settings?notice=qr_request_denied')
  expect(fake.inputsOf('openQrConfirm')).toEqual([
    { token: other, matching_number: 42, deny: 0 },
    { token: other, deny: 1 },
  ])
})

it.each(['no_such_qrcode', 'no_such_open_request', 'no_such_client', 'open_request_for_other'] as const)(
  'error: %s is said in the box of errors, with a way on',
  async (why) => {
    const browser = await signedInBrowser(fake)
    fake.answer('openQrToScan', refuse(why, {}))
    const { status: answered, main } = await askFor(browser, phone, confirming)
    expect([answered, main.includes('role="alert"'), main.includes(t(`error.${why}`))]).toEqual([404, true, true])
    fake.answer('openQrConfirm', refuse(why, {}))
    expect(errorsAt(await browser.send(phone, confirming, { number: '42' }), '')).toEqual([t(`error.${why}`)])
  },
)

it('error: a code that another phone has scanned, or that is over, says so in the box of errors', async () => {
  const browser = await signedInBrowser(fake)
  for (const state of ['scanned', 'confirmed', 'denied', 'used'] as const) {
    fake.answer('openQrToScan', refuse('qrcode_over', { state }))
    const said = t(state === 'used' ? 'move.confirm.used' : `error.qrcode_over_${state}`)
    const { main } = await askFor(browser, phone, confirming)
    expect([main.includes('role="alert"'), main.includes(said)]).toEqual([true, true])
    fake.answer('openQrConfirm', refuse('qrcode_over', { state }))
    expect((await browser.send(phone, confirming, { number: '42' })).location).toBe(confirming)
  }
})

it('happy: a code opens the page of its purpose, whichever page it was brought to', async () => {
  const browser = await signedInBrowser(fake)
  const here = { sign_in: '/login/qr/confirm', change_bind: '/login/qr/move', open_request: '/login/qr/authorize' }
  for (const [purpose, path] of Object.entries(here) as [keyof typeof here, string][]) {
    for (const call of ['toScanQrcode', 'toScanChangeBindQrcode', 'openQrToScan'] as const)
      fake.answer(call, refuse('qrcode_for_other', { purpose }))
    for (const [route, at] of [
      [signIn, here.sign_in],
      [move, here.change_bind],
      [phone, here.open_request],
    ] as const)
      if (at !== path)
        expect((await browser.open(route, `${at}?token=${other}`)).location).toBe(`${path}?token=${other}`)
    const typed = await browser.send(signIn, here.sign_in, { letters: 'BCDF GHJK' })
    if (path !== here.sign_in) expect(typed.location).toBe(`${path}?token=BCDFGHJK`)
  }
})

it('error: a token that no code has is not asked for', async () => {
  const browser = await signedInBrowser(fake)
  for (const token of ['', 'x', `${other}o`, 'BCDFGHJA'])
    expect((await browser.open(phone, `/login/qr/authorize?token=${token}`)).location).toBe('/login/qr/confirm')
})
