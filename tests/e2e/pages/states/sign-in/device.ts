import { done, refuse } from '#contract/server'
import { deviceInfo, signOutInfo } from '#tests/app/qr-codes/device'
import { longName, tooManyRequests } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import {
  given,
  opened,
  refusedBy,
  refusedEmpty,
  signedInAt,
  signedInTo,
  walk,
  wrong,
} from '#tests/e2e/pages/states/steps'

const unknownClient = { ...deviceInfo.client, name: longName, is_verified: false, owner: longName }

const page = '/login/device'
const check = '/login/device/check'
const typed = { user_code: 'BCDF-GHJK' }

const checking = (more: Partial<typeof deviceInfo> = {}): Reach =>
  walk(
    given({ openDeviceInfo: done({ ...deviceInfo, ...more }) }),
    (more.person === null ? opened : signedInAt)(`${check}?user_code=BCDFGHJK`),
  )

const failing = (code: 'no_such_user_code' | 'user_code_needs_sign_in'): Reach =>
  walk(opened(page, { openDeviceInfo: refuse(code, {}) }), wrong(typed))

const asked = 'r'.repeat(22)

const signingOut = (more: Partial<typeof signOutInfo> = {}): Reach =>
  signedInTo(`/passport/web/logout/${asked}`, { openSignOutInfo: done({ ...signOutInfo, ...more }) })

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
    'device, too many requests': walk(checking(), refusedBy({ openDeviceBegin: tooManyRequests as never })),
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
