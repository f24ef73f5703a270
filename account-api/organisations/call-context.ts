import type { CallContextOf, UserContextOf } from '#account-api/accounts/call-context'
import type { Handlers } from '#contract/server'
import type { Acting } from './records/member-record'
import type { Service } from './service'

/**
 * The context of a call in an organisation. The row of the call names the required permission, and the member has it.
 */
export interface MemberContextOf<Own> extends UserContextOf<Own> {
  acting: Acting
}

/** Some handlers, with the service that their context has. */
export type HandlersOf<Own> = Partial<Handlers<CallContextOf<Own>, UserContextOf<Own>, MemberContextOf<Own>, never>>

export type CallContext = CallContextOf<Service>
export type MemberContext = MemberContextOf<Service>
export type Handling = HandlersOf<Service>
