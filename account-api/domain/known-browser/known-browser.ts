import type { From } from '../activity/activity'
import { limitedClientAddress } from '../limit/client-address'
import { hashToken, newToken } from '../random'
import type { Setting } from '../setting'
import type { Stores, Transaction } from '../stores'
import { days, minutes } from '../time'
import type { BrowserTokens } from './known-browser-store'

export const knownBrowserRule = {
  lifetimeMs: days(400),
  mostBrowsers: 20,
  mostAccounts: 20,
  /** How long the replaced token of a browser stays good: for a double click, another tab or a lost answer. */
  replacedTokenMs: minutes(10),
}

/** A sign-in that makes its browser known. */
interface Entered {
  accountId: string
  sessionId: string
  from: From
}

/**
 * Makes the browser of a sign-in known to its account, in the transaction that starts the session. The account gets a
 * new token, and the one that it had at this browser ends soon. So a token that was copied or planted before the sign-in
 * does not go on.
 * @returns the tokens of the browser from now on, the newest first
 */
export const becomeKnown = async (
  setting: Setting,
  stores: Transaction,
  { accountId, sessionId, from: { tokens = [], ...from } }: Entered,
): Promise<BrowserTokens> => {
  const { lifetimeMs, mostBrowsers, mostAccounts, replacedTokenMs } = knownBrowserRule
  const at = setting.now()
  const found = await livingOf(setting, stores, tokens)
  const replaced = found.filter((each) => each.accountId === accountId).map(({ tokenHash }) => tokenHash)
  if (replaced.length > 0) await stores.knownBrowsers.expire(accountId, replaced, at + replacedTokenMs)
  const token = newToken(128)
  const tokenHash = hashToken(token)
  const clientAddress = limitedClientAddress(from.clientAddress)
  const expiresAt = at + lifetimeMs
  await stores.knownBrowsers.insert({ tokenHash, accountId, sessionId, signedInAt: at, clientAddress, expiresAt })
  await stores.knownBrowsers.prune(accountId, mostBrowsers)
  const others = new Set(found.map((each) => each.tokenHash).filter((hash) => !replaced.includes(hash)))
  return [token, ...tokens.filter((each) => others.has(hashToken(each)))].slice(0, mostAccounts)
}

/**
 * What an account knows a browser by: a name for limits. Undefined when it does not know the browser. Without an
 * account, the work is the same.
 */
export const knownBrowserOf = async (
  setting: Setting,
  stores: Stores,
  { accountId, tokens }: { accountId: string | undefined; tokens: BrowserTokens },
): Promise<string | undefined> => {
  const found = await livingOf(setting, stores, tokens)
  return found.find((each) => each.accountId === accountId)?.tokenHash
}

/**
 * Makes an account forget every browser that it knows, except the one that has these tokens. The account has to be
 * locked, so that a sign-in at the same moment comes before or begins afresh.
 */
export const forgetBrowsers = (
  stores: Transaction,
  accountId: string,
  { except = [] }: { except?: BrowserTokens | undefined } = {},
): Promise<void> => stores.knownBrowsers.forget(accountId, except.map(hashToken))

/** Makes an account forget the browser of a session that it has ended from elsewhere. The account has to be locked. */
export const forgetBrowserOfSession = (stores: Transaction, accountId: string, sessionId: string): Promise<void> =>
  stores.knownBrowsers.forgetSession(accountId, sessionId)

const livingOf = async (setting: Setting, stores: Stores, tokens: BrowserTokens) =>
  tokens.length === 0 ? [] : stores.knownBrowsers.find(tokens.map(hashToken), setting.now())
