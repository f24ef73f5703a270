import type { Schema } from '#account-api/database/schema'
import { days, hours } from '#account-api/kernel/time'
import { namePartsOf, sortKeyOf } from '#rules/typed/name-key'
import { idAt, type Person, type Share } from './person'
import { every, identityId, leader, ofManagers, organisationId, organisationOf } from './place'
import { shortTokenOf, tokenOf } from './random'

/** How many lines the list of a manager has. */
const listed = 3

/** Sorts by its time, like the ids of the product. */
const batchId = (number: number, { seed }: Person): string =>
  (seed.now - days(1)).toString(16).padStart(12, '0') + number.toString(16).padStart(20, '0')

/** The id of the invitation of a person. It sorts by its time, like the ids that the product makes. */
export const invitationId = (createdAt: number, { nth }: Person): string =>
  createdAt.toString(16).padStart(12, '0') + nth.toString(16).padStart(20, '0')

export const partsOfInvitation = (invitation_id: string, organisation_id: string, name: string) =>
  namePartsOf(sortKeyOf(name)).map((part) => ({ invitation_id, part, organisation_id }))

/** The organisation that a member joined by invitation, as one member in ten does. */
const invitedTo = (person: Person): number | undefined => {
  const organisation = organisationOf(person)
  const isInvited = organisation && !organisation.isManager && Math.floor(person.nth / 3) % 10 === 1
  return isInvited ? organisation.number : undefined
}

/** How people join an organisation: by invitations, by lists of them, by a mail domain, or by asking. */
export const arrivalShares = {
  invitations: (person) => {
    const number = invitedTo(person)
    if (number === undefined) return []
    const isByWorkplace = person.nth % 10 === 0
    return [
      {
        id: invitationId(person.createdAt, person),
        public_id: shortTokenOf('public invitation', person.nth),
        organisation_id: organisationId(number),
        channel: isByWorkplace ? 'workplace' : 'mobile',
        address: isByWorkplace ? `w-${person.nth}` : person.mobile,
        role_id: null,
        name: person.username,
        note: '',
        extra: null,
        next_url: '',
        inviter_id: shortTokenOf('identity', number),
        token_hash: tokenOf('invitation', person.nth),
        state: 'accepted',
        undeliverable_reason: null,
        places: 1,
        places_left: 0,
        sent: 1,
        language: 'zh-Hans',
        created_at: person.createdAt,
        ends_at: person.usedAt,
      },
    ]
  },
  invitation_name_parts: (person) => {
    const number = invitedTo(person)
    if (number === undefined) return []
    return partsOfInvitation(invitationId(person.createdAt, person), organisationId(number), person.username)
  },
  // One per organisation, of its first member.
  activations: (person) => {
    const organisation = organisationOf(person)
    if (!organisation || person.nth !== organisation.number + 1) return []
    return [
      {
        account_id: person.id,
        organisation_id: organisationId(organisation.number),
        giver_id: shortTokenOf('identity', organisation.number),
        kind: 'email' as const,
        value: `awaited-${person.nth}@example.com`,
        ends_at: person.seed.now + days(20),
      },
    ]
  },
  mail_domains: ofManagers((number, { createdAt, seed }) => ({
    id: shortTokenOf('mail domain', number),
    organisation_id: organisationId(number),
    domain: `orchard-${number}.example`,
    token: shortTokenOf('proof of a domain', number),
    created_at: createdAt,
    proven_since: createdAt,
    seen_at: seed.now - days(1),
    missing_since: null,
    next_check_at: seed.now + days(1),
    attempts: 0,
    joining: 'join' as const,
    role_id: null,
    chooser_id: null,
  })),
  // A tenth of the members have joined by it.
  domain_joins: (person) => {
    const organisation = organisationOf(person)
    if (!organisation || organisation.isManager || person.email === null || person.nth % 10 !== 0) return []
    return [
      {
        id: idAt(person.createdAt, person),
        organisation_id: organisationId(organisation.number),
        account_id: person.id,
        email: person.email,
        is_kept_out: 0,
        at: person.createdAt,
      },
    ]
  },
  // A hundredth of the managers have just got answers to their invitations.
  invitation_answers: (person) =>
    person.nth % 100 === leader
      ? ofManagers((_, manager) => ({
          identity_id: identityId(manager),
          accepted: 2,
          declined: 1,
          name: 'Ann',
          due_at: manager.seed.now + hours(1),
          attempts: 0,
        }))(person)
      : [],
  // Each manager has asked to join the previous organisation.
  join_requests: (person) => {
    const organisation = organisationOf(person)
    const before = organisation?.isManager ? organisation.number - every : -1
    if (before < leader) return []
    return [
      {
        id: idAt(person.usedAt, person),
        public_id: shortTokenOf('public request', person.nth),
        organisation_id: organisationId(before),
        account_id: person.id,
        email: `${person.username}@orchard-${before}.example`,
        name: person.username,
        state: 'pending' as const,
        roles: null,
        asked_at: person.usedAt,
        ends_at: person.seed.now + days(20),
      },
    ]
  },
  invitation_batches: ofManagers((number, person) => ({
    id: batchId(number, person),
    public_id: shortTokenOf('public batch', number),
    organisation_id: organisationId(number),
    inviter_id: identityId(person),
    state: 'done',
    format: 'csv',
    list: '',
    region: 'CN',
    role_id: null,
    note: '',
    days: 7,
    language: 'zh-Hans',
    line_count: listed,
    checked_count: listed,
    created_at: person.seed.now - days(1),
    work_at: null,
    attempts: 0,
  })),
  invitation_lines: (person) =>
    ofManagers((number) =>
      Array.from({ length: listed }, (_, line) => ({
        id: idAt(person.seed.now - days(1) + line, person),
        batch_id: batchId(number, person),
        organisation_id: organisationId(number),
        number: line + 1,
        state: 'wrong_form' as const,
        channel: null,
        address: null,
        typed: 'nobody',
        name: '',
        note: '',
        role_id: null,
        same_as: null,
      })),
    )(person).flat(),
} satisfies { [Table in keyof Schema]?: Share<Table> }
