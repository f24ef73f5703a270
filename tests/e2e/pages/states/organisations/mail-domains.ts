import { actingAs, done, refuse, subjectId } from '#tests/app/browser/answers'
import { roleOf, unprovenDomain } from '#tests/app/organisations/answers'
import { accounts, day, desk, longName, noOrganisation } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { given, pressed, refusedBy, signedInTo, told, walk } from '#tests/e2e/pages/states/steps'

const home = `/settings/organisations/${subjectId}`
const name = `${'donaudampfschifffahrt.'.repeat(3)}school.example`

const unproven = unprovenDomain(name)
const proven = { ...unproven, proven_since: day, seen_at: day }
const open = { ...proven, joining: 'join' as const, role: desk, gives_role: true }
const missing = { ...open, gives_role: false, missing_since: day, ends_at: day }
const other = { ...proven, domain: 'school.example', joining: 'invited' as const }

type Domain = typeof unproven | typeof proven | typeof open | typeof missing | typeof other

const at = (below: string, domains: Domain[]): Reach =>
  signedInTo(home + below, {
    subjectInfo: actingAs({ subject_name: 'Riverside School of Music and Everything Else' }),
    listRoles: done({ roles: [roleOf('desk', ['log.read'], desk)] }),
    listDomains: done({ domains }),
  })

const joinable = (
  joining: 'invited' | 'join',
  request: { state: 'pending' | 'declined'; ends_at: string } | null = null,
): Reach => {
  const subject = { sec_subject_uid: subjectId, subject_name: longName, domain: name, joining, role: desk, request }
  return signedInTo(
    '/settings/organisations',
    { ...noOrganisation, joinableSubjects: done({ subjects: [subject] }) },
    accounts.both,
  )
}

const request = { request_id: 'r'.repeat(22), deputy_name: longName, address: `a@${name}`, asked_at: day, ends_at: day }

/** A member whom somebody removed in another’s account. */
const removed = { ...request, address: '', former_roles: ['administrator', 'Clerks'] }

const requested = (below: string, requests: (typeof request | typeof removed)[] = [request]): Reach =>
  signedInTo(`${home}/requests${below}`, {
    subjectInfo: actingAs({ subject_name: 'Riverside School' }),
    listRoles: done({ roles: [roleOf('desk', ['log.read'], desk)] }),
    listJoinRequests: done({ requests, next: null }),
    joinRequestInfo: done({ request: requests[0] ?? request }),
  })

export const mailDomainStates: States = {
  '/settings/organisations': {
    'an organisation to join by a mail domain': joinable('join'),
    'an organisation to ask to join by a mail domain': joinable('invited'),
    'an organisation that was asked to join': joinable('invited', { state: 'pending', ends_at: day }),
    'an organisation that has declined a request to join': joinable('invited', { state: 'declined', ends_at: day }),
    'an organisation that cannot be joined any more': walk(
      joinable('join'),
      refusedBy({ joinSubject: refuse('not_joinable', {}), ...noOrganisation }, { join: subjectId }),
    ),
  },
  [`${home}/requests`]: {
    'requests to join': requested('', [request, removed]),
    'requests to join, none': requested('', []),
  },
  [`${home}/requests/${request.request_id}`]: {
    'a request to join': requested(`/${request.request_id}`),
    'a removed member': requested(`/${request.request_id}`, [removed]),
  },
  [`${home}/domains`]: {
    'mail domains': at('/domains', [unproven, { ...open, domain: 'example.org' }, missing, other]),
    'mail domains, none': at('/domains', []),
    'mail domains, a public one': walk(
      at('/domains', []),
      refusedBy({ addDomain: refuse('domain_is_public', {}) }, { domain: 'qq.com' }),
    ),
  },
  [`${home}/domains/${name}`]: {
    'a mail domain, not proven': at(`/domains/${name}`, [unproven]),
    'a mail domain, the record has another value': walk(
      at(`/domains/${name}`, [unproven]),
      refusedBy({ checkDomain: refuse('domain_not_proven', { reason: 'wrong_value' }) }),
    ),
    'a mail domain, just proven': walk(
      at(`/domains/${name}`, [proven]),
      given({ checkDomain: done({ domain: proven }) }),
      pressed('check'),
      told,
    ),
    'a mail domain that people join by': at(`/domains/${name}`, [open]),
    'a mail domain whose record is missing': at(`/domains/${name}`, [missing]),
  },
  [`${home}/domains/${name}/remove`]: { 'a mail domain, remove?': at(`/domains/${name}/remove`, [open]) },
}
