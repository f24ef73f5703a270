import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openIdProvider } from '../../../account-api/channels/third-party/openid'
import { newToken } from '../../../account-api/domain/random'
import { type OpenIdIssuer, plannedIssuer, startOpenIdIssuer } from '../../fixtures/openid-issuer'

const redirectUri = 'http://localhost:3000/passport/web/auth/example/callback'

let issuer: OpenIdIssuer
const planned = await plannedIssuer()
const { url, ...app } = planned
beforeAll(async () => {
  issuer = await startOpenIdIssuer(planned, [redirectUri])
})
afterAll(() => issuer.stop())

const provider = openIdProvider({ issuer: url, ...app, scope: 'openid profile', tellsWhen: true }, false)

/** A visit to the issuer, in a browser without script. */
const visit = async ({ isFresh = false } = {}) => {
  const [state, nonce, codeVerifier] = [newToken(128), newToken(128), newToken(256)]
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const jar = new Map<string, string>()
  const ask = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(address, { ...init, headers: { ...init.headers, cookie }, redirect: 'manual' })
    for (const each of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null || location.startsWith(redirectUri)) return answer
    return ask(new URL(location, address).href)
  }
  const page = await ask(await provider.start({ redirectUri, state, nonce, codeChallenge, isFresh }))
  const [, action = ''] = /action="([^"]+)"/.exec(await page.text()) ?? []
  const body = new URLSearchParams({ person: 'Ann', answer: 'yes' })
  const back = new URL((await ask(new URL(action, url).href, { method: 'POST', body })).headers.get('location') ?? '')
  expect(back.searchParams.get('state')).toBe(state)
  return { code: back.searchParams.get('code') ?? '', redirectUri, codeVerifier, nonce }
}

it('happy: the issuer tells its person, whose name and picture come from its userinfo', async () => {
  expect(await provider.identify(await visit())).toEqual({ openid: 'Ann', name: 'Ann', pictureUrl: `${url}/picture` })
})

it('happy: whoever is to sign in there again is proven from then on', async () => {
  const before = Math.floor(Date.now() / 1000) * 1000
  const { provenAt = 0 } = await provider.identify(await visit({ isFresh: true }))
  expect(provenAt).toBeGreaterThanOrEqual(before)
  expect(provenAt).toBeLessThanOrEqual(Date.now())
})

it('security: a code is good once, and for its own visit', async () => {
  const [one, other] = [await visit(), await visit()]
  const refused = { code: 'platform_refused' }
  await expect(provider.identify({ ...one, codeVerifier: other.codeVerifier })).rejects.toMatchObject(refused)
  await expect(provider.identify({ ...other, nonce: one.nonce })).rejects.toMatchObject(refused)
  const third = await visit()
  await provider.identify(third)
  await expect(provider.identify(third)).rejects.toMatchObject(refused)
})
