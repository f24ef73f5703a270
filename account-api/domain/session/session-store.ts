import type { SignInWay } from '../../../contract/activity'
import type { AccountRecord } from '../account/account-store'
import type { Factor } from '../proof/factor'

export interface SessionRecord {
  id: string
  accountId: string
  createdAt: number
  lastSeenAt: number
  provenAt: number
  /** Where and how the session began. Empty for a session that is older than these columns. */
  clientAddress: string
  client: string
  way: SignInWay | ''
  /** When the session has last proven each factor. Null: never. */
  factors: Record<Factor, number | null>
}

export interface SessionStore {
  /**
   * Begins a session, in one statement, if the account still has this password hash (or none) and is not cancelled.
   * False when it has changed. A change of the account waits until this transaction ends, so that ending the account's
   * sessions ends this one too.
   */
  begin(session: SessionRecord & { tokenHash: string }, account: Pick<AccountRecord, 'passwordHash'>): Promise<boolean>
  /**
   * Finds a session of an account that is not cancelled. The token before the last renewal is accepted if that was
   * after `renewedSince`; then the session has the older proof. `accountUsedAt`: when its account was last used.
   */
  find(
    tokenHash: string,
    options: { renewedSince: number },
  ): Promise<(SessionRecord & { accountUsedAt: number }) | undefined>
  /** False when the session has ended. */
  isLiving(id: string): Promise<boolean>
  touch(id: string, at: number): Promise<void>
  /** Gives a session a new token and a fresh proof of a factor. Its present token becomes the previous one. */
  renew(id: string, renewed: { tokenHash: string; at: number; factor: Factor }): Promise<void>
  endAll(accountId: string): Promise<void>
  /** The sessions of an account that were seen and begun after these times, the most recently seen first. */
  living(accountId: string, since: { seen: number; begun: number; limit?: number }): Promise<SessionRecord[]>
  /** Ends one session of this account and answers what it was. Undefined when the account has no such session. */
  endOne(accountId: string, id: string): Promise<SessionRecord | undefined>
  /** Ends the sessions of an account that began in one of these ways, except one. */
  endBegunBy(accountId: string, ways: readonly SignInWay[], keptId?: string): Promise<void>
  /** Ends every session of an account but one, and answers how many. */
  endOthers(accountId: string, keptId: string): Promise<number>
}
