import type { Generated } from 'kysely'

declare module '../database/schema' {
  /** Codes, captchas and guesses at passwords. */
  interface Schema {
    /** The kinds of imported password hashes that accounts may have. */
    imported_hash_kinds: { hash_kind: string; since: number }
    codes: {
      channel: string
      target: string
      purpose: number
      asker: string
      by_known_browser: number
      key: string
      hash: string
      /** The hash of the same requester's previous code. */
      earlier_hash: Generated<string | null>
      created_at: number
      expires_at: number
      tries_left: number
      unnamed_tries_left: number
      used_at: number | null
    }
    guesses: { hour: number; shard: number; count: number }
    captchas: {
      id: string
      decision: Generated<string>
      subtype: string
      visitor: string
      solution: string
      spoken: string
      scene: string
      piece: string | null
      created_at: number
      expires_at: number
      tries_left: number
      solved_at: number | null
    }
  }
}
