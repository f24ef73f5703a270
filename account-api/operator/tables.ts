import type { OperatorKey } from './keys/key-store'

declare module '../database/schema' {
  /** Operators, and what they have to show. */
  interface Schema {
    operator_keys: {
      id: string
      /** The hash of the key, which nothing stores. */
      hash: string
      name: string
      /** The person or the program that it is for. */
      holder: string
      /** Names, with spaces between them. */
      scopes: string
      created_at: number
      expires_at: number
      revoked_at: OperatorKey['revokedAt']
      /** To the minute. */
      last_used_at: OperatorKey['lastUsedAt']
      made_by: OperatorKey['madeBy']
      line: OperatorKey['line']
    }
    operators: {
      account_id: string
      /** Names, with spaces between them. */
      scopes: string
      added_at: number
      /** The user id of an operator, or the name of a key. */
      added_by: string
      line: string | null
    }
    desk_sessions: {
      /** Of the ticket, and then of the token that the browser got for it. */
      hash: string
      account_id: string
      /** The session that it came by. */
      session_id: string
      /** Of a ticket that waits: the SHA-256 of what its browser holds. Null: the ticket was redeemed. */
      challenge: string | null
      issued_at: number
      expires_at: number
      /** To the minute. */
      last_used_at: number
    }
  }
}
