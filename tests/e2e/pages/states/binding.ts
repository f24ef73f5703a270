import { done, refuse } from '../../../../contract/server'
import { emailSent, infoOf, smsSent } from '../../../app/answers'
import type { AppBrowser } from '../app-browser'
import {
  accounts,
  code,
  day,
  masked,
  openedSignedIn,
  picturesAreThere,
  type Reach,
  refused,
  type States,
  signIn,
  ticket,
  told,
} from './state'

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

const codesAreSent = ({ fake }: AppBrowser): void => {
  fake.answer('sendCode', smsSent())
  fake.answer('sendEmailCode', emailSent())
}

/** An account names an address and is asked for its code. */
const nameAddress = async (browser: AppBrowser, kind: Kind): Promise<void> => {
  codesAreSent(browser)
  await openedSignedIn(kinds[kind].home, kinds[kind].none)(browser)
  await browser.send(kinds[kind].named)
}

const bind = async (browser: AppBrowser, kind: Kind): Promise<void> => {
  await nameAddress(browser, kind)
  if (kind === 'mobile') browser.fake.answer('bindMobile', kinds.mobile.bound)
  else browser.fake.answer('bindEmail', kinds.email.bound)
  browser.fake.answer('accountInfo', done(accounts.both))
  await browser.send(code)
  told(browser)
}

/** The address is proven, and another account of the same person holds it. */
const proveAddressOfOther = async (browser: AppBrowser, kind: Kind): Promise<void> => {
  await nameAddress(browser, kind)
  browser.fake.answer(kinds[kind].calls.bind, refuse('held_by_other', { field: kind, ticket }))
  await browser.send(code)
}

/** A change begins, and the code of the old address is asked for. */
const beginChange = async (browser: AppBrowser, kind: Kind): Promise<void> => {
  codesAreSent(browser)
  await openedSignedIn(`${kinds[kind].home}/change`, kinds[kind].some)(browser)
  await browser.send()
}

/** The old address is proven, and no code could be sent to the new one. */
const proveOld = async (browser: AppBrowser, kind: Kind): Promise<void> => {
  await beginChange(browser, kind)
  browser.fake.answer(kinds[kind].calls.verify, done({ verify_ticket: ticket }))
  const same = refuse('invalid_input', { fields: [{ field: kind, reason: 'same' }] })
  browser.fake.answer('sendCode', same)
  browser.fake.answer('sendEmailCode', same)
  await browser.send({ ...code, ...kinds[kind].named })
  codesAreSent(browser)
}

const nameNew = async (browser: AppBrowser, kind: Kind): Promise<void> => {
  await beginChange(browser, kind)
  browser.fake.answer(kinds[kind].calls.verify, done({ verify_ticket: ticket }))
  await browser.send({ ...code, ...kinds[kind].named })
}

/** The new address is proven, and another account of the same person holds it. */
const proveNewOfOther = async (browser: AppBrowser, kind: Kind): Promise<void> => {
  await nameNew(browser, kind)
  browser.fake.answer(kinds[kind].calls.rebind, refuse('held_by_other', { field: kind, ticket }))
  await browser.send(code)
}

const confirmNew = async (browser: AppBrowser, kind: Kind): Promise<void> => {
  await nameNew(browser, kind)
  if (kind === 'mobile') browser.fake.answer('rebindMobile', kinds.mobile.bound)
  else browser.fake.answer('rebindEmail', kinds.email.bound)
  await browser.send(code)
  told(browser)
}

const remove = async (browser: AppBrowser, kind: Kind): Promise<void> => {
  await openedSignedIn(`${kinds[kind].home}/remove`, accounts.both)(browser)
  browser.fake.answer('unbindPlatform', done({ done: true }))
  browser.fake.answer('accountInfo', done(kinds[kind].none))
  await browser.send()
  told(browser)
}

