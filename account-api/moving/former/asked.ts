import type { TypedIdentifier } from '#rules/typed/identifier'

/** The typed values. */
export interface Asked {
  identifier: TypedIdentifier
  password: string
}
