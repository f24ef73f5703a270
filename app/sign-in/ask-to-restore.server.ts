import type { ErrorData } from '../../contract/errors'
import { restoreAccount } from '../flows/restore-account.server'
import { redirectTo } from '../navigation/redirect.server'
import { withNext } from '../navigation/return-address'
import { nextToCarry } from '../navigation/return-address.server'
import type { Args } from '../session/visitor.server'

/**
 * Leads a sign-in to a cancelled account to the page that restores it. The return address goes along. An account API that
 * gave no ticket leaves it at the page that says how an account is restored.
 */
export const askToRestore = async (args: Args, answer: ErrorData<'account_cancelled'>): Promise<Response> => {
  const { ticket, restorable_until: until, time_zone: timeZone } = answer
  if (ticket === undefined) return redirectTo(args, withNext('/account-help/restore', await nextToCarry(args)))
  return restoreAccount.begin(args, 'confirm', { ticket, until, timeZone })
}
