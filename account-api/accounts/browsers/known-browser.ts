import { clientName } from '#account-api/accounts/activity/client-name'
import type { Deployment, Stores, Transaction } from '#account-api/accounts/service'
import type { BrowserTokens, From } from '#account-api/kernel/from'
import { limitedClientAddress } from '#account-api/kernel/limits/client-address'
import { hashToken, newToken } from '#account-api/kernel/random'
import { days, minutes } from '#account-api/kernel/time'

export const knownBrowserRule = {
  lifetimeMs: days(400),
  mostBrowsers: 20,
  mostAccounts: 20,
  /** How long a replaced browser token is still accepted, for a double click, another tab or a lost answer. */
  replacedTokenMs: minutes(10),
}

/**
 * Makes the browser of a sign-in known to its account. The account gets a new token, and its earlier token at this
 * browser ends soon, so a token that was copied or planted before the sign-in does not survive it.
 */
export const browserOfSignIn = (
  deployment: Deployment,
  { accountId, sessionId, from }: { accountId: string; sessionId: string; from: From },
) => {
  const { lifetimeMs, mostBrowsers, replacedTokenMs } = knownBrowserRule
  const at = deployment.now()
  const token = newToken(128)
  const record = {
    tokenHash: hashToken(token),
    accountId,
    sessionId,
    signedInAt: at,
    clientAddress: limitedClientAddress(from.clientAddress),
    client: kindOfClient(from.client),
    expiresAt: at + lifetimeMs,
    had: (from.tokens ?? []).map(hashToken),
    replacedExpireAt: at + replacedTokenMs,
    most: mostBrowsers,
  }
  return { token, record }
}

/**
 * The names of a browser and its system. Updates do not change them, and a cookie copied to another client does not
 * match them.
 */
const kindOfClient = (client: string): string => {
  const { browser, system } = clientName(client)
  return `${browser}/${system}`
}

/** The browser's tokens after a sign-in, newest first: the new one, and the unexpired ones of other accounts. */
export const tokensAfter = (
  token: string,
  had: BrowserTokens | undefined = [],
  others: ReadonlySet<string>,
): BrowserTokens =>
  [token, ...had.filter((each) => others.has(hashToken(each)))].slice(0, knownBrowserRule.mostAccounts)

/**
 * The name under which limits count a browser that the account knows. Undefined if the account does not know it.
 * Without an account, the work is the same.
 */
export const knownBrowserOf = async (
  stores: Stores,
  { accountId, tokens }: { accountId: string | undefined; tokens: BrowserTokens },
): Promise<string | undefined> => {
  const found = await livingOf(stores, tokens)
  return found.find((each) => each.accountId === accountId)?.tokenHash
}

/**
 * Makes an account forget every known browser except the one with these tokens, and ends all its remembered accounts,
 * also on that browser. The account has to be locked, so that a concurrent sign-in comes either before or after.
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
 * Makes an account forget the browsers of a session that was ended from elsewhere, and of the sessions passed on from
 * it. These browsers no longer remember the account either. The account has to be locked.
 */
export const forgetBrowsersOfSession = async (
  stores: Transaction,
  accountId: string,
  { id, passedOn }: { id: string; passedOn: readonly string[] },
): Promise<void> => {
  await stores.knownBrowsers.forgetSessions(accountId, [id, ...passedOn])
  await stores.remembered.endOfSession(accountId, { id, passedOn })
}

const livingOf = async (stores: Stores, tokens: BrowserTokens) =>
  tokens.length === 0 ? [] : stores.knownBrowsers.find(tokens.map(hashToken), stores.deployment.now())
