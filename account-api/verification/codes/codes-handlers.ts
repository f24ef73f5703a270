import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { closedRegistration } from '#account-api/accounts/account/closed-registration'
import { kindOf } from '#account-api/accounts/account/identifier'
import { mailDomainRefusal } from '#account-api/accounts/account/mail-domain'
import { codeKindsOf, codeRefusal } from '#account-api/accounts/account/reach'
import { presentAnnouncement } from '#account-api/accounts/announcements/announcement'
import type { CallContext, Handling, UserContext } from '#account-api/verification/call-context'
import { namedBy, refuseAs, refuseCode, refuseProgram } from '#account-api/verification/outcomes'
import { provenAddress } from '#account-api/verification/proofs/proof'
import type { Deployment } from '#account-api/verification/service'
import { done, refuse } from '#contract/server'
import type { Act } from '#contract/terms/acts'
import type { Target, TypedCode } from './code'
import { checkCode, proveAddress, proveOwnAddress } from './proving'
import { purposeOf } from './purposes'
import { type Asker, type Sent, sendCode } from './sending'
import { placeOf } from './value-proof'

export const codeHandlers = {
  sendCode: async (input, context) => {
    const target = await checkedTarget(context, { channel: 'sms', to: input.mobile, type: input.type }, input)
    if (!target.ok) return target
    const sent = await sendCode(context.service, target.data, askerOf(context))
    if (!sent.ok) return refuseSent(context, sent, 'sms_code_key')
    return done({ sms_code_key: sent.key, retry_after: sent.retryAfter, mobile: sent.masked })
  },

  sendEmailCode: async (input, context) => {
    const target = await checkedTarget(context, { channel: 'email', to: input.email, type: input.type }, input)
    if (!target.ok) return target
    const sent = await sendCode(context.service, target.data, askerOf(context))
    if (!sent.ok) return refuseSent(context, sent, 'email_code_key')
    return done({ email_code_key: sent.key, retry_after: sent.retryAfter, email: sent.masked })
  },

  validateCode: (input, context) => validate(context, typedSms(input)),

  validateEmailCode: (input, context) => validate(context, typedEmail(input)),

  verifyMobile: (input, context) =>
    verifyOwn(context, typedSms({ ...input, mobile: context.account.mobile ?? '' }), input),

  verifyEmail: (input, context) =>
    verifyOwn(context, typedEmail({ ...input, email: context.account.email ?? '' }), input),

  checkCode: (input, context) => look(context, typedSms(input)),

  checkEmailCode: (input, context) => look(context, typedEmail(input)),

  listCodeChannels: async (_input, { service }) => {
    const { deployment } = service
    const { registration, identifiers, password, codes, proofs, retention } = deployment.policy
    return done({
      channels: codeKindsOf(deployment),
      registration,
      identifiers: [...identifiers],
      numbers: {
        password_length: password.min_length,
        code_minutes: codes.minutes,
        proof_minutes: proofs.minutes,
        restore_days: retention.cancelled_account_days,
      },
      announcement: await presentAnnouncement(service),
    })
  },
} satisfies Handling

interface Typed {
  type: number
  code: string
}

const typedSms = (input: Typed & { mobile: string; sms_code_key?: string | undefined }): TypedCode => ({
  target: { channel: 'sms', to: input.mobile, type: input.type },
  code: input.code,
  named: namedBy(input.sms_code_key),
})

const typedEmail = (input: Typed & { email: string; email_code_key?: string | undefined }): TypedCode => ({
  target: { channel: 'email', to: input.email, type: input.type },
  code: input.code,
  named: namedBy(input.email_code_key),
})

/** The target of an input. The person's own address may be left out. */
type Asked = Omit<Target, 'to'> & { to: string | undefined }

const targetOf = ({ to, ...asked }: Asked, account: AccountProfile | undefined) => {
  if (to !== undefined) return done({ ...asked, to })
  const field = kindOf[asked.channel]
  if (purposeOf(asked.channel, asked.type).asker !== 'own')
    return refuse('invalid_input', { fields: [{ field, reason: 'missing' }] })
  if (!account) return refuse('not_signed_in', {})
  const own = account[field]
  return own === null ? refuse('nothing_bound', { field }) : done({ ...asked, to: own })
}

