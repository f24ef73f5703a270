import type { HandlersOf } from '#account-api/organisations/call-context'
import type { Service } from './service'

export type Handling = HandlersOf<Service>
