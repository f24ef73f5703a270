import { forgetBrowsers } from '#account-api/accounts/browsers/known-browser'
import type { Rule } from '#account-api/accounts/service'
import type { BrowserTokens, From } from '#account-api/kernel/from'
import { endAuthTickets } from './end-sign-ins'
import type { SessionRecord } from './session-record'

interface Ending {
  accountId: string
  from: From
  /** The session that stays, and what was added during it. Undefined: none. */
  kept?: Pick<SessionRecord, 'id' | 'createdAt'> | undefined
  /** The tokens of the browser that stays known. Undefined: none. */
  tokens?: BrowserTokens | undefined
  /** Since when grants of applications end. Default: those of the last 72 hours. */
  since?: number | undefined
  /** True: young methods stay. */
  keepsMethods?: boolean
}

/**
 * Ends all access that others may have to an account: its sessions and everything derived from them, the person's
 * tickets, recent grants with their tokens, transfers, young methods, and the known browsers. The account has to be
 * locked.
 * @returns how many sessions have ended
 */
export const endAccess: Rule<Ending, number> = async (
  stores,
  { accountId, from, kept, tokens, since, keepsMethods = false },
) => {
  const { endings } = stores.deployment
  const ended = kept ? await stores.sessions.endOthers(accountId, kept.id) : 0
  if (!kept) await stores.sessions.endAll(accountId)
  await endAuthTickets(stores, accountId)
  await endings.endRecentGrants(stores, {
    accountId,
    ...(since !== undefined && { since }),
    keptSessionId: kept?.id,
  })
  await endings.withdrawTransfers(stores, { accountId, from })
  const young = { accountId, from, keptSessionId: kept?.id, before: kept?.createdAt }
  if (!keepsMethods) await endings.endYoungMethods(stores, young)
  await forgetBrowsers(stores, accountId, tokens && { except: tokens })
  return ended
}
