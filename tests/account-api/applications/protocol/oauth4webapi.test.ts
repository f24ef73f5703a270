import * as oauth from 'oauth4webapi'
import { expect, it } from 'vitest'
import { type AtBrowser, agree, locationOf, namesAt } from '#tests/account-api/applications/authorisation/answers'
import { answerOnDevice } from '#tests/account-api/applications/authorisation/devices'
import { operate } from '#tests/account-api/applications/services/services'
import { registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'

// The third client that nobody here wrote. It takes each step on its own, and is strict about every answer.
describeProtocolWorlds('oauth4webapi on $name', (world) => {
  const insecure = { [oauth.allowInsecureRequests]: true }

  const registered = async () => {
    const { key: client_id, secret = '', redirectUri: redirect_uri } = await registerParty(world)
    await operate(world, 'client', 'device', client_id, 'yes')
    const issuer = new URL(world.baseUrl)
    const discovered = await oauth.discoveryRequest(issuer, insecure)
    const as = await oauth.processDiscoveryResponse(issuer, discovered)
    return { as, client: { client_id }, authentication: oauth.ClientSecretBasic(secret), redirect_uri }
  }

  type Registered = Awaited<ReturnType<typeof registered>>

  /** Signs a person in by a pushed request, which is used once, and answers the checked tokens. */
  const signIn = async (
    { as, client, authentication, redirect_uri }: Registered,
    person: AtBrowser,
    { scope }: { scope: string },
  ) => {
    const verifier = oauth.generateRandomCodeVerifier()
    const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
    const parameters = {
      redirect_uri,
      response_type: 'code',
      scope,
      state,
      nonce,
      prompt: 'consent',
      max_age: '3600',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    const sent = await oauth.pushedAuthorizationRequest(as, client, authentication, parameters, insecure)
    const pushed = await oauth.processPushedAuthorizationResponse(as, client, sent)
    const url = new URL(as.authorization_endpoint ?? '')
    url.search = String(new URLSearchParams({ ...client, request_uri: pushed.request_uri }))
    expect(url.searchParams.has('redirect_uri')).toBe(false)
    const page = locationOf(await person.browser.visit(url))
    const back = await agree(person, { ...namesAt(person.browser, page), scopes: scope })
    expect(locationOf(await person.browser.visit(url))).toBe('')
    const answered = oauth.validateAuthResponse(as, client, back, state)
    const grant = [as, client, authentication, answered, redirect_uri, verifier, insecure] as const
    const response = await oauth.authorizationCodeGrantRequest(...grant)
    const expected = { expectedNonce: nonce, maxAge: 3600, requireIdToken: true }
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, expected)
    await oauth.validateApplicationLevelSignature(as, response, insecure)
    return tokens
  }

  it('happy: oauth4webapi signs in by a pushed request, reads userinfo, and refreshes, introspects and revokes tokens', async () => {
    const [party, person] = [await registered(), await signedIn(world)]
    const { as, client, authentication } = party
    const tokens = await signIn(party, person, { scope: 'openid profile offline_access' })
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: person.userId, auth_time: expect.any(Number) })
    const told = await oauth.userInfoRequest(as, client, tokens.access_token, insecure)
    expect(await oauth.processUserInfoResponse(as, client, person.userId, told)).toHaveProperty('preferred_username')

    const { refresh_token = '' } = tokens
    const asked = await oauth.refreshTokenGrantRequest(as, client, authentication, refresh_token, insecure)
    const renewed = await oauth.processRefreshTokenResponse(as, client, asked)
    const isActive = async (token = '') => {
      const looked = await oauth.introspectionRequest(as, client, authentication, token, insecure)
      return (await oauth.processIntrospectionResponse(as, client, looked)).active
    }
    expect(await isActive(renewed.access_token)).toBe(true)
    const ended = await oauth.revocationRequest(as, client, authentication, renewed.refresh_token ?? '', insecure)
    await oauth.processRevocationResponse(ended)
    expect(await isActive(renewed.access_token)).toBe(false)
  })

  it('happy: a device waits, is told to slow down, and gets a valid ID token', async () => {
    const [{ as, client, authentication }, person] = [await registered(), await signedIn(world)]
    const scope = { scope: 'openid profile' }
    const begun = await oauth.deviceAuthorizationRequest(as, client, authentication, scope, insecure)
    const asked = await oauth.processDeviceAuthorizationResponse(as, client, begun)
    expect(asked).toMatchObject({ interval: 5, expires_in: 600 })
    const poll = async () => {
      const response = await oauth.deviceCodeGrantRequest(as, client, authentication, asked.device_code, insecure)
      return oauth.processDeviceCodeResponse(as, client, response)
    }
    for (const error of ['authorization_pending', 'slow_down']) await expect(poll()).rejects.toMatchObject({ error })
    await answerOnDevice(person, asked, { scopes: 'openid profile' })
    const tokens = await poll()
    expect(oauth.getValidatedIdTokenClaims(tokens)?.sub).toBe(person.userId)
    const told = await oauth.userInfoRequest(as, client, tokens.access_token, insecure)
    expect(await oauth.processUserInfoResponse(as, client, person.userId, told)).toHaveProperty('sub', person.userId)
  })
})
