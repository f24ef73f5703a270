import type { OperatorKey } from './keys/key-store'

declare module '../database/schema' {
  /** What operators have to show. */
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
    }
  }
}
