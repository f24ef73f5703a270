import { createHash } from 'node:crypto'
import type { WholeProfile } from '#account-api/accounts/platforms/platform-store'
import { cannotTell, type OutsideProof, type Provider, ProviderFailed } from '#account-api/accounts/platforms/provider'
import type { Deployment, Service } from '#account-api/addresses/service'
import { newToken } from '#account-api/kernel/random'
import { refuse } from '#contract/server'
import { spelt } from '#rules/typed/text'

type Failed = { ok: false; code: 'no_such_platform' | ProviderFailed['code']; reason?: ProviderFailed['reason'] }

/** A visit to a provider. The caller keeps everything but the address secret. */
export interface StartedVisit {
  ok: true
  url: string
  state: string
  nonce: string
  codeVerifier: string
  redirectUri: string
}

const [nameLength, idLength] = [100, 255]
const urlLength = 2048

const redirectUriOf = ({ publicUrl }: Deployment, platform: string, { isOwn }: Provider): string =>
  publicUrl + (isOwn ? '/passport/oauth/login' : `/passport/web/auth/${platform}/callback`)

/** The platform name of the deployment's own issuer. Undefined if it has none. */
export const ownPlatform = ({ providers }: Deployment): string | undefined =>
  [...providers].find(([, { isOwn }]) => isOwn)?.[0]

/**
 * Starts a visit to a provider.
 * @param asked `isFresh`: the person is to sign in there again
 */
export const startVisit = async (
  { deployment }: Service,
  { platform, isFresh }: { platform: string; isFresh: boolean },
): Promise<StartedVisit | Failed> => {
  const provider = deployment.providers.get(platform)
  if (!provider) return { ok: false, code: 'no_such_platform' }
  const [state, nonce, codeVerifier] = [newToken(128), newToken(128), newToken(256)]
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const redirectUri = redirectUriOf(deployment, platform, provider)
  return telling(deployment, platform, async () => {
    const url = await provider.start({ redirectUri, state, nonce, codeChallenge, isFresh })
    return { ok: true as const, url, state, nonce, codeVerifier, redirectUri }
  })
}

export interface Returned {
  platform: string
  /** The app that the proof was issued to, if the caller names it. */
  appId: string | undefined
  redirectUri: string | undefined
  /** The expected person. Another person is refused. */
  openid: string | undefined
  proof: Omit<OutsideProof, 'redirectUri'> | { accessToken: string }
}

export type Identified = { ok: true; profile: WholeProfile; provenAt: number | undefined } | Failed

/**
 * Asks a provider for the identity of a returned person. No transaction is open meanwhile. A code is valid only with
 * the return address that the provider was given, which is always ours.
 */
export const identifyVisitor = async (
  { deployment }: Service,
  { platform, appId, redirectUri, openid: named, proof }: Returned,
): Promise<Identified> => {
  const provider = deployment.providers.get(platform)
  if (!provider) return { ok: false, code: 'no_such_platform' }
  const ours = redirectUriOf(deployment, platform, provider)
  const isForeign = appId !== undefined && appId !== provider.appId
  if (isForeign) return { ok: false, code: 'platform_refused', reason: 'other_app' }
  if (redirectUri !== undefined && redirectUri !== ours) return { ok: false, code: 'platform_refused' }
  return telling(deployment, platform, async () => {
    const told = await ('accessToken' in proof
      ? byToken(provider, proof.accessToken)
      : provider.identify({ ...proof, redirectUri: ours }))
    const { openid, unionid = null, tenantKey = null, provenAt } = told
    if (named !== undefined && named !== openid)
      throw new ProviderFailed('platform_refused', 'the proof is of another person than the openid', 'other_person')
    if (openid === '' || openid.length > idLength || (unionid?.length ?? 0) > idLength)
      throw new ProviderFailed('platform_refused', 'the provider named nobody')
    const name = plainName(told.name)
    const { pictureUrl: url = '' } = told
    const picture = url.length <= urlLength && URL.canParse(url) ? { pictureUrl: url } : {}
    return {
      ok: true as const,
      profile: { platform, appId: provider.appId, openid, unionid, tenantKey, name, ...picture },
      provenAt,
    }
  })
}

const byToken = (provider: Provider, accessToken: string) => {
  if (provider.identifyByToken) return provider.identifyByToken(accessToken)
  throw cannotTell('the provider')
}

export const refusedBy = ({ code, reason }: Failed) =>
  code === 'platform_refused' ? refuse(code, { ...(reason && { reason }) }) : refuse(code, {})

/** A name from outside, in one line. Nothing in it can change the direction of the text around it. */
const plainName = (name: string): string => [...spelt(name.replace(/\p{Cc}+/gu, ' '))].slice(0, nameLength).join('')

/** Runs requests to a provider. A failure becomes an answer and a line in the log. */
const telling = async <Answer>(
  deployment: Deployment,
  platform: string,
  ask: () => Promise<Answer>,
): Promise<Answer | Failed> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error
    deployment.warn({ platform, because: error.message }, 'a third-party provider told nothing')
    return { ok: false, code: error.code, reason: error.reason }
  }
}
