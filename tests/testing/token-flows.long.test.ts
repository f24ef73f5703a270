import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { next, type Registered, resource, startTokenDeployment, type TokenDeployment } from './token-deployment'

// Each flow of tokens, by two libraries of JavaScript, at a deployment that runs.
let at: TokenDeployment
let as: oauth.AuthorizationServer
const pair = await generateKeyPair('ES256', { extractable: true })
const key = { key: pair.privateKey, kid: 'of-a-test' }
const insecure = { [oauth.allowInsecureRequests]: true }
const grant = 'urn:ietf:params:oauth:grant-type:token-exchange'
const subject_token_type = 'urn:ietf:params:oauth:token-type:access_token'

beforeAll(async () => {
  at = await startTokenDeployment()
  const issuer = new URL(at.url)
  as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: key.kid, use: 'sig', alg: 'ES256' }
  for (const id of ['robot', 'party']) await at.operate(`client keys ${id} file`, { keys: [jwk] })
}, 120_000)
afterAll(() => at.stop())

describe('openid-client', () => {
  const configOf = ({ id, secret }: Registered, auth?: oidc.ClientAuth) =>
    oidc.discovery(new URL(at.url), id, secret, auth, { execute: [oidc.allowInsecureRequests] })

  it('happy: a machine gets a token by secret, or by key and bound to it, and the API introspects it', async () => {
    const [config, asker] = [await configOf(at.robot), await configOf(at.trees)]
    const plain = await oidc.clientCredentialsGrant(config, { resource })
    expect(await oidc.tokenIntrospection(asker, plain.access_token)).toMatchObject({ active: true, aud: resource })
    await oidc.tokenRevocation(config, plain.access_token)
    expect(await oidc.tokenIntrospection(asker, plain.access_token)).toEqual({ active: false })
    await at.operate('client auth robot keys')
    await at.operate('client dpop robot required')
    const byKey = await configOf(at.robot, oidc.PrivateKeyJwt(key))
    const DPoP = oidc.getDPoPHandle(byKey, await oidc.randomDPoPKeyPair('ES256'))
    expect(await oidc.clientCredentialsGrant(byKey, { resource }, { DPoP })).toMatchObject({ token_type: 'dpop' })
    for (const line of ['client auth robot secret', 'client dpop robot optional']) await at.operate(line)
  })

  it.each(['pushed', 'signed'])('happy: a person agrees to a %s request, and one API calls another', async (way) => {
    const [config, service] = [await configOf(at.party), await configOf(at.trees)]
    const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()]
    const asked = new URLSearchParams({
      ...{ redirect_uri: at.party.redirect_uri, scope: 'openid read offline_access', resource, prompt: 'consent' },
      ...{ state, nonce, acr_values: 'urn:butterfly:acr:first-factor', code_challenge_method: 'S256' },
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    })
    const url =
      way === 'pushed'
        ? await oidc.buildAuthorizationUrlWithPAR(config, asked)
        : await oidc.buildAuthorizationUrlWithJAR(config, asked, key)
    const back = new URL(await at.agree(url.href))
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
    const tokens = await oidc.authorizationCodeGrant(config, back, checks, { resource })
    expect(tokens.claims()).toMatchObject({ acr: 'urn:butterfly:acr:first-factor' })
    const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource })
    const fields = { subject_token: renewed.access_token, subject_token_type, resource: next }
    const got = await oidc.genericGrantRequest(service, grant, fields)
    expect(await oidc.tokenIntrospection(await configOf(at.ledger), got.access_token)).toMatchObject({
      ...{ active: true, sub: tokens.claims()?.sub, act: { sub: at.trees.id } },
    })
  })
})

