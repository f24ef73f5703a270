import type { Channel } from '../message/message'

export interface CodeSlot {
  channel: Channel
  target: string
  purpose: number
}

export interface CodeRecord {
  key: string
  createdAt: number
  expiresAt: number
  triesLeft: number
  usedAt: number | null
  lockedUntil: number
}

export interface CodeStore {
  /**
   * Replaces the code of a slot. False when nothing changed: the slot is locked, or has an unused code that is younger
   * than `notBefore`.
   */
  put(
    slot: CodeSlot,
    code: { key: string; hash: string; at: number; expiresAt: number; tries: number; notBefore: number },
  ): Promise<boolean>
  find(slot: CodeSlot): Promise<CodeRecord | undefined>
  /**
   * Tries a code, in one statement. `hashes` are its hashes by each key of the ring: one that is right marks the code
   * used (with `consume`), otherwise a try is used up, and the last try locks the slot. Undefined when there is no code
   * that could be tried.
   */
  attempt(
    slot: CodeSlot,
    attempt: { hashes: readonly string[]; at: number; lockUntil: number; consume: boolean },
  ): Promise<{ right: boolean; triesLeft: number } | undefined>
  /** Marks the code of the slot used. */
  end(slot: CodeSlot, at: number): Promise<void>
}
