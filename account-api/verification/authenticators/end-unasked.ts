import { forgetBrowsers } from '../../accounts/browsers/known-browser'
import { endAuthTickets } from '../../accounts/sessions/end-sign-ins'
import type { Person } from '../../accounts/sessions/person'
import type { From } from '../../kernel/from'
import type { Setting, Transaction } from '../service'

/**
 * Ends what is in an account without having been asked for its authenticator: every other session, what was proven for
 * requests of applications, and the devices that remember the account.
 */
export const endUnasked = async (
  setting: Setting,
  stores: Transaction,
  { account: { id }, session }: Person,
  from: From,
): Promise<void> => {
  await stores.sessions.endOthers(id, session.id)
  await endAuthTickets(setting, stores, id)
  await forgetBrowsers(stores, id, { except: from.tokens })
}
