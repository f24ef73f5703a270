import { beforeEach, expect } from 'vitest'
import { vouchedUrl } from '#contract/terms/vouched-url'
import { done, infoOf, refuse, ticket } from '#tests/app/browser/answers'
import { type Browser, expectRedirect, expectTexts, parkedIn, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'
import { translator } from '~/i18n/texts'

const fake = withFakeAccountApi()
const it = visiting(fake)
const t = translator('en')

const key = 'key-of-a-second-verification'
const platforms = [{ platform: 'example', name: 'Ann' }]
const stale = refuse('second_verification_required', { sms_code_key: key, ways: [], platforms })
const at = '/passport/web/auth/example'
const secrets = { nonce: 'n'.repeat(22), code_verifier: 'v'.repeat(43) }
const redirect_uri = `http://localhost:3299${at}/callback`
const path = '/settings/addresses'
const proven = '/settings/proof?notice=platform_proven'

let isProven = false
beforeEach(() => {
  isProven = false
  const url = vouchedUrl.parse('https://provider.example/authorize?state=the-state')
  fake.answer('thirdPartyStart', done({ platform: 'example', url, state: 'the-state', ...secrets, redirect_uri }))
  fake.answer('accountInfo', () => (isProven ? done(infoOf({ mobile: '+8613800000001' })) : stale))
  fake.answer('verifySecondByPlatform', () => {
    isProven = true
    return done({ verify_ticket: ticket })
  })
})

const asked = async () => {
  const browser = await signedInBrowser(fake)
  return { browser, page: await browser.show(path, { fields: {} }) }
}
const leave = (browser: Browser) => browser.visit(`${at}?prove=1`)
const comeBack = (browser: Browser, query = 'code=the-code&state=the-state') => browser.visit(`${at}/callback?${query}`)
const visit = async (browser: Browser) => {
  await leave(browser)
  return comeBack(browser)
}

it('happy: the form waits during the visit to the provider, and the next page sends it', async () => {
  const { browser, page } = await asked()
  expectTexts(page.main, { shown: [`href="${at}?prove=1"`, t('stepUp.second.why_platform')] })
  expect(await leave(browser)).toMatchObject({ location: 'https://provider.example/authorize?state=the-state' })
  expect(fake.inputsOf('thirdPartyStart')).toEqual([{ platform: 'example', fresh: 1 }])
  expect((await comeBack(browser)).location).toBe(proven)
  const given = { platform: 'example', code: 'the-code', redirect_uri, ...secrets }
  expect(fake.inputsOf('verifySecondByPlatform')).toEqual([{ sms_code_key: key, ...given }])
  const ended = await browser.show(proven)
  expect(ended.main).toContain(`<form method="post" action="${path}">`)
  const shown = await browser.submit(path, { parked: parkedIn(ended.main), proven: 'x' })
  expect(shown).toMatchObject({ status: 200, data: { mobile: '+86 138 0000 0001' } })
})

it('security: neither the page nor a cookie reveals the key or the ticket, and sending the form removes it from the cookie', async () => {
  const { browser, page } = await asked()
  await visit(browser)
  const ended = await browser.show(proven)
  for (const text of [page.html, ended.html, [...browser.jar.values()].join()])
    for (const secret of [key, ticket]) expect(text).not.toContain(secret)
  expect(browser.jar.has('butterfly_parked')).toBe(true)
  await browser.show(path, { fields: { parked: parkedIn(ended.main), proven: 'x' } })
  expect(browser.jar.has('butterfly_parked')).toBe(false)
})

it('security: without a proof, the form is not sent, and its retry asks again', async () => {
  const { browser, page } = await asked()
  expectTexts((await browser.show(proven)).main, { shown: [`href="${at}?prove=1"`], hidden: ['<form'] })
  const again = await browser.show(path, { fields: { parked: parkedIn(page.main), proven: 'x' } })
  expect(again.main).toContain(`href="${at}?prove=1"`)
  expect(fake.inputsOf('verifySecondByPlatform')).toEqual([])
})

it('security: the form of another browser is not sent from here', async () => {
  const [{ browser: victim }, { browser: attacker }] = [await asked(), await asked()]
  await visit(attacker)
  victim.jar.set('butterfly_parked', attacker.jar.get('butterfly_parked') ?? '')
  expect((await victim.show(proven)).location).toBe('/settings')
  expect((await leave(victim)).location).toBe('/settings?notice=flow_expired')
})

it('security: a visit for an earlier form does not prove a later one', async () => {
  const { browser } = await asked()
  await leave(browser)
  const other = 'key-of-another-verification'
  fake.answer('accountInfo', refuse('second_verification_required', { sms_code_key: other, ways: [], platforms }))
  await browser.show(path, { fields: {} })
  await comeBack(browser)
  expect(fake.inputsOf('verifySecondByPlatform')).toMatchObject([{ sms_code_key: key }])
  expect(await browser.mainAt(proven)).not.toContain('<form')
})

it.each([
  ['other_identity', 'platform_not_proven'],
  ['not_proven_there', 'platform_not_proven'],
  ['platform_refused', 'platform_not_proven'],
  ['platform_unreachable', 'platform_unreachable'],
  ['ticket_refused', 'platform_visit_over'],
] as const)('error: the failure %s is reported on the page that leads to the provider again', async (code, notice) => {
  const { browser } = await asked()
  await leave(browser)
  fake.answer('verifySecondByPlatform', refuse(code, {}))
  const { location } = await comeBack(browser)
  expect(location).toBe(`/settings/proof?notice=${notice}`)
  const main = await browser.mainAt(location ?? '')
  expectTexts(main, { shown: [t(`notice.${notice}`), `href="${at}?prove=1"`, `href="${path}"`] })
})

it('error: a person who declines, or whose provider is down, gets a message on that page', async () => {
  const { browser } = await asked()
  await leave(browser)
  expect((await comeBack(browser, 'state=the-state')).location).toBe('/settings/proof?notice=platform_declined')
  fake.answer('thirdPartyStart', refuse('platform_unreachable', {}))
  expect((await leave(browser)).location).toBe('/settings/proof?notice=platform_unreachable')
})

it('error: a visit without a waiting form redirects to the settings', async ({ person }) => {
  expect((await leave(person)).location).toBe('/settings?notice=flow_expired')
  expect((await person.visit('/settings/proof')).location).toBe('/settings')
})

it('error: a form that is too long to keep has to be sent again', async ({ person }) => {
  const long = Array.from({ length: 1500 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('')
  await person.show(path, { fields: { note: long } })
  await leave(person)
  expect((await comeBack(person)).location).toBe(proven)
  expectTexts(await person.mainAt(proven), { shown: [t('stepUp.second.send_again')], hidden: ['<form'] })
})

it('happy: an account is cancelled after a proof at the provider', async ({ person }) => {
  const checked = { blockers: [], subjects: [], losses: [], restorable_until: '2030-01-01T00:00:00.000Z' }
  fake.answer('cancelCheck', done({ ...checked, time_zone: 'UTC' }))
  fake.answer('cancelVerifyWay', done({ sms_code_key: key, ways: [], platforms }))
  const page = '/settings/cancel'
  expect(await person.mainAt(page)).toContain('name="use_platform"')
  await person.show(page, { fields: { use_platform: 'x' } })
  await visit(person)
  const ended = await person.show(proven)
  expectRedirect(await person.submit(page, { parked: parkedIn(ended.main), proven: 'x' }), '/settings/cancel/confirm')
})