/** Checks who requests a code, and for which address. The domain decides the rest. */
const checkedTarget = async (
  context: CallContext,
  asked: Asked,
  proof: { ticket?: string | undefined; verify_ticket?: string | undefined; unbind_exist: number },
) => {
  const { service, session } = context
  const field = kindOf[asked.channel]
  const purpose = purposeOf(asked.channel, asked.type)
  if (purpose.inOrganisation) return refuse('invalid_input', { fields: [{ field: 'type', reason: 'unsupported' }] })
  const closed = purpose.name === 'register' && closedRegistration(service.deployment)
  if (closed) return refuseAs(closed)
  // Whether another account has the address must make no difference here, because the answer would reveal it.
  if (proof.unbind_exist === 1 && purpose.name !== 'bind')
    return refuse('invalid_input', { fields: [{ field: 'unbind_exist', reason: 'unsupported' }] })
  const isOfAccount = purpose.asker === 'own' || purpose.asker === 'new'
  const account = isOfAccount && session ? await service.storage.accounts.profile(session.accountId) : undefined
  const chosen = targetOf(asked, account)
  if (!chosen.ok) return chosen
  const target = chosen.data
  const { deployment, storage } = service
  const unreachable = refuseUnreachable(deployment, target)
  if (unreachable) return unreachable
  const isNew = purpose.asker === 'new' || purpose.name === 'register'
  const ofDomain = isNew && field === 'email' && mailDomainRefusal(deployment, target.to)
  if (ofDomain) return refuseAs(ofDomain)

  if (isOfAccount) {
    if (!account || !session) return refuse('not_signed_in', {})
    const own = account[field]
    if (purpose.asker === 'own' && own !== target.to)
      return refuse('invalid_input', { fields: [{ field, reason: 'invalid' }] })
    // A code that could not be used is not sent.
    if (purpose.name === 'bind' && own !== null) return refuse('already_bound', { field })
    if (purpose.name === 'change' && own === null) return refuse('nothing_bound', { field })
    if (purpose.name === 'change' && own === target.to)
      return refuse('invalid_input', { fields: [{ field, reason: 'same' }] })
    if (purpose.entitledBy) {
      const { act, by } = purpose.entitledBy
      const ticket = proof.ticket ?? proof.verify_ticket ?? ''
      const proven = await provenAddress(storage, { person: { account, session }, ticket, act })
      if (!proven || !by.some((channel) => account[kindOf[channel]] === proven)) return refuse('ticket_refused', {})
    }
  }

  return chosen
}

/**
 * The requester of a code. A session stays the same when its token is renewed; a browser without one is identified by
 * its form token.
 */
export const askerOf = ({ session, visitor, ...context }: CallContext): Asker => ({
  ...context,
  id: session?.id ?? visitor,
})

/** The refusal of an address that no channel sends codes to. */
export const refuseUnreachable = (deployment: Deployment, { channel, to }: Pick<Target, 'channel' | 'to'>) => {
  const reason = codeRefusal(deployment, { channel, to })
  return reason ? refuse('invalid_input', { fields: [{ field: kindOf[channel], reason }] }) : undefined
}

/** A code that was not sent, on the wire. `keyField` is the field that names a code. */
export const refuseSent = async (
  context: CallContext,
  sent: Exclude<Sent, { ok: true }>,
  keyField?: 'sms_code_key' | 'email_code_key',
) => {
  if (sent.code === 'captcha_required') return refuseProgram(context, 'many_codes')
  if (sent.code === 'undeliverable') return refuse(sent.code, { field: sent.field })
  const wait = { retry_after: sent.retryAfter }
  if (sent.code === 'code_limit_reached') return refuse(sent.code, wait)
  return refuse(sent.code, { ...wait, ...(keyField && sent.key !== undefined && { [keyField]: sent.key }) })
}

/** Uses a code up and returns the ticket of its purpose, bound to the proven address. */
const validate = async (context: CallContext, typed: TypedCode) => {
  const { service, clientAddress } = context
  const proven = await proveAddress(service, { ...typed, clientAddress, place: placeOf(context) })
  if (!proven.ok) return refuseCode(proven)
  const { ticket, isValue } = proven
  return done({ ticket, ...(isValue && { value_ticket: ticket }) })
}

/** Uses up a code to an address of the signed-in person. The ticket is their proof for one act. */
const verifyOwn = async (
  { service, account, session, clientAddress }: UserContext,
  typed: TypedCode,
  { act: asked }: { act?: Act | undefined },
) => {
  const { provesFor } = purposeOf(typed.target.channel, typed.target.type)
  if (!provesFor) return refuse('invalid_input', { fields: [{ field: 'type', reason: 'unsupported' }] })
  const act = asked ?? provesFor[0]
  if (!provesFor.includes(act)) return refuse('invalid_input', { fields: [{ field: 'act', reason: 'unsupported' }] })
  // No code was sent to an address that the account does not have.
  if (typed.target.to === '') return refuse('code_expired', { field: 'code' as const })
  const proven = await proveOwnAddress(service, { ...typed, clientAddress, person: { account, session }, act })
  return proven.ok ? done({ verify_ticket: proven.ticket }) : refuseCode(proven)
}

const look = async ({ service, clientAddress }: CallContext, typed: TypedCode) => {
  const judgement = await checkCode(service, { ...typed, clientAddress })
  return done({ valid: judgement.ok, tries_left: 'triesLeft' in judgement ? judgement.triesLeft : 0 })
}
