import type { BrowserOfAccount } from '#account-api/accounts/account/account-record'
import type { From } from '#account-api/kernel/from'
import { limitedClientAddress } from '#account-api/kernel/limits/client-address'
import { hashToken } from '#account-api/kernel/random'
import type { SessionRecord } from './session-record'

/**
 * How an account knows the source of a typed password. A browser: it has signed in to the account before, or is signed
 * in now; `name` identifies it. A client address: an unexpired record of a browser began there. Undefined: unknown.
 */
export type Familiarity = { by: 'browser'; name: string } | { by: 'address' } | undefined

interface Typing {
  /** Undefined: no account has the typed identifier. The work is the same. */
  accountId: string | undefined
  from: From
  session?: SessionRecord | undefined
}

/** @param browsers the unexpired records of the account; empty without an account */
export const familiarityOf = (
  browsers: readonly BrowserOfAccount[],
  { accountId, from, session }: Typing,
): Familiarity => {
  const hashes = new Set((from.tokens ?? []).map(hashToken))
  const record = browsers.find(({ tokenHash }) => hashes.has(tokenHash))
  if (record) return { by: 'browser', name: record.tokenHash }
  if (session && session.accountId === accountId) return { by: 'browser', name: session.id }
  const clientAddress = limitedClientAddress(from.clientAddress)
  return browsers.some((each) => each.clientAddress === clientAddress) ? { by: 'address' } : undefined
}
