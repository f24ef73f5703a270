import { describe, expect, it } from 'vitest'
import * as cancelled from '../../app/routes/account-help/cancelled/route'
import * as asked from '../../app/routes/account-help/mobile-lost/asked/route'
import * as held from '../../app/routes/account-help/mobile-lost/held/route'
import * as lostPassword from '../../app/routes/account-help/mobile-lost/password/route'
import * as notMe from '../../app/routes/account-help/not-me/route'
import * as restoreConfirm from '../../app/routes/account-help/restore/confirm/route'
import * as signIn from '../../app/routes/login/route'
import * as keep from '../../app/routes/settings/$address/keep/route'
import * as address from '../../app/routes/settings/$address/route'
import * as activity from '../../app/routes/settings/activity/route'
import * as cancel from '../../app/routes/settings/cancel/route'
import * as profile from '../../app/routes/settings/profile/route'
import * as settings from '../../app/routes/settings/route'
import * as sessions from '../../app/routes/settings/sessions/route'
import * as thirdParty from '../../app/routes/settings/third-party/route'
import { done, refuse } from '../../contract/server'
import { entry, infoOf, ticket } from './answers'
import { openBrowser, withFakeAccountApi } from './browser'
import { mainOf } from './page'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()

// Another day in Tokyo and in Shanghai than in UTC.
const at = '2026-01-01T17:04:05.000Z'

const pending = [{ way: 'mobile', becomes: null, takes_effect_at: at }]

/** Opens a page as somebody who reads a language and whose account API answers a time zone, or none. */
type Opened = (language: string, time_zone: string | null) => Promise<string>

const signedInPages: Record<string, Opened> = {
  settings: async (language, time_zone) => {
    const overview = { ways: ['mobile', 'password'], activity: [entry({ at })] }
    fake.answer('accountInfo', done(infoOf({ time_zone, created_at: at, pending_changes: pending, overview })))
    return mainOf(await signedInBrowser(fake, { language }), settings, '/settings')
  },
  sessions: async (language, time_zone) => {
    const session = {
      session_id: 'here',
      is_current: true,
      client: { browser: 'Chrome', system: 'Android' },
      address: '203.0.113.7',
      way: 'password' as const,
      signed_in_at: at,
      last_seen_at: at,
    }
    const others = { ...session, session_id: 'there', is_current: false }
    fake.answer('listSessions', done({ sessions: [session, others], time_zone }))
    return mainOf(await signedInBrowser(fake, { language }), sessions, '/settings/sessions')
  },
  activity: async (language, time_zone) => {
    const removal = entry({ at: '2026-01-01T03:04:05.000Z', kind: 'mobile_removal_asked', detail: at })
    fake.answer('listActivity', done({ entries: [entry({ at }), removal], kept_days: 180, time_zone }))
    return mainOf(await signedInBrowser(fake, { language }), activity, '/settings/activity')
  },
  mobile: async (language, time_zone) => {
    fake.answer('accountInfo', done(infoOf({ time_zone, pending_changes: pending })))
    return mainOf(await signedInBrowser(fake, { language }), address, '/settings/mobile', {
      pattern: '/settings/:address',
    })
  },
  keep: async (language, time_zone) => {
    fake.answer('accountInfo', done(infoOf({ time_zone, pending_changes: pending })))
    return mainOf(await signedInBrowser(fake, { language }), keep, '/settings/mobile/keep', {
      pattern: '/settings/:address/keep',
    })
  },
}

