import type { BrowserTokens, From } from '../../kernel/from'
import { limitedClientAddress } from '../../kernel/limits/client-address'
import { hashToken, newToken } from '../../kernel/random'
import { days, minutes } from '../../kernel/time'
import type { Setting, Stores, Transaction } from '../service'

export const knownBrowserRule = {
  lifetimeMs: days(400),
  mostBrowsers: 20,
  mostAccounts: 20,
  /** How long the replaced token of a browser stays good: for a double click, another tab or a lost answer. */
  replacedTokenMs: minutes(10),
}

/**
 * What makes the browser of a sign-in known to its account. The account gets a new token, and the one that it had at
 * this browser ends soon. So a token that was copied or planted before the sign-in does not go on.
 */
export const browserOfSignIn = (
  setting: Setting,
  { accountId, sessionId, from }: { accountId: string; sessionId: string; from: From },
) => {
  const { lifetimeMs, mostBrowsers, replacedTokenMs } = knownBrowserRule
  const at = setting.now()
  const token = newToken(128)
  const record = {
    tokenHash: hashToken(token),
    accountId,
    sessionId,
    signedInAt: at,
    clientAddress: limitedClientAddress(from.clientAddress),
    expiresAt: at + lifetimeMs,
    had: (from.tokens ?? []).map(hashToken),
    replacedExpireAt: at + replacedTokenMs,
    most: mostBrowsers,
  }
  return { token, record }
}

/** The tokens of a browser after a sign-in, the newest first: the new one, and those of other accounts that live. */
export const tokensAfter = (
  token: string,
  had: BrowserTokens | undefined = [],
  others: ReadonlySet<string>,
): BrowserTokens =>
  [token, ...had.filter((each) => others.has(hashToken(each)))].slice(0, knownBrowserRule.mostAccounts)

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
 * Makes an account forget every browser that it knows, except the one that has these tokens, and ends what devices
 * remember of the account, that one too. The account has to be locked, so that a sign-in at the same moment comes before
 * or begins afresh.
 */
export const forgetBrowsers = async (
  stores: Transaction,
  accountId: string,
  { except = [] }: { except?: BrowserTokens | undefined } = {},
): Promise<void> => {
  await stores.knownBrowsers.forget(accountId, except.map(hashToken))
  await stores.remembered.endAll(accountId)
}

/**
 * Makes an account forget the browser of a session that it has ended from elsewhere, and those of the sessions that were
 * passed on from it, none of which remembers the account any more either. The account has to be locked.
 */
export const forgetBrowsersOfSession = async (
  stores: Transaction,
  accountId: string,
  { id, passedOn }: { id: string; passedOn: readonly string[] },
): Promise<void> => {
  await stores.knownBrowsers.forgetSessions(accountId, [id, ...passedOn])
  await stores.remembered.endOfSession(accountId, { id, passedOn })
}

const livingOf = async (setting: Setting, stores: Stores, tokens: BrowserTokens) =>
  tokens.length === 0 ? [] : stores.knownBrowsers.find(tokens.map(hashToken), setting.now())
