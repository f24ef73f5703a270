import { done, refuse } from '#contract/server'
import { accounts, credentials, day, ticket } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { given, opened, pressed, refusedBy, sent, signedInAt, told, walk } from '#tests/e2e/pages/states/steps'

const path = '/settings/authenticator'
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const code = { authenticator_code: '123456' }
const codes = Array.from({ length: 10 }, (_, nth) => `bcd${nth}-fghj-kmnp-qrst`)
const wrongCode = refuse('code_wrong', { field: 'authenticator_code', tries_left: 3 })

const info = {
  is_set: true,
  since: day as string | null,
  asked_at_sign_in: false,
  recovery_codes_left: 9,
  removed_at: null as string | null,
  time_zone: 'Asia/Shanghai',
}

const at = (page: string, more: Partial<typeof info> = {}): Reach =>
  walk(
    given({
      authenticatorInfo: done({ ...info, ...more }),
      accountInfo: done(accounts.both),
      makeRecoveryCodes: done({ recovery_codes: codes }),
      askAuthenticator: done({ done: true }),
    }),
    signedInAt(page),
  )

const notSet = { is_set: false, since: null, recovery_codes_left: 0 }

const settingUp: Reach = walk(
  given({ startAuthenticator: done({ ticket, secret, uri: `otpauth://totp/Butterfly:ann?secret=${secret}` }) }),
  at(path, notSet),
  pressed('set_up'),
)

/** A sign-in after the right password that requires the authenticator. */
const waiting: Reach = walk(
  opened('/login', {
    accountLoginV2: done({ user_id: '7', is_new_user: false, expires_at: day, authenticator_ticket: ticket }),
    reportLostAuthenticator: done({ takes_effect_at: day, time_zone: 'Asia/Shanghai' }),
  }),
  sent(credentials),
)

/** The step of a sign-in, and the pages of the settings. */
export const authenticatorStates: States = {
  '/login/authenticator': {
    'sign-in, code of the app': waiting,
    'sign-in, wrong code of the app': walk(waiting, refusedBy({ completeSignIn: wrongCode }, code)),
  },
  '/login/authenticator/lost': {
    'sign-in, lost phone': walk(waiting, opened('/login/authenticator/lost')),
    'sign-in, lost phone reported': walk(waiting, opened('/login/authenticator/lost'), sent({})),
  },
  '/settings/authenticator': {
    'authenticator app, none': at(path, notSet),
    'authenticator app': at(path),
    'authenticator app, asked at sign-in': at(path, { asked_at_sign_in: true }),
    'authenticator app, to be removed': at(path, { removed_at: day }),
    'authenticator app, asked from now on': walk(at(path), pressed('ask'), told),
  },
  '/settings/authenticator/set-up': {
    'authenticator app, key': settingUp,
    'authenticator app, wrong first code': walk(settingUp, refusedBy({ addAuthenticator: wrongCode }, code)),
  },
  '/settings/authenticator/codes': {
    'recovery codes': walk(at(path), pressed('make_codes')),
    'recovery codes of a new app': walk(
      settingUp,
      given({ addAuthenticator: done({ recovery_codes: codes }) }),
      sent(code),
    ),
  },
  '/settings/authenticator/remove': { 'authenticator app, last question': at(`${path}/remove`) },
  '/settings/authenticator/keep': { 'authenticator app, kept': at(`${path}/keep`, { removed_at: day }) },
}
