import type { Handling } from '#account-api/sign-in/call-context'
import { enter, isNotOpen, refuseAs, refuseNotOpen } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { signInByPasskey, startPasskeySignIn } from './passkey-sign-in'

export const passkeySignInHandlers = {
  startPasskeySignIn: async (_input, { service, visitor, from }) => {
    const started = await startPasskeySignIn(service, { visitor, from })
    return started.ok ? done({ options: started.options }) : refuseAs(started)
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
