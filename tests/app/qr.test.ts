import { decodeQR } from 'qr/decode.js'
import { expect, it } from 'vitest'
import { qrText } from '../../app/pictures/qr-text.server'
import * as picture from '../../app/routes/login/qr/code/picture/route'
import * as code from '../../app/routes/login/qr/code/route'
import * as status from '../../app/routes/login/qr/code/status/route'
import * as confirm from '../../app/routes/login/qr/confirm/route'
import * as start from '../../app/routes/login/qr/route'
import { done, refuse } from '../../contract/server'
import { infoOf } from './answers'
import { errorsAt, openBrowser, withFakeAccountApi } from './browser'
import { askFor, mainOf } from './page'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()

const half = 'h'.repeat(22)
const other = 'o'.repeat(22)
const expires_at = '2030-01-01T00:00:00.000Z'
const [at, confirming] = ['/login/qr/code', `/login/qr/confirm?token=${other}`]

type Status = 'new' | 'scanned' | 'confirmed' | 'denied' | 'expired'

const standing = (status: Status) => fake.answer('checkQrconnect', done({ status, expires_at }))

/** A browser that shows a code. */
const showing = async (query = '') => {
  const qrcode_url = `http://localhost:3299/login/qr/confirm?token=${other}`
  fake.answer('getQrcode', done({ token: half, qrcode_url, letters: 'BCDFGHJK', matching_number: 42, expires_at }))
  standing('new')
  const browser = openBrowser()
  expect(await browser.send(start, `/login/qr${query}`, {})).toMatchObject({ location: at + query })
  return browser
}

const asking = (matching_numbers: number[]) =>
  done({
    status: 'new' as const,
    client: { browser: 'Firefox', system: 'Windows' },
    address: '203.0.113.7',
    asked_at: expires_at,
    expires_at,
    matching_numbers,
    time_zone: null,
  })

const writes = () => fake.received.filter(({ name }) => name === 'scanQrcode' || name === 'confirmQrcode')

it('happy: a link to the page asks for no code; its button does, and the page then shows it', async () => {
  const browser = openBrowser()
  await browser.open(start, '/login/qr')
  expect(fake.received).toEqual([])
  const page = await mainOf(await showing(), code, at)
  for (const shown of [
    'BCDF GHJK',
    '42',
    '/login/qr/code/picture',
    'localhost:3299/<wbr/>login/<wbr/>qr/<wbr/>confirm',
  ])
    expect(page).toContain(shown)
})

it('happy: without script the page loads itself as long as there is something to wait for', async () => {
  const browser = await showing()
  for (const [each, loadsItself] of [
    ['new', true],
    ['scanned', true],
    ['confirmed', false],
    ['denied', false],
    ['expired', false],
  ] as const) {
    standing(each)
    const { html } = await askFor(browser, code, at)
    expect(html.includes(`<noscript><meta http-equiv="refresh" content="5;url=${at}"/></noscript>`)).toBe(loadsItself)
    expect(html.includes('data-island="qr"')).toBe(loadsItself)
  }
  expect(fake.inputsOf('checkQrconnect').every(({ look }) => look === 1)).toBe(true)
})

it('happy: whoever wants the page to stay as it is loads it by its button', async () => {
  const browser = await showing()
  expect((await askFor(browser, code, at)).main).toContain(`<noscript><p><a href="${at}?still=1">`)
  const { html } = await askFor(browser, code, `${at}?still=1`)
  expect(html).not.toContain('http-equiv="refresh"')
})

it('happy: the button signs in once the code is confirmed, and leads to where the person wanted to go', async () => {
  const browser = await showing('?next=%2Fsettings%2Fprofile')
  expect(fake.inputsOf('getQrcode')).toEqual([{ next: '/settings/profile' }])
  const waiting = await browser.send(code, at, {})
  expect(waiting.location).toBe(`${at}?next=%2Fsettings%2Fprofile&notice=qr_not_confirmed`)
  const session = { user_id: '1', is_new_user: false, expires_at }
  fake.answer('checkQrconnect', done({ status: 'confirmed', session }))
  const before = browser.jar.get('butterfly_browser')
  expect((await browser.send(code, at, {})).location).toBe('/settings/profile')
  expect(browser.jar.get('butterfly_browser')).not.toBe(before)
  expect(fake.inputsOf('checkQrconnect').at(-1)).toEqual({ token: half, next: '/settings/profile', look: 0 })
})

it('happy: a sign-in for a service goes on to the page that leads there', async () => {
  const page = '/login/service?service=https%3A%2F%2Fshop.example%2F'
  const browser = await showing(`?${new URLSearchParams({ next: page })}`)
  expect(fake.inputsOf('getQrcode')).toEqual([{ next: page }])
  const session = { user_id: '1', is_new_user: false, expires_at }
  fake.answer('checkQrconnect', done({ status: 'confirmed', session }))
  expect((await browser.send(code, at, {})).location).toBe(page)
})

it('happy: another code takes the place of one that is over', async () => {
  const browser = await showing()
  standing('expired')
  expect(await mainOf(browser, code, at)).toContain('Show another code')
  expect((await browser.send(code, at, { another: 'x' })).location).toBe(at)
  expect(fake.inputsOf('getQrcode')).toHaveLength(2)
})

