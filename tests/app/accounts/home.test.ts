import { expect } from 'vitest'
import { done } from '#contract/server'
import { expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { visiting } from '#tests/app/browser/person'

const fake = withFakeAccountApi()
const it = visiting(fake)

it('happy: signed out, the home page redirects to the sign-in without a call', async () => {
  expectTexts(await openBrowser().mainAt('/'), { shown: ['href="/login"'], hidden: ['href="/settings"'] })
  expect(fake.received).toEqual([])
})

it('happy: signed in, the home page redirects to the account', async ({ person }) => {
  fake.answer('checkLogin', done({ signed_in: true }))
  expectTexts(await person.mainAt('/'), { shown: ['href="/settings"'], hidden: ['href="/login"'] })
})

it('error: a session that ended elsewhere is dropped, and home redirects to the sign-in', async ({ person }) => {
  fake.answer('checkLogin', done({ signed_in: false }))
  expect((await person.show('/')).main).toContain('href="/login"')
  expect(person.jar.has('butterfly_session')).toBe(false)
})

it('error: while the account API does not answer, the home page still redirects to the account', async ({ person }) => {
  fake.answer('checkLogin', () => Response.error())
  const { status, main } = await person.show('/')
  expect(status).toBe(200)
  expect(main).toContain('href="/settings"')
  expect(person.jar.has('butterfly_session')).toBe(true)
})
