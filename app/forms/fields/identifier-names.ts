import { identifierKinds, type KindOfIdentifier } from '#contract/terms/fields'

/**
 * The end of the message key for some kinds of identifier, in a fixed order, such as `_username_email`. Empty for all
 * kinds.
 */
export const endOf = (kinds: readonly KindOfIdentifier[]): string => {
  const named = identifierKinds.filter((kind) => kinds.includes(kind))
  return named.length === identifierKinds.length ? '' : `_${named.join('_')}`
}
