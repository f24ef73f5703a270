import { describe, expect, it } from 'vitest'
import * as signIn from '../../app/routes/login/route'
import * as settings from '../../app/routes/settings/route'
import { done, refuse } from '../../contract/server'
import { entry, infoOf } from './answers'
import { openBrowser, withFakeAccountApi } from './browser'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()

it('happy: shows the account and its recent activity, with the session of the sign-in', async () => {
  const browser = await signedInBrowser(fake)
  const account = infoOf({ overview: { ways: ['mobile', 'password'], activity: [entry()] } })
  fake.answer('accountInfo', done(account))
  const landed = await browser.open(settings, '/settings')
  expect(landed).toMatchObject({ status: 200, data: { account, activity: [entry()], notice: null } })
  expect(fake.received.at(-1)?.cookies).toHaveProperty('passport_session')
  expect(fake.inputsOf('accountInfo')).toEqual([{ need_plaintext: 0, need_overview: 1 }])
})

describe('advice', () => {
  const adviceTo = async (account: Partial<ReturnType<typeof infoOf>>, ways?: string[]) => {
    const browser = await signedInBrowser(fake)
    fake.answer('accountInfo', done(infoOf({ ...account, ...(ways && { overview: { ways, activity: [] } }) })))
    const { data } = await browser.open(settings, '/settings')
    const { advice } = data as { advice: { why: string; path: string }[] }
    return advice.map(({ why, path }) => [why.replace('settings.advice.', ''), path])
  }
  const noEmail = { email: null, email_verified: false }

  it('happy: an account with every sign-in method gets none', async () => {
    expect(
      await adviceTo({ email: 'a***@example.com', email_verified: true }, ['mobile', 'email', 'password']),
    ).toEqual([])
  })

  it.each([
    [{ ...noEmail, has_password: true }, ['mobile', 'password'], [['no_email', '/settings/email']]],
    [
      { ...noEmail, has_password: false },
      ['mobile'],
      [
        ['one_way_mobile', '/settings/email'],
        ['no_password', '/settings/password'],
      ],
    ],
    [
      { mobile: null, email: 'a***@example.com', email_verified: true, has_password: false },
      ['email'],
      [['one_way_email', '/settings/password']],
    ],
    [
      { mobile: null, email: 'a***@example.com', email_verified: false, has_password: true },
      ['password'],
      [['one_way_password', '/settings/email']],
    ],
    [
      { mobile: null, ...noEmail, has_password: false },
      ['example'],
      [
        ['one_way_platform', '/settings/email'],
        ['no_password', '/settings/password'],
      ],
    ],
    [
      { ...noEmail, has_password: false },
      ['mobile', 'example'],
      [
        ['no_email', '/settings/email'],
        ['no_password', '/settings/password'],
      ],
    ],
  ])('happy: %j with the sign-in methods %j gets advice', async (account, ways, expected) => {
    expect(await adviceTo(account, ways)).toEqual(expected)
  })

  it('error: without the sign-in methods in the answer, no advice names them', async () => {
    expect(await adviceTo({ ...noEmail, has_password: true })).toEqual([['no_email', '/settings/email']])
  })
})

it('error: signed out, it redirects to the sign-in, which leads back', async () => {
  const landed = await openBrowser().open(settings, '/settings')
  expect(landed).toMatchObject({ status: 303, location: '/login?next=%2Fsettings' })
})

it('error: a session that has ended redirects to the sign-in with a flash message, and is dropped', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', refuse('not_signed_in', {}))
  const landed = await browser.open(settings, '/settings')
  expect(landed).toMatchObject({ status: 303, location: '/login?next=%2Fsettings&notice=sign_in_again' })
  const page = await browser.open(signIn, landed.location ?? '')
  expect(page).toMatchObject({ status: 200, data: { notice: 'sign_in_again' } })
})

it('error: too many requests is the 429 page', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', refuse('too_many_requests', { retry_after: 30 }))
  expect(await browser.open(settings, '/settings')).toMatchObject({ status: 429, data: { kind: 'too_many' } })
})

it('error: an undeclared failure of the account API is the 503 page', async () => {
  const browser = await signedInBrowser(fake)
  const own = { message: 'error', data: { error_code: 4711, description: 'Busy.', retry_after: 60 } }
  fake.answer('accountInfo', () => new Response(JSON.stringify(own), { status: 400 }))
  expect(await browser.open(settings, '/settings')).toMatchObject({ status: 503, data: { kind: 'unavailable' } })
})

it('error: an account API that is down is the 503 page', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', () => Response.error())
  expect(await browser.open(settings, '/settings')).toMatchObject({ status: 503, data: { kind: 'unavailable' } })
})
