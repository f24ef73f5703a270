import type { AppLoadContext } from '@remix-run/node'
import { expect, it } from 'vitest'
import { done, refuse, smsSent } from '#tests/app/browser/answers'
import { errorsAt, formOf, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import { challenge, decision, solved } from '#tests/app/step-up/challenges'

// What a visitor sees if there is no room for the request.
const fake = withFakeAccountApi()
const typed = { account: ' Ann Moonriver ', password: 'correct horse' }
const inFiveSeconds = 'Many people are using this right now, so nothing was done yet. Try again in 5\u00A0seconds.'

it.each([
  ['en', inFiveSeconds],
  ['zh-CN', '现在使用的人很多，这次操作没有进行，请 5\u00A0秒后再试'],
])('error: if the server has no room, the form comes back with its typed values, in %s', async (language, text) => {
  const context: AppLoadContext = { busy: 5 }
  const landed = await openBrowser({ language }).submit('/login', typed, { context })
  expect(landed.status).toBe(503)
  expect(errorsAt(landed, '')).toEqual([text])
  expect(formOf(landed).initialValue).toEqual({ account: ' Ann Moonriver ' })
  expect(JSON.stringify(landed.data)).not.toContain('correct horse')
  expect(context.retryAfterSeconds).toBe(5)
  expect(fake.inputsOf('accountLoginV2')).toEqual([])
})

it('error: a form after a step-up also comes back, with its own fields and without the step-up fields', async () => {
  fake.answers({ accountLoginV2: () => decision('text'), getCaptcha: () => challenge('text') })
  fake.answer('verifyCaptcha', done({ captcha_ticket: solved }))
  const browser = openBrowser()
  const { stepUp } = formOf(await browser.submit('/login', typed))
  const answer = { parked: stepUp?.parked ?? '', text: 'right' }
  const landed = await browser.submit('/login', answer, { context: { busy: 5 } })
  expect([landed.status, formOf(landed).initialValue]).toEqual([503, { account: ' Ann Moonriver ' }])
  expect(fake.inputsOf('verifyCaptcha')).toEqual([])
})

it('security: a refused form token is reported before a lack of room', async () => {
  expect((await openBrowser().submit('/login', typed, { token: 'x', context: { busy: 5 } })).status).toBe(403)
})

it('error: if there is no room, a code is not resent, and the page says why', async () => {
  fake.answer('sendCode', smsSent())
  const browser = openBrowser()
  await browser.submit('/login/sms', { mobile: '138 0000 0001', region: 'CN' })
  const context = { busy: 5 }
  const landed = await browser.submit('/login/sms/code', { resend_code: 'Send a new code' }, { context })
  expect([landed.status, errorsAt(landed, '')]).toEqual([503, [inFiveSeconds]])
  expect(fake.inputsOf('sendCode')).toHaveLength(1)
})

it('error: if the account API is busy, the form says so and keeps its typed values', async () => {
  fake.answer('accountLoginV2', refuse('busy', { retry_after: 7 }))
  const context: AppLoadContext = {}
  const landed = await openBrowser().submit('/login', typed, { context })
  expect([landed.status, context.retryAfterSeconds]).toEqual([503, 7])
  expect(errorsAt(landed, '')).toEqual([inFiveSeconds.replace('5', '7')])
  expect(formOf(landed).initialValue).toEqual({ account: ' Ann Moonriver ' })
})

it('error: if a page’s call finds the account API busy, the page says when to try again', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', refuse('busy', { retry_after: 7 }))
  const landed = await browser.visit('/settings')
  expect([landed.status, landed.headers.get('retry-after'), landed.data]).toEqual([503, '7', { kind: 'busy' }])
})
