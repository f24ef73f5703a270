import type { ActivityKind, SignInWay } from '../../contract/activity'
import type { IdentifierKind } from './account/identifier'
import type { Channel, OutboxEntry } from './message/message'
import type { PictureKind } from './picture/kinds'

/** What the domain asks of a database. Times are milliseconds since the epoch, in UTC. */
export interface Storage extends Stores {
  /** Runs the work in one transaction: all of it is kept, or, when it throws, nothing. */
  transaction<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>
}

export interface Stores {
  accounts: AccountStore
  codes: CodeStore
  tickets: TicketStore
  usernames: UsernameStore
  sessions: SessionStore
  activity: ActivityStore
  counters: CounterStore
  nonces: NonceStore
  captchas: CaptchaStore
  pictures: PictureStore
  outbox: OutboxStore
  platforms: PlatformStore
  exports: ExportStore
  unbindings: UnbindingStore
  cancellations: CancellationStore
}

export interface AccountRecord {
  id: string
  accountType: number
  passwordHash: string | null
  language: string
  createdAt: number
  /** When a cancelled account is erased; null for one that is not cancelled. */
  eraseAt: number | null
}

export interface AccountProfile extends AccountRecord {
  username: string
  /** False while it is the name that the account was made with. */
  usernameIsChosen: boolean
  /** The name that waits until an operator has looked at it. */
  heldUsername: string | null
  /** As YYYY-MM-DD. */
  birthday: string | null
  mobile: string | null
  email: string | null
  unverifiedEmail: string | null
  /** The keys of the pictures that were chosen. */
  avatar: string | null
  background: string | null
}

export interface AccountStore {
  insert(account: Omit<AccountRecord, 'eraseAt'>): Promise<void>
  /** False when another account holds the identifier. */
  bind(identifier: { kind: IdentifierKind; value: string; accountId: string; at: number }): Promise<boolean>
  /** False when the account does not hold this value (any more). */
  unbind(identifier: { kind: IdentifierKind; value: string; accountId: string }): Promise<boolean>
  /**
   * Makes every other transaction that locks one of these accounts wait until this one ends: for rules that look at more
   * than the row they change. What was read before may be out of date.
   */
  lock(...accountIds: string[]): Promise<void>
  /** A new password hash for an account that still has the old one, which may be none; false: it has another. */
  replacePassword(accountId: string, hash: { was: string | null; becomes: string | null }): Promise<boolean>
  holderOf(kind: IdentifierKind, value: string): Promise<AccountRecord | undefined>
  /** The same; until this transaction ends, the account stays as it is and keeps the identifier. */
  keepHolderOf(kind: IdentifierKind, value: string): Promise<AccountRecord | undefined>
  profile(accountId: string): Promise<AccountProfile | undefined>
  claimEmail(claim: { accountId: string; email: string; at: number }): Promise<void>
  /** The account that was first to claim an address that nobody has proven. */
  firstClaimantOf(email: string): Promise<AccountRecord | undefined>
  dropClaims(email: string): Promise<void>
  /** Ends the claim of one account, whichever address it is to. */
  dropClaimOf(accountId: string): Promise<void>
  setBirthday(accountId: string, birthday: string | null): Promise<void>
  setLanguage(accountId: string, language: string): Promise<void>
}

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
  /** Uses up every ticket of these purposes that belongs to an account or says one of these values. */
  endAll(ended: {
    purposes: readonly string[]
    accountId: string
    values: readonly string[]
    at: number
  }): Promise<void>
  /** Ends the tickets of an account and a purpose that were issued since a time. */
  drop(wanted: { accountId: string; purpose: string; since: number }): Promise<void>
  /** Those that were given in a session of the account. */
  eraseOfSessions(accountId: string): Promise<void>
}

export interface SessionRecord {
  id: string
  accountId: string
  createdAt: number
  lastSeenAt: number
  provenAt: number
  /** Where and how it began; empty for one from before this was noted. */
  address: string
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

/** Something that an account did; kept for as long as a person may want to look back. */
export interface ActivityEntry {
  id: string
  accountId: string
  kind: ActivityKind
  at: number
  address: string
  client: string
  detail: string
}

export interface ActivityStore {
  insert(entry: ActivityEntry): Promise<void>
  newest(accountId: string, page: { offset: number; limit: number }): Promise<ActivityEntry[]>
  count(accountId: string): Promise<number>
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

export interface PictureStore {
  insert(picture: PictureRecord & { key: string; at: number }): Promise<void>
  find(key: string): Promise<PictureRecord | undefined>
  /** Makes a picture the one that an account shows, and deletes its others of that kind. */
  show(accountId: string, kind: PictureKind, key: string): Promise<void>
}

export interface PictureRecord {
  accountId: string
  kind: PictureKind
  mediaType: 'image/jpeg'
  base64: string
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
  erase(id: string): Promise<void>
}

/** An account's identity at a third-party platform: at most one of a platform, and nobody else's. */
export interface PlatformBinding {
  platform: string
  /** Who the person is to the platform. */
  openid: string
  accountId: string
  /** What the platform calls the person. */
  name: string
  boundAt: number
}

export interface PlatformStore {
  /** False when the identity is bound already. */
  bind(binding: { platform: string; openid: string; accountId: string; name: string; at: number }): Promise<boolean>
  /** False when the account is not bound to this identity (any more). */
  unbind(binding: { platform: string; openid: string; accountId: string }): Promise<boolean>
  /** The identities of an account, the one bound first first. */
  of(accountId: string): Promise<PlatformBinding[]>
}

export interface ExportStore {
  /** Everything that is kept about an account and is no secret of ours, by table, the oldest first. */
  rowsOf(accountId: string): Promise<Record<string, Record<string, unknown>[]>>
}

/** A lost number that is taken off its account when the time comes, unless something speaks against it until then. */
export interface HeldUnbinding {
  accountId: string
  mobile: string
  askedAt: number
  takesEffectAt: number
}

export interface UnbindingStore {
  /** Holds one, in the place of another of the same account. */
  put(held: HeldUnbinding): Promise<void>
  of(accountId: string): Promise<HeldUnbinding | undefined>
  ofMobile(mobile: string): Promise<HeldUnbinding[]>
  /** The accounts whose time has come. */
  due(at: number, limit: number): Promise<string[]>
  /** Takes the one of an account out when its time has come; undefined when another copy did, or it was dropped. */
  take(accountId: string, at: number): Promise<HeldUnbinding | undefined>
  drop(accountId: string): Promise<HeldUnbinding | undefined>
}

/** The end of accounts, and of what is kept by their addresses rather than by their ids. */
export interface CancellationStore {
  /** False for an account that is cancelled already. */
  begin(accountId: string, eraseAt: number): Promise<boolean>
  /** False unless the account is to be erased at this time: it is cancelled no more, or has been erased. */
  undo(accountId: string, eraseAt: number): Promise<boolean>
  /** Takes accounts whose day has come; no other copy takes them before `until`. */
  claim(at: number, until: number, limit: number): Promise<string[]>
  /** Whether anybody but this account holds or claims an email. */
  isOthers(email: string, accountId: string): Promise<boolean>
  /** Codes, tickets and messages of an address. */
  eraseAddress(channel: Channel, address: string): Promise<void>
  /** Counters under one of these keys, or under one that goes on from it after a colon. */
  eraseCounters(keys: readonly string[]): Promise<void>
  /** Deletes an account whose day has come with everything that belongs to it; false when it was restored meanwhile. */
  erase(accountId: string, at: number): Promise<boolean>
}
