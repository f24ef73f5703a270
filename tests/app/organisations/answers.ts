import { type Permission, permissionNames } from '#contract/terms/permissions'
import { done, subjectId } from '#tests/app/browser/answers'
import type { LogEntry } from '~/routes/settings/organisations/$subject/log/log-entry'
import type { Member } from '~/routes/settings/organisations/$subject/members/member-rows'

const day = '2030-01-02T03:04:05.000Z'

/** An id that is easy to recognise. */
export const idOf = (letter: string) => letter.repeat(22)

/** A member with an id from the first letter of the name. A test may change its fields. */
export const memberCalled = (deputy_name: string, otherwise: Partial<Member> = {}): Member => ({
  identity_id: idOf(deputy_name[0] ?? ''),
  sec_user_id: idOf('u'),
  deputy_name,
  address: '',
  is_manager: false,
  is_frozen: 0,
  joined_at: day,
  active_on: null,
  roles: [],
  allowed: ['rename', 'freeze', 'remove'],
  ...otherwise,
})

/** A role that an organisation has made for itself. */
export const roleOf = (role_key: string, permissions: readonly Permission[] = [], otherwise: object = {}) => ({
  role_key,
  role_name: role_key.toUpperCase(),
  description: '',
  permissions: [...permissions],
  is_banned: 0,
  is_built_in: false,
  ...otherwise,
})

/** The roles of every organisation. */
export const builtInRoles = ['manager', 'administrator', 'member'].map((key) =>
  roleOf(key, key === 'member' ? [] : permissionNames, { role_name: '', is_built_in: true }),
)

/** An application of the organisation, which keeps a secret. */
export const application = {
  client_key: 'a2345bcdefghijklmnop',
  name: 'Ledger',
  icon: null,
  is_verified: false,
  is_confidential: true,
  requires_pkce: true,
  redirect_uris: ['https://ledger.example/back'],
  post_logout_uris: [],
  logout_url: null,
  scopes: ['openid' as const, 'email' as const],
  created_at: day,
  disabled_since: null,
  disabled_by: null,
  secret_id: 'of the present one',
  previous_secret_until: null,
}

/** A mail domain that the organisation has added, and has not proven. */
export const unprovenDomain = (domain: string) => ({
  domain,
  record_name: `_organisation.${domain}`,
  record_value: 'organisation-proof=aB3-_aB3-_aB3-_aB3-_xy',
  proven_since: null,
  seen_at: null,
  missing_since: null,
  ends_at: null,
  joining: 'off' as const,
  role: null,
  gives_role: false,
})

/** A person's place in an organisation, as it appears in lists. */
export const placeIn = (subject_name: string, otherwise: object = {}) => ({
  subject_uid: `inner-${subject_name}`,
  sec_subject_uid: subjectId,
  subject_name,
  identity_id: idOf('i'),
  deputy_name: 'ann',
  is_manager: false,
  is_frozen: 0,
  ...otherwise,
})

/** An invitation as anyone who follows its link sees it. */
export const offered = (otherwise: object = {}) => ({
  invite_id: idOf('v'),
  channel: 'mobile' as const,
  state: 'pending' as const,
  subject_name: 'Orchard',
  inviter_name: 'ann',
  role: null,
  deputy_name: '',
  note: '',
  address: '+86 138****0001',
  ends_at: day,
  ...otherwise,
})

/** What Ann, who manages the organisation, has asked Bo, as one of them sees it. */
export const pendingTransfer = (side: 'from' | 'to') => ({
  transfer_id: idOf('t'),
  state: 'pending' as const,
  from: { identity_id: idOf('i'), deputy_name: 'Ann' },
  to: { identity_id: idOf('b'), deputy_name: 'Bo' },
  is_from: side === 'from',
  is_to: side === 'to',
  expires_at: day,
})

/** The other answers that an organisation's overview needs: an empty log, and no application. */
export const overviewAnswers = {
  listSubjectLog: done({ entries: [], kept_days: 365, time_zone: 'UTC' }),
  listMemberClients: done({ clients: [] }),
}

/** The list of a person without an organisation, an invitation, or one to join. */
export const noOrganisations = {
  listSubjects: done({ subjects: [], has_more: false }),
  myInvitations: done({ invitations: [] }),
  joinableSubjects: done({ subjects: [] }),
}

/** An entry of the log: Ann has changed the details of the organisation. */
export const logEntry = (otherwise: Partial<LogEntry> = {}): LogEntry => ({
  key: '1',
  at: '2026-01-02T03:04:05.000Z',
  kind: 'organisation_updated',
  actor: { id: idOf('i'), name: 'Ann' },
  target: { id: subjectId, name: 'Orchard' },
  before: { name: 'Meadow' },
  after: { name: 'Orchard', website: 'https://orchard.example' },
  client: { browser: 'Firefox', system: 'Linux' },
  ...otherwise,
})
