import type { Origin } from '../../accounts/sessions/origin'

/** An account that is remembered on one device. */
export interface RememberedRecord {
  /** Its public name, for the list in the settings. */
  id: string
  /** The hash of the part of the device token that stays. */
  familyHash: string
  /** The hash of the part that changes at each use. */
  tokenHash: string
  /** The hash of that part before the last use. */
  previousHash: string | null
  accountId: string
  /** The session that the last use began, or that the account was remembered in. */
  sessionId: string
  clientAddress: string
  client: string
  /** When a person last proved at this device that the account is theirs. */
  provenAt: number
  /** The origin of the sessions that begin by it. */
  origin: Origin
  usedAt: number
  expiresAt: number
}

export interface RememberedStore {
  find(familyHash: string): Promise<RememberedRecord | undefined>
  /** Stores a record, in place of one with the same family, and removes those of the account beyond `most`. */
  put(record: RememberedRecord, most: number): Promise<void>
  /** The records of an account that have not expired, the one that was used last first. */
  of(accountId: string, at: number): Promise<RememberedRecord[]>
  /** Ends one record of an account. False when it has none of this id. */
  endOne(accountId: string, id: string): Promise<boolean>
  /** Ends the record of a device token. */
  end(familyHash: string, tokenHash: string): Promise<void>
  /** Ends the records that a session, or one that was passed on from it, used or made. */
  endOfSession(accountId: string, ended: { id: string; passedOn: readonly string[] }): Promise<void>
  endAll(accountId: string): Promise<void>
}
