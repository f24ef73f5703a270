// An application that signs people in at Butterfly. One command runs it, in a clone of the repository:
//
//   ISSUER=http://localhost:3000 CLIENT_ID=… CLIENT_SECRET=… node examples/relying-party/main.mjs
//
// It shows all that such an application needs: sign-in with PKCE, the claims, a refreshed token, the answer to a
// refusal, sign-out from the application and from Butterfly, and back-channel logout. Sessions are in memory.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as openid from 'openid-client'

const { ISSUER = 'http://localhost:3000', CLIENT_ID = '', CLIENT_SECRET, PORT = '8080' } = process.env
const scope = process.env.SCOPE ?? 'openid profile email offline_access'
const here = `http://127.0.0.1:${PORT}`
const redirect_uri = `${here}/callback`

const issuer = new URL(ISSUER)
// Without TLS, only on the developer's own machine.
const execute = issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []
const butterfly = await openid.discovery(issuer, CLIENT_ID, CLIENT_SECRET, undefined, { execute })
const keys = createRemoteJWKSet(new URL(butterfly.serverMetadata().jwks_uri ?? ''))

/** The signed-in people, and those who are signing in at Butterfly, by the value of their cookie. */
const sessions = new Map()
const visits = new Map()

/** A page, or a redirect when `to` is given. */
const answer = (response, status, body, headers = {}) =>
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
const goTo = (response, to, cookie) =>
  answer(response, 303, '', { location: String(to), ...(cookie && { 'set-cookie': cookie }) })
const cookieOf = (name, value) => `${name}=${value}; Path=/; HttpOnly; SameSite=Lax`
const readCookie = ({ headers }, name) => headers.cookie?.match(new RegExp(`(?:^|; )${name}=([\\w-]+)`))?.[1]

const escaped = (value) => String(value).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const page = (title, ...lines) =>
  `<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title>
<h1>${title}</h1>${lines.join('\n')}`
const button = (action, label) => `<form method="post" action="${action}"><button>${label}</button></form>`

const home = (request, response) => {
  const session = sessions.get(readCookie(request, 'session'))
  if (!session) return answer(response, 200, page('Orchard', button('/sign-in', 'Sign in with Butterfly')))
  const claims = Object.entries({ ...session.claims, ...session.facts })
  const rows = claims.map(([name, value]) => `<dt>${escaped(name)}<dd>${escaped(JSON.stringify(value))}`)
  const renew = session.tokens.refresh_token ? [button('/refresh', 'Get a new access token')] : []
  answer(response, 200, page('Signed in', `<dl>${rows.join('')}</dl>`, ...renew, button('/sign-out', 'Sign out')))
}

/** Leads to Butterfly. The values that have to come back are stored for this browser. */
const signIn = async (_request, response) => {
  const [visit, verifier] = [randomUUID(), openid.randomPKCECodeVerifier()]
  const [state, nonce] = [openid.randomState(), openid.randomNonce()]
  visits.set(visit, { verifier, state, nonce })
  const to = openid.buildAuthorizationUrl(butterfly, {
    redirect_uri,
    scope,
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Butterfly issues a refresh token only if the person agreed to it on this visit.
    ...(scope.includes('offline_access') && { prompt: 'consent' }),
  })
  goTo(response, to, cookieOf('visit', visit))
}

const callback = async (request, response) => {
  const visit = visits.get(readCookie(request, 'visit'))
  if (!visit) return answer(response, 400, page('Please sign in again', button('/sign-in', 'Sign in')))
  visits.delete(readCookie(request, 'visit'))
  const came = new URL(request.url, here)
  try {
    const tokens = await openid.authorizationCodeGrant(butterfly, came, {
      pkceCodeVerifier: visit.verifier,
      expectedState: visit.state,
      expectedNonce: visit.nonce,
    })
    const claims = tokens.claims()
    const facts = await openid.fetchUserInfo(butterfly, tokens.access_token, claims.sub)
    const id = randomUUID()
    sessions.set(id, { tokens, id_token: tokens.id_token, claims, facts })
    goTo(response, '/', cookieOf('session', id))
  } catch (error) {
    const why = error instanceof openid.AuthorizationResponseError ? error.error : 'failed'
    const title = why === 'access_denied' ? 'You have declined' : `Not signed in: ${escaped(why)}`
    answer(response, 400, page(title, button('/sign-in', 'Try again')))
  }
}

/** Each refresh token is used once; the answer has the next one. */
const refresh = async (request, response) => {
  const id = readCookie(request, 'session')
  const session = sessions.get(id)
  if (!session) return goTo(response, '/')
  try {
    const tokens = await openid.refreshTokenGrant(butterfly, session.tokens.refresh_token)
    const facts = await openid.fetchUserInfo(butterfly, tokens.access_token, session.claims.sub)
    sessions.set(id, { ...session, tokens, facts })
  } catch (error) {
    process.stderr.write(`No new token: ${error}\n`)
    // The person has revoked the authorisation, or their account was suspended.
    sessions.delete(id)
  }
  goTo(response, '/')
}

/**
 * Ends the session here, revokes the tokens, and leads to Butterfly, which asks whether to sign out there too, and
 * back.
 */
const signOut = async (request, response) => {
  const session = sessions.get(readCookie(request, 'session'))
  sessions.delete(readCookie(request, 'session'))
  if (!session) return goTo(response, '/')
  const { refresh_token, access_token } = session.tokens
  await openid.tokenRevocation(butterfly, refresh_token ?? access_token)
  const id_token_hint = session.id_token
  goTo(response, openid.buildEndSessionUrl(butterfly, { id_token_hint, post_logout_redirect_uri: `${here}/` }))
}

/**
 * Butterfly notifies the application that a person has signed out (OpenID Connect Back-Channel Logout 1.0, section
 * 2.6).
 */
const signedOutThere = async (request, response) => {
  try {
    const token = new URLSearchParams(await text(request)).get('logout_token') ?? ''
    const { issuer } = butterfly.serverMetadata()
    const { payload } = await jwtVerify(token, keys, { issuer, audience: CLIENT_ID, maxTokenAge: '2 minutes' })
    const isLogout = payload.events?.['http://schemas.openid.net/event/backchannel-logout'] && !('nonce' in payload)
    if (!isLogout) throw new Error('This is no logout token')
    for (const [id, { claims }] of sessions) {
      const { sub, sid } = claims
      if (payload.sid ? sid === payload.sid : sub === payload.sub) sessions.delete(id)
    }
    answer(response, 200, '', { 'cache-control': 'no-store' })
  } catch {
    answer(response, 400, '', { 'cache-control': 'no-store' })
  }
}

const routes = {
  'GET /': home,
  'POST /sign-in': signIn,
  'GET /callback': callback,
  'POST /refresh': refresh,
  'POST /sign-out': signOut,
  'POST /signed-out-there': signedOutThere,
}

createServer(async (request, response) => {
  const [path] = (request.url ?? '/').split('?')
  const route = routes[`${request.method} ${path}`]
  try {
    await (route ? route(request, response) : answer(response, 404, page('There is no such page')))
  } catch (error) {
    process.stderr.write(`${error}\n`)
    answer(response, 502, page('Butterfly gives no answer', 'Please try again in a minute.'))
  }
}).listen(Number(PORT), '127.0.0.1', () => process.stdout.write(`Open ${here}\n`))
