import type { CallName } from '../../contract/calls'
import type { AccountProfile } from '../accounts/account/account-store'
import type { From } from '../accounts/activity/activity'
import type { StartedSession } from '../accounts/sessions/session'
import type { SessionRecord } from '../accounts/sessions/session-store'
import type { Service } from '../kernel/service'
import type { Acting } from '../organisations/records/identity-store'

/** What a handler gets besides the input of its call. */
export interface CallContext {
  service: Service
  /** The application that made the call. */
  aid: string
  /** The name of the call. A captcha is asked for, and solved, for this call alone. */
  call: CallName
  /** The client address, as the signing application says. */
  clientAddress: string
  /** The client address and User-Agent, for sessions and activity, and the tokens of a known browser. */
  from: From
  /**
   * Whether the account has signed in at this browser before, or is signed in now. It is let past locks and keeps shares
   * of limits, and may do nothing else. Without an account the answer is no, for the same work.
   */
  isKnownTo(accountId: string | undefined): Promise<boolean>
  language: string
  /** Names the browser. Captchas are bound to it, through its form token. */
  visitor: string
  /** Uses up the captcha ticket of the call, if it has one. True at most once. */
  isPerson(): Promise<boolean>
  session: SessionRecord | undefined
  /** Adds the cookie of a new session to the answer. */
  start(session: StartedSession): void
  /** Removes the cookie of an ended session. */
  end(): void
}

/** The context of a call that needs a signed-in person. */
export interface UserContext extends CallContext {
  session: SessionRecord
  account: AccountProfile
}

/** The context of a call in an organisation. Its row names what the member needs, and the member has it. */
export interface MemberContext extends UserContext {
  acting: Acting
}
