import { done, entry, infoOf, refuse } from '#tests/app/browser/answers'
import { accounts, acted, day, masked, session, staleProof } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import {
  given,
  opened,
  picturesAreThere,
  pressed,
  refused,
  refusedBy,
  sent,
  signedInAt,
  signedInTo,
  signIn,
  toldAfter,
  walk,
  wrong,
} from '#tests/e2e/pages/states/steps'

const activity = [entry(), entry({ kind: 'mobile_bound', detail: masked.mobile }), entry({ kind: 'registered' })]

const counts = { devices: 3, passkeys: 1, applications: 2 }

/** The settings of an account that can be signed in to in these ways. */
const settings = (account: Parameters<typeof infoOf>[0], ...ways: string[]): Reach =>
  walk(picturesAreThere, signedInAt('/settings', infoOf({ ...account, overview: { ways, activity, counts } })))

const sessionsPage = (others: string[], name: string | null = null, url = '/settings/accounts'): Reach =>
  signedInTo(url, {
    listSessions: done({ sessions: [session('here', true), ...others.map((id) => session(id, false, name))] }),
    listRememberedDevices: done({ devices: [] }),
  })

/** Entries of several kinds, each with a detail as the account API writes it for that kind. */
const kindsOfActivity = [
  entry({ kind: 'registered', detail: '' }),
  entry({ detail: 'sms' }),
  entry({ kind: 'email_bound', detail: masked.email }),
  entry({ kind: 'platform_removed', detail: 'qq' }),
  entry({ kind: 'other_sessions_ended', detail: '3' }),
]

const activityPage = (entries: typeof kindsOfActivity, older: { older?: string } = {}): Reach =>
  signedInTo('/settings/activity', { listActivity: done({ entries, ...older, kept_days: 180 }) })

/** The profile of an account, and how often its name may still be changed. */
const profile = ({ account = infoOf({ time_zone: 'Asia/Shanghai' }), remaining = 3, isDefault = true } = {}): Reach =>
  signedInTo(
    '/settings/profile',
    {
      checkDefaultInfo: done({ avatar_is_default: true, name_is_default: isDefault }),
      remainingUpdateTimes: done({ username: { remaining, resets_at: remaining > 0 ? null : day } }),
      recommendedName: done({ names: ['calm-river-482', 'quiet-lamp-77', 'green-bay-903'] }),
    },
    account,
  )

const defaults = (kind: 'avatar' | 'background', length: number) =>
  done({ items: Array.from({ length }, (_, index) => ({ key: `default-${kind}-${index + 1}` })) })

const picturePage = (kind: 'avatar' | 'background', account = accounts.mobile): Reach =>
  walk(
    picturesAreThere,
    given({ defaultAvatars: defaults('avatar', 8), defaultBackgrounds: defaults('background', 4) }),
    signIn(account),
    opened(`/settings/${kind}`),
  )

const file = { pic: new File([new Uint8Array([255, 216, 255])], 'photo.jpg', { type: 'image/jpeg' }) }

/** A file field that is left alone sends a file without a name and a byte. */
const chooseNoFile = wrong({ pic: new File([], '') })

const ownPicture = infoOf({ avatar: 'own-picture', background: 'own-picture' })

const chooseNoDefault = (kind: 'avatar' | 'background'): Reach =>
  walk(picturePage(kind, ownPicture), wrong({}, { action: `/settings/${kind}/default` }))

const staleAddresses: Reach = walk(
  signIn(accounts.both),
  opened('/settings/addresses'),
  given({ accountInfo: staleProof, sendSecondCode: done({ retry_after: 60, masked: '+86 138****0001' }) }),
  sent(),
)

export const settingsStates: States = {
  '/settings': {
    settings: settings({}, 'mobile', 'password'),
    'settings, with hardly a way to sign in': settings({ has_password: false }, 'mobile'),
    'settings, with everything': settings({ ...accounts.both, held_username: 'ann' }, 'mobile', 'email', 'password'),
    'settings, mobile to be removed': settings(
      { ...accounts.both, pending_changes: [{ way: 'mobile', becomes: null, takes_effect_at: day }] },
      'email',
      'password',
    ),
  },
  '/settings/accounts': {
    'sessions, this one alone': sessionsPage([]),
    'sessions, several': sessionsPage(['one', 'other']),
    'sessions, named': sessionsPage(['one'], 'Ann’s old phone, which stays at home'),
    'sessions, one ended': walk(sessionsPage(['one']), toldAfter({ endSession: acted }, { session_id: 'one' })),
  },
  '/settings/sessions/name': {
    'name of a device': sessionsPage(['one'], null, '/settings/sessions/name?session=one'),
    'name of a device, which has one': sessionsPage(['one'], 'My phone', '/settings/sessions/name?session=one'),
  },
  '/settings/activity': {
    activity: activityPage(kindsOfActivity),
    'activity, the first of two pages': activityPage([...kindsOfActivity, ...kindsOfActivity], { older: '1.ab' }),
  },
  '/settings/export': { 'export of my data': signedInAt('/settings/export') },
  '/settings/addresses': {
    'addresses in full': walk(
      signedInAt('/settings/addresses'),
      given({ accountInfo: done(infoOf({ mobile: '+8613800000001', email: 'ann@example.com' })) }),
      sent(),
    ),
    'second verification': staleAddresses,
    'second verification, by SMS': walk(staleAddresses, pressed('send_mobile')),
    'second verification, wrong code': walk(
      staleAddresses,
      pressed('send_mobile'),
      pressed('answer', { code: 'letters' }),
      refused,
    ),
    'second verification, by password': walk(staleAddresses, pressed('use_password')),
  },
  '/settings/profile': {
    profile: profile(),
    'profile, wrong': walk(
      profile(),
      wrong({ username: '', birthday_day: '31', birthday_month: '2', birthday_year: '1990' }),
    ),
    'profile, saved': walk(
      profile(),
      toldAfter({ accountSet: done({ username: 'ann.lee', is_sensitive: 0 }) }, { username: 'ann.lee' }),
    ),
    'profile, name waits for review': walk(
      profile({ account: infoOf({ held_username: 'support.ann', time_zone: 'Asia/Shanghai' }) }),
      toldAfter({ accountSet: done({ username: 'ann', is_sensitive: 1 }) }, { username: 'support.ann' }),
    ),
    'profile, no change left': profile({ remaining: 0, isDefault: false }),
  },
  '/settings/avatar': {
    avatar: picturePage('avatar'),
    'avatar, just changed': walk(
      picturePage('avatar'),
      toldAfter({ uploadAvatar: done({ key: 'own-picture' }), accountInfo: done(ownPicture) }, file),
    ),
    'avatar, no file': walk(picturePage('avatar'), chooseNoFile),
    'avatar, file too large': walk(
      picturePage('avatar'),
      refusedBy({ uploadAvatar: refuse('picture_refused', { reason: 'too_large' }) }, file),
    ),
  },
  '/settings/avatar/default': { 'avatar, no default one chosen': chooseNoDefault('avatar') },
  '/settings/background': {
    background: picturePage('background'),
    'background, no file': walk(picturePage('background'), chooseNoFile),
  },
  '/settings/background/default': { 'background, no default one chosen': chooseNoDefault('background') },
}
