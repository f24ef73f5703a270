import { beforeEach, describe, expect, it } from 'vitest'
import { done, infoOf, refuse } from '#tests/app/browser/answers'
import { type Browser, errorsAt, expectRedirect, expectTexts, openBrowser } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import { expires_at, other } from '#tests/app/qr-codes/qr-codes'
import { translator } from '~/i18n/texts'
import { withPlainAccountApi } from './plain-answers'

const fake = withPlainAccountApi()

const mobile = { platform: 'mobile', name: '+86 138****0001', obstacle: null }
const email = { platform: 'email', name: 'a***@example.com', obstacle: 'already_bound' as const }
const facts = {
  status: 'scanned' as const,
  client: { browser: 'Firefox', system: 'Windows' },
  address: '203.0.113.7',
  asked_at: '2026-11-25T10:00:00.000Z',
  expires_at,
}
/** No more than what a scan has to answer. */
const bare = { status: 'scanned' as const, expires_at }

/** Codes about which nothing is known before they are scanned. */
const purposes = {
  'a sign-in': {
    page: '/login/qr/confirm',
    scan: 'scanQrcode',
    confirm: 'confirmQrcode',
    more: {},
    agreed: { agree: 'x' },
    sent: {},
    warns: 'wants to get into your account',
    offers: 'name="agree"',
    ends: ['qr_confirmed', 'qr_denied'],
  },
  'a move': {
    page: '/login/qr/move',
    scan: 'scanChangeBindQrcode',
    confirm: 'confirmChangeBindQrcode',
    more: { to: { username: 'b***o', mobile: null, email: 'b***@example.com' }, methods: [mobile, email] },
    agreed: { platform: 'mobile' },
    sent: { platform: 'mobile' },
    warns: 'Continue only if the other account is yours',
    offers: 'Agree to the move',
    ends: ['qr_move_agreed', 'qr_move_denied'],
  },
} as const

let browser: Browser
beforeEach(async () => {
  browser = await signedInBrowser(fake)
  fake.answer('accountInfo', done(infoOf()))
})

const flowCookies = (from: Browser) => [...from.jar].filter(([name]) => name.startsWith('butterfly_flow_scanned-qr.'))

