import type { z } from 'zod'
import type { Calls } from '#contract/calls'
import { done, type Outcome, refuse } from '#contract/server'
import type { activityEntry } from '#contract/terms/fields'
import { permissionNames } from '#contract/terms/permissions'

export { done, refuse }

/** What a sign-in answers. */
export const signedIn = (isNewUser = false) =>
  done({ user_id: '1', is_new_user: isNewUser, expires_at: '2030-01-01T00:00:00.000Z' })

/** Names the code of {@link smsSent}, and of {@link emailSent}. */
export const smsKey = { sms_code_key: 'key-of-the-sms' }
export const emailKey = { email_code_key: 'key-of-the-email' }

/** What sending a code by SMS answers. */
export const smsSent = () => done({ retry_after: 60, ...smsKey, mobile: '+86 138****0001' })

/** What sending a code by email answers. */
export const emailSent = () => done({ retry_after: 60, ...emailKey, email: 'a***@example.com' })

type Info = Extract<Outcome<Calls['accountInfo']>, { ok: true }>['data']

/** What accountInfo reports a person, with what a test wants otherwise. */
export const infoOf = (otherwise: Partial<Info> = {}): Info => ({
  user_id: '1',
  username: 'ann',
  held_username: null,
  birthday: null,
  language: 'en',
  mobile: '+86 138****0001',
  email: null,
  email_verified: false,
  has_password: true,
  password_breached: false,
  avatar: 'default-avatar-1',
  background: 'default-background-1',
  created_at: '2026-01-02T03:04:05.000Z',
  ...otherwise,
})

/** What the page of the profile asks, next to the account. */
export const profileAnswers = {
  checkDefaultInfo: done({ avatar_is_default: true, name_is_default: true }),
  remainingUpdateTimes: done({ username: { remaining: 3, resets_at: null } }),
  recommendedName: done({ names: ['calm-river-482'] }),
}

/** The ways in which an account proves its person again. */
export const threeWays = [
  { way: 'mobile' as const, masked: '+86 138****0001' },
  { way: 'email' as const, masked: 'a***@example.com' },
  { way: 'password' as const, masked: '' },
]

/** The public id of an organisation. */
export const subjectId = 's'.repeat(22)

type Acting = Extract<Outcome<Calls['subjectInfo']>, { ok: true }>['data']

/** The answer of subjectInfo for a manager. A test may change the organisation and the other fields. */
export const actingAs = (subject: Partial<Acting['subject']> = {}, otherwise: Partial<Omit<Acting, 'subject'>> = {}) =>
  done<Acting>({
    subject: {
      subject_uid: '1',
      sec_subject_uid: subjectId,
      subject_name: 'Orchard',
      identity_id: 'i'.repeat(22),
      deputy_name: 'Ann',
      is_manager: true,
      base_infos: {},
      created_at: '2026-01-02T03:04:05.000Z',
      ...subject,
    },
    sec_user_id: 'u'.repeat(22),
    roles: [],
    permissions: [...permissionNames],
    ...otherwise,
  })

type Invitation = Extract<Outcome<Calls['invitationInfo']>, { ok: true }>['data']['invitation']

/** An invitation that waits for an answer, with what a test wants otherwise. */
export const invitationOf = (otherwise: Partial<Invitation> = {}): Invitation => ({
  invite_id: 'v'.repeat(22),
  channel: 'mobile',
  state: 'pending',
  address: '+86 138****0001',
  deputy_name: 'Bo',
  role: null,
  note: '',
  next_url: '',
  extra: null,
  inviter_name: 'ann',
  places: 1,
  places_left: 1,
  created_at: '2030-01-02T03:04:05.000Z',
  ends_at: '2030-01-02T03:04:05.000Z',
  ...otherwise,
})

/** An entry of an account's activity, with the fields that a test changes. */
export const entry = (otherwise: Partial<z.output<typeof activityEntry>> = {}): z.output<typeof activityEntry> => ({
  at: '2026-01-02T03:04:05.000Z',
  kind: 'signed_in',
  detail: 'password',
  client: { browser: 'Chrome', system: 'Android' },
  address: '203.0.113.7',
  ...otherwise,
})

/** A ticket of the account API. */
export const ticket = 'ticket-of-a-test-0001'
