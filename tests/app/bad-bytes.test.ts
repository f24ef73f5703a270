import { expect, it } from 'vitest'
import * as signIn from '../../app/routes/login/route'
import { refuse } from '../../contract/server'
import { openBrowser, withFakeAccountApi } from './browser'

const fake = withFakeAccountApi()

it.each([
  ['a NUL', 'account=a%00b&password=x'],
  ['bytes that are no UTF-8', 'account=%ff%fe&password=%e0%a4'],
  ['names with a structure', 'account[a].b=1&__proto__=2&password='],
])('error: a form with %s comes back as a form with errors', async (_, fields) => {
  fake.answer('accountLoginV2', refuse('wrong_credentials', {}))
  const browser = openBrowser()
  const { url, headers } = browser.requestFor('/login')
  const request = new Request(url, {
    method: 'POST',
    headers: { ...Object.fromEntries(headers), 'content-type': 'application/x-www-form-urlencoded' },
    body: `form_token=${browser.formToken()}&${fields}`,
  })
  const answer = (await signIn.action({ request, context: {}, params: {} })) as Response
  expect(answer.status).toBe(422)
  expect(await answer.json()).toHaveProperty('error')
})
