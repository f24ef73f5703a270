import type { OpenScope } from '../../../contract/open-scopes'
import type { OwnedClient } from '../open-client/client-store'

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
  grantedAt: number
  /** When the client last got a token, to the hour. */
  usedAt: number | null
}

/** An authorisation as a list shows it. */
export interface ListedAuthorisation extends AuthorisationRecord {
  client: Pick<OwnedClient, 'id' | 'name' | 'icon' | 'isVerified' | 'owner'>
  /** The name of the organisation of the identity. */
  subjectName: string | null
}

export interface AuthorisationStore {
  find(accountId: string, clientId: string): Promise<AuthorisationRecord | undefined>
  /** Stores it, in place of the one of the same account and client, which keeps its id. */
  put(authorisation: Omit<AuthorisationRecord, 'usedAt'>): Promise<void>
  /** Those of an account, the latest first. */
  ofAccount(accountId: string, limit: number): Promise<ListedAuthorisation[]>
  /** Notes that a client got a token, unless that was noted after `unlessAfter`. */
  use(id: string, used: { at: number; unlessAfter: number }): Promise<void>
  /** Ends an authorisation, with all its tokens. */
  end(id: string): Promise<void>
  /** Ends some of those of a client, and answers how many. */
  endOfClient(clientId: string, limit: number): Promise<number>
}
