import { expect, it } from 'vitest'
import type { VendorInBrowser } from '#settings/vendors/captcha-vendor'
import { formOf, openBrowser } from '#tests/app/browser/browser'
import { code, plainPerson, withPlainUpstream } from './plain-browser'

const vendor = { script_url: 'https://c.example/v', script_backup_urls: [], origins: [] } as unknown as VendorInBrowser
const plain = withPlainUpstream({ captchaVendor: vendor })
const typed = { account: '+8613800000001', password: 'a long walk' }

it.each([
  ['a decision', { error_code: 99999, decision: { code: 3059 } }],
  ['1502 with a decision', { error_code: 1502, description: 'd', decision: { code: 99996 } }],
  ['2046 without ways', { error_code: 2046, sms_code_key: 'k9' }],
  ['2046 by an unknown platform', { error_code: 2046, sms_code_key: 'k9', platforms: [{ platform: 'x', name: 'X' }] }],
])('happy: %s shows the vendor’s captcha, whose token signs in', async (_what, guard) => {
  plain.add({ mobile: typed.account, password: typed.password })
  plain.guard('/v1/login', guard)
  const browser = openBrowser()
  const asked = formOf(await browser.submit('/login', typed))
  expect(asked.stepUp).toMatchObject({ kind: 'captcha', vendor: { script_url: vendor.script_url } })
  const parked = asked.stepUp?.parked ?? ''
  const landed = await browser.submit('/login', { parked, vendor_token: 'token-of-the-vendor', answer: '1' })
  expect(landed, JSON.stringify(landed.data)).toMatchObject({ status: 303, location: '/settings' })
  expect(plain.asked.find(({ proof }) => proof === 'token-of-the-vendor')?.path).toBe('/v1/login')
})

it.each([
  ['a decision', { error_code: 99999, decision: { code: 3059 } }],
  ['a 2046', { error_code: 2046, sms_code_key: 'k9' }],
])('happy: %s in answer to a GET shows the dialog, and the GET is repeated', async (_what, guard) => {
  const browser = await plainPerson(plain)
  plain.guard('/v1/me', guard)
  const led = await browser.visit('/settings/mobile')
  expect(led.location).toMatch(/^\/login\/verify\?/)
  const asked = formOf(await browser.visit(led.location ?? ''))
  expect(asked.stepUp).toMatchObject({ kind: 'captcha' })
  const parked = asked.stepUp?.parked ?? ''
  const back = await browser.submit(led.location ?? '', { parked, vendor_token: 'token-of-the-vendor', answer: '1' })
  expect(back.location).toContain('/settings/mobile')
  expect((await browser.show(back.location ?? '')).status).toBe(200)
})

it('happy: a 2046 with verification methods in answer to a GET requires a code, and then shows the page', async () => {
  const browser = await plainPerson(plain)
  const ways = [{ way: 'mobile', masked: '+86***01' }]
  plain.guard('/v1/me', { error_code: 2046, sms_code_key: 'k9', ways })
  const led = await browser.visit('/settings/mobile')
  expect(led.location).toMatch(/^\/login\/verify\?/)
  const asked = formOf(await browser.visit(led.location ?? ''))
  expect(asked.stepUp).toMatchObject({ kind: 'second', ways })
  const sent = formOf(
    await browser.submit(led.location ?? '', { parked: asked.stepUp?.parked ?? '', send_mobile: '1' }),
  )
  const proof = { parked: sent.stepUp?.parked ?? '', way: 'mobile', code }
  expect(formOf(await browser.submit(led.location ?? '', { ...proof, code: '999999' })).stepUp?.errors).toHaveLength(1)
  const back = await browser.submit(led.location ?? '', proof)
  expect(back.location, JSON.stringify(back.data)).toContain('/settings/mobile')
  expect((await browser.show(back.location ?? '')).status).toBe(200)
})
