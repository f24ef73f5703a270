import type { Generated } from 'kysely'

declare module '#account-api/database/schema' {
  /** Applications, services, and what people have granted them. */
  interface Schema {
    open_clients: {
      id: string
      name: string
      icon: string | null
      /** Null: registered by the operator. */
      organisation_id: string | null
      /** JSON arrays of addresses, like post_logout_uris. */
      redirect_uris: string
      post_logout_uris: string
      /** Schemes, separated by spaces. */
      app_schemes: string
      logout_url: string | null
      /** Names, separated by spaces. */
      scopes: string
      is_first_party: number
      is_verified: number
      requires_pkce: number
      has_device_grant: number
      id_token_alg: string
      /** JSON. Null: none. */
      claim_rules: string | null
      /** JSON: the client's duties in the protocol. Null: the default. */
      protocol: string | null
      /** Null: a client without a secret. */
      secret_hash: string | null
      previous_secret_hash: string | null
      previous_secret_until: number | null
      created_at: number
      disabled_at: number | null
      removed_at: number | null
      /** 1: its organisation has disabled it, and not the operator. */
      is_disabled_by_owner: number
      /** Grants answered before this time have ended, because the client was disabled. Null: never. */
      tokens_ended_at: number | null
      /** The public id of the member that registered it. Null: the operator registered it. */
      registered_by: string | null
      /** When its secret expires. Null: never. */
      secret_expires_at: number | null
      /** The expiry that its organisation was last told. Null: none. */
      secret_told_of: Generated<number | null>
      /** When it last got a token for itself, to the hour. */
      machine_used_at: number | null
      /** When its metadata document expires. Null: it is registered here. */
      document_until: number | null
      /** 1: somebody has authorised the client, or an operator has decided about it, so its document alone ends nothing. */
      is_kept: number
    }
    open_apis: {
      id: string
      /** The URI that clients name. */
      identifier: string
      name: string
      /** JSON: each scope with its words for people. */
      scopes: string
      token_format: 'opaque' | 'jwt'
      token_seconds: number
      /** 1: people's refresh tokens yield tokens for it. */
      may_refresh: number
      /** A JSON array: the scopes that organisations may give to their service accounts. */
      organisation_scopes: string
      /** A JSON array: the scopes that clients with a metadata document may request from people. */
      document_scopes: string
      /** The client that introspects its tokens. */
      client_id: string | null
      created_at: number
      removed_at: number | null
    }
    client_icons: {
      key: string
      client_id: string
      base64: string
      created_at: number
    }
    authorisations: {
      id: string
      account_id: string
      client_id: string
      /** The member that authorised the client. Null: the person. */
      identity_id: string | null
      /** Names, separated by spaces, as in `declined`. */
      scopes: string
      declined: string
      /** JSON: what the consent page said about the client. Null: not recorded. */
      agreed_to: string | null
      granted_at: number
      /** The session that agreed. Null: none, or not recorded. */
      granted_in: string | null
      /** When its grants last ended together. Older answers yield no new grant. */
      ended_at: number | null
      used_at: number | null
    }
    protocol_records: {
      /** The hash of the model and the id. */
      hash: string
      /** JSON, as made by the protocol's library, without its id. */
      payload: string
      /** The hash of its grant's record. */
      grant_hash: string | null
      authorisation_id: string | null
      /** For a token: the hash of the code that it came from, over any number of refreshes. Null: it is a code. */
      chain_hash: string | null
      /** For an exchanged token: the hash of the original token, with which it ends. */
      subject_hash: string | null
      session_id: string | null
      /** For a device that waits for its person. Null: no device, or the code was used. */
      user_code_hash: string | null
      expires_at: number
      consumed_at: number | null
      /** For a grant: when a browser last returned to the application with it, and in which session. */
      answered_at: number | null
      answered_in: string | null
    }
    client_sessions: {
      id: string
      client_id: string
      /** Null: the session has ended. The foreign key sets it, however a session ends. */
      session_id: string | null
      account_id: string
      sid: string
      /** 1: its client gets a signal after its end. */
      awaits_signal: Generated<number>
      expires_at: number
      attempts: Generated<number>
      next_attempt_at: Generated<number>
    }
    signing_keys: {
      id: string
      algorithm: string
      generation: number
      /** The private key as a JWK, sealed. */
      sealed: string
      signs_from: number
    }
    applications: {
      aid: string
      name: string
      url: string
      key_version: number
      created_at: number
      disabled_at: number | null
    }
    services: {
      id: string
      name: string
      url: string
      logout_url: string | null
      /** Names, separated by commas. */
      attributes: string
      may_gateway: number
      created_at: number
      removed_at: number | null
    }
    protected_sites: {
      id: string
      name: string
      /** Scheme, host and port. */
      origin: string
      /** Groups, separated by spaces: their members are let in. Empty: everybody who is signed in. */
      people: string
      /** Names, separated by commas. */
      facts: string
      created_at: number
      removed_at: number | null
    }
    site_sessions: {
      /** The hash of the ticket, and then of the token that the browser got for it. */
      hash: string
      site_id: string
      session_id: string
      /** For a ticket that waits: the SHA-256 of its browser's secret. Null: the ticket was redeemed. */
      challenge: string | null
      issued_at: number
      expires_at: number
    }
    service_tickets: {
      hash: string
      service_id: string
      /** Null: the session has ended. The foreign key sets it, however a session ends. */
      session_id: string | null
      /** The time of the proof, if the ticket was the first one after it. */
      proof: number | null
      issued_at: number
      expires_at: number
      spent_at: Generated<number | null>
      /** The ticket itself, after it was validated: the service uses it as the name of its own session. */
      ticket: Generated<string | null>
      attempts: Generated<number>
      next_attempt_at: Generated<number>
    }
  }
}
