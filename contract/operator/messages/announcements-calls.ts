import { z } from 'zod'
import { call } from '#contract/call'
import { idInPath, mayHaveReason, moment, nothing, typed } from '#contract/operator/fields'
import { changes, shows } from '#contract/operator/operator-power'

export const listAnnouncements = call({
  name: 'listAnnouncements',
  summary: 'Lists current and future announcements, ordered by their end.',
  method: 'GET',
  path: 'announcements',
  input: z.object({}),
  output: z.object({
    announcements: z.array(
      z.object({
        id: z.string(),
        texts: z.object({ en: z.string(), 'zh-Hans': z.string() }),
        starts_at: moment,
        ends_at: moment,
      }),
    ),
  }),
  ...shows('support'),
})

export const addAnnouncement = call({
  name: 'addAnnouncement',
  summary: 'Announces something on the sign-in page, between two times such as 2026-12-01T02:00Z.',
  path: 'announcements',
  input: z.object({
    starts_at: typed,
    ends_at: typed,
    texts: z.object({ en: typed, 'zh-Hans': typed }),
    ...mayHaveReason,
  }),
  output: z.object({ id: z.string(), starts_at: moment, ends_at: moment }),
  errors: ['too_many'],
  ...changes('support', { undoneBy: 'endAnnouncement', proof: 'factor' }),
  once: true,
})

export const endAnnouncement = call({
  name: 'endAnnouncement',
  summary: 'Ends an announcement. Pages may show it for another 30 seconds.',
  path: 'announcements/{id}/end',
  input: z.object({ id: idInPath, ...mayHaveReason }),
  output: nothing,
  errors: ['no_such_announcement'],
  ...changes('support', { undoneBy: 'addAnnouncement' }),
})
