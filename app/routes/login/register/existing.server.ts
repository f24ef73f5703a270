import { shownAddress } from '#rules/typed/shown-address'
import type { AddressKind } from '~/features/addresses/address-kind'
import { reply } from '~/framework'

/**
 * The loader of the last step of a registration, for both kinds of address: the address is proven, and already has an
 * account.
 */
export const loadExisting = (kind: AddressKind, { to }: { to: string }) => reply({ kind, address: shownAddress(to) })
