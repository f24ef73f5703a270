import type { Config } from './config'

/**
 * The address with an error that ends an authorization request (OpenID Connect Core 1.0, section 3.1.2.6).
 * @returns undefined for a request that is not from the client, for which Butterfly shows its own page
 */
export const errorAnswer = (
  asked: URLSearchParams,
  { error, client, issuer }: { error: string; client: Config['client']; issuer: string },
): string | undefined => {
  const back = asked.get('redirect_uri') ?? ''
  if (asked.get('client_id') !== client.client_id || !client.redirect_uris.includes(back)) return undefined
  const state = asked.get('state')
  const answer = new URLSearchParams({
    error,
    error_description: 'as configured',
    ...(state && { state }),
    iss: issuer,
  })
  const to = new URL(back)
  if (asked.get('response_mode') === 'fragment') to.hash = answer.toString()
  else for (const [name, value] of answer) to.searchParams.append(name, value)
  return to.href
}