/** An account whose address will be removed, or replaced by another. */
const toBeRemoved = (way: Kind, becomes: string | null = null) =>
  infoOf({ ...accounts.both, pending_changes: [{ way, becomes, takes_effect_at: day }] })

/** A removal that asks for a second factor, or waits. */
const lackFactor = async (browser: AppBrowser): Promise<void> => {
  await openedSignedIn('/settings/mobile/remove', accounts.both)(browser)
  const ways = [{ way: 'email' as const, masked: masked.email }]
  const lacking = { sms_code_key: ticket, ways, wait_hours: 48 }
  browser.fake.answer('unbindPlatform', refuse('second_verification_required', lacking))
  await browser.send()
}

const identities = [
  { platform: 'qq', name: 'Ann', bound_at: day },
  {
    platform: 'wechat',
    name: 'a-name-that-is-longer-than-any-small-screen-is-wide',
    picture: 'default-avatar-1',
    bound_at: day,
  },
]

/** The first one will be disconnected. */
const leaving = identities.map((each, turn) => ({ ...each, changes_at: turn === 0 ? day : null }))

const thirdParty =
  (address: string, platforms: typeof identities): Reach =>
  async (browser) => {
    await signIn(browser)
    picturesAreThere(browser)
    browser.fake.answer('bindVerifyInfo', done({ ways: [{ way: 'mobile', masked: masked.mobile }], platforms }))
    await browser.open(address)
  }

