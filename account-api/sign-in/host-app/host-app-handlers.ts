import { secondsUntil } from '#account-api/kernel/time'
import type { Handling } from '#account-api/sign-in/call-context'
import { answerSignIn } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { exchangeAppCode, hostAppLinks, issueAppCode } from './app-code'

export const hostAppHandlers = {
  hostAppLinks: async ({ scheme }, { service }) => {
    const links = hostAppLinks(service.deployment, scheme)
    return links ? done(links) : refuse('no_such_app', {})
  },

  issueAppCode: async ({ scheme, code_challenge: challenge, state }, { service, account, session }) => {
    const issued = await issueAppCode(service, { person: { account, session }, scheme, challenge, state })
    if (issued.ok) return done({ url: issued.url })
    return issued.code === 'too_many'
      ? refuse('too_many_requests', { retry_after: secondsUntil(service.deployment, issued.until) })
      : refuse(issued.code, {})
  },

  exchangeAppCode: async ({ scheme, code, code_verifier: verifier }, context) => {
    const session = await exchangeAppCode(context.service, { scheme, code, verifier, from: context.from })
    return session ? answerSignIn(context, { session }) : refuse('app_code_refused', {})
  },
} satisfies Handling