it('happy: the island learns the status, and nothing else', async () => {
  const browser = await showing()
  standing('scanned')
  expect((await browser.open(status, '/login/qr/code/status')).data).toEqual({ status: 'scanned' })
})

it('security: the half that polls stands on no page, and the cookie of another browser shows none', async () => {
  const browser = await showing()
  const { html } = await askFor(browser, code, at)
  expect(html).not.toContain(half)
  for (const route of [code, picture, status]) {
    const thief = openBrowser()
    for (const [name, value] of browser.jar) if (name !== 'butterfly_browser') thief.jar.set(name, value)
    expect((await thief.open(route, at)).location).toBe('/login/qr?notice=flow_expired')
  }
})

it('happy: a phone that is signed out signs in first, and comes back', async () => {
  const landed = await openBrowser().open(confirm, confirming)
  expect(landed.location).toBe(`/login?${new URLSearchParams({ next: confirming })}`)
})

it('security: opening the page of a code changes nothing, and tells whose screen it is', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', done(infoOf()))
  fake.answer('toScanQrcode', asking([]))
  const page = await mainOf(browser, confirm, confirming)
  for (const shown of ['ann', 'Firefox', '203.0.113.7', 'Refuse', 'Continue']) expect(page).toContain(shown)
  expect(page).toContain(`action="${confirming}"`)
  expect(writes()).toEqual([])
})

it('happy: the phone scans, chooses among three numbers and confirms', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', done(infoOf()))
  fake.answer('scanQrcode', asking([17, 42, 93]))
  expect((await browser.send(confirm, confirming, { scan: 'x' })).location).toBe(confirming)
  fake.answer('toScanQrcode', asking([17, 42, 93]))
  const page = await mainOf(browser, confirm, confirming)
  for (const number of [17, 42, 93]) expect(page).toContain(`name="number" class="button quiet" value="${number}"`)
  fake.answer('confirmQrcode', done({ done: true }))
  expect((await browser.send(confirm, confirming, { number: '42' })).location).toBe('/settings?notice=qr_confirmed')
  expect((await browser.send(confirm, confirming, { deny: 'x' })).location).toBe('/settings?notice=qr_denied')
  expect(fake.inputsOf('confirmQrcode')).toEqual([
    { token: other, matching_number: 42, deny: 0 },
    { token: other, deny: 1 },
  ])
})

it('happy: letters are typed in any form, and lead to the page of their code', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('toScanQrcode', asking([]))
  const landed = await browser.send(confirm, '/login/qr/confirm', { letters: ' ｂcdf-ghjk ' })
  expect(landed.location).toBe('/login/qr/confirm?token=BCDFGHJK')
})

it('error: wrong letters, no letters and a wrong number are said at the form', async () => {
  const browser = await signedInBrowser(fake)
  for (const letters of ['BCDFGHJ', 'AEIOUAEI', '']) {
    const landed = await browser.send(confirm, '/login/qr/confirm', { letters })
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'letters')).toHaveLength(1)
  }
  fake.answer('toScanQrcode', refuse('no_such_qrcode', {}))
  const unknown = await browser.send(confirm, '/login/qr/confirm', { letters: 'BCDFGHJK' })
  expect(errorsAt(unknown, '')[0]).toMatch(/expired/)
  fake.answer('confirmQrcode', refuse('qrcode_wrong_number', {}))
  const wrong = await browser.send(confirm, confirming, { number: '17' })
  expect(errorsAt(wrong, '')[0]).toMatch(/another number/)
})

it('error: a code that is over says how, and takes letters', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('toScanQrcode', refuse('qrcode_over', { state: 'scanned' }))
  const { status: answered, main } = await askFor(browser, confirm, confirming)
  expect(answered).toBe(404)
  expect(main).toMatch(/role="alert".*Another phone/)
  expect(main).toContain('name="letters"')
})

it('error: a token that no code has is not asked for', async () => {
  const browser = await signedInBrowser(fake)
  for (const token of ['', 'x', `${other}o`, '..%2F', 'BCDFGHJA'])
    expect((await browser.open(confirm, `/login/qr/confirm?token=${token}`)).status).toBe(200)
  expect(fake.received.map(({ name }) => name)).toEqual(['accountLoginV2'])
})

it.each([false, true])('happy: the text in blocks is the code, with dark on light: %j', (onLight) => {
  const url = `https://accounts.example.com/login/qr/confirm?token=${other}`
  const lines = qrText(url, { onLight }).split('\n')
  const side = Math.max(...lines.map((line) => line.length))
  const scale = 4
  const size = side * scale
  const isWritten = (x: number, y: number) => {
    const block = lines[y >> 1]?.[x] ?? ' '
    return block === '█' || block === (y % 2 === 0 ? '▀' : '▄')
  }
  const data = new Uint8Array(size * size * 4).fill(255)
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1)
      if (isWritten(Math.floor(x / scale), Math.floor(y / scale)) === onLight)
        data.fill(0, 4 * (y * size + x), 4 * (y * size + x) + 3)
  expect(decodeQR({ width: size, height: size, data })).toBe(url)
  expect(side).toBeLessThan(80)
})
