import { expect } from 'vitest'
import { done, refuse, smsSent } from '#tests/app/browser/answers'
import { expectRedirect, expectTexts, openBrowser, parkedIn, withFakeAccountApi } from '#tests/app/browser/browser'
import { askFor } from '#tests/app/browser/page'
import { signedInBrowser, visiting } from '#tests/app/browser/person'
import type { LoaderFunctionArgs } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import * as addresses from '~/routes/settings/addresses/route'
import { challenge, decision, isProven, type Subtype, solved } from './challenges'

const fake = withFakeAccountApi()
const it = visiting(fake)

const stale = refuse('second_verification_required', {
  sms_code_key: 'key-of-a-second-verification',
  ways: [
    { way: 'mobile', masked: '+86 138****0001' },
    { way: 'password', masked: '' },
  ],
})

it('happy: a challenge replaces the page', async ({ browser }) => {
  fake.answers({ sendCode: decision('slide'), getCaptcha: challenge('slide') })
  const asked = await browser.show('/login/sms', { fields: { mobile: '138 0000 0001', region: 'CN' } })
  expect(asked).toMatchObject({ status: 200, location: null })
  expectTexts(asked.main, { shown: ['<h1>Security check</h1>', `name="form_token" value="${browser.formToken()}"`] })
  expect(asked.html).toMatch(/<title>Security check – /)
  expect(asked.html).toContain('<script type="module" src="/entry.js">')
})

it('happy: a challenge is shown at a URL whose loader redirects', async ({ person: browser }) => {
  fake.answer('accountInfo', stale)
  const loader = (args: LoaderFunctionArgs) => redirectTo(args, '/settings')
  const asked = await askFor(browser, { ...addresses, loader }, '/settings/addresses', { fields: {} })
  expect(asked).toMatchObject({ status: 200, location: null })
  expectTexts(asked.main, { shown: ['<h1>Confirm that it is you</h1>'], hidden: ['Back to settings'] })
})

const path = '/settings/addresses'

const challenged = async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', stale)
  const { main } = await browser.show(path, { fields: {} })
  return (fields: Record<string, string>) => browser.show(path, { fields: { parked: parkedIn(main), ...fields } })
}

const notTheAnswer = 'Wrong answer. You can try 2 more times.'

const answered = async (subtype: Subtype, fields: Record<string, string>) => {
  fake.answers({ accountLoginV2: decision(subtype), getCaptcha: () => challenge(subtype) })
  fake.answer('verifyCaptcha', refuse('captcha_wrong', { tries_left: 2 }))
  const browser = openBrowser()
  const asked = await browser.show('/login', { fields: { account: 'ann', password: 'x' } })
  return (await browser.show('/login', { fields: { parked: parkedIn(asked.main), ...fields } })).main
}

const tagOf = (main: string, id: string): string => new RegExp(`<[a-z]+[^>]* ?id="${id}"[^>]*>`).exec(main)?.[0] ?? ''

it.each<[Subtype, string, Record<string, string>, string, string]>([
  ['text', 'a wrong text', { text: 'x' }, 'text', 'task text-hint text-error'],
  ['text', 'no answer', {}, 'text', 'task text-hint text-error'],
  ['slide', 'a wrong click', { 'answer.x': '5', 'answer.y': '6' }, 'answer', 'task answer-error'],
  ['slide', 'wrong digits', { text: '123456' }, 'text', 'task text-hint text-error'],
  ['slide', 'no answer', {}, 'answer', 'task answer-error'],
  ['3d', 'a wrong click', { 'answer.x': '5', 'answer.y': '6' }, 'answer', 'task answer-error'],
  ['whirl', 'wrong numbers', { number: '3' }, 'number', 'number-error'],
  ['whirl', 'no answer', {}, 'number', 'number-error'],
])('error: in a %s challenge, %s is reported at its field and in the summary', async (subtype, _, fields, id, ids) => {
  const main = await answered(subtype, fields)
  const text =
    Object.keys(fields).length > 0 ? notTheAnswer : 'Solve the picture, or enter the 6\u00A0digits that you hear'
  expect(main).toContain(`<li><a href="#${id}">${text}</a></li>`)
  expect(main).toMatch(new RegExp(`<p class="error" id="${id}-error">.*?${text}</p>`))
  expect(tagOf(main, id)).toContain(`aria-describedby="${ids}" aria-invalid="true"`)
  expect(main.match(/aria-invalid/g)).toHaveLength(1)
})

