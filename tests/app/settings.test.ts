import { expect, it } from 'vitest'
import * as signIn from '../../app/routes/login._index/route'
import * as settings from '../../app/routes/settings._index/route'
import { done, refuse } from '../../contract/server'
import { signedIn } from './answers'
import { openBrowser, withFakeAccountApi } from './browser'

const fake = withFakeAccountApi()
const info = {
  user_id: '1',
  username: 'ann',
  mobile: '+86 138****0001',
  email: null,
  email_verified: false,
  has_password: true,
  created_at: '2026-01-02T03:04:05.000Z',
}

const signedInBrowser = async () => {
  fake.answer('accountLoginV2', signedIn())
  const browser = openBrowser()
  await browser.send(signIn, '/login', { account: 'ann', password: 'x' })
  return browser
}

it('happy: shows who is signed in, with the session that the sign-in was given', async () => {
  const browser = await signedInBrowser()
  fake.answer('accountInfo', done(info))
  expect(await browser.open(settings, '/settings')).toMatchObject({ status: 200, data: info })
  expect(fake.received.at(-1)?.cookies).toHaveProperty('passport_session')
})

it('error: signed out, it leads to sign-in and back', async () => {
  const landed = await openBrowser().open(settings, '/settings')
  expect(landed).toMatchObject({ status: 303, location: '/login?next=%2Fsettings' })
})

it('error: a session that has ended meanwhile leads to sign-in with a note, and is forgotten', async () => {
  const browser = await signedInBrowser()
  fake.answer('accountInfo', refuse('not_signed_in', {}))
  const landed = await browser.open(settings, '/settings')
  expect(landed).toMatchObject({ status: 303, location: '/login?next=%2Fsettings&notice=sign_in_again' })
  const page = await browser.open(signIn, landed.location ?? '')
  expect(page).toMatchObject({ status: 200, data: { notice: 'sign_in_again' } })
})

it('error: too many requests is a page of its own', async () => {
  const browser = await signedInBrowser()
  fake.answer('accountInfo', refuse('too_many_requests', { retry_after: 30 }))
  expect(await browser.open(settings, '/settings')).toMatchObject({ status: 429, data: { kind: 'too_many' } })
})

it('error: an upstream that is down is the 503 page', async () => {
  const browser = await signedInBrowser()
  fake.answer('accountInfo', () => Response.error())
  expect(await browser.open(settings, '/settings')).toMatchObject({ status: 503, data: { kind: 'unavailable' } })
})
