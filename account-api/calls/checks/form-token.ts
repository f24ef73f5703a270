import { isFormToken } from '#account-api/calls/cookies'
import { refuse } from '#contract/server'
import { formTokenCookie, headerNames, sessionCookie } from '#contract/wire/headers'
import type { Check } from './check'

/** Checks that a POST repeats the form token of its browser, which belongs to its session. */
export const formToken: Check = ({ service, request, cookies }) => {
  if (!cookies || request.method !== 'POST') return {}
  const token = cookies.get(formTokenCookie)
  const isReturned = token !== undefined && request.headers[headerNames.formToken] === token
  return isReturned && isFormToken(service.deployment.secrets, token, cookies.get(sessionCookie))
    ? {}
    : refuse('form_token_refused', {})
}
