import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import type { From } from '#account-api/kernel/from'
import { days } from '#account-api/kernel/time'
import { type ActingInLog, nobody, recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { tellHandingOver } from '#account-api/organisations/organisation/manager-news'
import {
  pageOf,
  tellAdministrators,
  tellingOthers,
  tellPerson,
  type Untold,
} from '#account-api/organisations/organisation/tell'
import type { Acting, MemberRecord } from '#account-api/organisations/records/member-record'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import { inTransaction, type Rule } from '#account-api/organisations/service'
import { endPendingTransfer } from '#account-api/organisations/transfers/end'
import { proofOf } from '#account-api/verification/proofs/proof'

/** How long an organisation that is being closed can be reopened. */
export const reopenableMs = days(30)

interface Closing {
  organisation: OrganisationRecord
  manager: Pick<MemberRecord, 'accountId'>
  /** Who closes it: its manager, or the account API. */
  by: ActingInLog['member']
  from: From
}

/**
 * Begins to close an organisation, and notifies its manager and administrators. The organisation has to be locked, and
 * neither closing nor suspended by the operator.
 */
export const beginClosing: Rule<Closing, { closesAt: number; untold: Untold | undefined }> = async (
  stores,
  { organisation, manager, by, from },
) => {
  const closesAt = stores.deployment.now() + reopenableMs
  const acting = { organisation, member: by }
  await endPendingTransfer(stores, { acting, from })
  await stores.closings.begin(organisation.id, closesAt)
  await recordInOrganisation(stores, { kind: 'organisation_closing', acting, from })
  const told = { organisation, news: 'organisation_closing' as const, until: closesAt }
  const link = pageOf(stores.deployment, organisation, '/close')
  if (by === nobody) await tellPerson(stores, { ...told, accountId: manager.accountId, link })
  else await tellHandingOver(stores, { change: 'closing_started', organisation, manager, from })
  return { closesAt, untold: await tellAdministrators(stores, told) }
}

interface Doing {
  person: Person
  acting: Acting
  from: From
}

type Closed =
  | { ok: true; closesAt: number; timeZone: string; untold: Untold | undefined }
  | {
      ok: false
      code:
        | 'not_signed_in'
        | 'no_such_subject'
        | 'permission_required'
        | 'ticket_refused'
        | 'second_verification_required'
      untold?: undefined
    }
  | { ok: false; code: 'subject_frozen'; by: 'operator' | 'closing'; untold?: undefined }

/**
 * Closes an organisation for its manager, who has a recent proof.
 * @param ticket a proof for a closing, instead of a fresh session
 */
export const closeOrganisation = tellingOthers(
  inTransaction<Doing & { ticket: string | undefined }, Closed>(async (stores, { person, acting, ticket, from }) => {
    const present = await lockPerson(stores, person)
    if (!present) return { ok: false, code: 'not_signed_in' }
    const organisation = await stores.organisations.lock(acting.organisation.id)
    if (!organisation) return { ok: false, code: 'no_such_subject' }
    const manager = await stores.members.managerOf(organisation.id)
    if (manager?.id !== acting.member.id) return { ok: false, code: 'permission_required' }
    if (organisation.suspendedBy === 'operator') return { ok: false, code: 'subject_frozen', by: 'operator' }
    if (organisation.closesAt !== null) return { ok: false, code: 'subject_frozen', by: 'closing' }
    const proof = await proofOf(stores, { person: present, ticket, act: 'closing' })
    if (!proof.ok) return proof
    if (!(await proof.use())) return { ok: false, code: 'ticket_refused' }
    const begun = await beginClosing(stores, { organisation, manager, by: acting.member, from })
    return { ok: true, ...begun, timeZone: timeZoneOf(present.account) }
  }),
)

type Reopened =
  | { ok: true; untold: Untold | undefined }
  | { ok: false; code: 'no_such_subject' | 'permission_required' | 'not_closing'; untold?: undefined }

/** Reopens an organisation that is being closed, unless its erasure has begun. */
export const reopenOrganisation = tellingOthers(
  inTransaction<Omit<Doing, 'person'>, Reopened>(async (stores, { acting, from }) => {
    const organisation = await stores.organisations.lock(acting.organisation.id)
    if (!organisation) return { ok: false, code: 'no_such_subject' }
    const manager = await stores.members.managerOf(organisation.id)
    if (manager?.id !== acting.member.id) return { ok: false, code: 'permission_required' }
    if (!(await stores.closings.undo(organisation.id, stores.deployment.now())))
      return { ok: false, code: 'not_closing' }
    await recordInOrganisation(stores, { kind: 'organisation_reopened', acting, from })
    const told = { organisation, news: 'organisation_reopened' as const }
    await tellPerson(stores, { ...told, accountId: manager.accountId })
    return { ok: true, untold: await tellAdministrators(stores, told) }
  }),
)
