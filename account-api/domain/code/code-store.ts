import type { CodeChannel } from '../message/message'

export interface CodeSlot {
  channel: CodeChannel
  target: string
  purpose: number
}

/**
 * Which code of a slot is meant: the one that a request was answered this key for, or the one that this asker asked for.
 * Undefined: the newest one, whoever asked for it.
 */
export type NamedCode = { key: string } | { asker: string } | undefined

export interface CodeRecord {
  key: string
  createdAt: number
  expiresAt: number
  /** For calls that name the code, or for those that do not, as it was looked for. */
  triesLeft: number
  usedAt: number | null
  /** Whether the account of the address knows the browser that asked. */
  isKnownBrowser: boolean
}

/** The codes that were sent. A slot has one code for each asker. */
export interface CodeStore {
  /**
   * Replaces the asker's code of a slot, which keeps its key.
   * @returns the key; undefined when nothing changed: the asker has an unused code that is younger than `notBefore`
   */
  put(
    slot: CodeSlot,
    code: {
      asker: string
      isKnownBrowser: boolean
      key: string
      hash: string
      at: number
      expiresAt: number
      tries: number
      notBefore: number
    },
  ): Promise<string | undefined>
  find(slot: CodeSlot, named?: NamedCode): Promise<CodeRecord | undefined>
  /**
   * Tries a code, in one statement. `hashes` are its hashes by each key of the ring: one that is right marks the code
   * used (with `consume`), otherwise a try is used up. Calls that do not name the code have tries of their own.
   * Undefined when there is no code that could be tried.
   */
  attempt(
    slot: CodeSlot,
    attempt: { named: NamedCode; hashes: readonly string[]; at: number; consume: boolean },
  ): Promise<{ right: boolean; triesLeft: number } | undefined>
  /** Deletes the code of one asker. */
  forget(slot: CodeSlot, asker: string): Promise<void>
  /** Marks every code of the slot used. */
  end(slot: CodeSlot, at: number): Promise<void>
}
