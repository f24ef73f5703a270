import type { ErrorData } from '#contract/errors'
import { restoreAccount } from '~/flows/sign-in/restore-account.server'
import type { WaitingIdentity } from '~/flows/sign-in/waiting-identity'
import { redirectTo } from '~/navigation/redirect.server'
import { withNext } from '~/navigation/returning/return-address'
import { nextToCarry } from '~/navigation/returning/return-address.server'
import type { Args } from '~/session/visitor.server'

interface Kept {
  /** The return address and cookies of a sign-in that comes from elsewhere. Default: from the request. */
  from?: { next: string | null; cookies: readonly string[] }
  /** The third-party identity that the account gets after it is restored. */
  identity?: WaitingIdentity
}

/**
 * Redirects a sign-in to a cancelled account to the page that restores it, with the return address. If the account API
 * gave no ticket, redirects to the page that says how an account is restored.
 */
export const askToRestore = async (
  args: Args,
  answer: ErrorData<'account_cancelled'>,
  { from, identity }: Kept = {},
): Promise<Response> => {
  const { ticket, restorable_until: until, time_zone: timeZone } = answer
  const { next, cookies } = from ?? { next: (await nextToCarry(args)) ?? null, cookies: [] }
  if (ticket === undefined) return redirectTo(args, withNext('/account-help/restore', next), { cookies: [...cookies] })
  return restoreAccount.beginAfter(args, 'confirm', { ticket, until, timeZone, identity }, { next, cookies })
}
