import type { Service } from '#account-api/accounts/service'
import { newId } from '#account-api/kernel/random'
import { days } from '#account-api/kernel/time'
import type { Announcement, AnnouncementTexts } from './announcement-store'

/** The page that most people see has the text, so its size is limited. An announcement lasts days, not months. */
export const announcementRule = { mostBytes: 100, longestMs: days(30), most: 20 }

export type Announced =
  | { ok: true; announcement: Announcement }
  | { ok: false; code: 'no_text' | 'too_long' | 'no_time' | 'too_many' }

/** Announces something on the sign-in page, from one time until another. */
export const announce = async (
  { deployment, storage }: Service,
  { texts, startsAt, endsAt }: Omit<Announcement, 'id'>,
): Promise<Announced> => {
  const [at, all] = [deployment.now(), Object.values(texts)]
  if (all.some((text) => text.trim() === '')) return { ok: false, code: 'no_text' }
  if (all.some((text) => Buffer.byteLength(text) > announcementRule.mostBytes)) return { ok: false, code: 'too_long' }
  const isTime = startsAt < endsAt && endsAt > at && endsAt - startsAt <= announcementRule.longestMs
  if (!isTime) return { ok: false, code: 'no_time' }
  if ((await comingAnnouncements({ deployment, storage })).length >= announcementRule.most)
    return { ok: false, code: 'too_many' }
  const announcement = { id: newId(at), texts, startsAt, endsAt }
  await storage.announcements.insert(announcement)
  return { ok: true, announcement }
}

/** The announcements that have not ended. */
export const comingAnnouncements = ({ deployment, storage }: Pick<Service, 'deployment' | 'storage'>) =>
  storage.announcements.coming(deployment.now(), announcementRule.most)

/** The current announcement. If there are several, the latest. */
export const presentAnnouncement = async (service: Service): Promise<AnnouncementTexts | null> => {
  const at = service.deployment.now()
  const begun = (await comingAnnouncements(service)).filter(({ startsAt }) => startsAt <= at)
  return begun.sort((one, other) => other.startsAt - one.startsAt)[0]?.texts ?? null
}

/** Ends an announcement. False when none has this id. */
export const endAnnouncement = ({ deployment, storage }: Service, id: string): Promise<boolean> =>
  storage.announcements.end(id, deployment.now())
