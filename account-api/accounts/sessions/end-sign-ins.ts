import { forgetBrowsers } from '#account-api/accounts/browsers/known-browser'
import type { Rule, Stores } from '#account-api/accounts/service'
import type { From } from '#account-api/kernel/from'
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

/** The purpose of a ticket that restores a cancelled account. */
export const restorePurpose = 'restore'

/** The purpose of the ticket of a person who was proven for one request of an application. */
export const authTicketPurpose = 'open_request'

/** The purpose of the ticket of a sign-in that waits for the authenticator. */
export const pendingSignInPurpose = 'sign_in_waits'

/** Ends the tickets of an account's person that end together with its sessions. */
export const endAuthTickets = (stores: Stores, accountId: string): Promise<void> =>
  stores.tickets.endAll({
    purposes: [authTicketPurpose, restorePurpose, pendingSignInPurpose],
    accountId,
    addresses: [],
    at: stores.deployment.now(),
  })
