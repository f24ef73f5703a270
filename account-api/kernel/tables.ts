import type { Generated } from 'kysely'
import type { Actor } from './events/event'

declare module '../database/schema' {
  /** Tickets, limits, nonces, events and messages. */
  interface Schema {
    tickets: {
      hash: string
      purpose: string
      account_id: string | null
      session_id: string | null
      value: string
      address: string | null
      created_at: number
      expires_at: number
      used_at: number | null
    }
    counters: { key: string; subject: string | null; count: number; expires_at: number }
    buckets: { name: string; subject: string; part: string; empty_at: number }
    events: {
      id: string
      at: number
      call: string
      actor: Actor
      account_id: string | null
      organisation_id: string | null
      target: string | null
      client: string | null
      outcome: string
      reason: string | null
      log_id: string
      address_hash: string | null
      browser: string
      /** The kinds of the act in the activity of its accounts, separated by spaces. */
      kinds: Generated<string>
      /** 1: not handed out to webhooks yet. */
      is_unread: Generated<number>
      /** The act in the organisation's log, and the public id of its actor there. */
      organisation_act: Generated<string | null>
      organisation_actor: Generated<string | null>
    }
    request_keys: { hash: string; answer: string | null; expires_at: number }
    nonces: { nonce: string; expires_at: number }
    nonce_memory: { memory: string; since: number }
    outbox: {
      id: string
      recipient: string
      channel: 'sms' | 'email' | 'workplace'
      purpose: string
      subject: string
      body: string
      code: string | null
      link: string | null
      language: string | null
      created_at: number
      attempts: number
      next_attempt_at: number
      delivered_at: number | null
      given_up_at: number | null
      /** The answer to the last failed attempt. */
      answer: Generated<string | null>
      /** 1: bulk lane. */
      is_bulk: Generated<number>
    }
  }
}
