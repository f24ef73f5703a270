import type { OpenScope } from '../../../contract/open-scopes'

/** An application that asks people for authorisation. */
export interface ClientRecord {
  /** The client_key, which is the client_id of the protocol. */
  id: string
  name: string
  /** The key of a picture. */
  icon: string | null
  /** Null: the operator has registered it. */
  organisationId: string | null
  /** The browser goes back to exactly these addresses. */
  redirectUris: readonly string[]
  postLogoutUris: readonly string[]
  /** Where it is told that a session has ended. */
  logoutUrl: string | null
  /** What it may ask for. */
  scopes: readonly OpenScope[]
  /** The operator's own: people are not asked. */
  isFirstParty: boolean
  isVerified: boolean
  /** Its requests need PKCE (RFC 7636). One without a secret always needs it. */
  requiresPkce: boolean
  /** The hash of its secret. Null: it can keep none, as an app on a phone. */
  secretHash: string | null
  /** The secret before, while both are good. */
  previousSecret: { hash: string; until: number } | null
  createdAt: number
  disabledAt: number | null
}

/** A client, with the organisation that has registered it. */
export interface OwnedClient extends ClientRecord {
  owner: { name: string; isFrozen: boolean } | null
}

/** What can be changed about a client. */
export type ClientChange = Partial<
  Pick<
    ClientRecord,
    | 'name'
    | 'icon'
    | 'redirectUris'
    | 'postLogoutUris'
    | 'logoutUrl'
    | 'scopes'
    | 'isFirstParty'
    | 'isVerified'
    | 'requiresPkce'
    | 'secretHash'
    | 'previousSecret'
    | 'disabledAt'
  >
>

export interface ClientStore {
  /** False when there is or was another one of this id. */
  insert(client: ClientRecord): Promise<boolean>
  /** The client of an id, disabled or not. */
  find(id: string): Promise<OwnedClient | undefined>
  /** Those that the operator has registered. */
  ofOperator(): Promise<ClientRecord[]>
  /** False when there is none of this id. */
  change(id: string, change: ClientChange): Promise<boolean>
  remove(id: string, at: number): Promise<boolean>
}
