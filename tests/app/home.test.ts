import { expect, it } from 'vitest'
import { done } from '../../contract/server'
import { expectTexts, openBrowser, withFakeAccountApi } from './browser'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()

it('happy: signed out, it leads to the sign-in and asks the account API nothing', async () => {
  expectTexts(await openBrowser().mainAt('/'), { shown: ['href="/login"'], hidden: ['href="/settings"'] })
  expect(fake.received).toEqual([])
})

it('happy: signed in, it leads to the account', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('checkLogin', done({ signed_in: true }))
  expectTexts(await browser.mainAt('/'), { shown: ['href="/settings"'], hidden: ['href="/login"'] })
})

it('error: a session that ended elsewhere is forgotten, and it leads to the sign-in', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('checkLogin', done({ signed_in: false }))
  expect((await browser.show('/')).main).toContain('href="/login"')
  expect(browser.jar.has('butterfly_session')).toBe(false)
})

it('error: while the account API gives no answer, it stays up and leads to the account', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('checkLogin', () => Response.error())
  const { status, main } = await browser.show('/')
  expect(status).toBe(200)
  expect(main).toContain('href="/settings"')
  expect(browser.jar.has('butterfly_session')).toBe(true)
})
