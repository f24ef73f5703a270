import type { z } from 'zod'
import type { Calls } from '../../../../contract/calls'
import { done, refuse } from '../../../../contract/server'
import { longName, opened, openedSignedIn, type Reach, refused, refusedEmpty, type States } from './state'

const client = { client_key: 'orchard', name: 'Orchard', icon: null, is_verified: true, owner: null }
const unknownClient = { ...client, name: longName, is_verified: false, owner: longName }

type Info = z.input<Calls['openDeviceInfo']['output']>

const info: Info = { client, person: { username: 'annette' }, expires_at: '2030-01-02T03:04:05.000Z' }

const page = '/login/device'
const check = '/login/device/check'
const typed = { user_code: 'BCDF-GHJK' }

const checking =
  (more: Partial<Info> = {}): Reach =>
  async (browser) => {
    browser.fake.answer('openDeviceInfo', done({ ...info, ...more }))
    await (more.person === null ? opened : openedSignedIn)(`${check}?user_code=BCDFGHJK`)(browser)
  }

const failing =
  (code: 'no_such_user_code' | 'user_code_needs_sign_in'): Reach =>
  async (browser) => {
    browser.fake.answer('openDeviceInfo', refuse(code, {}))
    await browser.open(page)
    await browser.send(typed)
    refused(browser)
  }

const asked = 'r'.repeat(22)

const signingOut =
  (more: Partial<z.input<Calls['openSignOutInfo']['output']>> = {}): Reach =>
  async (browser) => {
    const returns_to = 'https://orchard.example/signed-out'
    const answer = { client, person: { username: 'annette' }, is_for_other: false, returns_to, ...more }
    browser.fake.answer('openSignOutInfo', done(answer))
    await openedSignedIn(`/passport/web/logout/${asked}`)(browser)
  }

/** Devices that sign people in, and applications that sign them out. */
export const deviceStates: States = {
  [page]: {
    'device, the code is typed': opened(page),
    'device, the code came in a link': opened(`${page}?user_code=BCDF-GHJK`),
    'device, no code': refusedEmpty(page),
    'device, a wrong code': failing('no_such_user_code'),
    'device, too many wrong codes': failing('user_code_needs_sign_in'),
  },
  [check]: {
    'device, asks': checking(),
    'device, asks somebody who is signed out': checking({ client: unknownClient, person: null }),
    'device, too many requests': async (browser) => {
      await checking()(browser)
      browser.fake.answer('openDeviceBegin', refuse('too_many_requests', { retry_after: 30 }) as never)
      await browser.send()
      refused(browser)
    },
  },
  [`${page}/done`]: { 'device, done': opened(`${page}/done`) },
  [`${page}/declined`]: { 'device, declined': opened(`${page}/declined`) },
  [`${page}/over`]: { 'device, the code is over': opened(`${page}/over`) },
  [`/passport/web/logout/${asked}`]: {
    'sign-out that an application asks for': signingOut(),
    'sign-out that an application asks for, of somebody else': signingOut({
      client: unknownClient,
      is_for_other: true,
      returns_to: null,
    }),
  },
}
