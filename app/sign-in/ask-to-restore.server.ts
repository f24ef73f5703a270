import type { ErrorData } from '../../contract/errors'
import { restoreAccount } from '../flows/restore-account.server'
import { redirectTo } from '../navigation/redirect.server'
import { withNext } from '../navigation/return-address'
import { nextToCarry } from '../navigation/return-address.server'
import type { Args } from '../session/visitor.server'

/**
 * Leads a sign-in to a cancelled account to the page that restores it. The return address goes along. An account API that
 * gave no ticket leaves it at the page that says how an account is restored.
 * @param kept the return address and cookies of a sign-in that comes from elsewhere; otherwise the request has them
 */
export const askToRestore = async (
  args: Args,
  answer: ErrorData<'account_cancelled'>,
  kept?: { next: string | null; cookies: readonly string[] },
): Promise<Response> => {
  const { ticket, restorable_until: until, time_zone: timeZone } = answer
  const { next, cookies } = kept ?? { next: (await nextToCarry(args)) ?? null, cookies: [] }
  if (ticket === undefined) return redirectTo(args, withNext('/account-help/restore', next), { cookies: [...cookies] })
  return restoreAccount.beginAfter(args, 'confirm', { ticket, until, timeZone }, { next, cookies })
}
