import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { pendingHours } from '#account-api/accounts/pending-changes/pending-change'
import type { PendingChange } from '#account-api/accounts/pending-changes/pending-change-store'
import type { Factor } from '#account-api/accounts/sessions/factor'
import type { SignIn } from '#account-api/accounts/sessions/pending-sign-in'
import type { Person } from '#account-api/accounts/sessions/person'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import type { NotOpen } from '#account-api/accounts/standing/not-open'
import type { ErrorData, ErrorName } from '#contract/errors'
import { done, refuse } from '#contract/server'
import type { Act } from '#contract/terms/acts'
import { readAccount, type TypedIdentifier } from '#rules/typed/identifier'
import type { WrongFactorCode } from './authenticators/judge-code'
import type { CallContext } from './call-context'
import { type causes, decide } from './captchas/challenge'
import type { Judgement } from './codes/code'
import type { NamedCode } from './codes/code-store'
import { type ProvenBy, placeOf } from './codes/value-proof'
import type { RefusedPassword } from './passwords/judge'
import { isFresh } from './proofs/proof'
import { askForSecondVerification, type Counting } from './second/second-verification'
import type { Service } from './service'

type CodeField = 'code' | 'email_code' | 'authenticator_code'
type WrongCode = Exclude<Judgement, { ok: true }> | WrongFactorCode

export const namedBy = (key: string | undefined): NamedCode => (key === undefined ? undefined : { key })

/** A refused code, on the wire. `field` is the input field of the code. */
export const refuseCode = (judgement: WrongCode, field: CodeField = 'code') => {
  switch (judgement.code) {
    case 'code_wrong':
      return refuse('code_wrong', {
        field,
        tries_left: judgement.triesLeft,
        ...('isEarlier' in judgement && judgement.isEarlier && { is_earlier: true }),
      })
    case 'code_locked':
    case 'too_many_wrong_codes':
      return refuse(judgement.code, { field, retry_after: judgement.retryAfter })
    default:
      return refuse(judgement.code, { field })
  }
}

interface GivenProof {
  code?: string | undefined
  key?: string | undefined
  value_ticket?: string | undefined
}

/**
 * The proof of a new address in an input: its code, or a value_ticket instead of it. `field` names the field of the
 * code.
 */
export const proofIn = (
  context: CallContext,
  { code, key, value_ticket: valueTicket }: GivenProof,
  field: 'code' | 'email_code' = 'code',
) => {
  if (code !== undefined && valueTicket !== undefined)
    return refuse('invalid_input', { fields: [{ field: 'value_ticket', reason: 'contradicts' }] })
  if (code !== undefined) return done<ProvenBy>({ code, named: namedBy(key) })
  if (valueTicket !== undefined) return done<ProvenBy>({ valueTicket, place: placeOf(context) })
  return refuse('invalid_input', { fields: [{ field, reason: 'missing' }] })
}

/** A refused code, or a refused ticket instead of it, on the wire. */
export const refuseValue = (judgement: WrongCode | { ok: false; code: 'ticket_refused' }, field?: CodeField) =>
  judgement.code === 'ticket_refused' ? refuse('ticket_refused', {}) : refuseCode(judgement, field)

export const refuseProgram = async ({ service, visitor, call }: CallContext, cause: keyof typeof causes) =>
  refuse('captcha_required', { decision: await decide(service, { cause, visitor, call }) })

/**
 * The 2046 answer: the session was proven too long ago for this act, or not by the required factors. The key is valid
 * for this act only.
 * @param only the accepted ways. Default: all that count for the act
 */
export const refuseStaleProof = async (
  service: Service,
  { account, session }: Person,
  act: Act,
  only?: readonly Factor[],
) => {
  const asked = { person: { account, session }, act, ...(only && { only }) }
  const { key, ...counting } = await askForSecondVerification(service, asked)
  return refuse('second_verification_required', {
    sms_code_key: key,
    ...countingOf(counting),
    ...lackingOf(service, session),
  })
}

/**
 * The 2046 answer if an organisation requires a second factor of an account that the session has not proven. No other
 * factor is accepted.
 */
export const refuseHiddenFactor = async (service: Service, person: Person, act: Act, only: readonly Factor[]) => {
  const { key, ways } = await askForSecondVerification(service, { person, act, only })
  return refuse('second_verification_required', { sms_code_key: key, ways, asks_factor: true })
}

