import { expect, it } from 'vitest'
import * as smsCode from '../../app/routes/login/sms/code/route'
import * as smsStart from '../../app/routes/login/sms/route'
import * as addresses from '../../app/routes/settings/addresses/route'
import { done, refuse } from '../../contract/server'
import { infoOf, smsSent } from './answers'
import { openBrowser, withFakeAccountApi } from './browser'
import { challenge, decision, isProven, solved } from './challenges'
import { askFor } from './page'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()

/** The sealed form in the HTML of a challenge. */
const parkedIn = (main: string): string => /name="parked" value="([^"]+)"/.exec(main)?.[1] ?? ''

const stale = refuse('second_verification_required', {
  sms_code_key: 'key-of-a-second-verification',
  ways: [{ way: 'password', masked: '' }],
})

it('happy: a challenge stands in place of the page, and the form goes on from there', async () => {
  fake.answer('sendCode', smsSent())
  const browser = openBrowser()
  await browser.send(smsStart, '/login/sms', { mobile: '138 0000 0001', region: 'CN' })
  fake.answer('sendCode', (call) => (isProven(call) ? smsSent() : decision('slide')))
  fake.answer('getCaptcha', () => challenge('slide'))
  fake.answer('verifyCaptcha', done({ captcha_ticket: solved }))
  const asked = await askFor(browser, smsCode, '/login/sms/code', { fields: { resend_code: 'Send' } })
  expect(asked).toMatchObject({ status: 200, location: null })
  expect(asked.main).toContain('<h1>Show that you are a person</h1>')
  expect(asked.main).toContain(`name="form_token" value="${browser.formToken()}"`)
  expect(asked.html).toMatch(/<title>Show that you are a person – /)
  expect(asked.html).toContain('<script type="module" src="/entry.js">')
  const next = await askFor(browser, smsCode, '/login/sms/code', {
    fields: { parked: parkedIn(asked.main), text: '123456' },
  })
  expect(next).toMatchObject({ status: 303, location: '/login/sms/code' })
})

const path = '/settings/addresses'
const info = done(infoOf({ mobile: '+8613800000001' }))

it('happy: a second verification stands in place of the page, and the form is retried', async () => {
  const browser = await signedInBrowser(fake)
  let proven = false
  fake.answer('accountInfo', () => (proven ? info : stale))
  fake.answer('verifySecond', () => {
    proven = true
    return done({ verify_ticket: 'ticket-of-a-proof-00001' })
  })
  const asked = await askFor(browser, addresses, path, { fields: {} })
  expect(asked).toMatchObject({ status: 200, location: null })
  expect(asked.main).toContain('<h1>Confirm that it is you</h1>')
  expect(asked.main).not.toContain('Back to settings')
  const fields = { parked: parkedIn(asked.main), way: 'password', password: 'correct horse' }
  const next = await askFor(browser, addresses, path, { fields })
  expect(next.status).toBe(200)
  expect(next.main).toContain('+8613800000001')
  expect(fake.inputsOf('accountInfo')).toHaveLength(2)
})

const challenged = async (at = path) => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', stale)
  const { html, main } = await askFor(browser, addresses, at, { fields: {} })
  const send = (fields: Record<string, string>) =>
    askFor(browser, addresses, at, { fields: { parked: parkedIn(main), ...fields } })
  return { html, send }
}

it('error: a wrong answer is told by the status and the title too', async () => {
  const { send } = await challenged()
  const page = await send({ way: 'password', password: '' })
  expect(page.status).toBe(422)
  expect(page.html).toMatch(/<title>Error: Confirm that it is you – /)
})

it('happy: closing a challenge leads back to the page', async () => {
  const { send } = await challenged()
  const page = await send({ close: 'Back to the form' })
  expect(page.status).toBe(200)
  expect(page.main).not.toContain('name="parked"')
  expect(page.main).toContain('data-closed="SECOND_VALID"')
})

it('happy: the language links of a challenge lead to its page in the other language', async () => {
  const { html } = await challenged(`${path}?lng=en`)
  expect(html).toContain(`href="${path}?lng=zh-Hans"`)
})
