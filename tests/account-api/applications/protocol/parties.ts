import * as oidc from 'openid-client'
import { type AtBrowser, agree, locationOf, namesAt } from '#tests/account-api/applications/authorisation/answers'
import { Browser } from '#tests/account-api/applications/authorisation/browser'
import { freshKey, operate } from '#tests/account-api/applications/services/services'
import type { World } from '#tests/account-api/worlds/world'

/** Makes the API's own address the public one, so that clients reach it as they would reach the web app. */
export const openToClients = async (world: World): Promise<void> => {
  world.deployment.publicUrl = await world.listen()
}

export interface Party {
  key: string
  secret: string | undefined
  redirectUri: string
  config: oidc.Configuration
}

/** Registers an application that no other test has, and has openid-client discover us for it. */
export const registerParty = async (
  world: World,
  { scopes = 'openid,profile,email,mobile,offline_access', isPublic = false, redirectUri = '', at = '' } = {},
): Promise<Party> => {
  const key = `app-${freshKey()}`
  const back = redirectUri || `https://${key}.example/back`
  const added = await operate(world, 'client', isPublic ? 'add-public' : 'add', key, back, 'Orchard')
  if (!added.ok) throw new Error(added.text)
  await operate(world, 'client', 'scopes', key, scopes)
  const secret = isPublic ? undefined : added.text.split(' ').at(-1)
  return { key, secret, redirectUri: back, config: await discover(at || (await world.listen()), key, secret) }
}

/** @param at the public URL */
export const discover = (at: string, key: string, secret: string | undefined): Promise<oidc.Configuration> =>
  oidc.discovery(new URL(at), key, secret, undefined, { execute: [oidc.allowInsecureRequests] })

/** A person who is signed in at their own browser. */
export const signedIn = async (world: World, register: 'registerMobile' | 'registerBoth' = 'registerMobile') => {
  const person = await world[register]()
  return { ...person, browser: new Browser(world, person.jar) }
}

/** A request of an application. */
export const newRequest = async ({ config, redirectUri }: Party, more: Record<string, string> = {}) => {
  const verifier = oidc.randomPKCECodeVerifier()
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  })
  return { url, verifier, state, nonce }
}

/** A request for what lasts beyond the session. */
export const lasting = { scope: 'openid profile offline_access', prompt: 'consent' }

/** Asks for something at a browser: the request, the page that it leads to, and its names there. */
export const ask = async (browser: Browser, party: Party, more: Record<string, string> = {}) => {
  const request = await newRequest(party, more)
  const page = locationOf(await browser.visit(request.url))
  return { ...request, page, names: namesAt(browser, page) }
}

/**
 * Has a person agree to a request, by default to all its scopes, and answers where the browser ends up, with what the
 * application needs to continue.
 */
export const authorise = async (
  person: AtBrowser,
  party: Party,
  more: Record<string, string> = {},
  answer: { scopes?: string; sec_subject_uid?: string } = {},
) => {
  const { names, page, ...request } = await ask(person.browser, party, more)
  const scopes = request.url.searchParams.get('scope') ?? ''
  const isAsked = page.includes('/login/authorize/')
  return { ...request, back: isAsked ? await agree(person, { ...names, scopes, ...answer }) : new URL(page) }
}

type Authorised = Awaited<ReturnType<typeof newRequest>> & { back: URL }

/** Exchanges the code for tokens, by openid-client, which checks state, nonce and the signature of the ID token. */
export const exchange = (
  { config }: Pick<Party, 'config'>,
  { back, verifier, state, nonce }: Omit<Authorised, 'url'>,
  fields: Record<string, string> = {},
  options: { DPoP?: oidc.DPoPHandle } = {},
) => {
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
  return oidc.authorizationCodeGrant(config, back, checks, fields, options)
}

/** The error that answers a pushed request, if one does. */
export const pushError = async (party: Party, more: Record<string, string>): Promise<string | undefined> => {
  const { searchParams } = (await newRequest(party, more)).url
  return oidc.buildAuthorizationUrlWithPAR(party.config, searchParams).then(
    () => undefined,
    ({ error }: oidc.ResponseBodyError) => error,
  )
}
