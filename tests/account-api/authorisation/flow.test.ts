import * as oidc from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../fixtures/databases'
import { openWorld, worldOn } from '../world'
import { authorise, exchange, openToClients, registerParty, signedIn } from './parties'

describe.each(databases)('open authorisation on $name', (database) => {
  const world = worldOn(database)
  beforeAll(() => openToClients(world))

  it('happy: a client signs a person in, and learns what the person agreed to', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const tokens = await exchange(party, await authorise(person, party, { scope: 'openid profile mobile' }))
    expect(tokens.claims()).toMatchObject({ sub: person.userId, aud: party.key })
    const told = await oidc.fetchUserInfo(party.config, tokens.access_token, person.userId)
    expect(told).toEqual({
      sub: person.userId,
      preferred_username: expect.any(String),
      zoneinfo: 'Asia/Shanghai',
      locale: 'en',
      phone_number_masked: expect.stringMatching(/\*{4}/),
    })
    expect(tokens.refresh_token).toBeUndefined()
  })

  it('error: a request that fails before the library has it is answered, and says nothing of why', async () => {
    const broken = await openWorld(database)
    const all = () => Promise.reject(new Error('no keys can be read'))
    broken.service.storage = { ...broken.storage, signingKeys: { ...broken.storage.signingKeys, all } }
    const answer = await fetch(`${broken.baseUrl}/oidc/jwks`)
    expect([answer.status, await answer.json()]).toEqual([500, { error: 'server_error' }])
    expect(broken.logged()).toContain('no keys can be read')
    await broken.close()
  })
})
