import { type AddressKind, addressKinds } from '#contract/terms/fields'
import type { LoaderFunctionArgs } from '~/framework'
import { problem } from '~/navigation/problem'

/** The two kinds of address. Each is the name of its field, and of its pages below /settings. */
export { type AddressKind, addressKinds }

export const forEachKind = <Entry>(entryOf: (kind: AddressKind) => Entry): Record<AddressKind, Entry> => ({
  mobile: entryOf('mobile'),
  email: entryOf('email'),
})

/**
 * The kind of address that `$address` of a URL names, in any case, because the router ignores case too. Throws the 404
 * page.
 */
export const addressKindOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>): AddressKind => {
  const named = params.address?.toLowerCase()
  const kind = addressKinds.find((each) => each === named)
  if (!kind) throw problem('not_found')
  return kind
}
