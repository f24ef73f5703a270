import type { OpenScope } from '../../../contract/open-scopes'
import { hashToken } from '../../kernel/random'

/** The models of the protocol's library whose records are kept here. */
export type Model = string

/** The stored name of a record. The id of a token is the token itself. */
export const recordHash = (model: Model, id: string): string => hashToken(`${model}:${id}`)

export type Payload = Record<string, unknown>

export interface ProtocolRecord {
  payload: Payload
  /** When it was used up. Null: it was not. */
  consumedAt: number | null
}

/** What a grant of the protocol stands for now. */
export interface LivingGrant {
  payload: Payload
  authorisationId: string
  scopes: readonly OpenScope[]
  declined: readonly OpenScope[]
}

/** The request of a device that waits for the person to whom it shows its user code. */
export interface WaitingDevice {
  hash: string
  payload: Payload
  expiresAt: number
}

interface NewRecord {
  hash: string
  payload: Payload
  expiresAt: number
  /** Our session, with which it ends. */
  sessionId?: string | undefined
  /** By which a person finds the request of a device. No two have one at a time. */
  userCodeHash?: string | undefined
}

export interface ProtocolStore {
  /** Stores a record that belongs to no grant. */
  put(record: NewRecord): Promise<void>
  /** Stores a grant: the tokens that an authorisation gives to a client in one session. */
  putGrant(grant: {
    hash: string
    payload: Payload
    expiresAt: number
    of: { accountId: string; clientId: string }
  }): Promise<void>
  /** Notes that a browser goes to the client by a grant, and in which session. */
  answer(grantHash: string, answered: { at: number; sessionId: string }): Promise<void>
  /**
   * Stores a record of a grant. Nothing is stored when the grant has ended.
   * @param record `sourceHash`: of a token, the code or refresh token that it is given for
   */
  putOfGrant(record: {
    hash: string
    payload: Payload
    expiresAt: number
    grantHash: string
    sourceHash?: string | undefined
  }): Promise<void>
  find(hash: string): Promise<ProtocolRecord | undefined>
  /** The request of a device, unless its user code was typed or has expired. */
  findByUserCode(userCodeHashes: readonly string[], at: number): Promise<WaitingDevice | undefined>
  /** Uses up a user code. Undefined when somebody else was first, and when it has expired. */
  takeUserCode(userCodeHashes: readonly string[], at: number): Promise<WaitingDevice | undefined>
  /**
   * A grant, if its authorisation stands, its account is not cancelled, its client not disabled, and neither the identity
   * nor an organisation of the two is frozen.
   */
  findGrant(hash: string): Promise<LivingGrant | undefined>
  /** Changes a record that was not used up. False when there is none. */
  change(hash: string, payload: Payload): Promise<boolean>
  /** Uses up a record. False when another request was first. */
  consume(hash: string, at: number): Promise<boolean>
  /** Ends a code or refresh token with all records that came from the same code. */
  endChainOf(hash: string): Promise<void>
  delete(hash: string): Promise<void>
  /** Ends a grant with all its records. */
  endGrant(grantHash: string): Promise<void>
  /** Ends all grants of an authorisation, with their records. */
  endGrantsOf(authorisationId: string): Promise<void>
}
