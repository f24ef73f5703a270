import { beforeEach, expect, it } from 'vitest'
import { ownLabels } from '#rules/typed/cases/names'
import { done, infoOf, refuse } from '#tests/app/browser/answers'
import { expectRedirect, formOf, withFakeAccountApi } from '#tests/app/browser/browser'
import { withPerson } from '#tests/app/browser/person'
import { env } from '~/runtime/env.server'

const fake = withFakeAccountApi()
const path = '/settings/accounts'
const day = '2026-01-02T03:04:05.000Z'

const browser = withPerson(fake)
beforeEach(() => {
  fake.answers({ accountInfo: done(infoOf()), listRememberedDevices: done({ devices: [], time_zone: null }) })
})

const session = (id: string, isCurrent = false) => ({
  session_id: id,
  is_current: isCurrent,
  client: { browser: 'Chrome', system: 'Android' },
  address: '203.0.113.7',
  way: 'password' as const,
  signed_in_at: '2026-01-02T03:04:05.000Z',
  last_seen_at: '2026-01-02T03:04:05.000Z',
})

it.each(['/settings/sessions', '/settings/devices'])('happy: the old URL %s redirects to the sessions', async (old) =>
  expectRedirect(await browser.visit(old), path),
)

it('happy: the page lists the sessions of the account, and shows the flash message', async () => {
  const sessions = [session('here', true), session('there')]
  fake.answer('listSessions', done({ sessions }))
  const page = await browser.arrive(`${path}?notice=session_ended`)
  expect(page).toMatchObject({ status: 200, data: { sessions: { sessions }, notice: 'session_ended' } })
})

it('happy: the page lists the sessions if only the calls of remembered devices are missing', async () => {
  const { accountApi } = env()
  env().accountApi = { ...accountApi, paths: { listRememberedDevices: null, endRememberedDevice: null } }
  fake.answer('listSessions', done({ sessions: [session('here', true)] }))
  const landed = await browser.visit(path)
  env().accountApi = accountApi
  expect(landed).toMatchObject({ status: 200, data: { remembered: null } })
})

it('happy: ending the current session signs out', async () => {
  // The account API drops its cookie with the answer.
  fake.answer('endSession', () => {
    const headers = { 'content-type': 'application/json', 'set-cookie': 'passport_session=; Path=/; Max-Age=0' }
    return new Response(JSON.stringify({ message: 'success', data: { done: true } }), { headers })
  })
  expectRedirect(await browser.submit(path, { session_id: 'here' }), '/login?notice=signed_out')
  expect((await browser.visit(path)).location).toBe('/login?next=%2Fsettings%2Faccounts')
})

it('happy: the button signs out everywhere, including here', async () => {
  fake.answer('logout', done({ done: true }))
  expectRedirect(await browser.submit(path, { everywhere: 'x' }), '/login?notice=signed_out')
  expect(fake.inputsOf('logout')).toEqual([{ all: 1 }])
  expect((await browser.visit(path)).location).toBe('/login?next=%2Fsettings%2Faccounts')
})

it('error: a form that names no session ends none', async () => {
  const landed = await browser.submit(path)
  expect(landed.status).toBe(422)
  expect(formOf(landed).error).toEqual({ '': ['Something here is not right. Check it and try again.'] })
})

it('happy: a session is named on its own page, which shows the current name', async () => {
  fake.answer('listSessions', done({ sessions: [session('here', true), { ...session('there'), name: 'My phone' }] }))
  const page = '/settings/sessions/name?session=there'
  expect(await browser.visit(page)).toMatchObject({ status: 200, data: { name: 'My phone' } })
  fake.answer('nameSession', done({ done: true }))
  for (const name of ['', ...ownLabels])
    expectRedirect(await browser.submit(page, { name }), `${path}?notice=device_named`)
  expect(fake.inputsOf('nameSession')).toEqual(['', ...ownLabels].map((name) => ({ session_id: 'there', name })))
})

it('happy: a device that remembers the account is named in the same way', async () => {
  const device = { device_id: 'kept', client: { browser: 'Chrome', system: 'Android' }, address: '', used_at: day }
  fake.answer('listRememberedDevices', done({ devices: [device], time_zone: null }))
  const page = '/settings/sessions/name?device=kept'
  expect(await browser.visit(page)).toMatchObject({ status: 200, data: { name: null } })
  fake.answer('nameRememberedDevice', refuse('no_such_device', {}))
  expectRedirect(await browser.submit(page, { name: 'My phone' }), `${path}?notice=session_over`)
})

it.each(['', '?session=gone', '?device=gone'])('error: a device cannot be named %j', async (query) => {
  fake.answer('listSessions', done({ sessions: [session('here', true)] }))
  expect((await browser.visit(`/settings/sessions/name${query}`)).status).toBe(404)
})
