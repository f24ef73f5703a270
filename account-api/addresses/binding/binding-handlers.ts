import { type Address, maskEmail, maskMobile } from '#account-api/accounts/account/identifier'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { personOf } from '#account-api/accounts/call-context'
import { methodKindOf } from '#account-api/accounts/methods/kinds'
import { maskedSuccessor, pendingChangesOf } from '#account-api/accounts/pending-changes/pending-change'
import type { Handling, UserContext } from '#account-api/addresses/call-context'
import { outsideProofIn } from '#account-api/addresses/platforms/outside-proof'
import { bindPlatform, issueProfile } from '#account-api/addresses/platforms/platform'
import { identifyVisitor, refusedBy } from '#account-api/addresses/platforms/visit'
import { answerRemoval, refuseChange } from '#account-api/verification/methods/refuse-change'
import { unbindOwn } from '#account-api/verification/methods/remove'
import { proofIn, refuseValue, timingOf } from '#account-api/verification/outcomes'
import { verificationMethodsOf } from '#account-api/verification/second/second-verification'
import { done, refuse } from '#contract/server'
import { bindAddress } from './bind'
import { rebindAddress } from './rebind'
import { stopPendingChange } from './stop'
import { refuseBinding } from './takeover-handlers'

export const bindingHandlers = {
  bindMobile: async (input, context) => {
    const failed = await bind(context, { kind: 'mobile', value: input.mobile }, { ...input, key: input.sms_code_key })
    return failed ?? done({ mobile: maskMobile(input.mobile) })
  },

  bindEmail: async (input, context) => {
    const failed = await bind(context, { kind: 'email', value: input.email }, { ...input, key: input.email_code_key })
    return failed ?? done({ email: maskEmail(input.email) })
  },

  rebindMobile: async (input, context) => {
    const address = { kind: 'mobile', value: input.mobile } as const
    const rebound = await rebind(context, address, { ...input, key: input.sms_code_key })
    return rebound.ok ? done({ mobile: maskMobile(input.mobile), ...rebound.data }) : rebound
  },

  rebindEmail: async (input, context) => {
    const address = { kind: 'email', value: input.email } as const
    const rebound = await rebind(context, address, { ...input, key: input.email_code_key })
    return rebound.ok ? done({ email: maskEmail(input.email), ...rebound.data }) : rebound
  },

  unbindPlatform: async (input, context) => {
    const { service, from } = context
    const method = input.platform
    const wishes = { waits: input.wait === 1, withoutAddress: input.without_address === 1 }
    const asked = { person: personOf(context), method, verifyTicket: input.verify_ticket, ...wishes, from }
    const kind = methodKindOf(method)
    const field = kind === 'mobile' || kind === 'email' ? kind : 'platform'
    const nothing = refuse('nothing_bound', { field })
    // The other kinds have their own calls.
    if (kind !== field) return nothing
    const removed = await unbindOwn(service, asked)
    if (!removed.ok && removed.code === 'last_way') return refuse('last_way', { of: 'own' })
    if (!removed.ok && removed.code === 'last_address') return refuse('last_address', { username: removed.username })
    return answerRemoval(context, removed, nothing)
  },

  stopPendingChange: async (input, context) => {
    const { service, from } = context
    const asked = { person: personOf(context), method: input.platform, verifyTicket: input.verify_ticket, from }
    const stopped = await stopPendingChange(service, asked)
    return stopped.ok ? done({ done: true }) : refuseChange(context, stopped)
  },

  bindAuth: async (input, context) => {
    const { service, from } = context
    const person = personOf(context)
    const proven = await profileKeyOf(context, input)
    if (!proven.ok) return proven
    const wishes = { replaces: input.change_bind === 1, waits: input.wait === 1 }
    const bound = await bindPlatform(service, {
      person,
      platform: input.platform,
      ticket: proven.ticket,
      ...wishes,
      from,
    })
    if (bound.ok) {
      const { platform, name } = bound.profile
      return done({ platform, name, ...timingOf(bound, person.account) })
    }
    return bound.code === 'already_bound' || bound.code === 'held_by_other'
      ? refuse(bound.code, { field: 'platform' })
      : refuseChange(context, bound, { mayWait: true })
  },

  bindVerifyInfo: async (_input, { service, account }) => {
    const [platforms, pending] = await Promise.all([
      service.storage.platforms.of(account.id),
      pendingChangesOf(service.storage, account),
    ])
    const pendingOf = (platform: string) => {
      const change = pending.find(({ method }) => method === platform)
      if (!change) return { changes_at: null, becomes: null }
      return { changes_at: new Date(change.takesEffectAt).toISOString(), becomes: maskedSuccessor(change) }
    }
    return done({
      ways: verificationMethodsOf(service.deployment, account),
      platforms: platforms.map(({ platform, name, boundAt, picture }) => ({
        platform,
        name,
        picture,
        bound_at: new Date(boundAt).toISOString(),
        ...pendingOf(platform),
      })),
      time_zone: timeZoneOf(account),
    })
  },
} satisfies Handling

/** The ticket for the third-party identity to be bound: given directly, or for the code of a provider. */
const profileKeyOf = async (
  { service }: UserContext,
  input: Parameters<typeof outsideProofIn>[0] & { profile_key?: string | undefined },
) => {
  if (input.profile_key !== undefined) return { ok: true as const, ticket: input.profile_key }
  const given = outsideProofIn(input)
  if (!given.ok) return given
  const identified = await identifyVisitor(service, given.data)
  if (!identified.ok) return refusedBy(identified)
  return { ok: true as const, ticket: await issueProfile(service, identified.profile) }
}

/** Undefined when the address was bound. */
const bind = async (
  context: UserContext,
  address: Address,
  input: Parameters<typeof proofIn>[1] & { verify_ticket?: string | undefined; unbind_exist: number },
) => {
  const { service, from } = context
  const proof = proofIn(context, input)
  if (!proof.ok) return proof
  const person = personOf(context)
  const wishes = { verifyTicket: input.verify_ticket, takesOver: input.unbind_exist === 1 }
  const bound = await bindAddress(service, { person, address, ...wishes, from, ...proof.data })
  if (bound.ok) return undefined
  if (bound.code === 'held_by_other') return refuse('held_by_other', { field: address.kind, ticket: bound.ticket })
  return refuseBinding(context, address, bound)
}

/** The answer when the address is replaced. */
const rebind = async (
  context: UserContext,
  address: Address,
  { ticket, wait, ...given }: Parameters<typeof proofIn>[1] & { ticket: string; wait: number },
) => {
  const { service, from } = context
  const proof = proofIn(context, given)
  if (!proof.ok) return proof
  const person = personOf(context)
  const rebound = await rebindAddress(service, { person, address, ticket, waits: wait === 1, from, ...proof.data })
  if (rebound.ok) return done(timingOf(rebound, person.account))
  const field = address.kind
  switch (rebound.code) {
    case 'same_address':
      return refuse('invalid_input', { fields: [{ field, reason: 'same' }] })
    case 'nothing_bound':
      return refuse(rebound.code, { field })
    case 'held_by_other':
      return refuse(rebound.code, { field, ticket: rebound.ticket })
    case 'factor_lacking':
    case 'too_many_requests':
    case 'second_verification_required':
    case 'guard_lacking':
    case 'ticket_refused':
    case 'not_signed_in':
      return refuseChange(context, rebound, { mayWait: true })
    default:
      return refuseValue(rebound)
  }
}
