import { historyStaysMs } from '../domain/not-me/history'
import { brakeRule } from '../domain/password/brake'
import { sessionRule } from '../domain/session/session'
import { days, hours } from '../domain/time'
import { usernameRule } from '../domain/username/username'
import type { Connection } from './schema'

/** How long a message is kept, delivered or not: long enough to look into a complaint. */
const messagesStayMs = days(7)

/** How long activity entries are kept. */
const activityStaysMs = days(180)

/** Deletes rows that have expired. Every copy may do it at any time: no rule depends on a row being deleted. */
export const sweep = async (connection: Connection, nowMs: number): Promise<void> => {
  await connection.deleteFrom('nonces').where('expires_at', '<=', nowMs).execute()
  await connection.deleteFrom('counters').where('expires_at', '<=', nowMs).execute()
  await connection.deleteFrom('buckets').where('empty_at', '<=', nowMs).execute()
  await connection
    .deleteFrom('guesses')
    .where('hour', '<', Math.floor(nowMs / hours(1)) - brakeRule.usualHours)
    .execute()
  await connection.deleteFrom('tickets').where('expires_at', '<=', nowMs).execute()
  await connection.deleteFrom('captchas').where('expires_at', '<=', nowMs).execute()
  await connection.deleteFrom('known_browsers').where('expires_at', '<=', nowMs).execute()
  await connection.deleteFrom('return_addresses').where('expires_at', '<=', nowMs).execute()
  // A code is kept one day more, so that the second of two clicks is answered as such.
  await connection
    .deleteFrom('codes')
    .where('expires_at', '<=', nowMs - days(1))
    .execute()
  await connection
    .deleteFrom('sessions')
    .where('last_seen_at', '<=', nowMs - sessionRule.idleMs)
    .execute()
  await connection
    .deleteFrom('activity')
    .where('at', '<=', nowMs - activityStaysMs)
    .execute()
  await connection
    .deleteFrom('username_changes')
    .where('changed_at', '<=', nowMs - usernameRule.windowMs)
    .execute()
  await connection
    .deleteFrom('sign_in_history')
    .where('at', '<=', nowMs - historyStaysMs)
    .execute()
  await connection.deleteFrom('guards').where('until', '<=', nowMs).execute()
  await connection
    .deleteFrom('outbox')
    .where('created_at', '<=', nowMs - messagesStayMs)
    .execute()
}
