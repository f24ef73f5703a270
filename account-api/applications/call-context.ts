import type { CallContextOf, UserContextOf } from '#account-api/accounts/call-context'
import type { HandlersOf, MemberContextOf } from '#account-api/organisations/call-context'
import type { Service } from './service'

export type CallContext = CallContextOf<Service>
export type UserContext = UserContextOf<Service>
export type MemberContext = MemberContextOf<Service>
export type Handling = HandlersOf<Service>
