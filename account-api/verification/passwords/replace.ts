import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Identifier } from '#account-api/accounts/account/identifier'
import { noteChange } from '#account-api/accounts/changes/history'
import { countingSeconds, earlierPasswordAfter, trustedFactors } from '#account-api/accounts/methods/ledger'
import { recordAndTell } from '#account-api/accounts/notices/notice'
import { dropPendingChanges, isAskedByOther } from '#account-api/accounts/pending-changes/pending-change'
import type { PendingChange } from '#account-api/accounts/pending-changes/pending-change-store'
import { endAccess } from '#account-api/accounts/sessions/end-access'
import type { Factor } from '#account-api/accounts/sessions/factor'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import type { From } from '#account-api/kernel/from'
import { endCodes } from '#account-api/verification/codes/code'
import { ticketPurpose } from '#account-api/verification/codes/purposes'
import { resetLinkPurpose } from '#account-api/verification/codes/reset-link'
import { hashPassword } from '#account-api/verification/hashing/hash'
import { resetWrongPasswords } from '#account-api/verification/password-guesses/wrong-passwords'
import { proofPurposes } from '#account-api/verification/proofs/proof'
import {
  type Deployment,
  inTransaction,
  type Rule,
  type Service,
  type Transaction,
} from '#account-api/verification/service'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { type RefusedByRules, refusedByRules } from './rules'

/** The tickets that reset a password: from a code or a link. */
export const resetPurposes = [
  ticketPurpose('sms', mobilePurpose.resetPassword),
  ticketPurpose('email', emailPurpose.resetPassword),
  resetLinkPurpose,
]

export type TicketRefused = { ok: false; code: 'ticket_refused' }

export const ticketRefused: TicketRefused = { ok: false, code: 'ticket_refused' }

/** Checks a password against the rules, with the account's own identifiers. */
export const refusedFor = (
  deployment: Deployment,
  account: AccountProfile,
  password: string,
): RefusedByRules | undefined =>
  refusedByRules(
    deployment,
    password,
    identifiersOf(account).map(({ value }) => value),
  )

const identifiersOf = ({ username, mobile, email, unverifiedEmail }: AccountProfile): Identifier[] => [
  { kind: 'username', value: username },
  ...(mobile ? [{ kind: 'mobile' as const, value: mobile }] : []),
  ...[email, unverifiedEmail].flatMap((value) => (value ? [{ kind: 'email' as const, value }] : [])),
]

interface Replacement<Refused> {
  /** The account as it was read. If its password has changed since, this call is too late. */
  account: AccountProfile
  password: string
  change: 'password_set' | 'password_changed' | 'password_reset'
  from: From
  /** The factors that proved it, and whether two of them count. */
  proven: { by: Factor[]; isSure?: boolean }
  /** The session that stays. If it has ended since, nothing is changed. */
  kept?: SessionRecord
  /** Uses up the proof of the call. Returns why it is refused. */
  prove: (stores: Transaction) => Promise<Refused | undefined>
  /** The answer when the proof is valid, but the password has changed or the session has ended since. */
  tooLate: Refused
}

/** Further steps in the same transaction, for the account with its new password. */
export type Afterwards<Result> = Rule<AccountProfile, Result>

/**
 * Replaces the password. All access by the old one ends: sessions, known browsers, tickets and codes that could set a
 * password, and the counts of wrong passwords. The browser of the call stays known. Every address is notified.
 */
export const replacePassword = <Refused extends { ok: false }>(
  service: Service,
  replacement: Replacement<Refused>,
): Promise<{ ok: true } | Refused> => replacePasswordAnd(service, replacement, async () => ({ ok: true }))

/** Replaces the password, with further steps in the same transaction. */
export const replacePasswordAnd = async <Refused extends { ok: false }, Result>(
  service: Service,
  replacement: Replacement<Refused>,
  afterwards: Afterwards<Result>,
): Promise<Result | Refused> => {
  const becomes = await hashPassword(service.deployment.peppers, replacement.password, service.left)
  try {
    return await replaceOrThrow(service, { ...replacement, becomes, afterwards })
  } catch (error) {
    if (error instanceof Unproven) return error.refused as Refused
    throw error
  }
}