const signedOutPages: Record<string, Opened> = {
  'a message’s link': async (language, time_zone) => {
    const change = 'mobile_changed' as const
    const securing = { change, told_at: at, puts_back: [], takes_off: [], time_zone }
    fake.answer('secureAccountCheck', done(securing))
    return mainOf(openBrowser({ language }), notMe, `/account-help/not-me?ticket=${ticket}`)
  },
  'the question whether to restore': async (language, time_zone) => {
    const browser = openBrowser({ language })
    fake.answer('accountLoginV2', refuse('account_cancelled', { ticket, restorable_until: at, time_zone }))
    const { location } = await browser.send(signIn, '/login', { account: 'ann', password: 'x' })
    return mainOf(browser, restoreConfirm, location ?? '')
  },
  'the end of a cancellation': async (language, time_zone) => {
    const browser = openBrowser({ language })
    const end = new URLSearchParams({ until: at, ...(time_zone !== null && { time_zone }) })
    const path = `/account-help/cancelled?${end}`
    browser.jar.set('butterfly_flash', path)
    return mainOf(browser, cancelled, path)
  },
  'a number that is to be removed': async (language, time_zone) => {
    const browser = openBrowser({ language })
    fake.answer('verifyPassword', done({ ticket, mobile: '+86 138****0001', email: null }))
    await browser.send(lostPassword, '/account-help/mobile-lost/password', { account: 'ann', password: 'x' })
    fake.answer('unbindUnusableMobile', done({ done: false, takes_effect_at: at, time_zone }))
    const { location } = await browser.send(held, '/account-help/mobile-lost/held')
    return mainOf(browser, asked, location ?? '')
  },
}

const pages = { ...signedInPages, ...signedOutPages }

describe.each(Object.keys(pages))('a time on the page of %s', (name) => {
  const open: Opened = (language, timeZone) => pages[name]?.(language, timeZone) ?? Promise.reject(new Error(name))

  it.each([
    ['en', '2\u00A0January\u00A02026 at\u00A002:04 (Tokyo\u00A0time)'],
    ['zh-Hans', '2026年1月2日 02:04（东京时间）'],
  ])('happy: is that of the account’s time zone, which is named, in %s', async (language, text) => {
    const page = await open(language, 'Asia/Tokyo')
    expect(page).toContain(text)
    expect(page).not.toContain('UTC')
  })

  it.each([
    ['en', '1\u00A0January\u00A02026 at\u00A017:04 (UTC)'],
    ['zh-Hans', '2026年1月2日 01:04（北京时间）'],
  ])('error: where the account API knows no time zone it is that of %s', async (language, text) => {
    expect(await open(language, null)).toContain(text)
    expect(await open(language, 'Mars/Olympus_Mons')).toContain(text)
  })
})

it('happy: beside a time in words stands the time itself, for programs', async () => {
  for (const page of ['settings', 'sessions', 'activity'])
    expect(await signedInPages[page]?.('en', 'Asia/Tokyo'), page).toContain(
      `<time dateTime="${at}">2\u00A0January\u00A02026 at\u00A002:04`,
    )
})

describe('a day', () => {
  it.each([
    ['en', '2\u00A0January\u00A02026'],
    ['zh-Hans', '2026年1月2日'],
  ])('happy: is that of the account’s time zone, in %s', async (language, day) => {
    const browser = await signedInBrowser(fake, { language })
    const time_zone = 'Asia/Tokyo'
    fake.answer(
      'bindVerifyInfo',
      done({ ways: [], platforms: [{ platform: 'qq', name: 'Ann', bound_at: at }], time_zone }),
    )
    expect(await mainOf(browser, thirdParty, '/settings/third-party')).toContain(day)
    fake.answer('cancelCheck', done({ blockers: [], losses: [], restorable_until: at, time_zone }))
    fake.answer('cancelVerifyWay', done({ sms_code_key: ticket, ways: [] }))
    expect(await mainOf(browser, cancel, '/settings/cancel')).toContain(day)
    fake.answer('accountInfo', done(infoOf({ time_zone })))
    fake.answer('checkDefaultInfo', done({ avatar_is_default: true, name_is_default: false }))
    fake.answer('remainingUpdateTimes', done({ username: { remaining: 1, resets_at: at } }))
    fake.answer('recommendedName', done({ names: [] }))
    expect(await mainOf(browser, profile, '/settings/profile')).toContain(day)
    fake.answer('accountInfo', done(infoOf({ time_zone, created_at: at })))
    expect(await mainOf(browser, settings, '/settings')).toContain(`<dd>${day}</dd>`)
  })
})
