import { type Address, maskedAddresses } from '#account-api/accounts/account/identifier'
import { personOf } from '#account-api/accounts/call-context'
import type { Handling, UserContext } from '#account-api/addresses/call-context'
import type { ValueJudgement } from '#account-api/verification/codes/value-proof'
import { refuseChange } from '#account-api/verification/methods/refuse-change'
import { namedBy, refuseAs, refuseCode } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { type Bound, bindAddress, takeOver } from './bind'
import { type NotTaken, type TakenInChange, takeOverInChange } from './takeover'

export const takeoverHandlers = {
  switchBind: async (input, context) => {
    const address = givenAddress(input)
    if (!address) return refuse('invalid_input', { fields: [{ field: 'mobile', reason: 'missing' }] })
    const { ticket, code } = input
    const named = namedBy(address.kind === 'mobile' ? input.sms_code_key : input.email_code_key)
    const asked = { person: personOf(context), address, from: context.from }
    if (code === undefined && input.verify_ticket !== undefined)
      return answerChange(
        context,
        address,
        await takeOverInChange(context.service, { ...asked, ticket, verifyTicket: input.verify_ticket }),
      )
    const bound =
      code === undefined
        ? await takeOver(context.service, { ...asked, ticket })
        : await bindAddress(context.service, { ...asked, code, named, verifyTicket: ticket, takesOver: true })
    // A takeover never returns held_by_other, but the types cannot say so.
    if (!bound.ok && bound.code === 'held_by_other') return refuse('ticket_refused', {})
    return bound.ok ? done(maskedAddresses(bound.account)) : refuseBinding(context, address, bound)
  },
} satisfies Handling

/** The one address of the input. Undefined: none or both were given. */
const givenAddress = ({ mobile, email }: { mobile?: string | undefined; email?: string | undefined }) => {
  if (mobile !== undefined && email !== undefined) return undefined
  if (mobile !== undefined) return { kind: 'mobile' as const, value: mobile }
  return email === undefined ? undefined : { kind: 'email' as const, value: email }
}

type RefusedBinding = Exclude<Bound | NotTaken | ValueJudgement, { ok: true }>

export const refuseBinding = async (context: UserContext, address: Address, refused: RefusedBinding) => {
  switch (refused.code) {
    case 'already_bound':
      return refuse('already_bound', { field: address.kind })
    case 'last_way':
      return refuse('last_way', { of: 'other' })
    case 'guarded':
    case 'takeover_waits':
    case 'mail_domain_refused':
    case 'identifier_off':
      return refuseAs(refused)
    case 'second_verification_required':
    case 'too_many_requests':
    case 'ticket_refused':
    case 'not_signed_in':
      return refuseChange(context, refused)
    default:
      return refuseCode(refused)
  }
}

/** The answer to a change by an address of another account. It cannot wait. */
const answerChange = (context: UserContext, address: Address, taken: TakenInChange) => {
  if (taken.ok) return done(maskedAddresses(taken.account))
  if (taken.code === 'held_by_other') return refuse(taken.code, { field: address.kind })
  return taken.code === 'factor_lacking' || taken.code === 'guard_lacking'
    ? refuseChange(context, taken)
    : refuseBinding(context, address, taken)
}
