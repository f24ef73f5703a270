import { decodeQR } from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { refusedLetters, letters as typedLetters } from '#rules/typed/cases/codes'
import { openInfo } from '#tests/app/authorisation/authorise'
import { done, infoOf, refuse, signedIn } from '#tests/app/browser/answers'
import { errorsAt, expectTexts, openBrowser, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import { qrText } from '~/features/pictures/qr-text.server'
import { translator } from '~/i18n/texts'
import { askedBy, expires_at, half, newCode, other } from './qr-codes'

const fake = withFakeAccountApi()
const t = translator('en')

const request = '/login/authorize/a-request-of-an-application'
const [at, confirming] = ['/login/qr/code', `/login/qr/confirm?token=${other}`]
const confirmedAs = { status: 'confirmed' as const, expires_at, masked: '+86 138****0000' }
const mobile = { platform: 'mobile', name: '+86 138****0000' }
const from = { username: 'm***i', mobile: mobile.name, email: null }

/** What a code can be for: the pages of the screen and of the phone, their calls, and what is particular to each. */
const purposes = {
  'a sign-in': {
    open: openBrowser,
    begin: '/login/qr',
    phone: '/login/qr/confirm',
    calls: ['getQrcode', 'checkQrconnect', 'toScanQrcode', 'scanQrcode', 'confirmQrcode'],
    status: {},
    asking: {},
    seen: ['Decline', 'Continue', `action="${confirming}"`],
    chooses: t('qr.confirm.choose'),
    chosen: {},
    ends: ['qr_confirmed', 'qr_denied'],
    used: 'This code was used to sign in already',
    letters: 'name="letters"',
    withoutCode: null,
  },
  'a move': {
    open: () => signedInBrowser(fake),
    begin: '/settings/move',
    phone: '/login/qr/move',
    calls: [
      'getChangeBindQrcode',
      'checkChangeBindQrcode',
      'toScanChangeBindQrcode',
      'scanChangeBindQrcode',
      'confirmChangeBindQrcode',
    ],
    status: { moves: mobile, from },
    asking: {
      to: { username: 'b***o', mobile: null, email: 'b***@example.com' },
      methods: [
        { ...mobile, obstacle: null },
        { platform: 'email', name: 'a***@example.com', obstacle: 'already_bound' },
      ],
    },
    seen: ['Decline', 'Continue', 'b***o', 'b***@example.com', mobile.name, 'a***@example.com<p>It cannot move'],
    chooses: t('move.confirm.choose'),
    chosen: { platform: 'mobile' },
    ends: ['qr_move_agreed', 'qr_move_denied'],
    used: 'This code was used already',
    letters: 'href="/login/qr/confirm"',
    withoutCode: '/login/qr/confirm',
  },
  'a request of an application': {
    open: openBrowser,
    begin: `${request}/qr`,
    phone: '/login/qr/authorize',
    calls: ['openQrGet', 'openQrCheck', 'openQrToScan', 'openQrScan', 'openQrConfirm'],
    status: { auth_ticket: null },
    asking: {
      asker: { client_key: 'orchard', name: 'Orchard', icon: null, is_verified: false, owner: null },
      scopes: [{ scope: 'mobile', is_sensitive: true, value: '+86 138****0001' }],
      needs_proof: false,
    },
    seen: [
      t('qrRequest.confirm.title', { name: 'Orchard' }),
      t('qrRequest.confirm.means', { name: 'Orchard' }),
      t('qrRequest.confirm.warning'),
      t('authorise.unverified'),
      '+86 138****0001',
    ],
    chooses: t('qrRequest.confirm.choose', { name: 'Orchard' }),
    chosen: {},
    ends: ['qr_request_confirmed', 'qr_request_denied'],
    used: 'This code was used already',
    letters: 'href="/login/qr/confirm"',
    withoutCode: '/login/qr/confirm',
  },
} as const

type Status = 'new' | 'scanned' | 'confirmed' | 'denied' | 'expired'

describe.each(Object.entries(purposes))('a code for %s', (_, { begin, phone, calls, ...of }) => {
  const [make, check, look, scan, confirm] = calls
  const at = `${begin}/code`
  const confirming = `${phone}?token=${other}`

  const standing = (status: Status) => fake.answer(check, done({ status, expires_at, ...of.status }) as never)

  const showing = async () => {
    fake.answer(make, newCode(confirming))
    standing('new')
    const browser = await of.open()
    browser.jar.set('openauth.sig', 'the-key-of-the-browser')
    expect(await browser.submit(begin)).toMatchObject({ location: at })
    return browser
  }

  const asking = (numbers: number[]) => askedBy(numbers, of.asking) as never

  const openPhone = async () => {
    fake.answer('accountInfo', done(infoOf()))
    return signedInBrowser(fake)
  }

  it('happy: the page needs no code at first; its button creates one, and the page then shows it', async () => {
    fake.answer('openAuthInfo', done({ ...openInfo, person: null, needs: ['sign_in'] }))
    await (await of.open()).visit(begin)
    expect(fake.inputsOf(make)).toEqual([])
    const browser = await showing()
    const page = await browser.mainAt(at)
    for (const shown of ['BCDF GHJK', '42', `${at}/picture`, 'localhost:3299/<wbr/>login/<wbr/>qr/<wbr/>confirm'])
      expect(page).toContain(shown)
    expect((await browser.visit(`${at}/picture`)).status).toBe(200)
    expectTexts(await browser.mainAt(`${at}/text`), { shown: ['█', `href="${at}"`] })
  })

  it('happy: without script the page reloads while it waits, and the person can turn that off', async () => {
    const browser = await showing()
    for (const each of ['new', 'scanned', 'confirmed', 'denied', 'expired'] as const) {
      standing(each)
      const waits = each === 'new' || each === 'scanned'
      const { html, main } = await browser.show(at)
      expect(html.includes(`<noscript><meta http-equiv="refresh" content="5; url=${at}"/></noscript>`)).toBe(waits)
      expect(html.includes('data-island="qr"')).toBe(waits)
      expect(main.includes(`<noscript><p class="apart"><a href="${at}?still=1">`)).toBe(waits)
      expect((await browser.show(`${at}?still=1`)).html).not.toContain('http-equiv="refresh"')
    }
    expect(fake.inputsOf(check).every(({ look }) => look === 1)).toBe(true)
  })

  it('happy: the island gets only the status, and an expired code is replaced by another one', async () => {
    const browser = await showing()
    standing('scanned')
    expect((await browser.visit(`${at}/status`)).data).toEqual({ status: 'scanned' })
    for (const each of ['denied', 'expired'] as const) {
      standing(each)
      expect(await browser.mainAt(at)).toContain('Show another code')
    }
    expect((await browser.submit(at, { another: 'x' })).location).toBe(at)
    expect(fake.inputsOf(make)).toHaveLength(2)
  })

  it('security: the polling token is never rendered, and another browser’s cookie shows no code', async () => {
    const browser = await showing()
    expect((await browser.show(at)).html).not.toContain(half)
    for (const path of [at, `${at}/picture`, `${at}/status`, `${at}/text`]) {
      const thief = await of.open()
      for (const [name, value] of browser.jar) if (!thief.jar.has(name)) thief.jar.set(name, value)
      expect((await thief.visit(path)).location).toBe(`${begin}?notice=flow_expired`)
    }
  })

  it('happy: a signed-out phone signs in first, and returns', async () => {
    expect((await openBrowser().visit(confirming)).location).toBe(`/login?${new URLSearchParams({ next: confirming })}`)
  })

  it('security: opening the page of a code changes nothing, and shows the screen’s account and the purpose', async () => {
    const browser = await openPhone()
    fake.answer(look, asking([]))
    const page = await browser.mainAt(confirming)
    expectTexts(page, { shown: ['ann', 'Firefox', '203.0.113.7', ...of.seen] })
    expect(page.match(/type="submit"/g)).toHaveLength(2)
    expect([...fake.inputsOf(scan), ...fake.inputsOf(confirm)]).toEqual([])
  })

  it('happy: the phone scans, chooses among three numbers, and confirms or refuses', async () => {
    const browser = await openPhone()
    fake.answer(scan, asking([17, 42, 93]))
    expect((await browser.submit(confirming, { scan: 'x' })).location).toBe(confirming)
    fake.answer(look, asking([17, 42, 93]))
    const page = await browser.mainAt(confirming)
    expectTexts(page, { shown: [of.chooses, 'name="deny"'] })
    for (const number of [17, 42, 93]) expect(page).toContain(`name="number" class="button quiet" value="${number}"`)
    fake.answer(confirm, done({ done: true }))
    const [agreed, denied] = of.ends.map((notice) => `/settings?notice=${notice}`)
    expect((await browser.submit(confirming, { ...of.chosen, number: '42' })).location).toBe(agreed)
    expect((await browser.submit(confirming, { deny: 'x' })).location).toBe(denied)
    expect(fake.inputsOf(confirm)).toEqual([
      { token: other, ...of.chosen, matching_number: 42, deny: 0 },
      { token: other, deny: 1 },
    ])
  })

  it('error: a wrong number and an expired code are reported', async () => {
    const browser = await openPhone()
    fake.answer(confirm, refuse('qrcode_wrong_number', {}) as never)
    expect(errorsAt(await browser.submit(confirming, { ...of.chosen, number: '17' }), '')[0]).toMatch(/another number/)
    for (const [refused, said] of [
      [refuse('qrcode_over', { state: 'scanned' }), 'Another phone'],
      [refuse('qrcode_over', { state: 'confirmed' }), t('error.qrcode_over_confirmed')],
      [refuse('qrcode_over', { state: 'denied' }), t('error.qrcode_over_denied')],
      [refuse('qrcode_over', { state: 'used' }), of.used],
      [refuse('no_such_qrcode', {}), 'expired'],
    ] as const) {
      fake.answer(look, refused as never)
      const { status, main } = await browser.show(confirming)
      expect(status).toBe(404)
      for (const shown of ['role="alert"', said, of.letters]) expect(main).toContain(shown)
    }
  })

  it('error: an impossible token makes no call', async () => {
    const browser = await openPhone()
    for (const token of ['', 'x', `${other}o`, '..%2F', 'BCDFGHJA'])
      expect((await browser.visit(`${phone}?token=${token}`)).location).toBe(of.withoutCode)
    expect(fake.inputsOf(look)).toEqual([])
  })
})

it.each([
  ['where the person wanted to go', '/settings/profile'],
  ['the page that leads to a service', '/login/service?service=https%3A%2F%2Fshop.example%2F'],
])('happy: once confirmed, the page names the account, and its button signs in and leads to %s', async (_, next) => {
  const query = new URLSearchParams({ next })
  fake.answers({ getQrcode: newCode(confirming), checkQrconnect: done({ status: 'new', expires_at }) })
  const browser = openBrowser()
  expect(await browser.submit(`/login/qr?${query}`)).toMatchObject({ location: `${at}?${query}` })
  expect(fake.inputsOf('getQrcode')).toEqual([{ next }])
  expect((await browser.submit(at)).location).toBe(`${at}?${query}&notice=qr_not_confirmed`)
  fake.answer('checkQrconnect', ({ input }) =>
    done(input.look === 1 ? confirmedAs : { status: 'confirmed', session: signedIn().data }),
  )
  const before = browser.jar.get('butterfly_browser')
  expectTexts(await browser.mainAt(at), { shown: [confirmedAs.masked, 'Sign in to this account', 'Not mine'] })
  expect((await browser.submit(at, { account: confirmedAs.masked })).location).toBe(next)
  expect(browser.jar.get('butterfly_browser')).not.toBe(before)
  expect(fake.inputsOf('checkQrconnect').at(-1)).toEqual({ token: half, next, look: 0 })
})

it('security: if a stranger confirms the code on a screen, the account is named before anybody is signed in', async () => {
  fake.answers({ getQrcode: newCode(confirming), checkQrconnect: done({ status: 'new', expires_at }) })
  const browser = openBrowser()
  await browser.submit('/login/qr')
  fake.answer('checkQrconnect', done(confirmedAs))
  // The island, the button of the page before, and a page that has shown another account.
  for (const fields of [{}, { account: '' }, { account: 'a***n' }])
    expect((await browser.submit(at, fields)).location).toBe(at)
  expect((await browser.submit(at, { account: confirmedAs.masked, another: 'x' })).location).toBe(at)
  expect(fake.inputsOf('checkQrconnect').every(({ look }) => look === 1)).toBe(true)
  expect(fake.inputsOf('getQrcode')).toHaveLength(2)
})

it('happy: letters can be typed in any form, and redirect to the page of their code', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('toScanQrcode', askedBy([], {}))
  for (const [letters, read] of typedLetters) {
    const { location } = await browser.submit('/login/qr/confirm', { letters })
    expect(location, letters).toBe(`/login/qr/confirm?token=${read}`)
  }
})

it('error: wrong or missing letters are reported at the form', async () => {
  const browser = await signedInBrowser(fake)
  for (const letters of ['', ...refusedLetters.map(([typed]) => typed)]) {
    expect(refusedAt(await browser.submit('/login/qr/confirm', { letters }), 'letters')).toHaveLength(1)
  }
  fake.answer('toScanQrcode', refuse('no_such_qrcode', {}))
  expect(errorsAt(await browser.submit('/login/qr/confirm', { letters: 'BCDFGHJK' }), '')[0]).toMatch(/expired/)
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
