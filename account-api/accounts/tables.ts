import type { Generated } from 'kysely'
import type { ActivityEntry } from './activity/activity-store'
import type { Guard } from './changes/guard-store'
import type { MethodChange } from './changes/history-store'
import type { PictureRecord } from './pictures/picture-store'
import type { SessionRecord } from './sessions/session-record'

interface OriginColumns {
  /** Ids of sessions, separated by spaces, the root first. */
  ancestors: string
  /** Entrances, separated by commas. */
  let_in_by: string
  root_way: SessionRecord['way']
  root_proven_at: number
}

declare module '../database/schema' {
  /** Accounts with their present and past sign-in methods, sessions and browsers. */
  interface Schema {
    accounts: {
      id: string
      account_type: number
      password_hash: string | null
      password_chosen_at: number | null
      /** When a sign-in first found the current password in the list of breached passwords. */
      password_breached_at: number | null
      earlier_password_hash: string | null
      earlier_password_taken_at: number | null
      language: string
      created_at: number
      last_used_at: number
      birthday: string | null
      name: string | null
      /** The name in the form that searches compare. */
      name_key: string | null
      username_is_chosen: Generated<number>
      /** When the name, birthday, language, time zone or a picture was last changed. Null: never. */
      profile_changed_at: number | null
      avatar: string | null
      background: string | null
      erase_at: number | null
      erasing_until: number | null
      erasure_attempts: Generated<number>
      time_zone: string | null
      /** The version of the operator's terms that was accepted last. Null: none. */
      terms_version: string | null
      /** Sessions of an earlier generation have ended. */
      session_generation: Generated<number>
      /** 1 when a sweep has such sessions to delete. */
      has_ended_sessions: Generated<number>
      frozen_at: number | null
      frozen_reason: string | null
      authenticator_since: number | null
      /** 1 when sign-ins require the authenticator. */
      asks_authenticator: Generated<number>
      /** When the oldest passkey of the account was added. */
      passkey_since: Generated<number | null>
      /** When the authenticator counts, if not 72 hours after it was added. */
      authenticator_counts_from: Generated<number | null>
      /** When the deployment first required a second factor of the person. Null: never. */
      factor_asked_at: Generated<number | null>
    }
    announcements: { id: string; text_en: string; text_zh_hans: string; starts_at: number; ends_at: number }
    terms_acceptances: {
      account_id: string
      version: string
      accepted_at: number
    }
    authenticators: {
      account_id: string
      /** The shared secret, sealed with a key of the ring. */
      sealed: string
      /** The id of the key that sealed it. */
      sealed_by: string
      /** The time step of the last correct code. */
      last_step: number
    }
    recovery_codes: {
      account_id: string
      hash: string
      made_at: number
    }
    passkeys: {
      id: string
      account_id: string
      /** Base64url. */
      credential_id: string
      /** As COSE, base64url. */
      public_key: string
      counter: number
      /** Separated by commas. */
      transports: string
      name: string
      made_at: number
      used_at: number | null
    }
    recovery_emails: {
      account_id: string
      email: string
      added_at: number
    }
    identifiers: {
      kind: 'mobile' | 'email' | 'username'
      value: string
      account_id: string
      bound_at: number
      skeleton: string | null
    }
    username_changes: {
      id: string
      account_id: string
      username: string
      skeleton: string
      changed_at: number
    }
    held_usernames: {
      account_id: string
      username: string
      skeleton: string
      held_at: number
    }
    email_claims: {
      account_id: string
      email: string
      claimed_at: number
    }
    activity: {
      id: string
      account_id: string
      kind: ActivityEntry['kind']
      at: number
      address: string
      client: string
      detail: string
    }
    platform_bindings: {
      platform: string
      app_id: string
      openid: string
      unionid: string | null
      account_id: string
      name: string
      tenant_key: string | null
      bound_at: number
      picture: string | null
    }
    pending_changes: {
      account_id: string
      method: string
      value: string
      successor: string | null
      is_lost: number
      /** Factors, separated by commas. */
      asked_by: Generated<string>
      asked_at: number
      takes_effect_at: number
      attempts: Generated<number>
      next_attempt_at: number | null
      /** When the link of a recovery was sent. It can be used until the change would take effect. */
      sent_at: Generated<number | null>
      /**
       * As JSON: the operator who requested a recovery that another operator has to agree to. Null: no agreement is
       * needed.
       */
      first_operator: Generated<string | null>
    }
    sign_in_history: {
      id: string
      account_id: string
      at: number
      change: MethodChange
      username: string
      /** Factors, separated by commas. Null: not recorded. */
      proven_by: string | null
      mobile: string | null
      mobile_bound_at: number | null
      email: string | null
      email_bound_at: number | null
      /** The third-party identities, as JSON. */
      platforms: string
      password_hash: string | null
      /** The authenticator, as JSON. Null: there was none. */
      authenticator: Generated<string | null>
      /** The passkeys, as JSON. Null: there were none. */
      passkeys: Generated<string | null>
      recovery: Generated<string | null>
      recovery_added_at: Generated<number | null>
    }
    guards: {
      account_id: string
      kind: Guard['kind']
      address: string
      bound_at: number
      since: number
      until: number
    }
    images: {
      key: string
      account_id: string
      kind: PictureRecord['kind']
      media_type: PictureRecord['mediaType']
      base64: string
      created_at: number
    }
    sessions: {
      id: string
      token_hash: string
      previous_token_hash: string | null
      account_id: string
      created_at: number
      last_seen_at: number
      /** When a sweep next checks whether the row is due. */
      due_at: number
      proven_at: number
      previous_proven_at: number | null
      mobile_proven_at: number | null
      email_proven_at: number | null
      password_proven_at: number | null
      authenticator_proven_at: Generated<number | null>
      passkey_proven_at: Generated<number | null>
      address: string
      client: string
      way: SessionRecord['way']
      /** The chosen member of the session. Null: none. */
      identity_id: Generated<string | null>
      /** When the session got its current token without a new proof. */
      renewed_at: Generated<number | null>
      generation: Generated<number>
      device_name: string | null
    } & OriginColumns
    known_browsers: {
      token_hash: string
      account_id: string
      session_id: string
      signed_in_at: number
      expires_at: number
      client_address: string
      /** The browser and the system of the sign-in. Null: not recorded. */
      client: string | null
      device_name: string | null
    }
    remembered_accounts: {
      id: string
      family_hash: string
      token_hash: string
      previous_hash: string | null
      account_id: string
      session_id: string
      /** The client address of the last use. */
      address: string
      client: string
      proven_at: number
      last_used_at: number
      expires_at: number
      device_name: string | null
    } & OriginColumns
  }
}
