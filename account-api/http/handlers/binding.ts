import type { Handlers } from '../../../contract/server'
import { done, refuse } from '../../../contract/server'
import { type Address, maskEmail, maskMobile } from '../../domain/account/identifier'
import { type Bound, bindAddress, takeOver } from '../../domain/binding/bind'
import { rebindAddress } from '../../domain/binding/rebind'
import type { Judgement } from '../../domain/code/code'
import { bindPlatform } from '../../domain/platform/platform'
import { timeZoneOf } from '../../domain/profile/time-zone'
import { verificationMethodsOf } from '../../domain/second-verification/second-verification'
import { unbindSignInMethod } from '../../domain/unbinding/unbind'
import type { CallContext, UserContext } from '../context'
import { refuseCode, refuseStaleProof } from './outcomes'

type BindingCalls =
  | 'bindMobile'
  | 'bindEmail'
  | 'switchBind'
  | 'rebindMobile'
  | 'rebindEmail'
  | 'unbindPlatform'
  | 'bindAuth'
  | 'bindVerifyInfo'

export const bindingHandlers: Pick<Handlers<CallContext, UserContext>, BindingCalls> = {
  bindMobile: async (input, context) => {
    const failed = await bind(context, { kind: 'mobile', value: input.mobile }, input)
    return failed ?? done({ mobile: maskMobile(input.mobile) })
  },

  bindEmail: async (input, context) => {
    const failed = await bind(context, { kind: 'email', value: input.email }, input)
    return failed ?? done({ email: maskEmail(input.email) })
  },

  switchBind: async (input, context) => {
    const address = givenAddress(input)
    if (!address) return refuse('invalid_input', { fields: [{ field: 'mobile', reason: 'missing' }] })
    const { ticket, code } = input
    const asked = { person: personOf(context), address, from: context.from }
    const bound =
      code === undefined
        ? await takeOver(context.service, { ...asked, ticket })
        : await bindAddress(context.service, { ...asked, code, verifyTicket: ticket, takesOver: true })
    // A takeover never answers held_by_other. Only the types cannot tell.
    if (!bound.ok && bound.code === 'held_by_other') return refuse('ticket_refused', {})
    if (!bound.ok) return refuseBinding(context, address, bound)
    const { mobile, email } = bound.account
    return done({ mobile: mobile && maskMobile(mobile), email: email && maskEmail(email) })
  },

  rebindMobile: async (input, context) => {
    const failed = await rebind(context, { kind: 'mobile', value: input.mobile }, input)
    return failed ?? done({ mobile: maskMobile(input.mobile) })
  },

  rebindEmail: async (input, context) => {
    const failed = await rebind(context, { kind: 'email', value: input.email }, input)
    return failed ?? done({ email: maskEmail(input.email) })
  },

  unbindPlatform: async (input, context) => {
    const { service, from } = context
    const person = personOf(context)
    const method = input.platform
    const unbound = await unbindSignInMethod(service, { person, method, verifyTicket: input.verify_ticket, from })
    if (unbound.ok) return done({ done: true })
    const { code } = unbound
    if (code === 'second_verification_required' || code === 'guard_lacking')
      return refuseStaleProof(service, person, 'binding')
    if (code === 'last_way') return refuse('last_way', { of: 'own' })
    if (code === 'nothing_bound')
      return refuse(code, { field: method === 'mobile' || method === 'email' ? method : 'platform' })
    return refuse(code, {})
  },

  bindAuth: async (input, context) => {
    const { service, from } = context
    const person = personOf(context)
    // A code comes from a provider, and no provider is configured.
    if (input.profile_key === undefined)
      return refuse('invalid_input', { fields: [{ field: 'platform', reason: 'unsupported' }] })
    const replaces = input.change_bind === 1
    const asked = { person, platform: input.platform, ticket: input.profile_key, replaces, from }
    const bound = await bindPlatform(service, asked)
    if (bound.ok) return done({ platform: bound.profile.platform, name: bound.profile.name })
    const { code } = bound
    if (code === 'second_verification_required' || code === 'guard_lacking')
      return refuseStaleProof(service, person, 'binding')
    if (code === 'already_bound' || code === 'held_by_other') return refuse(code, { field: 'platform' })
    return refuse(code, {})
  },

  bindVerifyInfo: async (_input, { service, account }) => {
    const platforms = await service.storage.platforms.of(account.id)
    return done({
      ways: verificationMethodsOf(account),
      platforms: platforms.map(({ platform, name, boundAt }) => ({
        platform,
        name,
        bound_at: new Date(boundAt).toISOString(),
      })),
      time_zone: timeZoneOf(account),
    })
  },
}

const personOf = ({ account, session }: UserContext) => ({ account, session })

/** The one address of the input. Undefined: none was given, or both. */
const givenAddress = ({ mobile, email }: { mobile?: string | undefined; email?: string | undefined }) => {
  if (mobile !== undefined && email !== undefined) return undefined
  if (mobile !== undefined) return { kind: 'mobile' as const, value: mobile }
  return email === undefined ? undefined : { kind: 'email' as const, value: email }
}

/** Undefined when the address was bound. */
const bind = async (
  context: UserContext,
  address: Address,
  input: { code: string; verify_ticket?: string | undefined; unbind_exist: number },
) => {
  const { service, from } = context
  const { code, verify_ticket: verifyTicket } = input
  const person = personOf(context)
  const takesOver = input.unbind_exist === 1
  const bound = await bindAddress(service, { person, address, code, verifyTicket, takesOver, from })
  if (bound.ok) return undefined
  if (bound.code === 'held_by_other') return refuse('held_by_other', { field: address.kind, ticket: bound.ticket })
  return refuseBinding(context, address, bound)
}

type RefusedBinding = Exclude<Bound | Judgement, { ok: true }>

const refuseBinding = async (context: UserContext, address: Address, refused: RefusedBinding) => {
  switch (refused.code) {
    case 'second_verification_required':
      return refuseStaleProof(context.service, personOf(context), 'binding')
    case 'already_bound':
      return refuse('already_bound', { field: address.kind })
    case 'last_way':
      return refuse('last_way', { of: 'other' })
    case 'guarded':
      return refuse('guarded', { retry_after: refused.retryAfter })
    case 'ticket_refused':
    case 'not_signed_in':
      return refuse(refused.code, {})
    default:
      return refuseCode(refused)
  }
}

/** Undefined when the address was replaced. */
const rebind = async (context: UserContext, address: Address, { ticket, code }: { ticket: string; code: string }) => {
  const { service, from } = context
  const rebound = await rebindAddress(service, { person: personOf(context), address, code, ticket, from })
  if (rebound.ok) return undefined
  const field = address.kind
  switch (rebound.code) {
    case 'same_address':
      return refuse('invalid_input', { fields: [{ field, reason: 'same' }] })
    case 'nothing_bound':
    case 'held_by_other':
      return refuse(rebound.code, { field })
    case 'guard_lacking':
      return refuseStaleProof(service, personOf(context), 'binding')
    case 'ticket_refused':
    case 'not_signed_in':
      return refuse(rebound.code, {})
    default:
      return refuseCode(rebound)
  }
}
