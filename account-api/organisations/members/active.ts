import { days } from '#account-api/kernel/time'
import type { Acting, MemberRecord } from '#account-api/organisations/records/member-record'
import type { Service } from '#account-api/organisations/service'

/** The day of a time, in days since 1970 (UTC). */
const dayOf = (at: number): number => Math.floor(at / days(1))

export const dayOnWire = (day: number): string => new Date(day * days(1)).toISOString().slice(0, 10)

/** The day of a text in the wire format. */
export const dayFromWire = (day: string): number => dayOf(Date.parse(day))

/** True for a member who joined before a day, and has not used the organisation since. */
export const isInactiveSince = (day: number, { activeOn, joinedAt }: Pick<MemberRecord, 'activeOn' | 'joinedAt'>) =>
  (activeOn ?? dayOf(joinedAt)) < day

/**
 * Notes the day on which a member uses the organisation: only the day, and only for this organisation. Administrators
 * learn which places are unused, but not when a person works or what else they use the account for. Written once a day.
 */
export const noteActive = async ({ deployment, storage }: Service, { member }: Acting): Promise<void> => {
  const today = dayOf(deployment.now())
  if (member.activeOn === null || member.activeOn < today) await storage.memberLists.noteActive(member.id, today)
}