describe('oauth4webapi', () => {
  const by = ({ secret }: Registered) => oauth.ClientSecretBasic(secret)
  const of = ({ id }: Registered) => ({ client_id: id })
  const looked = async (who: Registered, token: string) => {
    const answer = await oauth.introspectionRequest(as, of(who), by(who), token, insecure)
    return oauth.processIntrospectionResponse(as, of(who), answer)
  }
  /** The claims of a token, as the API reads them. */
  const read = (token: string, identifier: string) => {
    const request = new Request(identifier, { headers: { authorization: `Bearer ${token}` } })
    return oauth.validateJwtAccessToken(as, request, identifier, insecure)
  }

  it('happy: a machine gets a token by secret, or by key and bound to it, and the API reads it', async () => {
    const machine = async (auth: oauth.ClientAuth, options: { DPoP?: oauth.DPoPHandle } = {}) => {
      const fields = new URLSearchParams({ resource })
      const asked = () =>
        oauth.clientCredentialsGrantRequest(as, of(at.robot), auth, fields, { ...insecure, ...options })
      const answer = async () => oauth.processClientCredentialsResponse(as, of(at.robot), await asked())
      return answer().catch((refused: unknown) =>
        oauth.isDPoPNonceError(refused) ? answer() : Promise.reject(refused),
      )
    }
    const { access_token } = await machine(by(at.robot))
    expect(await read(access_token, resource)).toMatchObject({ sub: at.robot.id, scope: 'read' })
    const ended = await oauth.revocationRequest(as, of(at.robot), by(at.robot), access_token, insecure)
    await oauth.processRevocationResponse(ended)
    expect(await looked(at.trees, access_token)).toEqual({ active: false })
    await at.operate('client auth robot keys')
    await at.operate('client dpop robot required')
    const DPoP = oauth.DPoP({}, await oauth.generateKeyPair('ES256'))
    expect(await machine(oauth.PrivateKeyJwt(key), { DPoP })).toMatchObject({ token_type: 'dpop' })
  })

  it.each(['pushed', 'signed'])('happy: a person agrees to a %s request, and one API calls another', async (way) => {
    const [client, auth] = [of(at.party), by(at.party)]
    const [verifier, state, nonce] = [
      oauth.generateRandomCodeVerifier(),
      oauth.generateRandomState(),
      oauth.generateRandomNonce(),
    ]
    const asked = {
      ...{ ...client, response_type: 'code', redirect_uri: at.party.redirect_uri, state, nonce, resource },
      ...{ scope: 'openid read offline_access', prompt: 'consent', code_challenge_method: 'S256' },
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    }
    const shortened = async (): Promise<Record<string, string>> => {
      if (way === 'signed')
        return { request: await oauth.issueRequestObject(as, client, new URLSearchParams(asked), key) }
      const sent = await oauth.pushedAuthorizationRequest(as, client, auth, asked, insecure)
      return { request_uri: (await oauth.processPushedAuthorizationResponse(as, client, sent)).request_uri }
    }
    const url = new URL(as.authorization_endpoint ?? '')
    url.search = String(new URLSearchParams({ ...client, ...(await shortened()) }))
    const answered = oauth.validateAuthResponse(as, client, new URL(await at.agree(url.href)), state)
    const options = { ...insecure, additionalParameters: { resource } }
    const code = [as, client, auth, answered, at.party.redirect_uri, verifier, options] as const
    const tokens = await oauth.processAuthorizationCodeResponse(
      as,
      client,
      await oauth.authorizationCodeGrantRequest(...code),
      { expectedNonce: nonce, requireIdToken: true },
    )
    const { sub } = await read(tokens.access_token, resource)
    const fields = { subject_token: tokens.access_token, subject_token_type, resource: next }
    const service = [as, of(at.trees), by(at.trees)] as const
    const got = await oauth.processGenericTokenEndpointResponse(
      as,
      of(at.trees),
      await oauth.genericTokenEndpointRequest(...service, grant, fields, insecure),
    )
    expect(await read(got.access_token, next)).toMatchObject({ sub, act: { sub: at.trees.id }, scope: 'read' })
    // A token that somebody else has signed is refused.
    const forged = await new SignJWT({ sub }).setProtectedHeader({ alg: 'ES256' }).sign(pair.privateKey)
    expect(await looked(at.ledger, forged)).toEqual({ active: false })
  })
})
