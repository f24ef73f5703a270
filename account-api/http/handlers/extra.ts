import type { Handlers } from '../../../contract/server'
import { done, refuse } from '../../../contract/server'
import { exportData } from '../../domain/export/export'
import { isFresh } from '../../domain/second/second-verification'
import { endOtherSessions, endSession, listSessions } from '../../domain/session/session'
import { secondsUntil } from '../../domain/setting'
import { entryOf } from '../activity-entry'
import { clientName } from '../client-name'
import type { CallContext, UserContext } from '../context'
import { refuseStaleProof } from './outcomes'

type ExtraCalls = 'listSessions' | 'endSession' | 'endOtherSessions' | 'listActivity' | 'exportData'

export const extraHandlers: Pick<Handlers<CallContext, UserContext>, ExtraCalls> = {
  listSessions: async (_input, context) => {
    const sessions = await listSessions(context.setting, context)
    return done({
      sessions: sessions.map((session) => ({
        session_id: session.id,
        is_current: session.id === context.session.id,
        client: clientName(session.client),
        address: session.address,
        way: session.way || null,
        signed_in_at: isoTime(session.createdAt),
        last_seen_at: isoTime(session.lastSeenAt),
      })),
    })
  },

  endSession: async (input, context) => {
    const ended = await endSession(context.setting, context, input.session_id)
    if (ended === 'none') return refuse('no_such_session', {})
    if (ended === 'signed_out') context.end()
    return done({ done: true })
  },

  endOtherSessions: async (_input, context) => done({ ended: await endOtherSessions(context.setting, context) }),

  listActivity: async ({ page, page_size: limit }, { setting, account }) => {
    const { activity } = setting.storage
    const [entries, total] = await Promise.all([
      activity.newest(account.id, { offset: (page - 1) * limit, limit }),
      activity.count(account.id),
    ])
    return done({
      entries: entries.map(entryOf),
      total,
      page,
    })
  },

  exportData: async (_input, { setting, account, session, from }) => {
    if (!isFresh(setting, session)) return refuseStaleProof(setting, { account, session })
    const exported = await exportData(setting, { account, from })
    if (!exported.ok) return refuse('too_many_requests', { retry_after: secondsUntil(setting, exported.until) })
    return done({ exported_at: isoTime(exported.at), data: exported.data })
  },
}

const isoTime = (at: number): string => new Date(at).toISOString()
