import type { Selectable } from 'kysely'
import type { Schema } from '../../account-api/database/schema'
import { days, hours } from '../../account-api/kernel/time'
import { namePartsOf, sortKeyOf } from '../../account-api/organisations/records/sort-key'
import { idAt, type Person } from './person'
import { picture, shortTokenOf, tokenOf } from './random'

/** The rows of one table that one account brings with it. */
type Share<Table extends keyof Schema> = (person: Person) => Selectable<Schema[Table]>[]

/** Of 80 accounts, one manages an organisation with the next 20. */
const [every, leader, members] = [80, 16, 20]

/** How many entries of the log are somebody's acts. */
const logged = { ofManager: 20, ofMember: 2 }

/** How many lines the list of a manager has. */
const listed = 3

/** The number of the organisation of an account. Accounts that come after a fill, to be erased, have none. */
const organisationOf = ({ nth, seed }: Person): { number: number; isManager: boolean } | undefined => {
  const place = (nth % every) - leader
  if (nth >= seed.accounts || place < 0 || place > members) return undefined
  return { number: nth - place, isManager: place === 0 }
}

const organisationId = (number: number): string => shortTokenOf('organisation', number)
const identityId = ({ nth }: Person): string => shortTokenOf('identity', nth)
const logoKey = (number: number): string => shortTokenOf('logo', number)
const roleId = (number: number): string => shortTokenOf('role', number)

/** Sorts by its time, as the ids that the product makes. */
const batchId = (number: number, { seed }: Person): string =>
  (seed.now - days(1)).toString(16).padStart(12, '0') + number.toString(16).padStart(20, '0')

/** The organisation that an account manages. */
export const managedOrganisationOf = (person: Person): string | undefined => {
  const organisation = organisationOf(person)
  return organisation?.isManager ? organisationId(organisation.number) : undefined
}

/** One row for each manager. */
const ofManagers =
  <Row>(row: (number: number, person: Person) => Row) =>
  (person: Person): Row[] => {
    const organisation = organisationOf(person)
    return organisation?.isManager ? [row(organisation.number, person)] : []
  }

export const organisationShares = {
  organisations: ofManagers((number, { createdAt }) => ({
    id: organisationId(number),
    public_id: shortTokenOf('public organisation', number),
    name: `Orchard ${number}`,
    base_infos: '{"region":"CN"}',
    detail_infos: '{}',
    frozen_by: null,
    created_at: createdAt,
    closes_at: null,
    erasing_until: null,
    erasure_attempts: 0,
    second_factor_from: null,
    proof_minutes: null,
    acting_hours: null,
    logo: logoKey(number),
  })),
  identities: (person) => {
    const organisation = organisationOf(person)
    if (!organisation) return []
    const name = person.username
    return [
      {
        id: identityId(person),
        public_id: shortTokenOf('public identity', person.nth),
        user_public_id: shortTokenOf('public user', person.nth),
        organisation_id: organisationId(organisation.number),
        account_id: person.id,
        name,
        name_key: sortKeyOf(name),
        address: person.nth % 3 === 0 ? null : (person.email ?? person.mobile),
        is_frozen: person.random.chance(0.01) && !organisation.isManager ? 1 : 0,
        joined_at: person.createdAt,
        active_on: Math.floor(person.usedAt / days(1)),
      },
    ]
  },
  // Of the account after the last member of each organisation.
  former_members: ({ nth, id, seed }) => {
    const place = (nth % every) - leader
    if (nth >= seed.accounts || place !== members + 1) return []
    return [
      {
        id: shortTokenOf('public user', nth),
        organisation_id: organisationId(nth - place),
        account_id: id,
        is_frozen: 0,
        removed_at: null,
      },
    ]
  },
  organisation_managers: ofManagers((number, person) => ({
    organisation_id: organisationId(number),
    identity_id: identityId(person),
  })),
  roles: ofManagers((number, { createdAt }) => ({
    id: roleId(number),
    organisation_id: organisationId(number),
    key: 'administrator',
    name: '',
    description: '',
    permissions: '[]',
    is_banned: 0,
    created_at: createdAt,
  })),
  identity_roles: (person) => {
    const organisation = organisationOf(person)
    if (!organisation || organisation.isManager || !person.random.chance(0.1)) return []
    const { number } = organisation
    return [
      {
        identity_id: identityId(person),
        role_id: roleId(number),
        organisation_id: organisationId(number),
        name_key: sortKeyOf(person.username),
      },
    ]
  },
  name_parts: (person) => {
    const organisation = organisationOf(person)
    if (!organisation) return []
    const named = { identity_id: identityId(person), organisation_id: organisationId(organisation.number) }
    return namePartsOf(sortKeyOf(person.username)).map((part) => ({ ...named, part }))
  },
  invitations: (person) => {
    const organisation = organisationOf(person)
    if (!organisation || organisation.isManager || !person.random.chance(0.1)) return []
    const { number } = organisation
    const isByWorkplace = person.nth % 10 === 0
    return [
      {
        id: idAt(person.createdAt, person),
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
  // Of the first member of each organisation.
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
  organisation_log: (person) => {
    const organisation = organisationOf(person)
    if (!organisation) return []
    const { number, isManager } = organisation
    return Array.from({ length: isManager ? logged.ofManager : logged.ofMember }, () => {
      const at = person.seed.now - Math.floor(days(364) * person.random.next())
      return {
        id: idAt(at, person),
        organisation_id: organisationId(number),
        at,
        kind: 'organisation_updated' as const,
        actor: shortTokenOf('public identity', person.nth),
        actor_name: person.username,
        target: shortTokenOf('public organisation', number),
        target_name: `Orchard ${number}`,
        before: '{"website":"https://old.example"}',
        after: '{"website":"https://new.example"}',
        address: person.clientAddress,
        client: 'Firefox',
      }
    })
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
  organisation_logos: ofManagers((number, { createdAt }) => ({
    key: logoKey(number),
    organisation_id: organisationId(number),
    base64: picture,
    created_at: createdAt,
  })),
  // A hundredth of the managers have just had answers to their invitations.
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
  // A hundredth of the organisations have just made a rule.
  rule_notices: (person) =>
    person.nth % 100 === leader
      ? ofManagers((number) => ({
          organisation_id: organisationId(number),
          after: '',
          due_at: person.seed.now + days(1),
          attempts: 0,
        }))(person)
      : [],
  // Each manager has asked to join the organisation before theirs.
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
  // The member after the manager was asked to take over, and has declined.
  transfers: (person) => {
    const organisation = organisationOf(person)
    if (!organisation || person.nth !== organisation.number + 1) return []
    const at = person.usedAt
    return [
      {
        id: shortTokenOf('transfer', organisation.number),
        public_id: shortTokenOf('public transfer', organisation.number),
        organisation_id: organisationId(organisation.number),
        from_identity_id: shortTokenOf('identity', organisation.number),
        to_identity_id: identityId(person),
        state: 'declined',
        created_at: at,
        expires_at: at + days(7),
        ended_at: at + days(1),
        accept_from: null,
      },
    ]
  },
} satisfies { [Table in keyof Schema]?: Share<Table> }
