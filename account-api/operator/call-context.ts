import type { HandlersOf } from '../accounts/call-context'
import type { Service } from './service'

export type Handling = HandlersOf<Service>