/** The answer when the person has just proven something that is not enough, on the wire. */
const lackingOf = ({ deployment }: Service, session: SessionRecord) =>
  isFresh(deployment, session) && { lacks_another: true }

/** The ways that count for a second verification, on the wire, with the third-party identities, if any. */
export const countingOf = ({ ways, platforms }: Counting) => ({ ways, ...(platforms.length > 0 && { platforms }) })

/**
 * The 2046 answer to a change of a sign-in method that lacks a factor. Each of the ways is enough. `mayWait`: the
 * change may wait instead.
 */
export const refuseLackingFactor = async (
  service: Service,
  { account, session }: Person,
  only: readonly Factor[],
  { mayWait = true } = {},
) => {
  const asked = { person: { account, session }, act: 'binding', only } as const
  const { key, ways } = await askForSecondVerification(service, asked)
  return refuse('second_verification_required', {
    sms_code_key: key,
    ways,
    ...lackingOf(service, session),
    ...(mayWait && { wait_hours: pendingHours }),
  })
}

/** When a change of a sign-in method takes effect, on the wire. */
export const timingOf = (changed: { pending?: PendingChange | undefined }, account: AccountProfile) => ({
  takes_effect_at: changed.pending ? new Date(changed.pending.takesEffectAt).toISOString() : null,
  time_zone: timeZoneOf(account),
})

/** A successful sign-in to a cancelled or suspended account, on the wire. */
export const refuseNotOpen = (refused: NotOpen) => {
  const { timeZone: time_zone } = refused
  if (refused.code === 'account_frozen')
    return refuse(refused.code, {
      frozen_at: new Date(refused.suspendedAt).toISOString(),
      reason: refused.reason,
      time_zone,
    })
  const { ticket, restorableUntil } = refused
  return refuse(refused.code, {
    ...(ticket !== undefined && { ticket }),
    restorable_until: new Date(restorableUntil).toISOString(),
    time_zone,
  })
}

/** True when a sign-in was correct, but its account is not open. */
export const isNotOpen = (refused: { code: string }): refused is NotOpen =>
  refused.code === 'account_cancelled' || refused.code === 'account_frozen'

/** A session that was just opened, or a pending sign-in, on the wire. */
export const answerSignIn = (
  context: CallContext,
  { session, pending, isNew = false }: SignIn & { isNew?: boolean | undefined },
) => {
  if (session) context.setSession(session)
  const { accountId, expiresAt } = session ?? pending
  return done({
    user_id: accountId,
    is_new_user: isNew,
    expires_at: new Date(expiresAt).toISOString(),
    ...(pending && { authenticator_ticket: pending.ticket }),
  })
}

/** The data of a refusal, with the names of the wire. */
type DataOf<Refused> = Omit<Refused, 'ok' | 'code' | 'retryAfter'> &
  (Refused extends { retryAfter: number } ? { retry_after: number } : unknown)

/** A refusal of the domain whose data is also on the wire. */
type OnWire<Refused extends { code: ErrorName }, Code = Refused['code']> = Refused extends unknown
  ? Code extends Refused['code']
    ? DataOf<Refused> extends ErrorData<Code>
      ? { ok: false; code: Code; data: ErrorData<Code> }
      : never
    : never
  : never

/** A refusal of the domain, on the wire. */
export const refuseAs = <const Refused extends { ok: false; code: ErrorName; retryAfter?: number }>(
  refused: Refused,
): OnWire<Refused> => {
  const { ok, code, retryAfter, ...data } = refused
  return { ok, code, data: { ...data, ...(retryAfter !== undefined && { retry_after: retryAfter }) } } as never
}

/** Reads an identifier typed to sign in, with the regions of the visitor and of the deployment. */
export const accountOf = (
  { account, region }: { account: string; region?: string | undefined },
  { service: { deployment } }: CallContext,
): TypedIdentifier => readAccount(account, deployment.defaultRegion, region)

/** A refused password, on the wire. */
export const refusePassword = (
  context: CallContext,
  refused: RefusedPassword,
  { countryCode }: Pick<TypedIdentifier, 'countryCode'> = {},
) => {
  switch (refused.code) {
    case 'password_locked':
      return refuse('password_locked', { retry_after: refused.retryAfter })
    case 'captcha_required':
      return refuseProgram(context, 'wrong_passwords')
    default:
      return refuse('wrong_credentials', countryCode === undefined ? {} : { country_code: countryCode })
  }
}
