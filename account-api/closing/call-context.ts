import type { HandlersOf } from '../organisations/call-context'
import type { Service } from './service'

export type Handling = HandlersOf<Service>
