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

const en = translator('en')
const time = '3\u00A0January\u00A02026 at\u00A008:04 (Tokyo\u00A0time)'
type Shown = [name: 'happy' | 'security', kind: ActivityKind, detail: string, text: string]

it.each<Shown>([
  ['happy', 'platform_removed', 'wechat', 'WeChat'],
  ['happy', 'platform_removed', 'elsewhere', 'elsewhere'],
  ['happy', 'signed_in', 'email', en('activity.way.email')],
  ['happy', 'registered', 'sms', en('activity.way.sms')],
  ['happy', 'picture_changed', 'avatar', en('activity.picture.avatar')],
  ['happy', 'other_sessions_ended', '2', en('activity.devices', { count: 2 })],
  ['happy', 'mobile_removal_asked', '2026-01-02T23:04:05.000Z', time],
  // As entries had it before.
  ['happy', 'mobile_removal_asked', '2026-01-02 23:04 UTC', time],
  ['happy', 'mobile_removal_asked', 'in two days', 'in two days'],
  // A name may be a word that stands for something elsewhere.
  ...['email', 'sms', 'password', 'restore', 'recovery', 'avatar'].flatMap((name): Shown[] => [
    ['security', 'username_changed', name, name],
    ['security', 'platform_bound', name, name],
  ]),
])('%s: an entry of the kind %s shows its detail %j as %j', (_, kind, detail, text) => {
  expect(inEnglish({ kind, detail })).toBe(text)
})

it('happy: an entry names its platform in the language of the page', () => {
  const entry = { kind: 'platform_removed', detail: 'wechat', language: 'zh-Hans', timeText } as const
  expect(detailText(translator('zh-Hans'), entry)).toBe('微信')
})
