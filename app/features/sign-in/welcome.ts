import type { Destination } from '~/navigation/flash/flash.server'

/** Where a registration ends, unless its person wanted to go elsewhere. */
export const atNewAccount: Destination = { path: '/settings', notice: 'account_created' }

/** Where the restoration of a cancelled account ends. */
export const atRestoredAccount: Destination = { path: '/settings', notice: 'account_restored' }
