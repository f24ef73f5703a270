import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openBrowser } from '#tests/app/browser/browser'
import { goOn, plainPerson, withPlainUpstream } from './plain-browser'

const names = { sessionCookie: 'sid', formTokenCookie: 'xsrf', formTokenHeader: 'x-xsrf' }
const plain = withPlainUpstream({}, { names }, { checksFormToken: true })

it('happy: FORM_TOKEN_COOKIE and FORM_TOKEN_HEADER set the names under which an account API checks the token', async () => {
  const browser = await plainPerson(plain)
  await goOn(browser, '/settings/profile', { username: 'ann', language: 'en' })
  expect((await browser.show('/settings/profile')).main).toContain('ann')
  expect(plain.state.accounts[0]?.username).toBe('ann')
})

it('error: a form token under another header name is refused, and the form says so', async () => {
  plain.add({ mobile: '+8613800000001', password: 'a long walk' })
  names.formTokenHeader = 'x-csrf-token'
  const refused = await openBrowser().submit('/login', { account: '+8613800000001', password: 'a long walk' })
  names.formTokenHeader = 'x-xsrf'
  expect(refused.status).toBe(422)
  expect(plain.state.sessions.size).toBe(0)
})

it('error: a sign-in that sets a cookie other than SESSION_COOKIE is an outage, and the log names it', async () => {
  const typed = { account: '+8613800000001', password: 'a long walk' }
  plain.add({ mobile: typed.account, password: typed.password })
  const lines: string[] = []
  const context = { log: pino({}, { write: (line: string) => void lines.push(line) }) }
  names.sessionCookie = 'session'
  const landed = await openBrowser().submit('/login', typed, { context })
  names.sessionCookie = 'sid'
  expect(landed.status).toBe(503)
  expect(lines.join()).toContain('"call":"accountLoginV2","msg":"the account API signed in, and set no cookie')
})
