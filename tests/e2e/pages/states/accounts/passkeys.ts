import { done, refuse } from '#tests/app/browser/answers'
import { askedPasskey, newPasskey } from '#tests/app/browser/passkeys'
import { day, leavingOf, longName, masked, ticket } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import {
  given,
  opened,
  refusedBy,
  sent,
  signedInAt,
  signedInTo,
  toldAfter,
  walk,
  wrong,
} from '#tests/e2e/pages/states/steps'

const path = '/settings/passkeys'
const own = `${path}/a-passkey`

const passkey = {
  passkey_id: 'a-passkey',
  label: 'Phone',
  made_at: day,
  used_at: day as string | null,
  removed_at: null as string | null,
}
const few = [
  { ...passkey, label: longName, used_at: null },
  { ...passkey, passkey_id: 'another' },
]
const leaving = few.map((each, nth) => ({ ...each, removed_at: nth === 0 ? day : null }))
const many = Array.from({ length: 10 }, (_, nth) => ({ ...passkey, passkey_id: `a-passkey-${nth}` }))

const at = (page: string, passkeys = few): Reach =>
  signedInTo(page, {
    listPasskeys: done({ passkeys, most: 10, time_zone: 'Asia/Shanghai' }),
    startPasskey: done({ options: newPasskey }),
  })

const signingIn: Reach = opened('/login/passkey', { startPasskeySignIn: done({ options: askedPasskey }) })

const ways = [
  { way: 'email' as const, masked: masked.email },
  { way: 'passkey' as const, masked: '' },
]

/** A removal that requires a second verification. The account has a passkey for it. */
const asked = (offered: typeof ways = ways): Reach =>
  walk(
    at(`${own}/remove`),
    given({ removePasskey: refuse('second_verification_required', { sms_code_key: ticket, ways: offered }) }),
    sent({}),
  )

/** The sign-in by a passkey, the pages of the settings, and a second verification. What only script sends has no state. */
export const passkeyStates: States = {
  '/login/passkey': { 'sign-in, passkey': signingIn, 'sign-in, passkey refused': walk(signingIn, wrong({})) },
  [path]: {
    'passkeys, two': at(path),
    'passkeys, as many as there can be': at(path, many),
    'passkeys, one to be removed': walk(
      at(`${own}/remove`, leaving),
      toldAfter({ removePasskey: done({ done: false, takes_effect_at: day }) }, {}),
    ),
    'passkeys, one removed': walk(at(`${own}/remove`), toldAfter({ removePasskey: done({ done: true }) }, {})),
  },
  '/settings/passkey/keep': {
    'passkeys, one to be kept': signedInAt('/settings/passkey/keep', leavingOf('passkey')),
  },
  [`${path}/new`]: {
    'passkeys, a new one': at(`${path}/new`),
    'passkeys, a new one refused': walk(at(`${path}/new`), wrong({})),
  },
  [own]: { 'passkeys, name': at(own), 'passkeys, no name': walk(at(own), refusedBy({}, { passkey_name: '' })) },
  [`${own}/remove`]: {
    'passkeys, last question': at(`${own}/remove`),
    'second verification, passkey offered': asked(),
    'second verification, passkey alone': asked(ways.slice(1)),
  },
}
