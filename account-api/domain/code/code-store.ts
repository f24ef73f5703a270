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
  /** Replaces the slot's code, unless it is locked or an unused one is younger than `notBefore`. False: nothing changed. */
  put(
    slot: CodeSlot,
    code: { key: string; hash: string; at: number; expiresAt: number; tries: number; notBefore: number },
  ): Promise<boolean>
  find(slot: CodeSlot): Promise<CodeRecord | undefined>
  /**
   * One try at a living code, in one statement: the right hash marks it used (where `consume`), a wrong one takes a try
   * and the last one locks the slot. Undefined when there was no living code to try.
   */
  attempt(
    slot: CodeSlot,
    attempt: { hash: string; at: number; lockUntil: number; consume: boolean },
  ): Promise<{ right: boolean; triesLeft: number } | undefined>
  /** Marks the slot's code used, whoever has it. */
  end(slot: CodeSlot, at: number): Promise<void>
}
