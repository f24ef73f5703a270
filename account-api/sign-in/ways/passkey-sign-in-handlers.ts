import type { Handling } from '#account-api/sign-in/call-context'
import { answerSignIn, isNotOpen, refuseAs, refuseNotOpen } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { signInByPasskey, startPasskeySignIn } from './passkey-sign-in'

export const passkeySignInHandlers = {
  startPasskeySignIn: async (_input, { service, visitor, from }) => {
    const started = await startPasskeySignIn(service, { visitor, from })
    return started.ok ? done({ options: started.options }) : refuseAs(started)
  },

  passkeySignIn: async (input, context) => {
    const { service, visitor, from } = context
    const signedIn = await signInByPasskey(service, {
      credential: input.credential,
      visitor,
      from,
      endOthers: input.kick_other === 1,
      restores: input.need_frozen_user === 1,
    })
    if (signedIn.ok) return answerSignIn(context, signedIn)
    return isNotOpen(signedIn) ? refuseNotOpen(signedIn) : refuse(signedIn.code, {})
  },
} satisfies Handling
