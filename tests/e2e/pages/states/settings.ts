import type { activityKinds } from '../../../../contract/activity'
import { done, refuse } from '../../../../contract/server'
import { entry, infoOf } from '../../../app/answers'
import type { AppBrowser } from '../app-browser'
import {
  accounts,
  day,
  openedSignedIn,
  picturesAreThere,
  type Reach,
  refused,
  type States,
  signIn,
  staleProof,
  told,
} from './state'

/** The settings of an account that can be signed in to in these ways. */
const settings =
  (account: Parameters<typeof infoOf>[0], signInWays: string[]): Reach =>
  async (browser) => {
    picturesAreThere(browser)
    const activity = [
      entry(),
      entry({ kind: 'mobile_bound', detail: '+86 138****0001' }),
      entry({ kind: 'registered' }),
    ]
    await signIn(browser, infoOf({ ...account, overview: { ways: signInWays, activity } }))
    await browser.open('/settings')
  }

const session = (id: string, isCurrent = false) => ({
  session_id: id,
  is_current: isCurrent,
  client: isCurrent ? { browser: 'Chrome', system: 'Android' } : { browser: '', system: '' },
  address: '203.0.113.7',
  way: isCurrent ? ('password' as const) : null,
  signed_in_at: day,
  last_seen_at: day,
})

const sessionsPage = async (browser: AppBrowser, others: string[]) => {
  await signIn(browser)
  browser.fake.answer('listSessions', done({ sessions: [session('here', true), ...others.map((id) => session(id))] }))
  await browser.open('/settings/sessions')
}

/** One entry of a kind, with a detail as the account API writes it for that kind. */
const details: Partial<Record<(typeof activityKinds)[number], string>> = {
  signed_in: 'sms',
  email_bound: 'a***@example.com',
  platform_removed: 'qq',
  other_sessions_ended: '3',
}

const activityPage = async (browser: AppBrowser, total: number) => {
  await signIn(browser)
  const kinds = ['registered', 'signed_in', 'email_bound', 'platform_removed', 'other_sessions_ended'] as const
  const entries = Array.from({ length: Math.min(total, 10) }, (_, index) => kinds[index % kinds.length] ?? 'registered')
  const page = entries.map((kind) => entry({ kind, detail: details[kind] ?? '' }))
  browser.fake.answer('listActivity', done({ entries: page, ...(total > 10 && { older: '1.ab' }), kept_days: 180 }))
  await browser.open('/settings/activity')
}

/** The profile of an account, and how often its name may still be changed. */
const profile = async (
  browser: AppBrowser,
  { account = infoOf({ time_zone: 'Asia/Shanghai' }), remaining = 3, isDefault = true } = {},
): Promise<void> => {
  await signIn(browser, account)
  browser.fake.answer('checkDefaultInfo', done({ avatar_is_default: true, name_is_default: isDefault }))
  browser.fake.answer('remainingUpdateTimes', done({ username: { remaining, resets_at: remaining > 0 ? null : day } }))
  browser.fake.answer('recommendedName', done({ names: ['calm-river-482', 'quiet-lamp-77', 'green-bay-903'] }))
  await browser.open('/settings/profile')
}

const defaults = (kind: 'avatar' | 'background', length: number) =>
  done({ items: Array.from({ length }, (_, index) => ({ key: `default-${kind}-${index + 1}` })) })

const picturePage = async (browser: AppBrowser, kind: 'avatar' | 'background', account = accounts.mobile) => {
  picturesAreThere(browser)
  browser.fake.answer('defaultAvatars', defaults('avatar', 8))
  browser.fake.answer('defaultBackgrounds', defaults('background', 4))
  await signIn(browser, account)
  await browser.open(`/settings/${kind}`)
}

const chooseFile = (browser: AppBrowser) =>
  browser.send({ pic: new File([new Uint8Array([255, 216, 255])], 'photo.jpg', { type: 'image/jpeg' }) })

/** A file field that is left alone sends a file without a name and a byte. */
const chooseNoFile = async (browser: AppBrowser) => {
  await browser.send({ pic: new File([], '') })
  refused(browser)
}

const ownPicture = infoOf({ avatar: 'own-picture', background: 'own-picture' })

const chooseNoDefault = async (browser: AppBrowser, kind: 'avatar' | 'background') => {
  await picturePage(browser, kind, ownPicture)
  await browser.send({}, { action: `/settings/${kind}/default` })
  refused(browser)
}

const staleAddresses: Reach = async (browser) => {
  await signIn(browser, accounts.both)
  await browser.open('/settings/addresses')
  browser.fake.answer('accountInfo', staleProof)
  browser.fake.answer('sendSecondCode', done({ retry_after: 60, masked: '+86 138****0001' }))
  await browser.send()
}

