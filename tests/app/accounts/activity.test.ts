import { expect, it } from 'vitest'
import type { ActivityKind } from '#contract/terms/activity'
import { done, entry } from '#tests/app/browser/answers'
import { withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import { clientText, fromText } from '~/features/activity/client-text'
import { detailText } from '~/features/activity/detail-text'
import { momentIn } from '~/i18n/dates'
import { translator } from '~/i18n/texts'

const fake = withFakeAccountApi()
const path = '/settings/activity'

const opened = async (address: string, { entries = [entry()], newer = '', older = '' } = {}) => {
  const browser = await signedInBrowser(fake)
  const others = { ...(newer && { newer }), ...(older && { older }) }
  fake.answer('listActivity', done({ entries, ...others, kept_days: 90 }))
  return browser.visit(address)
}

it('happy: a list of several pages shows one page at a time', async () => {
  const sides = { newer: '2.cd', older: '1.ab' }
  expect(await opened(path, sides)).toMatchObject({ status: 200, data: { entries: [entry()], days: 90, ...sides } })
})

it('error: a page number after the last one redirects to the first page', async () => {
  expect(await opened(`${path}?before=1.ab`, { entries: [] })).toMatchObject({ status: 303, location: path })
})

it('happy: the browser and its location are shown in words, in both languages', () => {
  const [en, zh] = [translator('en'), translator('zh-Hans')]
  const client = { browser: 'Chrome', system: 'Android' }
  expect(fromText(en, { client, address: '203.0.113.7' })).toBe('Chrome, Android, from\u00A0203.0.113.7')
  expect(fromText(zh, { client, address: '203.0.113.7' })).toBe('Chrome，Android，来自 203.0.113.7')
  expect(clientText(en, { browser: 'w3m', system: '' })).toBe('w3m')
  expect(clientText(en, { browser: '', system: '' })).toBe('Unknown browser')
  expect(fromText(en, { client: { browser: '', system: '' }, address: '' })).toBe('')
})

const timeText = (isoTime: string) => momentIn('en', 'Asia/Tokyo', isoTime)
const inEnglish = (entry: { kind: ActivityKind; detail: string }) =>
  detailText(translator('en'), { ...entry, language: 'en', timeText })

it('happy: an entry names its platform, or the key of an unknown platform', () => {
  const kind = 'platform_removed'
  expect(inEnglish({ kind, detail: 'wechat' })).toBe('WeChat')
  expect(inEnglish({ kind, detail: 'elsewhere' })).toBe('elsewhere')
  expect(detailText(translator('zh-Hans'), { kind, detail: 'wechat', language: 'zh-Hans', timeText })).toBe('微信')
})

it('happy: an entry shows its detail in words if its kind has such words', () => {
  const en = translator('en')
  expect(inEnglish({ kind: 'signed_in', detail: 'email' })).toBe(en('activity.way.email'))
  expect(inEnglish({ kind: 'registered', detail: 'sms' })).toBe(en('activity.way.sms'))
  expect(inEnglish({ kind: 'picture_changed', detail: 'avatar' })).toBe(en('activity.picture.avatar'))
  expect(inEnglish({ kind: 'other_sessions_ended', detail: '2' })).toBe(en('activity.devices', { count: 2 }))
})

it.each(['email', 'sms', 'password', 'restore', 'recovery', 'avatar'])(
  'security: the username %s is shown as a username',
  (detail) => {
    expect(inEnglish({ kind: 'username_changed', detail })).toBe(detail)
    expect(inEnglish({ kind: 'platform_bound', detail })).toBe(detail)
  },
)

it('happy: an entry about a pending removal shows its time in the account’s time zone', () => {
  const removal = (detail: string) =>
    detailText(translator('en'), { kind: 'mobile_removal_asked', detail, language: 'en', timeText })
  const text = '3\u00A0January\u00A02026 at\u00A008:04 (Tokyo\u00A0time)'
  expect(removal('2026-01-02T23:04:05.000Z')).toBe(text)
  // As entries had it before.
  expect(removal('2026-01-02 23:04 UTC')).toBe(text)
  expect(removal('in two days')).toBe('in two days')
})