describe.each(Object.entries(purposes))('a code for %s of which only scanning tells', (_, of) => {
  const { page, scan, confirm, more, agreed, sent } = of
  const here = `${page}?token=${other}`
  const another = `${page}?token=${'p'.repeat(22)}`
  const writes = () => [...fake.inputsOf(scan), ...fake.inputsOf(confirm)]
  const answersScan = (told: object = facts) => fake.answer(scan, done({ ...told, ...more }) as never)
  const refuses = (call: typeof scan | typeof confirm, refusal: object) => fake.answer(call, refusal as never)

  const scanned = async (told: object = facts) => {
    answersScan(told)
    expectRedirect(await browser.submit(here, { scan: 'x' }), here)
  }

  it('happy: the page names the account and warns; the scan reports the screen, and the person confirms', async () => {
    const before = { shown: ['ann', of.warns, 'name="scan"', 'name="deny"'], hidden: ['Firefox', of.offers] }
    expectTexts(await browser.mainAt(here), before)
    expect(writes()).toEqual([])
    await scanned()
    const after = { shown: ['ann', 'Firefox', '203.0.113.7', of.offers, 'name="deny"'], hidden: ['name="scan"'] }
    expectTexts(await browser.mainAt(here), after)
    expect(fake.inputsOf(confirm)).toEqual([])
    fake.answer(confirm, done({ done: true }))
    expectRedirect(await browser.submit(here, agreed), `/settings?notice=${of.ends[0]}`)
    expect(writes()).toEqual([{ token: other }, { token: other, ...sent, deny: 0 }])
    expect(flowCookies(browser)).toEqual([])
  })

  it('happy: the person can refuse before and after the scan', async () => {
    fake.answer(confirm, done({ done: true }))
    expectRedirect(await browser.submit(here, { deny: 'x' }), `/settings?notice=${of.ends[1]}`)
    await scanned()
    expectRedirect(await browser.submit(here, { deny: 'x' }), `/settings?notice=${of.ends[1]}`)
    expect(fake.inputsOf(confirm)).toEqual([
      { token: other, deny: 1 },
      { token: other, deny: 1 },
    ])
  })

  it('happy: if the account API sends numbers, the person chooses one', async () => {
    await scanned({ ...facts, matching_numbers: [17, 42, 93] })
    expectTexts(await browser.mainAt(here), { shown: ['value="17"', 'value="42"', 'value="93"'], hidden: [of.offers] })
    fake.answer(confirm, done({ done: true }))
    for (const typed of [{ ...agreed, number: '50' }, agreed])
      expectRedirect(await browser.submit(here, { ...typed, agree: 'x' }), here)
    expect(fake.inputsOf(confirm)).toEqual([])
    await browser.submit(here, { ...agreed, number: '42' })
    expect(fake.inputsOf(confirm)).toEqual([{ token: other, ...sent, matching_number: 42, deny: 0 }])
  })

  it('happy: a scan without facts about the screen is enough', async () => {
    await scanned(bare)
    const main = await browser.mainAt(here)
    expectTexts(main, { shown: ['ann', of.offers], hidden: ['The other screen', 'Its IP address', 'Requested'] })
  })

  it('error: a code that expired at the scan or the confirmation is reported, and not requested again', async () => {
    for (const [refusal, said] of [
      [refuse('no_such_qrcode', {}), 'expired'],
      [refuse('qrcode_over', { state: 'scanned' }), 'Another phone'],
      [refuse('qrcode_over', { state: 'denied' }), 'This code was declined'],
      [refuse('qrcode_over', { state: 'used' }), 'used to sign in already|was used already'],
      [refuse('qrcode_wrong_number', {}), 'shows another number'],
    ] as const) {
      browser = await signedInBrowser(fake)
      const late = refusal.code === 'qrcode_wrong_number'
      if (!late) {
        refuses(scan, refusal)
        expectRedirect(await browser.submit(here, { scan: 'x' }), here)
        const { status, main } = await browser.show(here)
        expect({ status, main }).toEqual({ status: 404, main: expect.stringMatching(said) })
        browser = await signedInBrowser(fake)
      }
      await scanned()
      refuses(confirm, refusal)
      expectRedirect(await browser.submit(here, agreed), here)
      const { status, main } = await browser.show(here)
      expect({ status, main }).toEqual({ status: 404, main: expect.stringMatching(said) })
      const asked = writes().length
      expectRedirect(await browser.submit(here, agreed), here)
      expect(writes()).toHaveLength(asked)
    }
  })

  it('error: a code for another purpose redirects to its page, where it is scanned', async () => {
    refuses(scan, refuse('qrcode_for_other', { purpose: 'open_request' }))
    expectRedirect(await browser.submit(here, { scan: 'x' }), `/login/qr/authorize?token=${other}`)
    expect(flowCookies(browser)).toEqual([])
  })

  it('error: the second of two clicks scans nothing again, and gets the confirmation of the first', async () => {
    await scanned()
    expectRedirect(await browser.submit(here, { scan: 'x' }), here)
    expect(fake.inputsOf(scan)).toHaveLength(1)
    const kept = flowCookies(browser)
    fake.answer(confirm, done({ done: true }))
    await browser.submit(here, agreed)
    for (const [name, value] of kept) browser.jar.set(name, value)
    expectRedirect(await browser.submit(here, agreed), `/settings?notice=${of.ends[0]}`)
    for (const [name, value] of kept) browser.jar.set(name, value)
    refuses(confirm, refuse('qrcode_over', { state: 'confirmed' }))
    expectRedirect(await browser.submit(here, agreed), here)
    expect((await browser.show(here)).main).toContain('You have confirmed this code already')
  })

  it('error: a scan whose answer is more than a browser keeps is an outage, and nothing is confirmed', async () => {
    answersScan({ ...facts, address: 'x'.repeat(3000) })
    expect((await browser.show(here, { fields: { scan: 'x' } })).status).toBe(503)
    expectRedirect(await browser.submit(here, agreed), here)
    expect(fake.inputsOf(confirm)).toEqual([])
  })

  it('security: opening the page changes nothing, and a scan needs this browser’s form', async () => {
    await browser.visit(here)
    await browser.visit(`${here}&scan=x&agree=x&platform=mobile`)
    for (const token of ['', openBrowser().formToken()])
      expect((await browser.submit(here, { scan: 'x' }, { token })).status).toBe(403)
    expect(writes()).toEqual([])
  })

  it('security: a code that was not scanned here is not confirmed, whatever the form says', async () => {
    fake.answer(confirm, done({ done: true }))
    for (const fields of [agreed, { ...agreed, number: '42' }, { ...agreed, agree: 'x' }])
      expectRedirect(await browser.submit(here, fields), here)
    expect(fake.inputsOf(confirm)).toEqual([])
  })

  it('security: the facts of one code do not confirm another, even under its name', async () => {
    await scanned()
    const [[, ofCode] = ['', '']] = flowCookies(browser)
    expectRedirect(await browser.submit(another, agreed), another)
    expect((await browser.mainAt(another)).includes('Firefox')).toBe(false)
    await browser.submit(another, { scan: 'x' })
    for (const [name] of flowCookies(browser)) browser.jar.set(name, ofCode)
    expectRedirect(await browser.submit(another, agreed), another)
    expect(fake.inputsOf(confirm)).toEqual([])
  })

  it('security: an attacker who scans in their browser gives the victim nothing to confirm', async () => {
    await scanned()
    const victim = await signedInBrowser(fake)
    for (const [name, value] of flowCookies(browser)) victim.jar.set(name, value)
    expect((await victim.mainAt(here)).includes('Firefox')).toBe(false)
    expectRedirect(await victim.submit(here, agreed), here)
    expect(fake.inputsOf(confirm)).toEqual([])
  })
})

