import { done, refuse } from '#contract/server'
import { type Given, returnedIn } from './returned'

/**
 * The proof from a provider in an input, or the refusal if it is missing or of a provider that is not set up. A secret
 * next to an access token belongs to OAuth 1 (RFC 5849), which no provider here uses. It is refused, because ignoring
 * it would make it look as if it protected the token.
 */
export const outsideProofIn = (input: Given & { access_token_secret?: string | undefined }) => {
  if (input.access_token_secret)
    return refuse('invalid_input', { fields: [{ field: 'access_token_secret', reason: 'unsupported' }] })
  const returned = returnedIn(input)
  return returned ? done(returned) : refuse('invalid_input', { fields: [{ field: 'code', reason: 'missing' }] })
}
