import type { HandlersOf } from '#account-api/accounts/call-context'
import type { Service } from './service'

export type Handling = HandlersOf<Service>
