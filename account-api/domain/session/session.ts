import { hashToken, newId, newToken } from '../random'
import type { Setting } from '../setting'
import type { SessionRecord, Stores } from '../storage'
import { days, minutes } from '../time'

export const sessionRule = { idleMs: days(14), longestMs: days(90), touchEveryMs: minutes(60) }

export interface StartedSession extends SessionRecord {
  /** The secret that names the session; only its hash is kept. */
  token: string
  expiresAt: number
}

/** Starts a session: a new token at every sign-in, so that none can be fixed beforehand. */
export const startSession = async (
  setting: Setting,
  stores: Stores,
  { accountId, endOthers = false }: { accountId: string; endOthers?: boolean },
): Promise<StartedSession> => {
  const at = setting.now()
  const token = newToken(256)
  const session = { id: newId(at), accountId, createdAt: at, lastSeenAt: at, provenAt: at }
  if (endOthers) await stores.sessions.endAll(accountId)
  await stores.sessions.insert({ ...session, tokenHash: hashToken(token) })
  return { ...session, token, expiresAt: at + sessionRule.longestMs }
}

/** The living session behind a token: idle for at most 14 days, at most 90 days old. */
export const findSession = async (setting: Setting, token: string): Promise<SessionRecord | undefined> => {
  const { sessions } = setting.storage
  const session = await sessions.find(hashToken(token))
  if (!session) return undefined
  const at = setting.now()
  if (at - session.lastSeenAt > sessionRule.idleMs || at - session.createdAt > sessionRule.longestMs) return undefined
  // Being seen is noted hourly at most: a read must not cost a write each time.
  if (at - session.lastSeenAt > sessionRule.touchEveryMs) await sessions.touch(session.id, at)
  return session
}
