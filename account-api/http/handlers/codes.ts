import type { Act } from '../../../contract/acts'
import type { Handlers } from '../../../contract/server'
import { done, refuse } from '../../../contract/server'
import type { AccountProfile } from '../../domain/account/account-store'
import { regionOfMobile } from '../../domain/account/identifier'
import { lookAtCode } from '../../domain/code/code'
import { proveAddress, proveOwnAddress } from '../../domain/code/proving'
import { purposeOf } from '../../domain/code/purposes'
import { type Sent, sendCode } from '../../domain/code/sending'
import { kindOf, type Target } from '../../domain/code/target'
import { provenAddress } from '../../domain/proof/proof'
import type { Service } from '../../domain/service'
import type { CallContext, UserContext } from '../context'
import { refuseCode, refuseProgram } from './outcomes'

type CodeCalls =
  | 'sendCode'
  | 'sendEmailCode'
  | 'validateCode'
  | 'validateEmailCode'
  | 'verifyMobile'
  | 'verifyEmail'
  | 'checkCode'
  | 'checkEmailCode'

export const codeHandlers: Pick<Handlers<CallContext, UserContext>, CodeCalls> = {
  sendCode: async (input, context) => {
    const sent = await send(context, { channel: 'sms', to: input.mobile, type: input.type }, input)
    return sent.ok ? done({ sms_code_key: sent.key, retry_after: sent.retryAfter, mobile: sent.masked }) : sent
  },

  sendEmailCode: async (input, context) => {
    const sent = await send(context, { channel: 'email', to: input.email, type: input.type }, input)
    return sent.ok ? done({ retry_after: sent.retryAfter, email: sent.masked }) : sent
  },

  validateCode: (input, context) =>
    validate(context, { channel: 'sms', to: input.mobile, type: input.type }, input.code),

  validateEmailCode: (input, context) =>
    validate(context, { channel: 'email', to: input.email, type: input.type }, input.code),

  verifyMobile: (input, context) =>
    verifyOwn(context, { channel: 'sms', to: context.account.mobile, type: input.type }, input),

  verifyEmail: (input, context) =>
    verifyOwn(context, { channel: 'email', to: context.account.email, type: input.type }, input),

  checkCode: (input, { service }) => look(service, { channel: 'sms', to: input.mobile, type: input.type }, input.code),

  checkEmailCode: (input, { service }) =>
    look(service, { channel: 'email', to: input.email, type: input.type }, input.code),
}

/** A target from the input. An own address need not be named. */
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

/** Checks who asks. The rest is up to the domain. */
const send = async (
  context: CallContext,
  asked: Asked,
  proof: { ticket?: string | undefined; verify_ticket?: string | undefined },
) => {
  const { service, session } = context
  const field = kindOf[asked.channel]
  const purpose = purposeOf(asked.channel, asked.type)
  const isOfAccount = purpose.asker === 'own' || purpose.asker === 'new'
  const account = isOfAccount && session ? await service.storage.accounts.profile(session.accountId) : undefined
  const chosen = targetOf(asked, account)
  if (!chosen.ok) return chosen
  const target = chosen.data
  const { setting, storage } = service
  const reachable = setting.channels.includes(target.channel) || setting.testCodes.has(target.to)
  if (!reachable) return refuse('invalid_input', { fields: [{ field, reason: 'unsupported' }] })
  if (target.channel === 'sms' && !setting.testCodes.has(target.to)) {
    const region = regionOfMobile(target.to)
    const reason =
      region === undefined ? 'invalid' : setting.smsRegions?.has(region) === false ? 'unsupported' : undefined
    if (reason) return refuse('invalid_input', { fields: [{ field, reason }] })
  }

  if (isOfAccount) {
    if (!account || !session) return refuse('not_signed_in', {})
    const own = account[field]
    if (purpose.asker === 'own' && own !== target.to)
      return refuse('invalid_input', { fields: [{ field, reason: 'invalid' }] })
    // No code is sent that could not be used for anything.
    if (purpose.name === 'bind' && own !== null) return refuse('already_bound', { field })
    if (purpose.name === 'change' && own === null) return refuse('nothing_bound', { field })
    if (purpose.name === 'change' && own === target.to)
      return refuse('invalid_input', { fields: [{ field, reason: 'same' }] })
    if (purpose.entitledBy) {
      const { act, by } = purpose.entitledBy
      const ticket = proof.ticket ?? proof.verify_ticket ?? ''
      const proven = await provenAddress(setting, storage, { person: { account, session }, ticket, act })
      if (!proven || !by.some((channel) => account[kindOf[channel]] === proven)) return refuse('ticket_refused', {})
    }
  }

  return answerSent(context, await sendCode(service, target, context))
}

/** The outcome of sending a code, on the wire. */
export const answerSent = async (context: CallContext, sent: Sent) => {
  if (sent.ok) return sent
  if (sent.code === 'captcha_required') return refuseProgram(context, 'many_codes')
  const wait = { retry_after: sent.retryAfter }
  return sent.code === 'code_locked' ? refuse('code_locked', { field: 'code', ...wait }) : refuse(sent.code, wait)
}

/** Uses a code up and answers the ticket of its purpose, bound to the proven address. */
const validate = async ({ service }: CallContext, target: Target, code: string) => {
  const proven = await proveAddress(service, { target, code })
  return proven.ok ? done({ ticket: proven.ticket }) : refuseCode(proven)
}

/** The same for an address of the signed-in person. The ticket is their proof for one act. */
const verifyOwn = async (
  { service, account, session }: UserContext,
  { to, ...target }: Omit<Target, 'to'> & { to: string | null },
  { code, act: named }: { code: string; act?: Act | undefined },
) => {
  const { provesFor } = purposeOf(target.channel, target.type)
  if (!provesFor) return refuse('invalid_input', { fields: [{ field: 'type', reason: 'unsupported' }] })
  const act = named ?? provesFor[0]
  if (!provesFor.includes(act)) return refuse('invalid_input', { fields: [{ field: 'act', reason: 'unsupported' }] })
  if (to === null) return refuse('code_expired', { field: 'code' as const })
  const person = { account, session }
  const proven = await proveOwnAddress(service, { target: { ...target, to }, code, person, act })
  return proven.ok ? done({ verify_ticket: proven.ticket }) : refuseCode(proven)
}

const look = async ({ setting, storage }: Service, target: Target, code: string) => {
  const judgement = await lookAtCode(setting, storage, target, code)
  return done({ valid: judgement.ok, tries_left: 'triesLeft' in judgement ? judgement.triesLeft : 0 })
}
