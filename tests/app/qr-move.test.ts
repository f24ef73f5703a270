import { expect, it } from 'vitest'
import * as confirm from '../../app/routes/login/qr/confirm/route'
import * as phone from '../../app/routes/login/qr/move/route'
import * as code from '../../app/routes/settings/move/code/route'
import * as start from '../../app/routes/settings/move/route'
import { done, refuse } from '../../contract/server'
import { infoOf } from './answers'
import { errorsAt, withFakeAccountApi } from './browser'
import { askFor, mainOf } from './page'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()

const half = 'h'.repeat(22)
const other = 'o'.repeat(22)
const expires_at = '2030-01-01T00:00:00.000Z'
const at = '/settings/move/code'
const moving = `/login/qr/move?token=${other}`

const mobile = { platform: 'mobile', name: '+86 138****0000' }
const from = { username: 'm***i', mobile: mobile.name, email: null }
const agreed = { status: 'confirmed' as const, expires_at, moves: mobile, from }
/** What the page posts that has shown this. */
const seen = { moves: 'mobile +86 138****0000' }

/** A browser that shows a code. */
const showing = async () => {
  const browser = await signedInBrowser(fake)
  const qrcode_url = `http://localhost:3299${moving}`
  const shown = { token: half, qrcode_url, letters: 'BCDFGHJK', matching_number: 42, expires_at }
  fake.answer('getChangeBindQrcode', done(shown))
  fake.answer('checkChangeBindQrcode', done({ status: 'new', expires_at }))
  expect(await browser.send(start, '/settings/move', {})).toMatchObject({ location: at })
  return browser
}

const asking = (matching_numbers: number[], obstacle: 'last_way' | null = null) =>
  done({
    status: 'new' as const,
    client: { browser: 'Firefox', system: 'Windows' },
    address: '203.0.113.7',
    asked_at: expires_at,
    expires_at,
    matching_numbers,
    time_zone: null,
    to: { username: 'b***o', mobile: null, email: 'b***@example.com' },
    methods: [
      { ...mobile, obstacle },
      { platform: 'email', name: 'a***@example.com', obstacle: 'already_bound' as const },
    ],
  })

/** The calls that moved something, or could have. */
const takes = () => fake.inputsOf('checkChangeBindQrcode').filter(({ look }) => look !== 1)

it('happy: a link to the page asks for no code; its button does, and the page then shows it', async () => {
  const browser = await signedInBrowser(fake)
  await browser.open(start, '/settings/move')
  expect(fake.inputsOf('getChangeBindQrcode')).toEqual([])
  const page = await mainOf(await showing(), code, at)
  for (const shown of ['BCDF GHJK', '42', `${at}/picture`, 'localhost:3299/<wbr/>login/<wbr/>qr/<wbr/>confirm'])
    expect(page).toContain(shown)
  expect(page).not.toContain(half)
})

it('security: the island stands outside of the form, so that it shows what would move and never agrees to it', async () => {
  const { main } = await askFor(await showing(), code, at)
  expect(main.indexOf('data-island="qr"')).toBeGreaterThan(-1)
  expect(main.indexOf('data-island="qr"')).toBeLessThan(main.indexOf('<form'))
})

it('happy: once the phone has agreed, the page shows what would move, and its button moves it', async () => {
  const browser = await showing()
  const waiting = await browser.send(code, at, {})
  expect(waiting.location).toBe(`${at}?notice=qr_not_confirmed`)
  fake.answer('checkChangeBindQrcode', done(agreed))
  const page = await mainOf(browser, code, at)
  for (const shown of ['+86 138****0000', 'm***i', 'Move it to this account', `value="${seen.moves}"`])
    expect(page).toContain(shown)
  expect(takes()).toEqual([])
  await browser.send(code, at, seen)
  expect(takes()).toEqual([{ token: half, look: 0 }])
  fake.answer('checkChangeBindQrcode', done({ ...agreed, done: true }))
  expect((await browser.send(code, at, seen)).location).toBe('/settings?notice=qr_moved')
})

it('security: only what the page has shown moves', async () => {
  const browser = await showing()
  fake.answer('checkChangeBindQrcode', done(agreed))
  for (const posted of [{}, { moves: 'mobile +86 139****9999' }, { moves: 'email a***@example.com' }])
    expect((await browser.send(code, at, posted)).location).toBe(at)
  expect(takes()).toEqual([])
})

