/** A name with what it looks like (domain/username/skeleton). */
export interface UsernameRecord {
  value: string
  skeleton: string
}

/** A username that an account has asked for, and that an operator has not looked at yet. */
export interface PendingUsername {
  accountId: string
  username: UsernameRecord
  askedAt: number
}

export interface UsernameStore {
  /** Gives the account its name; false when another account has it, or one that looks like it. */
  take(username: UsernameRecord & { accountId: string; at: number }): Promise<boolean>
  setChosen(accountId: string): Promise<void>
  /**
   * The names, equal to these or looking like them, that other accounts have, or have given up after a time: looked for
   * in one statement, so that a name on its way from the one to the other is not missed.
   */
  inUse(names: readonly UsernameRecord[], wanted: { exceptBy: string; givenUpAfter: number }): Promise<UsernameRecord[]>
  /** Notes which name an account has given up; it counts as a change. */
  insertChange(change: UsernameRecord & { id: string; accountId: string; at: number }): Promise<void>
  /** When the account changed its name after a time, the oldest first. */
  changesAfter(accountId: string, after: number): Promise<number[]>
  /** Notes the pending username of an account, in place of another that it had. */
  putPending(pending: PendingUsername): Promise<void>
  dropPending(accountId: string): Promise<void>
  pendingOf(accountId: string): Promise<PendingUsername | undefined>
  /** The pending usernames, each with the one that its account has now, the oldest first. */
  listPending(): Promise<(PendingUsername & { current: string })[]>
}
