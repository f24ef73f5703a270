import { identifierKinds, type KindOfIdentifier } from '../../../contract/terms/fields'

/** The end of the message key for some kinds of identifier, in one order: `username_email`. */
export const namesOf = (kinds: readonly KindOfIdentifier[]): string =>
  identifierKinds.filter((kind) => kinds.includes(kind)).join('_')
