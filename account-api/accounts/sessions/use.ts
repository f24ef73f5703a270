import type { Deployment, Service } from '#account-api/accounts/service'
import { sessionIdleMs, sessionLongestMs } from '#account-api/kernel/lifetimes'
import { type SessionRecord, sessionRule } from './session-record'

/** When a session ends even if it is used. */
export const endOf = (deployment: Deployment, { origin }: Pick<SessionRecord, 'origin'>): number =>
  origin.lastProof.at + sessionLongestMs(deployment)

/** A session that was found, and when its account was last used. */
export type FoundSession = Pick<SessionRecord, 'id' | 'accountId' | 'lastSeenAt' | 'origin'> & { accountUsedAt: number }

/** Notes that a session is used. False: it has ended, because it was unused for too long or its proof is too old. */
export const isUsed = async (
  { deployment, storage: { sessions, accounts } }: Service,
  session: FoundSession,
): Promise<boolean> => {
  const at = deployment.now()
  if (at - session.lastSeenAt > sessionIdleMs(deployment) || at > endOf(deployment, session)) return false
  // Written at most once an hour: a read must not cost a write each time.
  if (at - session.lastSeenAt > sessionRule.touchEveryMs) await sessions.touch(session.id, at)
  const unlessAfter = at - sessionRule.useEveryMs
  if (session.accountUsedAt <= unlessAfter) await accounts.use(session.accountId, { at, unlessAfter })
  return true
}
