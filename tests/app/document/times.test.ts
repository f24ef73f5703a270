import { describe, expect, it } from 'vitest'
import { done, entry, infoOf, refuse, ticket } from '#tests/app/browser/answers'
import { expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'

const fake = withFakeAccountApi()

// Another day in Tokyo and in Shanghai than in UTC.
const at = '2026-01-01T17:04:05.000Z'

const pending = [{ way: 'mobile', becomes: null, takes_effect_at: at }]

/** Opens a page in a language, with an account API that answers a time zone or none. */
type Opened = (language: string, time_zone: string | null) => Promise<string>

/** A page of the settings, for which the account API answers a time zone, or none. */
const signedInPage =
  (path: string, answer: (time_zone: string | null) => void): Opened =>
  async (language, time_zone) => {
    answer(time_zone)
    return (await signedInBrowser(fake, { language })).mainAt(path)
  }

const answerChange = (time_zone: string | null) =>
  fake.answer('accountInfo', done(infoOf({ time_zone, pending_changes: pending })))

const signedInPages: Record<string, Opened> = {
  settings: signedInPage('/settings', (time_zone) => {
    const overview = { ways: ['mobile', 'password'], activity: [entry({ at })] }
    fake.answer('accountInfo', done(infoOf({ time_zone, created_at: at, pending_changes: pending, overview })))
  }),
  sessions: signedInPage('/settings/accounts', (time_zone) => {
    const client = { browser: 'Chrome', system: 'Android' }
    const times = { signed_in_at: at, last_seen_at: at }
    const session = { client, address: '203.0.113.7', way: 'password' as const, ...times }
    const sessions = ['here', 'there'].map((id) => ({ ...session, session_id: id, is_current: id === 'here' }))
    fake.answers({ listSessions: done({ sessions, time_zone }), accountInfo: done(infoOf({ time_zone })) })
    fake.answer('listRememberedDevices', done({ devices: [] }))
  }),
  activity: signedInPage('/settings/activity', (time_zone) => {
    const removal = entry({ at: '2026-01-01T03:04:05.000Z', kind: 'mobile_removal_asked', detail: at })
    fake.answer('listActivity', done({ entries: [entry({ at }), removal], kept_days: 180, time_zone }))
  }),
  mobile: signedInPage('/settings/mobile', answerChange),
  keep: signedInPage('/settings/mobile/keep', answerChange),
}

const signedOutPages: Record<string, Opened> = {
  'a message’s link': async (language, time_zone) => {
    const change = 'mobile_changed' as const
    const securing = { change, told_at: at, puts_back: [], takes_off: [], time_zone }
    fake.answer('secureAccountCheck', done(securing))
    return openBrowser({ language }).mainAt(`/account-help/not-me?ticket=${ticket}`)
  },
  'the question whether to restore': async (language, time_zone) => {
    const browser = openBrowser({ language })
    fake.answer('accountLoginV2', refuse('account_cancelled', { ticket, restorable_until: at, time_zone }))
    const { location } = await browser.submit('/login', { account: 'ann', password: 'x' })
    return browser.mainAt(location ?? '')
  },
  'the end of a cancellation': async (language, time_zone) => {
    const browser = openBrowser({ language })
    const end = new URLSearchParams({ until: at, ...(time_zone !== null && { time_zone }) })
    const path = `/account-help/cancelled?${end}`
    browser.jar.set('butterfly_flash', path)
    return browser.mainAt(path)
  },
  'a number that is to be removed': async (language, time_zone) => {
    const browser = openBrowser({ language })
    fake.answer('verifyPassword', done({ ticket, mobile: '+86 138****0001', email: null }))
    await browser.submit('/account-help/mobile-lost/password', { account: 'ann', password: 'x' })
    fake.answer('unbindUnusableMobile', done({ done: false, takes_effect_at: at, time_zone }))
    const { location } = await browser.submit('/account-help/mobile-lost/held')
    return browser.mainAt(location ?? '')
  },
}

const pages = { ...signedInPages, ...signedOutPages }

describe.each(Object.keys(pages))('a time on the page of %s', (name) => {
  const open: Opened = (language, timeZone) => pages[name]?.(language, timeZone) ?? Promise.reject(new Error(name))

  it.each([
    ['en', '2\u00A0January\u00A02026 at\u00A002:04 (Tokyo\u00A0time)'],
    ['zh-Hans', '2026年1月2日 02:04（东京时间）'],
  ])('happy: a time is in the account’s time zone, which is named, in %s', async (language, text) => {
    expectTexts(await open(language, 'Asia/Tokyo'), { shown: [text], hidden: ['UTC'] })
  })

  it.each([
    ['en', '1\u00A0January\u00A02026 at\u00A017:04 (UTC)'],
    ['zh-Hans', '2026年1月2日 01:04（北京时间）'],
  ])('error: if the account API knows no time zone, times are in %s', async (language, text) => {
    expect(await open(language, null)).toContain(text)
    expect(await open(language, 'Mars/Olympus_Mons')).toContain(text)
  })
})

it('happy: a time in words also has a machine-readable time', async () => {
  for (const page of ['settings', 'sessions', 'activity'])
    expect(await signedInPages[page]?.('en', 'Asia/Tokyo'), page).toContain(
      `<time dateTime="${at}">2\u00A0January\u00A02026 at\u00A002:04`,
    )
})

describe('a day', () => {
  it.each([
    ['en', '2\u00A0January\u00A02026'],
    ['zh-Hans', '2026年1月2日'],
  ])('happy: a day is in the account’s time zone, in %s', async (language, day) => {
    const browser = await signedInBrowser(fake, { language })
    const time_zone = 'Asia/Tokyo'
    fake.answer(
      'bindVerifyInfo',
      done({ ways: [], platforms: [{ platform: 'qq', name: 'Ann', bound_at: at }], time_zone }),
    )
    expect(await browser.mainAt('/settings/third-party')).toContain(day)
    fake.answer('cancelCheck', done({ blockers: [], losses: [], restorable_until: at, time_zone }))
    fake.answer('cancelVerifyWay', done({ sms_code_key: ticket, ways: [{ way: 'mobile', masked: '+86 138****0001' }] }))
    expect(await browser.mainAt('/settings/cancel')).toContain(day)
    fake.answer('accountInfo', done(infoOf({ time_zone })))
    fake.answer('checkDefaultInfo', done({ avatar_is_default: true, name_is_default: false }))
    fake.answer('remainingUpdateTimes', done({ username: { remaining: 1, resets_at: at } }))
    fake.answer('recommendedName', done({ names: [] }))
    expect(await browser.mainAt('/settings/profile')).toContain(day)
    fake.answer('accountInfo', done(infoOf({ time_zone, created_at: at })))
    expect(await browser.mainAt('/settings')).toContain(`<dd>${day}</dd>`)
  })
})
