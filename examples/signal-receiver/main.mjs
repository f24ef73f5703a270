// A receiver of signals about people (CAEP). One command runs it, in a clone of the repository:
//
//   ISSUER=http://localhost:3000 CLIENT=orchard BEARER=let-me-in PORT=8082 node examples/signal-receiver/main.mjs
//
// It shows all that such a receiver needs: the check of a Security Event Token (RFC 8417), the answers of RFC 8935, and a
// memory of what came before.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'

const { ISSUER = 'http://localhost:3000', CLIENT = 'orchard', BEARER = '', PORT = '8082' } = process.env
const caep = 'https://schemas.openid.net/secevent/caep/event-type/'

const discovered = await (await fetch(`${ISSUER}/.well-known/openid-configuration`)).json()
const keys = createRemoteJWKSet(new URL(discovered.jwks_uri))
const say = (line) => process.stdout.write(`${line}\n`)

/** A program that runs for long keeps these for four days, because a delivery is retried for three. */
const seen = new Set()

const faultOf = (error) => {
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed)
    return 'invalid_key'
  if (error.claim === 'iss') return 'invalid_issuer'
  return error.claim === 'aud' ? 'invalid_audience' : 'invalid_request'
}

const refuse = (response, status, err) =>
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-language': 'en' })
    .end(JSON.stringify({ err, description: `This receiver says ${err}.` }))

/** What this program would do: end its own session, or ask the person to sign in again. */
const act = ({ sub_id: subject, events }) => {
  for (const [type, event] of Object.entries(events)) {
    const name = type.replace(caep, '')
    if (name === 'session-revoked') say(`end session ${subject.session.id} of ${subject.user.sub}`)
    else if (name === 'credential-change') say(`${subject.sub}: ${event.credential_type} ${event.change_type}`)
    else say(name)
  }
}

const receive = async (request, response) => {
  if (BEARER !== '' && request.headers.authorization !== `Bearer ${BEARER}`)
    return refuse(response, 401, 'authentication_failed')
  try {
    const expected = { issuer: ISSUER, audience: CLIENT, typ: 'secevent+jwt', requiredClaims: ['jti', 'events'] }
    const { payload } = await jwtVerify(await text(request), keys, expected)
    if (!seen.has(payload.jti)) act(payload)
    seen.add(payload.jti)
    response.writeHead(202).end()
  } catch (error) {
    refuse(response, 400, faultOf(error))
  }
}

createServer(receive).listen(Number(PORT), '127.0.0.1', () => say(`It takes signals for ${CLIENT}.`))
