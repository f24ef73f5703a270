import type { Handling, MemberContext } from '#account-api/organisations/call-context'
import { heldRoleOf } from '#account-api/organisations/organisation/organisation-handlers'
import { refuseAs, refuseStaleProof } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { joinableBy, joinByDomain, roleGivenNow } from './join'
import { endsAt } from './look'
import type { MailDomain } from './mail-domain-record'
import { addMailDomain, checkMailDomain, removeMailDomain, updateMailDomain } from './manage'
import { mailDomainOf, recordNameOf, recordValueOf } from './name'

export const mailDomainHandlers = {
  listDomains: async (_input, context) => {
    const { service, acting } = context
    const domains = await service.storage.mailDomains.of(acting.organisation.id)
    return done({ domains: await Promise.all(domains.map((domain) => domainOf(context, domain))) })
  },

  addDomain: async (input, context) => {
    const name = mailDomainOf(input.domain)
    if (name === undefined) return refuse('invalid_input', { fields: [{ field: 'domain', reason: 'invalid' }] })
    const { service, acting, from } = context
    const added = await addMailDomain(service, { acting, name, from })
    return added.ok ? done({ domain: await domainOf(context, added.domain) }) : refuseAs(added)
  },

  checkDomain: async (input, context) => {
    const { service, acting, from } = context
    const checked = await checkMailDomain(service, { acting, name: input.domain, from })
    return checked.ok ? done({ domain: await domainOf(context, checked.domain) }) : refuseAs(checked)
  },

  updateDomain: async ({ domain: name, joining, role_key: roleKey }, { service, acting, from }) => {
    const updated = await updateMailDomain(service, { acting, name, joining, roleKey, from })
    return updated.ok ? done({ joining }) : refuseAs(updated)
  },

  removeDomain: async ({ domain: name }, { service, acting, from }) => {
    const removed = await removeMailDomain(service, { acting, name, from })
    return removed.ok ? done({ removed: true }) : refuseAs(removed)
  },

  joinableSubjects: async (_input, { service, account }) => {
    const found = await joinableBy(service, account)
    if (!found) return done({ subjects: [] })
    const { held, role, request } = found
    const subject = {
      sec_subject_uid: held.organisation.publicId,
      subject_name: held.organisation.name,
      domain: held.domain,
      joining: held.joining === 'join' ? ('join' as const) : ('invited' as const),
      role: role ? heldRoleOf(role) : null,
      request: request ? { state: request.state, ends_at: new Date(request.endsAt).toISOString() } : null,
    }
    return done({ subjects: [subject] })
  },

  joinSubject: async (input, { service, account, session, from }) => {
    const person = { account, session }
    const asked = { person, publicId: input.sec_subject_uid, name: input.deputy_name, from }
    const joined = await joinByDomain(service, asked)
    if (joined.ok)
      return done({
        sec_subject_uid: joined.organisationPublicId,
        subject_name: joined.organisationName,
        identity_id: joined.memberPublicId,
      })
    return joined.code === 'second_verification_required'
      ? refuseStaleProof(service, person, 'data', ['email'])
      : refuseAs(joined)
  },
} satisfies Handling

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** A domain, for members who manage domains. */
const domainOf = async ({ service, acting }: MemberContext, domain: MailDomain) => {
  const { provenSince, seenAt, missingSince, joining, role } = domain
  return {
    domain: domain.domain,
    record_name: recordNameOf(domain.domain),
    record_value: recordValueOf(domain.token),
    proven_since: timeOf(provenSince),
    seen_at: timeOf(seenAt),
    missing_since: timeOf(missingSince),
    ends_at: timeOf(missingSince === null ? null : endsAt(missingSince)),
    joining,
    role: role ? heldRoleOf(role) : null,
    gives_role: (await roleGivenNow(service.storage, domain, acting.organisation.publicId)) !== undefined,
  }
}
