import type { SignInWay } from '../../../contract/activity'
import type { AccountRecord } from '../account/account-store'

export interface SessionRecord {
  id: string
  accountId: string
  createdAt: number
  lastSeenAt: number
  provenAt: number
  /** Where and how it began; empty for one from before this was noted. */
  clientAddress: string
  client: string
  way: SignInWay | ''
}

export interface SessionStore {
  /**
   * Begins a session, in one statement, while the account still has the password hash with which its person was let in
   * (none: null) and is not cancelled. False: it is another by now. Whatever would change the account waits until this
   * transaction ends, so that ending the account's sessions ends this one too.
   */
  begin(session: SessionRecord & { tokenHash: string }, account: Pick<AccountRecord, 'passwordHash'>): Promise<boolean>
  /**
   * A session of an account that is not cancelled. By the token before its last renewal, if that was since a time, it is
   * as little proven as it was then.
   */
  find(tokenHash: string, options: { renewedSince: number }): Promise<SessionRecord | undefined>
  /** False for one that has been ended. */
  isLiving(id: string): Promise<boolean>
  touch(id: string, at: number): Promise<void>
  /** A new token and a fresh proof for a session; the old token stays the one before, and what was that is nobody's. */
  renew(id: string, renewed: { tokenHash: string; at: number }): Promise<void>
  endAll(accountId: string): Promise<void>
  /** The sessions of an account that were seen and begun since these times, the one seen last first. */
  living(accountId: string, since: { seen: number; begun: number; limit?: number }): Promise<SessionRecord[]>
  /** Ends one session of this account, and answers what it was; undefined when there is none of this id. */
  endOne(accountId: string, id: string): Promise<SessionRecord | undefined>
  /** Ends every session of an account but one, and answers how many there were. */
  endOthers(accountId: string, keptId: string): Promise<number>
}
