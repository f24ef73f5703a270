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
  /** It may sign people in on devices and in terminals, without a browser there. */
  hasDeviceGrant: boolean
  /** The hash of its secret. Null: it can keep none, as an app on a phone. */
  secretHash: string | null
  /** The secret before, while both are good. */
  previousSecret: { hash: string; until: number } | null
  createdAt: number
  disabledAt: number | null
  /** The organisation of the client has disabled it, and may enable it. */
  isDisabledByOwner: boolean
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
    | 'hasDeviceGrant'
    | 'secretHash'
    | 'previousSecret'
    | 'disabledAt'
    | 'isDisabledByOwner'
  >
>

export interface ClientStore {
  /** False when there is or was another one of this id. */
  insert(client: ClientRecord): Promise<boolean>
  /** The client of an id, disabled or not. */
  find(id: string): Promise<OwnedClient | undefined>
  /** Those that the operator has registered. */
  ofOperator(): Promise<ClientRecord[]>
  /** Those of an organisation, the oldest first. */
  ofOrganisation(organisationId: string): Promise<ClientRecord[]>
  /** False when there is none of this id. */
  change(id: string, change: ClientChange): Promise<boolean>
  /** Replaces the secret with this hash, which is good until then. False when it is another one by now. */
  replaceSecret(id: string, secret: { was: string; becomes: string; until: number }): Promise<boolean>
  remove(id: string, at: number): Promise<boolean>
  /** Keeps a picture in place of the one that the client has, which is erased. The client does not name it yet. */
  setIcon(id: string, icon: { key: string; base64: string; at: number } | null): Promise<void>
  /** The picture of this key, in base 64. */
  findIcon(key: string): Promise<string | undefined>
  /** Some of the clients that organisations have removed. */
  removedOfOrganisations(limit: number): Promise<string[]>
  /** Erases a client that was removed. */
  erase(id: string): Promise<void>
}
