import { done, refuse } from '#contract/server'
import { type Given, returnedIn } from './returned'

/**
 * The proof from a provider in an input, or the refusal of one that is missing or that no provider here gives. A secret
 * next to an access token is a part of OAuth 1 (RFC 5849), which none of the kinds of providers speaks: ignored, it would
 * seem to protect the token.
 */
export const outsideProofIn = (input: Given & { access_token_secret?: string | undefined }) => {
  if (input.access_token_secret)
    return refuse('invalid_input', { fields: [{ field: 'access_token_secret', reason: 'unsupported' }] })
  const returned = returnedIn(input)
  return returned ? done(returned) : refuse('invalid_input', { fields: [{ field: 'code', reason: 'missing' }] })
}