it('security: only a method that the scan offered can be confirmed', async () => {
  const { page, scan, more } = purposes['a move']
  const here = `${page}?token=${other}`
  fake.answer(scan, done({ ...facts, ...more, methods: [mobile, email] }))
  await browser.submit(here, { scan: 'x' })
  for (const platform of ['email', 'github']) expectRedirect(await browser.submit(here, { platform }), here)
  expect(fake.inputsOf('confirmChangeBindQrcode')).toEqual([])
})

it('error: a move that the account API refuses is reported, and the code stays', async () => {
  const { page, scan, more } = purposes['a move']
  const here = `${page}?token=${other}`
  fake.answer(scan, done({ ...facts, ...more, methods: [mobile, email] }))
  await browser.submit(here, { scan: 'x' })
  fake.answer('confirmChangeBindQrcode', refuse('last_way', { of: 'own' }))
  const landed = await browser.submit(here, { platform: 'mobile' })
  expect({ status: landed.status, errors: errorsAt(landed, '').length }).toEqual({ status: 422, errors: 1 })
  expect((await browser.mainAt(here)).includes('Firefox')).toBe(true)
})

it('happy: an application’s request at another screen is answered without numbers', async () => {
  const here = `/login/qr/authorize?token=${other}`
  const asker = { client_key: 'orchard', name: 'Orchard', icon: null, is_verified: true, owner: null }
  const asked = { asker, scopes: [], needs_proof: false }
  fake.answers({ openQrToScan: done({ ...facts, ...asked, status: 'new' }), openQrScan: done({ ...facts, ...asked }) })
  expectTexts(await browser.mainAt(here), { shown: ['name="scan"', translator('en')('authorise.verified')] })
  expectRedirect(await browser.submit(here, { scan: 'x' }), here)
  fake.answer('openQrToScan', done({ ...facts, ...asked }))
  expectTexts(await browser.mainAt(here), { shown: ['Let it authorise', 'as soon as you'], hidden: ['name="scan"'] })
  fake.answer('openQrConfirm', done({ done: true }))
  expectRedirect(await browser.submit(here, { agree: 'x' }), '/settings?notice=qr_request_confirmed')
  expect(fake.inputsOf('openQrConfirm')).toEqual([{ token: other, deny: 0 }])
})

it('happy: letters redirect to the page of their code, without a call', async () => {
  const landed = await browser.submit('/login/qr/confirm', { letters: 'bcdf ghjk' })
  expectRedirect(landed, '/login/qr/confirm?token=BCDFGHJK')
  expect((await browser.mainAt('/login/qr/confirm?token=BCDFGHJK')).includes('name="scan"')).toBe(true)
})

it('happy: a screen without letters and numbers shows the picture, and says what to do', async () => {
  const screen = openBrowser()
  const qrcode_url = `http://localhost:3299/login/qr/confirm?token=${other}`
  expectTexts(await screen.mainAt('/login/qr'), { shown: ['Scan it with the camera'], hidden: ['letters', 'number'] })
  fake.answer('getQrcode', done({ token: 'h'.repeat(22), qrcode_url, expires_at }))
  fake.answer('checkQrconnect', done({ status: 'new', expires_at }))
  expectRedirect(await screen.submit('/login/qr'), '/login/qr/code')
  const shown = ['/login/qr/code/picture', 'Scan it with your phone.', 'Then confirm it on your phone.']
  expectTexts(await screen.mainAt('/login/qr/code'), { shown, hidden: ['letters', 'null', '<strong>'] })
  expectTexts(await screen.mainAt('/login/qr/code/text'), { shown: ['Back to the picture'], hidden: ['letters'] })
  fake.answer('checkQrconnect', done({ status: 'scanned', expires_at }))
  expect(await screen.mainAt('/login/qr/code')).toContain('Scanned. Now confirm it on your phone.')
})

it('happy: a move without letters and numbers says what to do', async () => {
  const main = await browser.mainAt('/settings/move')
  expectTexts(main, { shown: ['Scan it with the camera', 'choose what moves, and confirm'], hidden: ['letters'] })
})
