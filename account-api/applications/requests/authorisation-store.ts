import type { OpenScope } from '../../../contract/open-scopes'
import type { OwnedClient } from '../clients/client-store'

/** What a person has authorised a client to do. There is one of a person and a client. */
export interface AuthorisationRecord {
  id: string
  accountId: string
  clientId: string
  /** The identity as which the person did. Null: as a person. */
  identityId: string | null
  scopes: readonly OpenScope[]
  /** What the client asked for, and did not get. */
  declined: readonly OpenScope[]
  /** When the client last got something new. */
  grantedAt: number
  /** The session that has agreed to it. Null: the person was proven for the request alone, or it is not known. */
  grantedIn: string | null
  /** When its grants were ended last. Null: never. */
  endedAt: number | null
  /** When the client last got a token, to the hour. */
  usedAt: number | null
}

/** An authorisation as a list shows it. */
export interface ListedAuthorisation extends AuthorisationRecord {
  client: Pick<OwnedClient, 'id' | 'name' | 'icon' | 'isVerified' | 'owner'>
  /** The name of the organisation of the identity. */
  subjectName: string | null
}

/** What of an account's authorisations and grants ends. */
export interface RecentGrants {
  since: number
  at: number
  /** What this session has given stays. */
  keptSessionId: string | undefined
}

export interface AuthorisationStore {
  find(accountId: string, clientId: string): Promise<AuthorisationRecord | undefined>
  /** Stores it, in place of the one of the same account and client, which keeps its id. */
  put(authorisation: Omit<AuthorisationRecord, 'usedAt' | 'endedAt'>): Promise<void>
  /** Those of an account, the latest first. */
  ofAccount(accountId: string, limit: number): Promise<ListedAuthorisation[]>
  /** Notes that a client got a token, unless that was noted after `unlessAfter`. */
  use(id: string, used: { at: number; unlessAfter: number }): Promise<void>
  /** Ends an authorisation, with all its tokens. */
  end(id: string): Promise<void>
  /**
   * Ends what clients have got of an account after a time: the authorisations with their tokens, and of older ones the
   * grants. What was answered before gives nothing any more.
   */
  endRecent(accountId: string, ended: RecentGrants): Promise<void>
  /** Ends some of those of a client, and answers how many. */
  endOfClient(clientId: string, limit: number): Promise<number>
}
