import { refuse } from '#contract/server'
import type { Check } from './check'

/** Checks that somebody is signed in, if the call needs that. */
export const account: Check = async ({ service, row: { auth }, session }) => {
  if (auth !== 'user' && auth !== 'member') return {}
  const found = session && (await service.storage.accounts.profile(session.accountId))
  return found ? { account: found } : refuse('not_signed_in', {})
}
