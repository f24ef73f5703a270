// An API whose tokens Butterfly issues. One command runs it, in a clone of the repository:
//
//   ISSUER=http://localhost:3000 RESOURCE=http://127.0.0.1:8081/ node examples/protected-api/main.mjs
//
// It shows all that such an API needs: its metadata for clients that know nothing but its address (RFC 9728), the check of
// a token (RFC 9068), and a request for a stronger proof (RFC 9470).
import { createServer } from 'node:http'
import { createRemoteJWKSet, jwtVerify } from 'jose'

const { ISSUER = 'http://localhost:3000', RESOURCE = 'http://127.0.0.1:8081/' } = process.env
const metadataPath = '/.well-known/oauth-protected-resource'
const metadata = {
  resource: RESOURCE,
  authorization_servers: [ISSUER],
  scopes_supported: ['trees.read', 'trees.cut'],
  bearer_methods_supported: ['header'],
}

/** The requirements of each path. Cutting a tree needs a second factor that was proven within ten minutes. */
const paths = {
  '/': { scope: 'trees.read' },
  '/cut': { scope: 'trees.cut', acr: 'urn:butterfly:acr:second-factor', maxAge: 600 },
}

const discovered = await (await fetch(`${ISSUER}/.well-known/openid-configuration`)).json()
const keys = createRemoteJWKSet(new URL(discovered.jwks_uri))

const answer = (response, status, body, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** Refuses, and tells the client what to do: the issuer of tokens, and what the token lacks. */
const refuse = (response, status, { error, ...more }) => {
  const told = { ...(error && { error }), ...more, resource_metadata: new URL(metadataPath, RESOURCE).href }
  const challenge = Object.entries(told).map(([name, value]) => `${name}="${value}"`)
  answer(response, status, { error }, { 'www-authenticate': `Bearer ${challenge.join(', ')}` })
}

/** The claims of a token that is for this API and valid now. */
const claimsIn = async ({ headers }) => {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (token === undefined) return undefined
  const rules = { issuer: ISSUER, audience: RESOURCE, algorithms: ['ES256'], typ: 'at+jwt' }
  const { payload } = await jwtVerify(token, keys, rules)
  // A bound token needs its proof, which this API does not read.
  if (payload.cnf) throw new Error('bound')
  return payload
}

createServer(async (request, response) => {
  const { pathname } = new URL(request.url, RESOURCE)
  if (pathname === metadataPath) return answer(response, 200, metadata)
  const needed = paths[pathname]
  if (!needed) return answer(response, 404, {})
  const claims = await claimsIn(request).catch(() => 'refused')
  if (claims === undefined) return refuse(response, 401, {})
  if (claims === 'refused') return refuse(response, 401, { error: 'invalid_token' })
  if (!claims.scope?.split(' ').includes(needed.scope))
    return refuse(response, 403, { error: 'insufficient_scope', scope: needed.scope })
  const isProven = needed.acr === undefined || claims.acr === needed.acr
  const isFresh = needed.maxAge === undefined || Date.now() / 1000 - claims.auth_time <= needed.maxAge
  if (!isProven || !isFresh)
    return refuse(response, 401, {
      error: 'insufficient_user_authentication',
      acr_values: needed.acr,
      max_age: needed.maxAge,
    })
  answer(response, 200, { for: claims.sub, by: claims.act?.sub ?? claims.client_id })
}).listen(Number(new URL(RESOURCE).port), '127.0.0.1')
