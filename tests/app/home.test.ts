import { expect, it } from 'vitest'
import * as home from '../../app/routes/route'
import { done } from '../../contract/server'
import { openBrowser, withFakeAccountApi } from './browser'
import { askFor, mainOf } from './page'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()

it('happy: signed out, it leads to the sign-in and asks the account API nothing', async () => {
  const main = await mainOf(openBrowser(), home, '/')
  expect(main).toContain('href="/login"')
  expect(main).not.toContain('href="/settings"')
  expect(fake.received).toEqual([])
})

it('happy: signed in, it leads to the account', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('checkLogin', done({ signed_in: true }))
  const main = await mainOf(browser, home, '/')
  expect(main).toContain('href="/settings"')
  expect(main).not.toContain('href="/login"')
})

it('error: a session that ended elsewhere is forgotten, and it leads to the sign-in', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('checkLogin', done({ signed_in: false }))
  expect((await askFor(browser, home, '/')).main).toContain('href="/login"')
  expect(browser.jar.has('butterfly_session')).toBe(false)
})

it('error: while the account API gives no answer, it stays up and leads to the account', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('checkLogin', () => Response.error())
  const { status, main } = await askFor(browser, home, '/')
  expect(status).toBe(200)
  expect(main).toContain('href="/settings"')
  expect(browser.jar.has('butterfly_session')).toBe(true)
})
