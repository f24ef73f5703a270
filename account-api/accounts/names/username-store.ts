/** A username with its skeleton (see rules/names/skeleton). */
export interface UsernameRecord {
  value: string
  skeleton: string
}

/** A username that waits for an operator's review. */
export interface PendingUsername {
  accountId: string
  username: UsernameRecord
  askedAt: number
}

export interface UsernameStore {
  /** Gives an account its username. False when another account has it, or one that looks like it. */
  take(username: UsernameRecord & { accountId: string; at: number }): Promise<boolean>
  setChosen(accountId: string): Promise<void>
  /**
   * The usernames, equal to these or looking like them, that other accounts have or have given up after a time. One
   * statement looks for both, so that a username is not missed while it changes from one to the other.
   */
  inUse(names: readonly UsernameRecord[], wanted: { exceptBy: string; givenUpAfter: number }): Promise<UsernameRecord[]>
  /** Records a username that an account has given up. It counts as a change. */
  insertChange(change: UsernameRecord & { id: string; accountId: string; at: number }): Promise<void>
  /** When the account changed its username after a time, the oldest first. */
  changesAfter(accountId: string, after: number): Promise<number[]>
  /** Forgets the changes of an account from a time on, which were undone: they do not count. */
  forgetChanges(accountId: string, from: number): Promise<void>
  /** Notes the pending username of an account, in place of another that it had. */
  putPending(pending: PendingUsername): Promise<void>
  dropPending(accountId: string): Promise<void>
  pendingOf(accountId: string): Promise<PendingUsername | undefined>
  /** The pending usernames, each with the account's present one, the oldest first. */
  listPending(limit: number): Promise<(PendingUsername & { current: string })[]>
}
