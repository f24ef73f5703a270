import type { Generated } from 'kysely'
import type { BatchState, ListFormat } from '#contract/organisations/invitations/invitation-batches'
import type { InvitationState } from '#contract/organisations/invitations/invitations'
import type { JoinRequestState } from '#contract/organisations/join-requests'
import type { OrganisationAct } from '#contract/organisations/organisation-acts'
import type { TransferState } from '#contract/organisations/transfers'
import type { StoredLineState } from './invitation-batches/batch-record'
import type { InvitationRecord } from './invitations/invitation-record'
import type { MailDomain } from './mail-domains/mail-domain-record'

declare module '../database/schema' {
  /** Organisations with their members, invitations and mail domains. */
  interface Schema {
    organisations: {
      id: string
      public_id: string
      name: string
      /** The form of the name that searches compare. */
      name_key: string | null
      /** JSON, like detail_infos. */
      base_infos: string
      detail_infos: string
      frozen_by: 'manager' | 'operator' | null
      created_at: number
      closes_at: number | null
      erasing_until: Generated<number | null>
      erasure_attempts: Generated<number>
      /** The sign-in rules. */
      second_factor_from: Generated<number | null>
      proof_minutes: Generated<number | null>
      acting_hours: Generated<number | null>
      logo: Generated<string | null>
      /**
       * The invitations by SMS in 24 hours that the operator allows, and until when. Null: what the organisation has
       * earned.
       */
      sms_allowance: Generated<number | null>
      sms_allowance_until: Generated<number | null>
    }
    organisation_logos: { key: string; organisation_id: string; base64: string; created_at: number }
    /** Organisations whose members are still to be notified of a new sign-in rule. */
    rule_notices: {
      organisation_id: string
      /** The id of the last notified member. */
      after: string
      due_at: number
      attempts: number
    }
    identities: {
      id: string
      public_id: string
      user_public_id: string
      organisation_id: string
      account_id: string
      name: string
      /** The form of the name by which lists sort and search. */
      name_key: string
      /**
       * The mobile or email by which the organisation knows the person: it has invited the address, created the account
       * for it, or proven its domain. It is shown only while the account has it.
       */
      address: string | null
      is_frozen: Generated<number>
      joined_at: number
      /** The day on which the member last used the organisation, in days since 1970 (UTC). Null: not yet recorded. */
      active_on: Generated<number | null>
    }
    /** The former members, so the organisation recognises them when they come back. */
    former_members: {
      /** The public id of the person within the organisation. */
      id: string
      organisation_id: string
      account_id: string
      /** 1 when the place was suspended. */
      is_frozen: number
      /** When they were removed. Null: they have left. */
      removed_at: Generated<number | null>
      /**
       * The place of a removed member: its public id, since when, and the address by which the organisation knew them.
       */
      place: Generated<string | null>
      joined_at: Generated<number | null>
      address: Generated<string | null>
    }
    organisation_managers: { organisation_id: string; identity_id: string }
    roles: {
      id: string
      organisation_id: string
      key: string
      name: string
      description: string
      /** A JSON array of permissions. */
      permissions: string
      is_banned: Generated<number>
      created_at: number
    }
    /** The name of a member from its beginning, and from each of its words, for searches. */
    name_parts: { identity_id: string; part: string; organisation_id: string }
    identity_roles: {
      identity_id: string
      role_id: string
      organisation_id: string
      /** The name key of the member, so members with a role are found in the order of their names. */
      name_key: Generated<string>
    }
    invitation_answers: {
      identity_id: string
      accepted: number
      declined: number
      name: string | null
      due_at: number
      attempts: Generated<number>
    }
    invitations: {
      id: string
      public_id: string
      organisation_id: string
      channel: InvitationRecord['channel']
      /** Null for a link, and after the account of the address was erased. */
      address: string | null
      role_id: string | null
      name: string
      note: string
      extra: string | null
      next_url: string
      /** The id of a member that may no longer exist. */
      inviter_id: string
      token_hash: string
      state: InvitationState
      undeliverable_reason: Generated<InvitationRecord['undeliverableReason']>
      places: number
      places_left: number
      sent: number
      language: string
      created_at: number
      ends_at: number
    }
    /** The name of an invitation and its parts from each later word, for searches. */
    invitation_name_parts: { invitation_id: string; part: string; organisation_id: string }
    invitation_batches: {
      id: string
      public_id: string
      organisation_id: string
      /** The id of a member that may no longer exist. */
      inviter_id: string
      state: BatchState
      format: ListFormat
      /** The typed or uploaded list, until its lines are checked. */
      list: string
      region: string
      role_id: string | null
      note: string
      days: number
      language: string
      line_count: number
      checked_count: number
      created_at: number
      /** When the work on it continues. Null: nothing to do. */
      work_at: number | null
      attempts: number
    }
    invitation_lines: {
      /** The id of the line and of the invitation made from it. */
      id: string
      batch_id: string
      organisation_id: string
      number: number
      state: StoredLineState
      channel: 'mobile' | 'email' | null
      address: string | null
      typed: string
      name: string
      note: string
      role_id: string | null
      same_as: number | null
    }
    activations: {
      account_id: string
      organisation_id: string
      kind: 'mobile' | 'email'
      value: string
      ends_at: number
      /** The id of the responsible identity, which may no longer exist. */
      giver_id: Generated<string | null>
    }
    transfers: {
      id: string
      public_id: string
      organisation_id: string
      from_identity_id: string
      to_identity_id: string
      state: TransferState
      created_at: number
      expires_at: number
      ended_at: number | null
      /** The earliest time at which it can be accepted. Null: at once. */
      accept_from: Generated<number | null>
    }
    mail_domains: {
      id: string
      organisation_id: string
      /** In ASCII and lower case. */
      domain: string
      token: string
      created_at: number
      proven_since: Generated<number | null>
      seen_at: Generated<number | null>
      missing_since: Generated<number | null>
      next_check_at: Generated<number | null>
      attempts: Generated<number>
      joining: MailDomain['joining']
      role_id: Generated<string | null>
      /** The identity responsible for the role, which may no longer exist. */
      chooser_id: Generated<string | null>
    }
    domain_joins: {
      id: string
      organisation_id: string
      account_id: string
      /** Empty: the account had no email. */
      email: string
      is_kept_out: number
      at: number
    }
    join_requests: {
      id: string
      public_id: string
      organisation_id: string
      account_id: string
      email: string
      name: string
      state: JoinRequestState
      /** For a removed member: the former roles, as a JSON array of names. */
      roles: Generated<string | null>
      asked_at: number
      /** When a pending one expires, or when the person may ask again. */
      ends_at: number
    }
    organisation_log: {
      id: string
      organisation_id: string
      at: number
      kind: OrganisationAct
      /** The public ids of identities, or of changed objects, with their names at that time. */
      actor: string
      actor_name: string
      target: string
      target_name: string
      before: string | null
      after: string | null
      address: string
      client: string
    }
  }
}