it('happy: no field of a new challenge has an error', async () => {
  fake.answers({ accountLoginV2: decision('slide'), getCaptcha: () => challenge('slide') })
  const { main } = await openBrowser().show('/login', { fields: { account: 'ann', password: 'x' } })
  expect(tagOf(main, 'answer')).toContain('aria-describedby="task"')
  expect(tagOf(main, 'text')).toContain('aria-describedby="task text-hint"')
  expect(main).not.toMatch(/aria-invalid|role="alert"/)
})

it.each([
  ['mobile', 'code', { code: '' }, 'Enter the code from the SMS', 'code-hint code-error'],
  ['mobile', 'code', { code: '12345' }, 'The code is 6\u00A0digits', 'code-hint code-error'],
  ['password', 'password', { password: '' }, 'Enter your password', 'password-error'],
])('error: an error in the %s is at its field, in the status and in the title', async (way, id, typed, text, ids) => {
  const send = await challenged()
  const { status, html, main } = await send({ way, ...typed } as Record<string, string>)
  expect(status).toBe(422)
  expect(html).toMatch(/<title>Error: Confirm that it is you – /)
  expect(main).toContain(`<li><a href="#${id}">${text}</a></li>`)
  expect(main).toMatch(new RegExp(`<p class="error" id="${id}-error">.*?${text}</p>`))
  expect(tagOf(main, id)).toContain(`aria-describedby="${ids}" aria-invalid="true"`)
})

it('error: a limit is no error of a field', async () => {
  const send = await challenged()
  fake.answer('verifySecond', refuse('password_locked', { retry_after: 900 }))
  const { main } = await send({ way: 'password', password: 'x' })
  expect(main).toMatch(/role="alert"[^>]*><h2>[^<]*<\/h2><p>[^<]*15\u00A0minutes/)
  expect(main).not.toContain('aria-invalid')
})

it('happy: changing the language keeps the challenge, the parked form and the typed values', async ({ browser }) => {
  fake.answers({ sendCode: (call) => (isProven(call) ? smsSent() : decision('3d')), getCaptcha: () => challenge('3d') })
  fake.answer('verifyCaptcha', done({ captcha_ticket: solved }))
  const asked = await browser.show('/login/sms?lng=en', { fields: { mobile: '138 0000 0001', region: 'CN' } })
  // The URL's language would win over the button's at the next request.
  expectTexts(asked.main, { shown: ['action="/login/sms"', 'Click the smaller cone'] })
  // A link would lose the form.
  expect(asked.html).not.toContain('hrefLang')
  const other = await browser.show('/login/sms', {
    fields: { parked: parkedIn(asked.main), text: '12 34', in_language: '简体中文' },
  })
  expect(other.status).toBe(200)
  expect(other.html).toContain('<html lang="zh-Hans">')
  expect(other.main).toContain('请点图片中较小的圆锥')
  expect(other.main).toMatch(/name="text"[^>]*value="12 34"/)
  expect(fake.inputsOf('getCaptcha')).toHaveLength(1)
  expect(fake.inputsOf('verifyCaptcha')).toEqual([])
  const next = await browser.show('/login/sms', { fields: { parked: parkedIn(other.main), text: '123456' } })
  expectRedirect(next, '/login/sms/code')
  expect(fake.inputsOf('sendCode').at(-1)).toMatchObject({ mobile: '+8613800000001' })
})

it('happy: changing the language of a second verification keeps the chosen method and the code, and sends nothing', async () => {
  const browser = await signedInBrowser(fake)
  fake.answers({ accountInfo: stale, sendSecondCode: done({ retry_after: 60, masked: '+86 138****0001' }) })
  const asked = await browser.show(path, { fields: {} })
  const chosen = await browser.show(path, { fields: { parked: parkedIn(asked.main), send_mobile: 'x' } })
  const fields = { parked: parkedIn(chosen.main), way: 'mobile', code: '1234', in_language: '简体中文' }
  const other = await browser.show(path, { fields })
  expect(other.html).toContain('<html lang="zh-Hans">')
  expect(other.main).toContain('name="way" value="mobile"')
  expect(other.main).toMatch(/name="code"[^>]*value="1234"/)
  expect(fake.inputsOf('sendSecondCode')).toHaveLength(1)
  expect(fake.inputsOf('verifySecond')).toEqual([])
  // A password never comes back.
  const secret = { parked: parkedIn(other.main), way: 'password', password: 'not shown', in_language: 'English' }
  expect((await browser.show(path, { fields: secret })).main).not.toContain('not shown')
})