it('happy: another code takes the place of one that is over', async () => {
  const browser = await showing()
  fake.answer('checkChangeBindQrcode', done({ status: 'denied', expires_at }))
  expect(await mainOf(browser, code, at)).toContain('Nothing has moved')
  expect((await browser.send(code, at, { another: 'x' })).location).toBe(at)
  expect(fake.inputsOf('getChangeBindQrcode')).toHaveLength(2)
})

it('security: the phone sees what would move and to which account, masked, and opening the page changes nothing', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', done(infoOf()))
  fake.answer('toScanChangeBindQrcode', asking([]))
  const page = await mainOf(browser, phone, moving)
  for (const shown of ['ann', 'b***o', 'b***@example.com', '+86 138****0000', '203.0.113.7', 'Refuse', 'Continue'])
    expect(page).toContain(shown)
  expect(page).toContain('a***@example.com<p>It cannot move')
  expect(fake.received.filter(({ name }) => /^(scan|confirm)/.test(name))).toEqual([])
})

it('happy: the phone scans, chooses what moves and the number, and agrees or refuses', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', done(infoOf()))
  fake.answer('scanChangeBindQrcode', asking([17, 42, 93]))
  expect((await browser.send(phone, moving, { scan: 'x' })).location).toBe(moving)
  fake.answer('toScanChangeBindQrcode', asking([17, 42, 93]))
  const page = await mainOf(browser, phone, moving)
  expect(page).toContain('name="platform" disabled="" value="email"')
  for (const number of [17, 42, 93]) expect(page).toContain(`name="number" class="button quiet" value="${number}"`)
  fake.answer('confirmChangeBindQrcode', done({ done: true }))
  const chosen = { platform: 'mobile', number: '42' }
  expect((await browser.send(phone, moving, chosen)).location).toBe('/settings?notice=qr_move_agreed')
  expect((await browser.send(phone, moving, { deny: 'x' })).location).toBe('/settings?notice=qr_move_denied')
  expect(fake.inputsOf('confirmChangeBindQrcode')).toEqual([
    { token: other, platform: 'mobile', matching_number: 42, deny: 0 },
    { token: other, deny: 1 },
  ])
})

it('error: nothing chosen and a wrong number are said at the form', async () => {
  const browser = await signedInBrowser(fake)
  const nothing = await browser.send(phone, moving, { number: '42' })
  expect(nothing.status).toBe(422)
  expect(errorsAt(nothing, 'platform')).toHaveLength(1)
  fake.answer('confirmChangeBindQrcode', refuse('qrcode_wrong_number', {}))
  const wrong = await browser.send(phone, moving, { platform: 'mobile', number: '17' })
  expect(errorsAt(wrong, '')[0]).toMatch(/another number/)
})

it('error: an account of which nothing can move is told why, and can only refuse', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', done(infoOf()))
  fake.answer('toScanChangeBindQrcode', asking([17, 42, 93], 'last_way'))
  const page = await mainOf(browser, phone, moving)
  expect(page).toContain('the only way to sign in')
  expect(page).not.toContain('name="number"')
})

it('error: a code that is over, and one of the same account, say so', async () => {
  const browser = await signedInBrowser(fake)
  for (const [refused, said] of [
    [refuse('qrcode_over', { state: 'scanned' }), 'Another phone'],
    [refuse('qrcode_over', { state: 'used' }), 'This code was used already'],
    [refuse('no_such_qrcode', {}), 'expired'],
    [refuse('qrcode_of_own_account', {}), 'signed in to this account already'],
  ] as const) {
    fake.answer('toScanChangeBindQrcode', refused)
    const { status, main } = await askFor(browser, phone, moving)
    expect([status, main.includes(said)]).toEqual([404, true])
  }
})

it('happy: letters and links lead to the page of what their code does', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('toScanQrcode', refuse('qrcode_for_other', { purpose: 'change_bind' }))
  const typed = await browser.send(confirm, '/login/qr/confirm', { letters: 'bcdf-ghjk' })
  expect(typed.location).toBe('/login/qr/move?token=BCDFGHJK')
  expect((await browser.open(confirm, `/login/qr/confirm?token=${other}`)).location).toBe(moving)
  fake.answer('toScanChangeBindQrcode', refuse('qrcode_for_other', { purpose: 'sign_in' }))
  expect((await browser.open(phone, moving)).location).toBe(`/login/qr/confirm?token=${other}`)
  expect((await browser.open(phone, '/login/qr/move?token=x')).location).toBe('/login/qr/confirm')
})
