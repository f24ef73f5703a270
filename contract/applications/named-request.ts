import { beginningPath, namedBeginningPath } from './open-paths'
import { leastScope } from './open-scopes'

/** The names of request parameters in open authorisation, by their names in OpenID Connect. */
const otherNames = { client_id: 'client_key', scope: 'scopes' } as const

/**
 * The query of a request in the names of OpenID Connect, with what those of open authorisation leave out: the scope of
 * the identity, and the type of the answer. A parameter with two values keeps both, and is refused for that.
 */
export const openIdQueryOf = (given: URLSearchParams): URLSearchParams => {
  const query = new URLSearchParams(given)
  for (const [name, other] of Object.entries(otherNames)) {
    const values = new Set([...query.getAll(name), ...query.getAll(other)])
    query.delete(name)
    query.delete(other)
    for (const value of values) query.append(name, value)
  }
  // A pushed request has its parameters elsewhere.
  if (query.has('request_uri')) return query
  const [scope = '', ...others] = query.getAll('scope')
  const scopes = scope.split(' ').filter((name) => name !== '')
  if (others.length === 0) query.set('scope', [...new Set([leastScope, ...scopes])].join(' '))
  if (!query.has('response_type')) query.set('response_type', 'code')
  return query
}

/** The address at which a request continues. A request in the names of open authorisation is redirected there. */
export const openIdAddressOf = (url: URL, publicUrl: string): URL =>
  `${url.origin}${url.pathname}` === `${publicUrl}${namedBeginningPath}`
    ? new URL(`${publicUrl}${beginningPath}?${openIdQueryOf(url.searchParams)}`)
    : url
