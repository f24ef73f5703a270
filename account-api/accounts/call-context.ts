import type { From } from '#account-api/kernel/from'
import type { CallName } from '#contract/calls'
import type { Handlers } from '#contract/server'
import type { AccountProfile } from './account/account-record'
import type { Service } from './service'
import type { OpenedSession } from './sessions/session'
import type { SessionRecord } from './sessions/session-record'

/** The context that a handler gets next to the input of its call. */
export interface CallContextOf<Own> {
  service: Own
  aid: string
  /** The name of the call. A captcha is valid for one call only. */
  call: CallName
  /** The client address, as reported by the calling application. */
  clientAddress: string
  /** The client address and User-Agent, for sessions and activity, and the tokens of a known browser. */
  from: From
  /**
   * True when the account has signed in at this browser before, or is signed in now. A known browser passes locks and
   * has its own limits, but gets no other rights. Without an account the answer is false, for the same work.
   */
  isKnownTo(accountId: string | undefined): Promise<boolean>
  language: string
  /** The version of the operator's terms that the calling application shows to people. Empty: none. */
  shownTerms: string
  /** Identifies the browser. Captchas are bound to it, through its form token. */
  visitor: string
  /** Uses up the captcha ticket of the call. False when it has none, and from the second time on. */
  isPerson(): Promise<boolean>
  session: SessionRecord | undefined
  /** Adds the cookie of a new session to the answer. */
  setSession(session: OpenedSession): void
  /** Removes the cookie of an ended session. */
  clearSession(): void
}

export interface UserContextOf<Own> extends CallContextOf<Own> {
  session: SessionRecord
  account: AccountProfile
}

/** Handlers of calls that need no organisation, with the service that their context has. */
export type HandlersOf<Own> = Partial<Handlers<CallContextOf<Own>, UserContextOf<Own>, never, never>>

export type UserContext = UserContextOf<Service>
export type Handling = HandlersOf<Service>

export const personOf = ({ account, session }: Pick<UserContext, 'account' | 'session'>) => ({ account, session })
