import { done, emailSent, infoOf, refuse, smsSent } from '#tests/app/browser/answers'
import { accounts, code, day, longName, masked, ticket } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import {
  given,
  opened,
  picturesAreThere,
  refusedBy,
  sent,
  signedInAt,
  signIn,
  toldAfter,
  walk,
  wrong,
} from '#tests/e2e/pages/states/steps'

/** What differs between binding a mobile and binding an email. */
const kinds = {
  mobile: {
    home: '/settings/mobile',
    none: accounts.email,
    some: accounts.mobile,
    named: { mobile: '139 0000 0002', region: 'CN' },
    bound: done({ mobile: '+86 139****0002' }),
    calls: { bind: 'bindMobile', verify: 'verifyMobile', rebind: 'rebindMobile' },
  },
  email: {
    home: '/settings/email',
    none: accounts.mobile,
    some: accounts.email,
    named: { email: 'bob@example.com' },
    bound: done({ email: 'b***@example.com' }),
    calls: { bind: 'bindEmail', verify: 'verifyEmail', rebind: 'rebindEmail' },
  },
} as const

type Kind = keyof typeof kinds

const codesAreSent = given({ sendCode: smsSent(), sendEmailCode: emailSent() })

const nowBoth = { accountInfo: done(accounts.both) }

/** An account names an address and is asked for its code. */
const nameAddress = (kind: Kind): Reach =>
  walk(codesAreSent, signedInAt(kinds[kind].home, kinds[kind].none), sent(kinds[kind].named))

/** The code of an address is refused, as another account of the same person holds the address. */
const heldByOther = (kind: Kind, call: 'bind' | 'rebind'): Reach =>
  walk(given({ [kinds[kind].calls[call]]: refuse('held_by_other', { field: kind, ticket }) }), sent(code))

/** A change begins, and the code of the old address is asked for. */
const beginChange = (kind: Kind): Reach =>
  walk(codesAreSent, signedInAt(`${kinds[kind].home}/change`, kinds[kind].some), sent())

const nameNew = (kind: Kind, before: Reach = codesAreSent): Reach =>
  walk(
    beginChange(kind),
    given({ [kinds[kind].calls.verify]: done({ verify_ticket: ticket }) }),
    before,
    sent({ ...code, ...kinds[kind].named }),
  )

/** The old address is proven, and no code could be sent to the new one. */
const proveOld = (kind: Kind): Reach => {
  const same = refuse('invalid_input', { fields: [{ field: kind, reason: 'same' }] })
  return walk(nameNew(kind, given({ sendCode: same, sendEmailCode: same })), codesAreSent)
}

/** An account with a mobile that will be removed. */
const toBeRemoved = infoOf({
  ...accounts.both,
  pending_changes: [{ way: 'mobile', becomes: null, takes_effect_at: day }],
})

const lacking = { sms_code_key: ticket, ways: [{ way: 'email' as const, masked: masked.email }], wait_hours: 48 }

/** A removal that requires a second factor, or waits. */
const lackFactor: Reach = walk(
  signedInAt('/settings/mobile/remove', accounts.both),
  given({ unbindPlatform: refuse('second_verification_required', lacking) }),
  sent(),
)

const identities = [
  { platform: 'qq', name: 'Ann', bound_at: day },
  { platform: 'wechat', name: longName.repeat(2), picture: 'default-avatar-1', bound_at: day },
]

/** The first one will be disconnected. */
const leaving = identities.map((each, turn) => ({ ...each, changes_at: turn === 0 ? day : null }))

const thirdParty = (address: string, platforms: typeof identities): Reach =>
  walk(
    signIn(),
    picturesAreThere,
    opened(address, { bindVerifyInfo: done({ ways: [{ way: 'mobile', masked: masked.mobile }], platforms }) }),
  )

