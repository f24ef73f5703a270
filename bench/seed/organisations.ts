import type { Schema } from '#account-api/database/schema'
import { days } from '#account-api/kernel/time'
import { namePartsOf, sortKeyOf } from '#rules/typed/name-key'
import { arrivalShares } from './arrivals'
import { idAt, type Share } from './person'
import { every, identityId, leader, members, ofManagers, organisationId, organisationOf } from './place'
import { picture, shortTokenOf } from './random'

/** How many entries of the log are acts of people. */
const logged = { ofManager: 20, ofMember: 2 }

const logoKey = (number: number): string => shortTokenOf('logo', number)
const roleId = (number: number): string => shortTokenOf('role', number)

export const organisationShares = {
  organisations: ofManagers((number, { createdAt }) => ({
    id: organisationId(number),
    public_id: shortTokenOf('public organisation', number),
    name: `Orchard ${number}`,
    name_key: sortKeyOf(`Orchard ${number}`),
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
    sms_allowance: null,
    sms_allowance_until: null,
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
  // One per organisation, of the account after its last member.
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
        place: null,
        joined_at: null,
        address: null,
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
  organisation_logos: ofManagers((number, { createdAt }) => ({
    key: logoKey(number),
    organisation_id: organisationId(number),
    base64: picture,
    created_at: createdAt,
  })),
  // A hundredth of the organisations have just set a rule.
  rule_notices: (person) =>
    person.nth % 100 === leader
      ? ofManagers((number) => ({
          organisation_id: organisationId(number),
          after: '',
          due_at: person.seed.now + days(1),
          attempts: 0,
        }))(person)
      : [],
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
  ...arrivalShares,
} satisfies { [Table in keyof Schema]?: Share<Table> }
