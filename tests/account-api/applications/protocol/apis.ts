import { exportJWK, generateKeyPair } from 'jose'
import * as oidc from 'openid-client'
import { newToken } from '#account-api/kernel/random'
import type { AtBrowser } from '#tests/account-api/applications/authorisation/answers'
import { freshKey, operate, operateWith } from '#tests/account-api/applications/services/services'
import type { World } from '#tests/account-api/worlds/world'
import { authorise, discover, exchange, type Party, registerParty, signedIn } from './parties'

export const bytesOf = (json: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(json))

const freshId = (): string => `m-${freshKey()}`

/** APIs, and the clients that get tokens for them, as an operator makes them. */
export const apisOf = (world: World) => {
  const did = async (...words: string[]) => {
    const told = await operate(world, ...words)
    if (!told.ok) throw new Error(told.text)
    return told.text
  }

  const addMachine = async () => {
    const key = freshId()
    const secret = (await did('client', 'add-machine', key, 'Orchard robot')).split(' ').at(-1) ?? ''
    return { key, secret, config: await discover(world.baseUrl, key, secret) }
  }

  /** An API with two scopes, the client as which it asks, and a machine that gets one of them there. */
  const apiWith = async (format: 'jwt' | 'opaque') => {
    const [id, machine, asker] = [freshId(), await addMachine(), await addMachine()]
    const identifier = `https://${id}.example/v1`
    await did('api', 'add', id, identifier, 'Orchard')
    await operateWith(
      world,
      ['api', 'scopes', id, 'f'],
      bytesOf({ 'trees.read': 'See trees', 'trees.cut': 'Cut trees' }),
    )
    await did('api', 'tokens', id, format, '600')
    await did('api', 'client', id, asker.key)
    await did('api', 'machine', id, machine.key, 'trees.read')
    return { id, identifier, machine, asker }
  }

  /** A person who has let an application get a token for an API, for reading. */
  const personAt = async ({ id, identifier: resource }: { id: string; identifier: string }) => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    await did('api', 'people', id, party.key, 'trees.read,trees.cut')
    const asked = { scope: 'openid trees.read', resource, agreed: `openid ${id}/trees.read` }
    return { party, person, tokens: await tokensOf(person, party, asked) }
  }

  return { did, addMachine, apiWith, personAt }
}

type Asked = { agreed: string; resource?: string } & Record<string, string>

/** Has a person agree to these scopes, and exchanges the code for a token of an API, or for one of this site. */
export const tokensOf = async (
  person: AtBrowser,
  party: Party,
  { agreed, ...asked }: Asked,
  resource = asked.resource,
) => {
  const authorised = await authorise(person, party, asked, { scopes: agreed })
  return exchange(party, authorised, resource === undefined ? {} : { resource })
}

export const keyPair = async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: newToken(128), use: 'sig' as const, alg: 'ES256' as const }
  return { key: privateKey, jwk, kid: jwk.kid }
}

export const withKeys = (world: World, client: string, { key, kid }: Awaited<ReturnType<typeof keyPair>>) =>
  oidc.discovery(new URL(world.baseUrl), client, {}, oidc.PrivateKeyJwt({ key, kid }), {
    execute: [oidc.allowInsecureRequests],
  })
