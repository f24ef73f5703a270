import { expect, it } from 'vitest'
import { done, infoOf, refuse } from '#tests/app/browser/answers'
import { expectTexts, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'
import { withPerson } from '#tests/app/browser/person'
import { askedBy, expires_at, newCode, other } from './qr-codes'

const fake = withFakeAccountApi()

const browser = withPerson(fake)

const at = '/settings/move/code'
const moving = `/login/qr/move?token=${other}`

const mobile = { platform: 'mobile', name: '+86 138****0000' }
const from = { username: 'm***i', mobile: mobile.name, email: null }
const agreed = { status: 'confirmed' as const, expires_at, moves: mobile, from }

/** The browser shows a code. */
const showing = async () => {
  fake.answers({ getChangeBindQrcode: newCode(moving), checkChangeBindQrcode: done({ status: 'new', expires_at }) })
  expect(await browser.submit('/settings/move')).toMatchObject({ location: at })
}

const asking = (numbers: number[], obstacle: 'last_way' | null = null) => {
  const to = { username: 'b***o', mobile: null, email: 'b***@example.com' }
  const email = { platform: 'email', name: 'a***@example.com', obstacle: 'already_bound' as const }
  return askedBy(numbers, { to, methods: [{ ...mobile, obstacle }, email] })
}

/** The calls that moved something, or could have. */
const takes = () => fake.inputsOf('checkChangeBindQrcode').filter(({ look }) => look !== 1)

it('security: the island is outside of the form, so it shows what would move but cannot agree', async () => {
  await showing()
  const main = await browser.mainAt(at)
  expect(main.indexOf('data-island="qr"')).toBeGreaterThan(-1)
  expect(main.indexOf('data-island="qr"')).toBeLessThan(main.indexOf('<form'))
})

it('security: only the items that the page has shown move', async () => {
  await showing()
  fake.answer('checkChangeBindQrcode', done(agreed))
  await browser.mainAt(at)
  for (const posted of [{}, { moves: 'mobile +86 139****9999' }, { moves: 'email a***@example.com' }])
    expect((await browser.submit(at, posted)).location).toBe(at)
  expect(takes()).toEqual([])
})

it('error: agreeing to nothing is reported, and so is a code of the same account', async () => {
  expect(refusedAt(await browser.submit(moving, { number: '42' }), 'platform')).toHaveLength(1)
  fake.answer('toScanChangeBindQrcode', refuse('qrcode_of_own_account', {}))
  const { status, main } = await browser.show(moving)
  expect(status).toBe(404)
  expect(main).toContain('signed in to this account already')
})

it('error: a blocked item cannot be chosen, and an account without any other can only refuse', async () => {
  fake.answers({ accountInfo: done(infoOf()), toScanChangeBindQrcode: asking([17, 42, 93]) })
  expect(await browser.mainAt(moving)).toContain('name="platform" disabled="" value="email"')
  fake.answer('toScanChangeBindQrcode', asking([17, 42, 93], 'last_way'))
  expectTexts(await browser.mainAt(moving), { shown: ['the only way to sign in'], hidden: ['name="number"'] })
})
