import { z } from 'zod'
import { call } from '#contract/call'
import { roleErrors } from '#contract/organisations/invitations/offers'
import { joinRequestStates } from '#contract/organisations/join-requests'
import { joinings, longestDomain } from '#contract/organisations/mail-domains'
import {
  heldRole,
  identityId,
  inSubject,
  ownDeputyName,
  roleKey,
  secSubjectUid,
} from '#contract/organisations/organisation-fields'
import { reads } from '#contract/terms/power'

/** A domain of the organisation, in ASCII and lower case. */
const thisDomain = { ...inSubject, domain: z.string().min(1).max(longestDomain) }

const joining = z.enum(joinings)

const mailDomain = z.object({
  domain: z.string(),
  /** The text record that proves the domain. */
  record_name: z.string(),
  record_value: z.string(),
  /** When it was proven. Null: it is not proven. */
  proven_since: z.iso.datetime().nullable(),
  /** When the record of a proven domain was last seen. */
  seen_at: z.iso.datetime().nullable(),
  /** Since when that record has been missing, and when the proof ends if it stays missing. Null: present. */
  missing_since: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime().nullable(),
  joining,
  /** The role that joining gives. */
  role: heldRole.nullable(),
  /**
   * True when it gives the role now: not when the role is disabled, or the member who chose it may no longer give it.
   */
  gives_role: z.boolean(),
})

export const listDomains = call({
  name: 'listDomains',
  power: reads('session'),
  summary: 'Returns the mail domains of the organisation, with the TXT records that prove them.',
  method: 'GET',
  path: '/passport/org/domain/list',
  input: z.object(inSubject),
  output: z.object({ domains: z.array(mailDomain) }),
  auth: 'member',
  needs: 'domain.manage',
})

export const addDomain = call({
  name: 'addDomain',
  power: {
    proof: 'fresh',
    act: 'organisation',
    tells: ['mail_domain_added'],
    undoneBy: 'given',
    limit: 'domains',
  },
  summary: 'Adds a mail domain, which a TXT record in the DNS has to prove.',
  path: '/passport/org/domain/add',
  /** As typed, in any script and case. */
  input: z.object({ ...inSubject, domain: z.string().min(1).max(300) }),
  output: z.object({ domain: mailDomain }),
  errors: ['domain_is_added', 'too_many_domains', 'domain_is_public'],
  auth: 'member',
  needs: 'domain.manage',
})

export const checkDomain = call({
  name: 'checkDomain',
  power: { proof: 'session', tells: ['organisation'], undoneBy: 'others', limit: 'domains' },
  summary:
    'Looks up the TXT record of a domain. Only one organisation has a domain at a time: the one with the record.',
  path: '/passport/org/domain/check',
  input: z.object(thisDomain),
  output: z.object({ domain: mailDomain }),
  errors: ['no_such_domain', 'domain_not_proven', 'domain_unreachable', 'domain_taken'],
  auth: 'member',
  needs: 'domain.manage',
  event: 'if_changed',
})

export const updateDomain = call({
  name: 'updateDomain',
  power: {
    proof: 'fresh',
    act: 'organisation',
    factor: true,
    tells: ['administrator_given'],
    undoneBy: 'given',
    limit: 'none',
  },
  summary:
    'Sets how people with a proven address of the domain may join. Giving a role needs role.assign and every permission that the role grants.',
  path: '/passport/org/domain/update',
  input: z.object({ ...thisDomain, joining, role_key: roleKey.optional() }),
  output: z.object({ joining }),
  errors: ['no_such_domain', 'domain_unproven', ...roleErrors],
  auth: 'member',
  needs: 'domain.manage',
})

export const removeDomain = call({
  name: 'removeDomain',
  power: { proof: 'fresh', act: 'organisation', tells: [], undoneBy: 'others', limit: 'none' },
  summary: 'Removes a domain. People who joined by it stay.',
  path: '/passport/org/domain/remove',
  input: z.object(thisDomain),
  output: z.object({ removed: z.boolean() }),
  errors: ['no_such_domain'],
  auth: 'member',
  needs: 'domain.manage',
})

export const joinableSubjects = call({
  name: 'joinableSubjects',
  power: reads('session'),
  summary:
    'Returns the organisation that has proven the domain of the account’s email. Also returns whether the account may join it or ask to join it, and the state of its request. Leaves out organisations that the account belongs or belonged to.',
  method: 'GET',
  path: '/passport/org/domain/joinable',
  input: z.object({}),
  output: z.object({
    subjects: z.array(
      z.object({
        sec_subject_uid: secSubjectUid,
        subject_name: z.string(),
        domain: z.string(),
        joining: z.enum(['invited', 'join']),
        /** The role that joining gives now. */
        role: heldRole.nullable(),
        /** The request of the account, while it waits, or until it may ask again. Null: none. */
        request: z
          .object({ state: z.enum(joinRequestStates), ends_at: z.iso.datetime() })
          .nullable()
          .default(null),
      }),
    ),
  }),
  auth: 'user',
})

export const joinSubject = call({
  name: 'joinSubject',
  power: { proof: 'asked', act: 'data', tells: ['organisation'], undoneBy: 'others', limit: 'domains' },
  summary:
    'Makes the account a member of the organisation that has proven the domain of its email. The mailbox must have been proven within a day, or is proven again.',
  path: '/passport/org/domain/join',
  input: z.object({ ...inSubject, ...ownDeputyName }),
  output: z.object({ ...inSubject, subject_name: z.string(), identity_id: identityId }),
  errors: ['not_joinable', 'already_member', 'domain_unreachable', 'second_verification_required'],
  auth: 'user',
})
