import type { TypedIdentifier } from '../../../rules/typed/identifier'

/** What was typed. */
export interface Asked {
  identifier: TypedIdentifier
  password: string
}
