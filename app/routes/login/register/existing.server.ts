import type { AddressKind } from '~/features/addresses/address-kind'
import { spacedAddress } from '~/features/codes/sent-code.server'
import { reply } from '~/framework'

/** The loader of the last step of a registration, for both kinds of address: it is proven, and has an account already. */
export const loadExisting = (kind: AddressKind, { to }: { to: string }) => reply({ kind, address: spacedAddress(to) })
