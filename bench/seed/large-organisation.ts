import type { Schema } from '#account-api/database/schema'
import { days } from '#account-api/kernel/time'
import { namePartsOf, sortKeyOf } from '#rules/typed/name-key'
import { invitationId, partsOfInvitation } from './arrivals'
import { type Person, personOf, type Share, wholeNth } from './person'
import { shortTokenOf, tokenOf } from './random'

/** The number of the account that manages the large organisation: the first that can make every call. */
export const largeManager = wholeNth(0)

const organisationId = shortTokenOf('large organisation')
export const largePublicId = shortTokenOf('public large organisation')
const roleIds = { administrator: shortTokenOf('large administrator'), clerk: shortTokenOf('large clerk') }

/** Sorts by the time of joining, like the ids of the product. */
const identityId = ({ createdAt, nth }: Person): string =>
  createdAt.toString(16).padStart(12, '0') + nth.toString(16).padStart(20, '0')

const isMember = ({ nth, seed: { members = 0 } }: Person): boolean => nth < members
const isManager = (person: Person): boolean => person.nth === largeManager && isMember(person)

/** One of a hundred members is an administrator, and one of ten is a clerk. */
const roleOf = (person: Person): keyof typeof roleIds | undefined => {
  if (!isMember(person) || isManager(person)) return undefined
  if (person.nth % 100 === 7) return 'administrator'
  return person.nth % 10 === 3 ? 'clerk' : undefined
}

const role = (key: keyof typeof roleIds, permissions: string, createdAt: number) => ({
  id: roleIds[key],
  organisation_id: organisationId,
  key,
  name: key === 'clerk' ? 'Clerk' : '',
  description: '',
  permissions,
  is_banned: 0,
  created_at: createdAt,
})

/** Within the last 6 days. */
const invitedAt = ({ nth, seed }: Person): number => seed.now - ((nth * 7919 * 1000) % days(6))

/** One organisation with the numbers of members and invitations of a seed, next to the small ones. */
export const largeShares: { [Table in keyof Schema]?: Share<Table> } = {
  organisations: (person) =>
    isManager(person)
      ? [
          {
            id: organisationId,
            public_id: largePublicId,
            name: 'Large Orchard',
            name_key: sortKeyOf('Large Orchard'),
            base_infos: '{"region":"CN"}',
            detail_infos: '{}',
            frozen_by: null,
            created_at: person.createdAt,
            closes_at: null,
            erasing_until: null,
            erasure_attempts: 0,
            second_factor_from: null,
            proof_minutes: null,
            acting_hours: null,
            logo: null,
            sms_allowance: null,
            sms_allowance_until: null,
          },
        ]
      : [],
  identities: (person) =>
    isMember(person)
      ? [
          {
            id: identityId(person),
            public_id: shortTokenOf('public large identity', person.nth),
            user_public_id: shortTokenOf('public large user', person.nth),
            organisation_id: organisationId,
            account_id: person.id,
            name: person.username,
            name_key: sortKeyOf(person.username),
            address: person.nth % 3 === 0 ? null : (person.email ?? person.mobile),
            is_frozen: person.nth % 50 === 1 ? 1 : 0,
            joined_at: person.createdAt,
            active_on: Math.floor(person.usedAt / days(1)),
          },
        ]
      : [],
  organisation_managers: (person) =>
    isManager(person) ? [{ organisation_id: organisationId, identity_id: identityId(person) }] : [],
  roles: (person) =>
    isManager(person)
      ? [role('administrator', '[]', person.createdAt), role('clerk', '["member.read"]', person.createdAt)]
      : [],
  identity_roles: (person) => {
    const key = roleOf(person)
    if (!key) return []
    const name_key = sortKeyOf(person.username)
    const role_id = roleIds[key]
    return [{ identity_id: identityId(person), role_id, organisation_id: organisationId, name_key }]
  },
  name_parts: (person) => {
    if (!isMember(person)) return []
    const named = { identity_id: identityId(person), organisation_id: organisationId }
    return namePartsOf(sortKeyOf(person.username)).map((part) => ({ ...named, part }))
  },
  invitations: (person) => {
    const { nth, seed } = person
    if (nth >= (seed.invitations ?? 0)) return []
    const createdAt = invitedAt(person)
    const isPending = nth % 2 === 0
    return [
      {
        id: invitationId(createdAt, person),
        public_id: shortTokenOf('public large invitation', nth),
        organisation_id: organisationId,
        channel: 'mobile',
        address: `+86137${10_000_000 + nth}`,
        role_id: null,
        name: person.username,
        note: '',
        extra: null,
        next_url: '',
        inviter_id: identityId(personOf(seed, largeManager)),
        token_hash: tokenOf('large invitation', nth),
        state: isPending ? 'pending' : 'cancelled',
        undeliverable_reason: null,
        places: 1,
        places_left: isPending ? 1 : 0,
        sent: 1,
        language: 'zh-Hans',
        created_at: createdAt,
        ends_at: createdAt + days(7),
      },
    ]
  },
  invitation_name_parts: (person) =>
    person.nth < (person.seed.invitations ?? 0)
      ? partsOfInvitation(invitationId(invitedAt(person), person), organisationId, person.username)
      : [],
}
