import { z } from 'zod'
import {
  type Announced,
  announce,
  announcementRule,
  comingAnnouncements,
  endAnnouncement,
} from '#account-api/accounts/announcements/announcement'
import { momentOf, type OperatorHandling } from '#account-api/operator/handling'
import { done, refuse } from '#contract/server'

const refusals: Record<Extract<Announced, { ok: false }>['code'], string> = {
  no_text: 'Write it in both languages.',
  too_long: `A text has at most ${announcementRule.mostBytes} bytes: a hundred letters, or thirty Chinese characters.`,
  no_time: 'Say from when until when, such as 2026-12-01T02:00Z: not in the past, and for at most 30 days.',
  too_many: `There are ${announcementRule.most} announcements already.`,
}

/** A date and time with its zone, with or without seconds. */
const time = z.union([z.iso.datetime({ offset: true, precision: -1 }), z.iso.datetime({ offset: true })])

/** Reads a typed time. NaN if it is invalid. */
const timeOf = (typed: string): number => (time.safeParse(typed).success ? Date.parse(typed) : Number.NaN)

export const announcementsHandlers = {
  listAnnouncements: async (_, { service }) => {
    const announcements = (await comingAnnouncements(service)).map(({ id, texts, startsAt, endsAt }) => ({
      id,
      texts,
      starts_at: momentOf(startsAt),
      ends_at: momentOf(endsAt),
    }))
    return done({ announcements })
  },

  addAnnouncement: async ({ texts, starts_at, ends_at }, { service }) => {
    const answer = await announce(service, { texts, startsAt: timeOf(starts_at), endsAt: timeOf(ends_at) })
    if (!answer.ok) return refuse(answer.code === 'too_many' ? 'too_many' : 'invalid_input', refusals[answer.code])
    const { id, startsAt, endsAt } = answer.announcement
    return done({ id, starts_at: momentOf(startsAt), ends_at: momentOf(endsAt) })
  },

  endAnnouncement: async ({ id }, { service }) =>
    (await endAnnouncement(service, id)) ? done({}) : refuse('no_such_announcement', `There is no announcement ${id}.`),
} satisfies OperatorHandling
