import { done, refuse } from '../../../contract/server'
import { enter, isNotOpen, refuseNotOpen } from '../../verification/outcomes'
import type { Handling } from '../call-context'
import { signInByPasskey, startPasskeySignIn } from './passkey-sign-in'

export const passkeySignInHandlers = {
  startPasskeySignIn: async (_input, { service, visitor, from }) => {
    const started = await startPasskeySignIn(service, { visitor, from })
    if (started.ok) return done({ options: started.options })
    return started.code === 'too_many_requests'
      ? refuse('too_many_requests', { retry_after: started.retryAfter })
      : refuse(started.code, {})
  },

  passkeySignIn: async (input, context) => {
    const { service, visitor, from } = context
    const entered = await signInByPasskey(service, {
      credential: input.credential,
      visitor,
      from,
      endOthers: input.kick_other === 1,
      restores: input.need_frozen_user === 1,
    })
    if (entered.ok) return enter(context, entered.session, false)
    return isNotOpen(entered) ? refuseNotOpen(entered) : refuse(entered.code, {})
  },
} satisfies Handling