/** The states that an address of either kind has. */
const statesOf = (kind: Kind, whatIsNew: string): States => {
  const { home, none, some, bound, calls } = kinds[kind]
  return {
    [home]: {
      [kind]: signedInAt(home, kind === 'mobile' ? accounts.mobile : accounts.both),
      [`${kind}, none`]: signedInAt(home, none),
      [`${kind}, just bound`]: walk(nameAddress(kind), toldAfter({ [calls.bind]: bound, ...nowBoth }, code)),
      [`${kind}, just removed`]: walk(
        signedInAt(`${home}/remove`, accounts.both),
        toldAfter({ unbindPlatform: done({ done: true }), accountInfo: done(none) }),
      ),
    },
    [`${home}/bind`]: { [`${kind}, code`]: nameAddress(kind) },
    [`${home}/switch`]: { [`${kind}, another account has it`]: walk(nameAddress(kind), heldByOther(kind, 'bind')) },
    [`${home}/change`]: { [`${kind}, change`]: signedInAt(`${home}/change`, some) },
    [`${home}/change/old`]: { [`${kind}, change, old code`]: beginChange(kind) },
    [`${home}/change/new`]: { [`${kind}, change, new ${whatIsNew}`]: proveOld(kind) },
    [`${home}/change/confirm`]: { [`${kind}, change, new code`]: nameNew(kind) },
    [`${home}/change/switch`]: {
      [`${kind}, change, another account has it`]: walk(nameNew(kind), heldByOther(kind, 'rebind')),
    },
  }
}

const fromOtherBrowser = { form_token: 'x'.repeat(43) }

export const bindingStates: States[] = [
  statesOf('mobile', 'number'),
  statesOf('email', 'address'),
  {
    '/settings/mobile': {
      'mobile, none, empty': walk(signedInAt('/settings/mobile', accounts.email), wrong()),
      'mobile, to be removed': signedInAt('/settings/mobile', toBeRemoved),
      'mobile, to be removed at the wish of its person': walk(
        lackFactor,
        toldAfter(
          { unbindPlatform: done({ done: false, takes_effect_at: day }), accountInfo: done(toBeRemoved) },
          {},
          { button: 'wait' },
        ),
      ),
    },
    '/settings/mobile/keep': {
      'mobile, to be removed, form of another browser': walk(
        signedInAt('/settings/mobile', toBeRemoved),
        wrong(fromOtherBrowser, { action: '/settings/mobile/keep' }),
      ),
    },
    '/settings/mobile/bind': { 'mobile, wrong code': walk(nameAddress('mobile'), wrong({ code: 'letters' })) },
    '/settings/mobile/switch': {
      'mobile, last way into the other account': walk(
        nameAddress('mobile'),
        heldByOther('mobile', 'bind'),
        refusedBy({ switchBind: refuse('last_way', { of: 'other' }) }),
      ),
      'mobile, its other account is asked': walk(
        nameAddress('mobile'),
        heldByOther('mobile', 'bind'),
        refusedBy({ switchBind: refuse('takeover_waits', { retry_after: 172_800 }) }),
      ),
    },
    '/settings/mobile/change/old': {
      'mobile, change, old code, wrong': walk(beginChange('mobile'), wrong({ ...code, mobile: '12', region: 'CN' })),
    },
    '/settings/mobile/change/new': {
      'mobile, change, new number, wrong': walk(proveOld('mobile'), wrong({ mobile: '12' })),
    },
    '/settings/mobile/remove': {
      'mobile, remove': signedInAt('/settings/mobile/remove', accounts.both),
      'mobile, remove, the last address': signedInAt('/settings/mobile/remove'),
      'mobile, remove, the last address, no tick': walk(
        signedInAt('/settings/mobile/remove'),
        refusedBy({ unbindPlatform: refuse('last_address', { username: 'ann' }) }),
      ),
      'mobile, remove, another factor': lackFactor,
      'mobile, remove, the last way': signedInAt('/settings/mobile/remove', infoOf({ has_password: false })),
    },
    '/settings/email': { 'email, not confirmed': signedInAt('/settings/email', infoOf({ email: masked.email })) },
    '/settings/email/remove': { 'email, remove': signedInAt('/settings/email/remove', accounts.email) },
    '/settings/third-party': {
      'third-party': thirdParty('/settings/third-party', identities),
      'third-party, to be disconnected': thirdParty('/settings/third-party', leaving),
      'third-party, just disconnected': walk(
        thirdParty('/settings/third-party/qq', identities.slice(0, 1)),
        toldAfter({ unbindPlatform: done({ done: true }) }),
      ),
    },
    '/settings/third-party/qq': { 'third-party, disconnect': thirdParty('/settings/third-party/qq', identities) },
    '/settings/third-party/qq/keep': {
      'third-party, to be disconnected, form of another browser': walk(
        thirdParty('/settings/third-party', leaving),
        wrong(fromOtherBrowser, { action: '/settings/third-party/qq/keep' }),
      ),
    },
  },
]
