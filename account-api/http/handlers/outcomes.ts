import { done, refuse } from '../../../contract/server'
import type { Judgement } from '../../domain/code/code'
import type { StartedSession } from '../../domain/session/session'
import type { CallContext } from '../context'

/** The wire's form of a code that was not right; `field` is the input that held it. */
export const refuseCode = (judgement: Exclude<Judgement, { ok: true }>, field: 'code' | 'email_code' = 'code') => {
  switch (judgement.code) {
    case 'code_wrong':
      return refuse('code_wrong', { field, tries_left: judgement.triesLeft })
    case 'code_locked':
      return refuse('code_locked', { field, retry_after: judgement.retryAfter })
    default:
      return refuse(judgement.code, { field })
  }
}

/** The wire's form of a session that has just started. */
export const enter = (context: CallContext, session: StartedSession, isNew: boolean) => {
  context.start(session)
  return done({
    user_id: session.accountId,
    is_new_user: isNew,
    expires_at: new Date(session.expiresAt).toISOString(),
  })
}
