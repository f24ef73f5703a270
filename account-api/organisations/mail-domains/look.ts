import type { From } from '#account-api/kernel/from'
import { newToken } from '#account-api/kernel/random'
import { days, hours } from '#account-api/kernel/time'
import { type ActingInLog, recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { pageOf, tellPerson } from '#account-api/organisations/organisation/tell'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import type { Rule, Stores } from '#account-api/organisations/service'
import type { MailDomain } from './mail-domain-record'
import type { RecordState } from './record'

/**
 * How often the record of a proven domain is checked: while it is present, while it is missing, and while no server
 * answers. Also how long it may be missing, or unseen for any reason, before the domain is no longer proven.
 */
export const lookRule = {
  everyMs: days(1),
  missingEveryMs: hours(6),
  silentEveryMs: hours(1),
  missingMs: days(3),
  unseenMs: days(14),
}

interface Seen {
  organisation: Pick<OrganisationRecord, 'id' | 'publicId' | 'name'>
  /** The domain, read under the lock of its organisation. */
  domain: MailDomain
  state: RecordState
  /** Who requested the check: a member, or the account API. */
  by: ActingInLog['member']
  from: From
}

/** When the record of a domain was last seen, in milliseconds. */
const lastSeen = ({ seenAt, provenSince }: MailDomain): number => seenAt ?? provenSince ?? 0

/** Until when a missing record can come back. */
export const endsAt = (missingSince: number): number => missingSince + lookRule.missingMs

/**
 * Stores the result of a check of a domain's record. While the record of a proven domain is missing, nobody joins.
 * After some time, the domain is no longer proven. The organisation has to be locked.
 * @returns false when another organisation has proven the domain
 */
export const keepState: Rule<Seen, boolean> = async (stores, seen) => {
  const { domain, state, organisation } = seen
  const at = stores.deployment.now()
  const { token, provenSince } = domain
  const note = (kind: 'domain_proven' | 'domain_missing') =>
    recordInOrganisation(stores, {
      kind,
      acting: { organisation, member: seen.by },
      target: { publicId: '', name: domain.domain },
      from: seen.from,
    })
  if (state === undefined) {
    const look = { token, provenSince: provenSince ?? at, seenAt: at, missingSince: null }
    if (!(await stores.mailDomains.keepLook(domain.id, { ...look, nextCheckAt: at + lookRule.everyMs }))) return false
    if (provenSince === null) await note('domain_proven')
    return true
  }
  if (provenSince === null) return true
  if (state === 'silent') {
    if (at - lastSeen(domain) >= lookRule.unseenMs) return loseDomain(stores, seen)
    return stores.mailDomains.keepLook(domain.id, { ...domain, nextCheckAt: at + lookRule.silentEveryMs })
  }
  const missingSince = domain.missingSince ?? at
  if (at >= endsAt(missingSince)) return loseDomain(stores, seen)
  const nextCheckAt = Math.min(at + lookRule.missingEveryMs, endsAt(missingSince))
  await stores.mailDomains.keepLook(domain.id, { ...domain, missingSince, nextCheckAt })
  if (domain.missingSince === null) {
    await note('domain_missing')
    await tellManager(stores, { ...seen, news: 'domain_missing', until: endsAt(missingSince) })
  }
  return true
}

/** Stops people from joining by a domain. */
export const closeDomain = ({ mailDomains }: Pick<Stores, 'mailDomains'>, { id }: Pick<MailDomain, 'id'>) =>
  mailDomains.update(id, { joining: 'off', roleId: null, chooserId: null })

/**
 * Ends the proof of a domain, and notifies the manager. Nobody joins by it any more. The old record does not prove it
 * again, because the new owner of the domain may have copied it. The organisation has to be locked.
 */
export const loseDomain: Rule<Omit<Seen, 'state'>, true> = async (stores, lost) => {
  const { domain, organisation } = lost
  await closeDomain(stores, domain)
  const look = { token: newToken(128), provenSince: null, seenAt: null, missingSince: null, nextCheckAt: null }
  await stores.mailDomains.keepLook(domain.id, look)
  await recordInOrganisation(stores, {
    kind: 'domain_lost',
    acting: { organisation, member: lost.by },
    target: { publicId: '', name: domain.domain },
    before: { joining: domain.joining, role: domain.role?.key },
    from: lost.from,
  })
  await tellManager(stores, { ...lost, news: 'domain_lost' })
  return true
}

const tellManager: Rule<
  Pick<Seen, 'organisation' | 'domain'> & { news: 'domain_missing' | 'domain_lost'; until?: number },
  void
> = async (stores, { organisation, domain: { domain }, news, until }) => {
  const manager = await stores.members.managerOf(organisation.id)
  if (!manager) return
  await tellPerson(stores, {
    organisation,
    news,
    names: { domain },
    until,
    accountId: manager.accountId,
    link: pageOf(stores.deployment, organisation, `/domains/${domain}`),
  })
}
