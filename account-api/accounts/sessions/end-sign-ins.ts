import { forgetBrowsers } from '#account-api/accounts/browsers/known-browser'
import type { Rule, Stores } from '#account-api/accounts/service'
import type { From } from '#account-api/kernel/from'
import { authTicketPurpose, pendingSignInPurpose, restorePurpose } from '#account-api/kernel/tickets/purposes'
import type { Entrance } from './origin'

interface Ending {
  accountId: string
  entrance: Entrance
  from: From
  keptSessionId: string | undefined
}

/**
 * Ends all access gained through one sign-in method: the sessions that it began, and those passed on from them. As a
 * new password does, it also ends what lets a browser pass locks and remembers the account. The browser of the call
 * stays known.
 */
export const endSignInsBy: Rule<Ending, void> = async (stores, { accountId, entrance, from, keptSessionId }) => {
  await stores.sessions.endLetInBy(accountId, entrance, keptSessionId)
  await endAuthTickets(stores, accountId)
  await forgetBrowsers(stores, accountId, { except: from.tokens })
}

/**
 * Ends the tickets of an account's person together with its sessions: those that answer a request, those that restore
 * the account, and sign-ins that wait for the authenticator.
 */
export const endAuthTickets = (stores: Stores, accountId: string): Promise<void> =>
  stores.tickets.endAll({
    purposes: [authTicketPurpose, restorePurpose, pendingSignInPurpose],
    accountId,
    addresses: [],
    at: stores.deployment.now(),
  })
