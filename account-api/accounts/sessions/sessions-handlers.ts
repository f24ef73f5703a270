import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { clientName } from '#account-api/accounts/activity/client-name'
import { nameSession } from '#account-api/accounts/browsers/device-name'
import type { Handling } from '#account-api/accounts/call-context'
import { done, refuse } from '#contract/server'
import { endOtherSessions, endSession, listSessions } from './session'

export const sessionHandlers = {
  listSessions: async (_input, context) => {
    const sessions = await listSessions(context.service, context)
    return done({
      sessions: sessions.map((session) => ({
        session_id: session.id,
        is_current: session.id === context.session.id,
        client: clientName(session.client),
        name: session.deviceName,
        address: session.clientAddress,
        way: session.way,
        signed_in_at: isoTime(session.createdAt),
        last_seen_at: isoTime(session.lastSeenAt),
      })),
      time_zone: timeZoneOf(context.account),
    })
  },

  nameSession: async ({ session_id, name }, { service, account }) => {
    const named = await nameSession(service, { account, id: session_id, name })
    return named ? done({ done: true }) : refuse('no_such_session', {})
  },

  endSession: async (input, context) => {
    const ended = await endSession(context.service, { ...context, id: input.session_id })
    if (ended === 'none') return refuse('no_such_session', {})
    if (ended === 'signed_out') context.clearSession()
    return done({ done: true })
  },

  endOtherSessions: async (_input, context) => done({ ended: await endOtherSessions(context.service, context) }),
} satisfies Handling

const isoTime = (at: number): string => new Date(at).toISOString()
