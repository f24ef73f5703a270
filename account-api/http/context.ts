import type { AccountProfile } from '../domain/account/account-store'
import type { From } from '../domain/activity/activity'
import type { Service } from '../domain/service'
import type { StartedSession } from '../domain/session/session'
import type { SessionRecord } from '../domain/session/session-store'

/** What a handler knows of a call beside its input. */
export interface CallContext {
  service: Service
  /** The client address, as the signing application tells it. */
  clientAddress: string
  /** The same with the browser's own words, as sessions and activity keep it. */
  from: From
  language: string
  /** Names the browser's visit to this API: what is bound to it is bound to its form token. */
  visitor: string
  /** Uses up the ticket of a solved captcha that came with the call; true at most once. */
  isPerson(): Promise<boolean>
  session: SessionRecord | undefined
  /** Makes the answer carry the session that has just started. */
  start(session: StartedSession): void
  /** Makes the answer drop the session that has just ended. */
  end(): void
}

/** The context of a call that needs a signed-in person. */
export interface UserContext extends CallContext {
  session: SessionRecord
  account: AccountProfile
}
