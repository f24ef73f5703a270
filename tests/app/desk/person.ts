import type { UserShown } from '#contract/operator/people/user-shown'
import type { DataOf } from '~/features/desk/act'

const at = '2026-11-26T08:00:00.000Z'

/** The id of a person whom an operator looks at. */
export const userId = '01998f4e-2222-7000-8000-000000000002'

/** A person as an operator sees one, with masked addresses. */
export const personShown = (otherwise: Partial<UserShown> = {}): UserShown => ({
  user_id: userId,
  username: 'mei_hua',
  name: 'Mei Hua',
  mobile: '+86 138****0001',
  email: 'm***@example.com',
  unverified_email: null,
  recovery_email: null,
  created_at: at,
  last_used_at: at,
  frozen_at: null,
  frozen_reason: null,
  erased_on: null,
  password: { set_at: at, is_breached: false },
  authenticator: null,
  passkeys: [],
  platforms: [],
  pending: [],
  sessions: [],
  activity: [],
  messages: [],
  organisations: [],
  ...otherwise,
})

/** All that there may be of a person. */
export const fullPerson = personShown({
  unverified_email: 'n***@example.com',
  recovery_email: 'r***@example.com',
  password: { set_at: null, is_breached: true },
  authenticator: { since: at, is_asked: true, recovery_codes: 3 },
  passkeys: [
    { name: 'Laptop', made_at: at, used_at: null },
    { name: 'Phone', made_at: at, used_at: at },
  ],
  platforms: [{ platform: 'github', name: 'mei', bound_at: at }],
  pending: [
    { method: 'mobile', takes_effect_at: at, becomes: '+86 139****0002' },
    { method: 'recovery_link', takes_effect_at: at, becomes: null },
    { method: 'wechat', takes_effect_at: at, becomes: null },
  ],
  sessions: [
    {
      ...{ browser: 'Firefox', system: 'Linux', network: '203.0.113', way: 'password' },
      ...{ created_at: at, last_seen_at: at },
    },
  ],
  activity: [
    { at, kind: 'signed_in', detail: 'password' },
    { at, kind: 'mobile_bound', detail: '+86 138****0001' },
    { at, kind: 'of_a_newer_release', detail: 'something' },
  ],
  messages: [
    {
      ...{ id: '01998f4e-3333-7000-8000-000000000003', channel: 'sms', purpose: 'signed_in_new', written_at: at },
      ...{ attempts: 3, next_attempt_at: at, given_up_at: null, answer: '503 the gateway is closed' },
    },
    {
      ...{ id: '01998f4e-3333-7000-8000-000000000004', channel: 'email', purpose: 'code', written_at: at },
      ...{ attempts: 1, next_attempt_at: at, given_up_at: at, answer: null },
    },
  ],
  organisations: [
    { sec_subject_uid: 's'.repeat(22), name: 'Orchard', is_manager: true, roles: [], is_frozen: false },
    { sec_subject_uid: 't'.repeat(22), name: 'Mill', is_manager: false, roles: ['Clerk', 'Cook'], is_frozen: true },
  ],
})

/** A recovery of that person to which another operator has to agree. */
export const awaitingRecovery: DataOf<'listAwaitingRecoveries'>['recoveries'][number] = {
  user_id: userId,
  to: 'n***@example.com',
  reason: 'She has shown the contract that names the account',
  asked_by: { name: 'bo_lee', holder: 'Bo Lee' },
  asked_at: at,
  agree_until: '2026-11-27T08:00:00.000Z',
}
