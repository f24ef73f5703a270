import { cancellationBlockers } from '#contract/accounts/account-errors'
import { done, infoOf, refuse } from '#tests/app/browser/answers'

export { ticket } from '#tests/app/browser/answers'
export const code = { code: '123456' }
export const mobile = { mobile: '138 0000 0001', region: 'CN' }
export const email = { email: 'ann@example.com' }
export const password = 'fourteen calm violins'
/** The calls that the sign-in page makes. */
export const credentials = { account: 'ann', password }

export const day = '2030-01-02T03:04:05.000Z'

/** A name without a place to break it. */
export const longName = 'Donaudampfschifffahrtsgesellschaft'

export const masked = { mobile: '+86 138****0001', email: 'a***@example.com' }

/** The second ways of an account with everything. */
export const ways = [
  { way: 'mobile' as const, masked: masked.mobile },
  { way: 'email' as const, masked: masked.email },
  { way: 'password' as const, masked: '' },
  { way: 'authenticator' as const, masked: '' },
]

/** What accountInfo reports accounts with one address or two. */
export const accounts = {
  mobile: infoOf(),
  email: infoOf({ mobile: null, email: masked.email, email_verified: true }),
  both: infoOf({ email: masked.email, email_verified: true }),
}

export const staleProof = refuse('second_verification_required', { sms_code_key: 'key-of-a-test-00000001', ways })

export const acted = done({ done: true })

export const wrongCode = refuse('code_wrong', { field: 'code', tries_left: 4 })

export const wrongCredentials = refuse('wrong_credentials', {})

export const tooManyRequests = refuse('too_many_requests', { retry_after: 30 })

/** What an application learns of somebody who is signed out. */
export const signInNeeded = { person: null, needs: ['sign_in' as const] }

export const allBlockers = [...cancellationBlockers]

/** A role that an organisation has made for itself, as people are shown it. */
export const desk = { role_key: 'desk', role_name: longName }

/** What accounts see that belong to no organisation, and that none waits for. */
export const noOrganisation = {
  listSubjects: done({ subjects: [], has_more: false }),
  myInvitations: done({ invitations: [] }),
  joinableSubjects: done({ subjects: [] }),
}

/** An account with a pending removal. */
export const leavingOf = (way: 'passkey' | 'recovery_email') =>
  infoOf({ pending_changes: [{ way, takes_effect_at: day }] })

/** A session of the account, in this browser or another. */
export const session = (id: string, isCurrent = false, name: string | null = null) => ({
  session_id: id,
  name,
  is_current: isCurrent,
  client: isCurrent ? { browser: 'Chrome', system: 'Android' } : { browser: '', system: '' },
  address: '203.0.113.7',
  way: isCurrent ? ('password' as const) : null,
  signed_in_at: day,
  last_seen_at: day,
})
