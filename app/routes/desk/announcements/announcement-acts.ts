import { plainDigits } from '#rules/typed/text'
import { type ActField, act, reasonForLog } from '~/features/desk/act'

const list = '/desk/announcements'

const time: ActField = { kind: 'line', hint: 'desk.announcements.time_hint', maxLength: 40 }
const text: ActField = { kind: 'line', hint: 'desk.announcements.text_hint', maxLength: 100 }

/** A time in the form of the call. Operators type a space in it, and mean UTC without a zone. */
const timeOf = (typed: unknown): unknown => {
  if (typeof typed !== 'string') return typed
  const joined = plainDigits(typed).replace(/^(\d{4}-\d\d-\d\d)\s+/, '$1T')
  return /T\d\d:\d\d(:\d\d)?$/.test(joined) ? `${joined}Z` : joined
}

export const addAnnouncement = act('addAnnouncement', {
  fields: {
    starts_at: { ...time, label: 'desk.announcements.starts_at' },
    ends_at: { ...time, label: 'desk.announcements.ends_at' },
    text_en: { ...text, label: 'desk.announcements.text_en' },
    text_zh: { ...text, label: 'desk.announcements.text_zh' },
    reason: reasonForLog,
  },
  shape: ({ starts_at, ends_at, text_en, text_zh, ...more }) => ({
    ...more,
    starts_at: timeOf(starts_at),
    ends_at: timeOf(ends_at),
    texts: { en: text_en, 'zh-Hans': text_zh },
  }),
  fieldOf: { 'texts.en': 'text_en', 'texts.zh-Hans': 'text_zh' },
  done: () => ({ path: list, notice: 'announcement_added' }),
  refused: { invalid_input: 'desk.announcements.refused' },
})

export const endAnnouncement = act('endAnnouncement', {
  fields: { reason: reasonForLog },
  fixed: ({ announcement = '' }) => ({ id: announcement }),
  done: () => ({ path: list, notice: 'announcement_ended' }),
  // The second of two clicks finds it gone.
  otherwise: (code) => (code === 'no_such_announcement' ? { path: list, notice: 'announcement_ended' } : undefined),
  isDanger: true,
})
