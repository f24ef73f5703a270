import type { IdentifierKind } from './account/identifier'
import type { Channel, OutboxEntry } from './message/message'

/** What the domain asks of a database. Times are milliseconds since the epoch, in UTC. */
export interface Storage extends Stores {
  /** Runs the work in one transaction: all of it is kept, or, when it throws, nothing. */
  transaction<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>
}

export interface Stores {
  accounts: AccountStore
  codes: CodeStore
  tickets: TicketStore
  sessions: SessionStore
  counters: CounterStore
  nonces: NonceStore
  captchas: CaptchaStore
  outbox: OutboxStore
}

export interface AccountRecord {
  id: string
  accountType: number
  passwordHash: string | null
  language: string
  createdAt: number
}

export interface AccountProfile extends AccountRecord {
  username: string
  mobile: string | null
  email: string | null
  unverifiedEmail: string | null
}

export interface AccountStore {
  insert(account: AccountRecord): Promise<void>
  /** False when another account holds the identifier. */
  bind(identifier: { kind: IdentifierKind; value: string; accountId: string; at: number }): Promise<boolean>
  holderOf(kind: IdentifierKind, value: string): Promise<AccountRecord | undefined>
  profile(accountId: string): Promise<AccountProfile | undefined>
  claimEmail(claim: { accountId: string; email: string; at: number }): Promise<void>
  /** The account that was first to claim an address that nobody has proven. */
  firstClaimantOf(email: string): Promise<AccountRecord | undefined>
  dropClaims(email: string): Promise<void>
}

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
}

export interface TicketRecord {
  purpose: string
  accountId: string | null
  sessionId: string | null
  value: string
}

export interface TicketStore {
  insert(ticket: TicketRecord & { hash: string; at: number; expiresAt: number }): Promise<void>
  /** Uses the ticket up in one statement; undefined when it is used, expired, or of none of these purposes. */
  redeem(hash: string, wanted: { purposes: readonly string[]; at: number }): Promise<TicketRecord | undefined>
  find(hash: string, wanted: { purposes: readonly string[]; at: number }): Promise<TicketRecord | undefined>
}

export interface SessionRecord {
  id: string
  accountId: string
  createdAt: number
  lastSeenAt: number
  provenAt: number
}

export interface SessionStore {
  insert(session: SessionRecord & { tokenHash: string }): Promise<void>
  find(tokenHash: string): Promise<SessionRecord | undefined>
  touch(id: string, at: number): Promise<void>
  /** A new token and a fresh proof for a session; the old token is nobody's any more. */
  renew(id: string, renewed: { tokenHash: string; at: number }): Promise<void>
  end(id: string): Promise<void>
  endAll(accountId: string): Promise<void>
}

export interface CounterStore {
  /**
   * Counts one more under a key and answers the count. It starts again at 1 once `expiresAt` has passed; reaching `cap`
   * sets the end anew, so that a cap holds for its whole duration.
   */
  add(
    key: string,
    count: { at: number; durationMs: number; cap: number },
  ): Promise<{ count: number; expiresAt: number }>
  /** How many were counted under a key that has not come to its end. */
  read(key: string, at: number): Promise<number>
  takeBack(key: string): Promise<void>
  reset(key: string): Promise<void>
}

export interface NonceStore {
  /** True the first time that this nonce is seen, and false for one that may have been seen before what is remembered. */
  add(nonce: string, signature: { signedAt: number; expiresAt: number }): Promise<boolean>
}

/** A challenge as it is kept: pictures as base64 PNG, the solution as JSON. */
export interface CaptchaRecord {
  id: string
  subtype: string
  /** Whom it was opened for; nobody else may see or answer it. */
  visitor: string
  solution: string
  spoken: string
  scene: string
  piece: string | null
  expiresAt: number
}

export interface CaptchaStore {
  insert(captcha: CaptchaRecord & { at: number; tries: number }): Promise<void>
  find(id: string, wanted: { visitor: string; at: number }): Promise<CaptchaRecord | undefined>
  /** Takes one of the tries, in one statement; undefined when there is nothing left to try. */
  takeTry(
    id: string,
    wanted: { visitor: string; at: number },
  ): Promise<{ subtype: string; solution: string; spoken: string; triesLeft: number } | undefined>
  /** True for the one who solves it first. */
  solve(id: string, at: number): Promise<boolean>
}

export interface OutboxStore {
  insert(entry: OutboxEntry): Promise<void>
  newest(to: string, limit: number): Promise<OutboxEntry[]>
  /** Takes due messages of these channels for one delivery attempt; no other copy takes them before `until`. */
  claim(channels: readonly Channel[], at: number, until: number, limit: number): Promise<OutboxEntry[]>
  /** The content of a delivered message is erased: it holds a code. */
  delivered(id: string, at: number): Promise<void>
  postpone(id: string, nextAttemptAt: number): Promise<void>
  giveUp(id: string, at: number): Promise<void>
}