const replace = async <Refused extends { ok: false }, Result>(
  stores: Transaction,
  { becomes, afterwards, ...replacement }: Replacement<Refused> & { becomes: string; afterwards: Afterwards<Result> },
): Promise<Result | Refused> => {
  const { account, kept, prove, tooLate, change, from } = replacement
  // Locked first: concurrent changes wait for each other on the account's row, whatever their proof is.
  const { by: provenBy, isSure = false } = replacement.proven
  const earlier = earlierPasswordAfter(stores.deployment, account, {
    isContested: isContested(stores.deployment, replacement),
    isSure,
  })
  const hash = { was: account.passwordHash, becomes, chosenAt: stores.deployment.now(), earlier }
  const isFirst = await stores.accounts.replacePassword(account.id, hash)
  const isPresent = kept === undefined || (await stores.sessions.isLiving(kept.id))
  const refused = (await prove(stores)) ?? (isFirst && isPresent ? undefined : tooLate)
  if (refused && isFirst) throw new Unproven(refused)
  if (refused) return refused
  const before = { passwordHash: account.passwordHash }
  await noteChange(stores, { accountId: account.id, change, provenBy, before })
  await endWhatItLetIn(stores, replacement)
  // Setting a first password takes no access from an intruder.
  if (change !== 'password_set')
    await dropPendingChanges(stores, {
      accountId: account.id,
      from,
      except: staysAfter(stores.deployment, replacement),
    })
  await recordAndTell(stores, { account, change, from })
  const present = (await stores.accounts.profile(account.id)) ?? { ...account, passwordHash: becomes }
  return afterwards(stores, present)
}

/**
 * True when a thief with a single factor may have replaced the password: by a code by SMS, or without the password and
 * the app of an account that has both.
 */
const isContested = (
  deployment: Deployment,
  replacement: Pick<Replacement<unknown>, 'account' | 'proven'>,
): boolean => {
  const { account, proven } = replacement
  const hasApp = countingSeconds(deployment, account).includes('authenticator')
  const { by } = proven
  return isBySms(deployment, replacement) || (hasApp && !by.includes('password') && !by.includes('authenticator'))
}

/**
 * True when only a code by SMS counts as proof. Also true when nothing counts, because a code by SMS may have been
 * given.
 */
const isBySms = (
  deployment: Deployment,
  { account, proven }: Pick<Replacement<unknown>, 'account' | 'proven'>,
): boolean => {
  const counting = trustedFactors(deployment, account)
  return proven.by.filter((factor) => counting.includes(factor)).every((factor) => factor === 'mobile')
}

/** A code by SMS alone does not stop the removal of the number that was requested with the email. */
const staysAfter =
  (deployment: Deployment, replacement: Pick<Replacement<unknown>, 'account' | 'proven'>) =>
  (pending: PendingChange): boolean =>
    isBySms(deployment, replacement) &&
    !replacement.proven.isSure &&
    pending.method === 'mobile' &&
    isAskedByOther(pending)

const replaceOrThrow = inTransaction(replace)

/** Thrown, so the password stays unchanged. */
class Unproven extends Error {
  constructor(readonly refused: { ok: false }) {
    super('unproven')
  }
}

const endWhatItLetIn = async (
  stores: Transaction,
  { account, from, kept, change }: Pick<Replacement<unknown>, 'account' | 'from' | 'kept' | 'change'>,
): Promise<void> => {
  const { mobile, email } = account
  await resetWrongPasswords(stores, { accountId: account.id, identifiers: identifiersOf(account), from })
  if (mobile) await endCodes(stores, { channel: 'sms', to: mobile, type: mobilePurpose.resetPassword })
  if (email) {
    await endCodes(stores, { channel: 'email', to: email, type: emailPurpose.resetPassword })
    await endCodes(stores, { channel: 'email', to: email, type: emailPurpose.modifyPassword })
  }
  await stores.tickets.endAll({
    purposes: [...proofPurposes, ...resetPurposes],
    accountId: account.id,
    addresses: [mobile, email].filter((address) => address !== null),
    at: stores.deployment.now(),
  })
  // Setting a first password takes no access from an intruder.
  const keepsMethods = change === 'password_set'
  await endAccess(stores, { accountId: account.id, from, kept, tokens: from.tokens ?? [], keepsMethods })
}
