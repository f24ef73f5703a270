import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { ActivityEntry } from '#account-api/accounts/activity/activity-store'
import { listActivity } from '#account-api/accounts/activity/list'
import type { Passkey } from '#account-api/accounts/methods/passkey-store'
import { toldOf } from '#account-api/accounts/notices/notice'
import { pendingChangesOf } from '#account-api/accounts/pending-changes/pending-change'
import type { PendingChange } from '#account-api/accounts/pending-changes/pending-change-store'
import type { PlatformBinding } from '#account-api/accounts/platforms/platform-store'
import { livingSessionsOf } from '#account-api/accounts/sessions/session'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import type { Undelivered } from '#account-api/kernel/outbox/undelivered-store'
import type { Service } from '#account-api/operator/service'
import type { Place } from '#account-api/organisations/records/member-record'

/** The maximum number of entries shown of each kind: the newest. */
const most = { activity: 20, messages: 10, places: 50 }

/** The overview of a person for an operator. It contains no password, secret, code, token or link. */
export interface Overview {
  account: AccountProfile
  platforms: PlatformBinding[]
  passkeys: Pick<Passkey, 'name' | 'madeAt' | 'usedAt'>[]
  recoveryCodes: number
  pending: PendingChange[]
  sessions: SessionRecord[]
  activity: ActivityEntry[]
  /** Waiting messages, and those that were given up. */
  messages: Undelivered[]
  /** The person's memberships in organisations, with the names of the roles. */
  places: (Place & { roles: string[] })[]
}

/** Reads the overview of a person for an operator. */
export const overviewOf = async (service: Service, account: AccountProfile): Promise<Overview> => {
  const { deployment, storage } = service
  const { id } = account
  const [platforms, passkeys, recoveryCodes, pending, sessions, { entries: activity }, places] = await Promise.all([
    storage.platforms.of(id),
    storage.passkeys.of(id),
    storage.authenticators.countRecoveryCodes(id),
    pendingChangesOf(storage, account),
    livingSessionsOf(service, id),
    listActivity(service, id, { limit: most.activity }),
    storage.members.ofAccount(id, { offset: 0, limit: most.places }),
  ])
  const given = await storage.roles.givenTo(places.map(({ member }) => member.id))
  const messages = await Promise.all(
    toldOf(deployment, account).map(({ to }) => storage.undelivered.to(to, most.messages)),
  )
  return {
    account,
    platforms,
    passkeys: passkeys.map(({ name, madeAt, usedAt }) => ({ name, madeAt, usedAt })),
    recoveryCodes,
    pending,
    sessions,
    activity,
    messages: messages.flat(),
    places: places.map((place) => ({
      ...place,
      roles: given.filter(({ memberId }) => memberId === place.member.id).map(({ role }) => role.name),
    })),
  }
}
