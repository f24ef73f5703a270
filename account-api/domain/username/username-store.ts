/** A name with what it looks like (domain/username/skeleton). */
export interface UsernameRecord {
  value: string
  skeleton: string
}

export interface HeldUsername {
  accountId: string
  held: UsernameRecord
  heldAt: number
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
  /** Puts a name by for review, in the place of another that waits. */
  hold(held: HeldUsername): Promise<void>
  dropHeld(accountId: string): Promise<void>
  heldBy(accountId: string): Promise<HeldUsername | undefined>
  /** The names that wait, the oldest first. */
  listHeld(): Promise<(HeldUsername & { username: string })[]>
}