export const settingsStates: States = {
  '/settings': {
    settings: settings({}, ['mobile', 'password']),
    'settings, with hardly a way to sign in': settings({ has_password: false }, ['mobile']),
    'settings, with everything': settings({ ...accounts.both, held_username: 'support.ann' }, [
      'mobile',
      'email',
      'password',
    ]),
    'settings, mobile to be removed': settings(
      { ...accounts.both, pending_changes: [{ way: 'mobile', becomes: null, takes_effect_at: day }] },
      ['email', 'password'],
    ),
  },
  '/settings/sessions': {
    'sessions, this one alone': (browser) => sessionsPage(browser, []),
    'sessions, several': (browser) => sessionsPage(browser, ['one', 'other']),
    'sessions, one ended': async (browser) => {
      await sessionsPage(browser, ['one'])
      browser.fake.answer('endSession', done({ done: true }))
      await browser.send({ session_id: 'one' })
      told(browser)
    },
    'sessions, one that had ended': async (browser) => {
      await sessionsPage(browser, ['one'])
      browser.fake.answer('endSession', refuse('no_such_session', {}))
      await browser.send({ session_id: 'one' })
      told(browser)
    },
  },
  '/settings/activity': {
    activity: (browser) => activityPage(browser, 5),
    'activity, none': (browser) => activityPage(browser, 0),
    'activity, the first of two pages': (browser) => activityPage(browser, 11),
  },
  '/settings/export': {
    'export of my data': openedSignedIn('/settings/export'),
  },
  '/settings/addresses': {
    'addresses in full, asked': openedSignedIn('/settings/addresses'),
    'addresses in full': async (browser) => {
      await openedSignedIn('/settings/addresses')(browser)
      browser.fake.answer('accountInfo', done(infoOf({ mobile: '+8613800000001', email: 'ann@example.com' })))
      await browser.send()
    },
    'second verification': staleAddresses,
    'second verification, by SMS': async (browser) => {
      await staleAddresses(browser)
      await browser.press('send_mobile')
    },
    'second verification, wrong code': async (browser) => {
      await staleAddresses(browser)
      await browser.press('send_mobile')
      await browser.press('answer', { code: 'letters' })
      refused(browser)
    },
    'second verification, by password': async (browser) => {
      await staleAddresses(browser)
      await browser.press('use_password')
    },
  },
  '/settings/profile': {
    profile,
    'profile, wrong': async (browser) => {
      await profile(browser)
      await browser.send({ username: '', birthday_day: '31', birthday_month: '2', birthday_year: '1990' })
      refused(browser)
    },
    'profile, saved': async (browser) => {
      await profile(browser)
      browser.fake.answer('accountSet', done({ username: 'ann.lee', is_sensitive: 0 }))
      await browser.send({ username: 'ann.lee' })
      told(browser)
    },
    'profile, name waits for review': async (browser) => {
      await profile(browser, { account: infoOf({ held_username: 'support.ann', time_zone: 'Asia/Shanghai' }) })
      browser.fake.answer('accountSet', done({ username: 'ann', is_sensitive: 1 }))
      await browser.send({ username: 'support.ann' })
      told(browser)
    },
    'profile, no change left': (browser) => profile(browser, { remaining: 0, isDefault: false }),
  },
  '/settings/avatar': {
    avatar: (browser) => picturePage(browser, 'avatar'),
    'avatar, just changed': async (browser) => {
      await picturePage(browser, 'avatar')
      browser.fake.answer('uploadAvatar', done({ key: 'own-picture' }))
      browser.fake.answer('accountInfo', done(ownPicture))
      await chooseFile(browser)
      told(browser)
    },
    'avatar, no file': async (browser) => {
      await picturePage(browser, 'avatar')
      await chooseNoFile(browser)
    },
    'avatar, file too large': async (browser) => {
      await picturePage(browser, 'avatar')
      browser.fake.answer('uploadAvatar', refuse('picture_refused', { reason: 'too_large' }))
      await chooseFile(browser)
      refused(browser)
    },
  },
  '/settings/avatar/default': {
    'avatar, no default one chosen': (browser) => chooseNoDefault(browser, 'avatar'),
  },
  '/settings/background': {
    background: (browser) => picturePage(browser, 'background'),
    'background, no file': async (browser) => {
      await picturePage(browser, 'background')
      await chooseNoFile(browser)
    },
  },
  '/settings/background/default': {
    'background, no default one chosen': (browser) => chooseNoDefault(browser, 'background'),
  },
}
