import type { Generated } from 'kysely'
import type { OperatorKey } from './keys/key-store'
import type { Webhook } from './webhooks/webhook'

declare module '../database/schema' {
  /** Operators, their keys and sessions, and where events are sent. */
  interface Schema {
    operator_keys: {
      id: string
      /** The hash of the key. The key itself is not stored. */
      hash: string
      name: string
      /** The person or the program that uses it. */
      holder: string
      /** Names, separated by spaces. */
      scopes: string
      created_at: number
      expires_at: number
      revoked_at: OperatorKey['revokedAt']
      last_used_at: OperatorKey['lastUsedAt']
      made_by: OperatorKey['madeBy']
      made_by_operator: OperatorKey['madeByOperator']
      line: OperatorKey['line']
    }
    operators: {
      account_id: string
      /** Names, separated by spaces. */
      scopes: string
      added_at: number
      /** The user id of an operator, or the name of a key. */
      added_by: string
      line: string | null
    }
    desk_sessions: {
      /** The hash of the ticket, and then of the token that the browser got for it. */
      hash: string
      account_id: string
      session_id: string
      /** For a ticket that waits: the SHA-256 of its browser's secret. Null: the ticket was redeemed. */
      challenge: string | null
      issued_at: number
      /** When the factor that opened the desk was proven. */
      factor_at: number
      expires_at: number
      last_used_at: number
    }
    webhooks: {
      id: string
      organisation_id: Webhook['organisationId']
      client_id: Generated<Webhook['clientId']>
      url: string
      /** Names and beginnings of names, separated by spaces. */
      events: string
      /** The secret and the previous one, sealed with a key of the ring. */
      sealed: string
      sealed_by: string
      previous_until: number | null
      created_at: number
      disabled_at: Webhook['disabledAt']
      disabled_because: Webhook['disabledBecause']
      /** Null: none. */
      due_at: number | null
      /** Until then a copy works on it, or it is paused. */
      busy_until: number
      holder: string | null
      /** 1: something was added after a copy had begun. */
      is_woken: number
      failures: number
      failing_since: Webhook['failingSince']
      answer: Webhook['answer']
      answered_at: Webhook['answeredAt']
    }
    webhook_deliveries: {
      id: string
      webhook_id: string
      /** Null: a test. The event may be erased by now. */
      event_id: string | null
      /** JSON: the signal about this account. Null: the event itself is sent. */
      signal: Generated<string | null>
      account_id: Generated<string | null>
      attempts: number
      /** Null: a dead letter. */
      next_attempt_at: number | null
      answer: string | null
    }
  }
}
