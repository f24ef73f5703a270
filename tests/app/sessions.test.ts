import { expect, it } from 'vitest'
import * as route from '../../app/routes/settings/sessions/route'
import { done, refuse } from '../../contract/server'
import { formOf, openBrowser, withFakeAccountApi } from './browser'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()
const path = '/settings/sessions'

const session = (id: string, isCurrent = false) => ({
  session_id: id,
  is_current: isCurrent,
  client: { browser: 'Chrome', system: 'Android' },
  address: '203.0.113.7',
  way: 'password' as const,
  signed_in_at: '2026-01-02T03:04:05.000Z',
  last_seen_at: '2026-01-02T03:04:05.000Z',
})

it('happy: lists the sessions of the account', async () => {
  const browser = await signedInBrowser(fake)
  const sessions = [session('here', true), session('there')]
  fake.answer('listSessions', done({ sessions }))
  expect(await browser.open(route, path)).toMatchObject({ status: 200, data: { sessions, notice: null } })
})

it('happy: ends a session by its id, and a flash message says so', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('endSession', done({ done: true }))
  const landed = await browser.send(route, path, { session_id: 'there' })
  expect(landed).toMatchObject({ status: 303, location: '/settings/sessions?notice=session_ended' })
  expect(fake.inputsOf('endSession')).toEqual([{ session_id: 'there' }])
  fake.answer('listSessions', done({ sessions: [session('here', true)] }))
  const page = await browser.open(route, landed.location ?? '')
  expect(page).toMatchObject({ status: 200, data: { notice: 'session_ended' } })
})

it('happy: ends all other sessions at once', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('endOtherSessions', done({ ended: 2 }))
  const landed = await browser.send(route, path, { others: 'Sign out everywhere else' })
  expect(landed).toMatchObject({ status: 303, location: '/settings/sessions?notice=other_sessions_ended' })
})

it('happy: ending the present session signs out', async () => {
  const browser = await signedInBrowser(fake)
  // The account API drops its cookie with the answer.
  fake.answer('endSession', () => {
    const headers = { 'content-type': 'application/json', 'set-cookie': 'passport_session=; Path=/; Max-Age=0' }
    return new Response(JSON.stringify({ message: 'success', data: { done: true } }), { headers })
  })
  const landed = await browser.send(route, path, { session_id: 'here' })
  expect(landed).toMatchObject({ status: 303, location: '/login?notice=signed_out' })
  expect((await browser.open(route, path)).location).toBe('/login?next=%2Fsettings%2Fsessions')
})

it('happy: signs out everywhere, here too', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('logout', done({ done: true }))
  const landed = await browser.send(route, path, { everywhere: 'x' })
  expect(landed).toMatchObject({ status: 303, location: '/login?notice=signed_out' })
  expect(fake.inputsOf('logout')).toEqual([{ all: 1 }])
  expect((await browser.open(route, path)).location).toBe('/login?next=%2Fsettings%2Fsessions')
})

it('happy: a session that had ended already is ended, and the message says so', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('endSession', refuse('no_such_session', {}))
  const landed = await browser.send(route, path, { session_id: 'gone' })
  expect(landed).toMatchObject({ status: 303, location: '/settings/sessions?notice=session_over' })
})

it('error: a form that names no session ends none', async () => {
  const browser = await signedInBrowser(fake)
  const landed = await browser.send(route, path)
  expect(landed.status).toBe(422)
  expect(formOf(landed).error).toEqual({ '': ['Something here is not right. Check it and try again.'] })
})

it('error: signed out, it redirects to the sign-in, which leads back', async () => {
  expect(await openBrowser().open(route, path)).toMatchObject({
    status: 303,
    location: '/login?next=%2Fsettings%2Fsessions',
  })
})

it('error: after the session has ended, it redirects to the sign-in, which leads back', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('endOtherSessions', refuse('not_signed_in', {}))
  const landed = await browser.send(route, path, { others: 'x' })
  expect(landed).toMatchObject({
    status: 303,
    location: '/login?next=%2Fsettings%2Fsessions&notice=sign_in_again',
  })
})

it('security: a form of another browser ends no session', async () => {
  const browser = await signedInBrowser(fake)
  const landed = await browser.send(route, path, { others: 'x' }, { token: openBrowser().formToken() })
  expect(landed.status).toBe(403)
  expect(fake.inputsOf('endOtherSessions')).toEqual([])
})
