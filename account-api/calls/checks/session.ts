import { findSession } from '#account-api/accounts/sessions/session'
import { readCookies } from '#account-api/calls/cookies'
import { tellOfAct } from '#account-api/kernel/current-call'
import { sessionCookie } from '#contract/wire/headers'
import type { Check } from './check'

/** Finds the session of the browser. A call without one continues. */
export const session: Check = async ({ service, row, request, aid }) => {
  if (row.auth === 'operator') return {}
  const cookies = readCookies(request.headers.cookie)
  const token = cookies.get(sessionCookie)
  const found = token === undefined ? undefined : await findSession(service, token)
  tellOfAct({ client: aid, ...(found && { actor: 'account', signedInAs: found.accountId }) })
  return { cookies, session: found }
}