/** What an account is bound to. */
export const bindingStates: States = {
  '/settings/mobile': {
    mobile: openedSignedIn('/settings/mobile'),
    'mobile, settled before': async (browser) => {
      await nameAddress(browser, 'mobile')
      browser.fake.answer('bindMobile', refuse('already_bound', { field: 'mobile' }))
      browser.fake.answer('accountInfo', done(accounts.both))
      await browser.send(code)
      told(browser)
    },
    'mobile, none': openedSignedIn('/settings/mobile', accounts.email),
    'mobile, none, empty': async (browser) => {
      await openedSignedIn('/settings/mobile', accounts.email)(browser)
      await browser.send()
      refused(browser)
    },
    'mobile, just bound': (browser) => bind(browser, 'mobile'),
    'mobile, just changed': (browser) => confirmNew(browser, 'mobile'),
    'mobile, just removed': (browser) => remove(browser, 'mobile'),
    'mobile, to be removed': openedSignedIn('/settings/mobile', toBeRemoved('mobile')),
    'mobile, to be replaced': openedSignedIn('/settings/mobile', toBeRemoved('mobile', '+86 139****0002')),
    'mobile, to be removed at the wish of its person': async (browser) => {
      await lackFactor(browser)
      browser.fake.answer('unbindPlatform', done({ done: false, takes_effect_at: day }))
      browser.fake.answer('accountInfo', done(toBeRemoved('mobile')))
      await browser.press('wait')
      told(browser)
    },
  },
  '/settings/mobile/keep': {
    'mobile, to be removed, form of another browser': async (browser) => {
      await openedSignedIn('/settings/mobile', toBeRemoved('mobile'))(browser)
      await browser.send({ form_token: 'x'.repeat(43) }, { action: '/settings/mobile/keep' })
      refused(browser)
    },
  },
  '/settings/mobile/bind': {
    'mobile, code': (browser) => nameAddress(browser, 'mobile'),
    'mobile, wrong code': async (browser) => {
      await nameAddress(browser, 'mobile')
      await browser.send({ code: 'letters' })
      refused(browser)
    },
  },
  '/settings/mobile/switch': {
    'mobile, another account has it': (browser) => proveAddressOfOther(browser, 'mobile'),
    'mobile, last way into the other account': async (browser) => {
      await proveAddressOfOther(browser, 'mobile')
      browser.fake.answer('switchBind', refuse('last_way', { of: 'other' }))
      await browser.send()
      refused(browser)
    },
  },
  '/settings/mobile/change': { 'mobile, change': openedSignedIn('/settings/mobile/change') },
  '/settings/mobile/change/old': {
    'mobile, change, old code': (browser) => beginChange(browser, 'mobile'),
    'mobile, change, old code, wrong': async (browser) => {
      await beginChange(browser, 'mobile')
      await browser.send({ ...code, mobile: '12', region: 'CN' })
      refused(browser)
    },
  },
  '/settings/mobile/change/new': {
    'mobile, change, new number': (browser) => proveOld(browser, 'mobile'),
    'mobile, change, new number, wrong': async (browser) => {
      await proveOld(browser, 'mobile')
      await browser.send({ mobile: '12' })
      refused(browser)
    },
  },
  '/settings/mobile/change/confirm': { 'mobile, change, new code': (browser) => nameNew(browser, 'mobile') },
  '/settings/mobile/change/switch': {
    'mobile, change, another account has it': (browser) => proveNewOfOther(browser, 'mobile'),
  },
  '/settings/mobile/remove': {
    'mobile, remove': openedSignedIn('/settings/mobile/remove', accounts.both),
    'mobile, remove, the last address': openedSignedIn('/settings/mobile/remove'),
    'mobile, remove, the last address, no tick': async (browser) => {
      await openedSignedIn('/settings/mobile/remove')(browser)
      browser.fake.answer('unbindPlatform', refuse('last_address', { username: 'ann' }))
      await browser.send()
      refused(browser)
    },
    'mobile, remove, another factor': lackFactor,
    'mobile, remove, the last way': openedSignedIn('/settings/mobile/remove', infoOf({ has_password: false })),
  },
  '/settings/email': {
    email: openedSignedIn('/settings/email', accounts.both),
    'email, none': openedSignedIn('/settings/email'),
    'email, not confirmed': openedSignedIn('/settings/email', infoOf({ email: masked.email })),
    'email, just bound': (browser) => bind(browser, 'email'),
    'email, just changed': (browser) => confirmNew(browser, 'email'),
    'email, just removed': (browser) => remove(browser, 'email'),
  },
  '/settings/email/bind': { 'email, code': (browser) => nameAddress(browser, 'email') },
  '/settings/email/switch': { 'email, another account has it': (browser) => proveAddressOfOther(browser, 'email') },
  '/settings/email/change': { 'email, change': openedSignedIn('/settings/email/change', accounts.email) },
  '/settings/email/change/old': { 'email, change, old code': (browser) => beginChange(browser, 'email') },
  '/settings/email/change/new': { 'email, change, new address': (browser) => proveOld(browser, 'email') },
  '/settings/email/change/confirm': { 'email, change, new code': (browser) => nameNew(browser, 'email') },
  '/settings/email/change/switch': {
    'email, change, another account has it': (browser) => proveNewOfOther(browser, 'email'),
  },
  '/settings/email/remove': { 'email, remove': openedSignedIn('/settings/email/remove', accounts.email) },
  '/settings/third-party': {
    'third-party, none': thirdParty('/settings/third-party', []),
    'third-party': thirdParty('/settings/third-party', identities),
    'third-party, to be disconnected': thirdParty('/settings/third-party', leaving),
    'third-party, just disconnected': async (browser) => {
      await thirdParty('/settings/third-party/qq', identities.slice(0, 1))(browser)
      browser.fake.answer('unbindPlatform', done({ done: true }))
      await browser.send()
      told(browser)
    },
  },
  '/settings/third-party/qq': { 'third-party, disconnect': thirdParty('/settings/third-party/qq', identities) },
  '/settings/third-party/qq/keep': {
    'third-party, to be disconnected, form of another browser': async (browser) => {
      await thirdParty('/settings/third-party', leaving)(browser)
      await browser.send({ form_token: 'x'.repeat(43) }, { action: '/settings/third-party/qq/keep' })
      refused(browser)
    },
  },
}
