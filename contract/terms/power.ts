import type { ActivityKind } from './activity'
import type { Act } from './acts'

/** The proofs that a caller needs before a call is carried out. */
export const proofs = {
  none: 'Nobody has to be signed in. A code, a password, a ticket or a captcha in the input is the proof.',
  session: 'A living session.',
  fresh:
    'A proof in this session within the last 10 minutes (`proofs.minutes` of the policy), or the ticket of a second verification.',
  second: 'Two factors of the account within 15 minutes. If the account has only one, that one.',
  strong: 'A fresh proof of two factors of the account, or of the app that the call weakens.',
  wait: 'A fresh proof, or a ticket in the input. With two factors of the account the change is made at once. With one factor it waits for 48 hours, and can be stopped.',
  asked: 'A fresh proof, if the request needs one according to the summary of the call.',
} as const

export type ProofNeeded = keyof typeof proofs

/** The effects of “this was not me” on an act. */
export const undoings = {
  nothing: 'It leaves nothing to undo.',
  restored: 'The previous sign-in methods come back, and the password ends.',
  ended: 'The sessions, tickets, requests and pending changes that it made end.',
  taken_back: 'It is undone if it was done within 72 hours.',
  given: 'It ends, or is taken back from its receiver, if it was done within 72 hours.',
  offered:
    'It stays. If it was done within 72 hours, the manager and those who may invite are notified, and can give places back.',
  others: 'It stays. The log of the organisation has it, and its other members can undo it.',
  stays: 'It stays.',
} as const

export type Undoing = keyof typeof undoings

/** The bounds on how often a call can be made. docs/security/limits.md has the numbers. */
export const boundings = {
  none: '–',
  captchas: 'captchas',
  clients: 'applications of an organisation',
  codes: 'codes',
  deviceCodes: 'codes of devices',
  domains: 'mail domains',
  exports: 'exports',
  invitations: 'invitations',
  openRequests: 'requests of applications',
  organisations: 'organisations of a manager',
  passkeys: 'passkeys',
  passwords: 'wrong passwords',
  pendingChanges: 'changes that wait',
  pictures: 'pictures',
  qrCodes: 'QR codes',
  registeredChecks: 'registered checks',
  remembered: 'remembered accounts',
  returnAddresses: 'return addresses',
  roles: 'roles of an organisation',
  rules: 'messages about sign-in rules',
  tickets: 'tickets and app codes',
  usernames: 'username changes',
  wrongCodes: 'wrong codes',
} as const

export type Bounding = keyof typeof boundings

/**
 * The recipients of the notice of an act. A kind of activity: all addresses of the account, with the link of “this was
 * not me”. `organisation`: the members concerned. `invitation`, `activation`: the invited address. `operators`: all
 * operators with the scope `all`.
 */
export type Told = ActivityKind | 'organisation' | 'invitation' | 'activation' | 'operators'

/** The notices of pending changes that a new proof of an address, a new password or a restoration stops. */
export const stopsPending = [
  'mobile_removal_stopped',
  'email_removal_stopped',
  'platform_removal_stopped',
  'authenticator_removal_stopped',
  'passkey_removal_stopped',
  'recovery_email_removal_stopped',
  'recovery_stopped',
] as const

/** The notices of removals that the code of a lost address stops, whichever call checks the code. */
export const stopsLost = ['mobile_removal_stopped', 'email_removal_stopped'] as const

/**
 * The notices of methods that an end of all access removes from an account, because a single factor has added them
 * recently.
 */
export const endsYoung = [
  'passkey_removed',
  'platform_removed',
  'recovery_email_removed',
  'authenticator_removed',
] as const

/** The proof that a call needs, its notice, its undoing, and its limit. */
export interface Power {
  proof: ProofNeeded
  /** The act of the second verification that a refusal requests. Its ticket is valid only for this act. */
  act?: Act
  /** The input field for the ticket of a proof, which replaces a fresh session. */
  ticket?: string
  /** The input field that makes the proof necessary, if it is given and not 0. */
  when?: string
  /** The only value of that field that makes the proof necessary. */
  is?: string
  /** While “this was not me” guards the account, the caller must have proven the guarding address. */
  guarded?: true
  /** The session must have proven the second factor of its account, if one counts. */
  factor?: true
  tells: readonly Told[]
  undoneBy: Undoing
  limit: Bounding
}

/** The power of a call that only reads. */
export const reads = <const Needed extends ProofNeeded>(proof: Needed) =>
  ({ proof, tells: [], undoneBy: 'nothing', limit: 'none' }) as const
