import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { ask, registerParty, signedIn } from '#tests/account-api/applications/protocol/parties'
import { describeProtocolWorlds } from '#tests/account-api/applications/protocol/protocol-world'
import { dataOf } from '#tests/account-api/worlds/world'

interface Names {
  request_uid?: string
  browser_key?: string
  client_key?: string
  scope?: string
  source?: string
  redirect_uri?: string
  state?: string
}

/** All calls that name a request, for a person with this number. */
const callsWith = (client: Client, names: Names, mobile: string) => [
  client.openAuthInfo(names),
  client.openWebAuth({ ...names, scopes: 'openid' }),
  client.openWebAuth({ ...names, scopes: '', deny: 1 }),
  client.openSendCode({ ...names, mobile }),
  client.openSmsAuth({ ...names, mobile, code: '123456' }),
  client.openAccountAuth({ ...names, account: mobile, password: 'fourteen calm violins' }),
  client.openThirdPartyAuth({ ...names, platform: 'example', code: 'x', redirect_uri: 'https://a.example/' }),
  client.openQrGet(names),
  client.openQrCheck({ ...names, token: 't'.repeat(22) }),
]

describeProtocolWorlds('a request named by its application’s parameters on $name', (world) => {
  it('security: no call takes parameters instead of a handle, nor a handle without its browser’s key', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const { names, state } = await ask(person.browser, party)
    const asked = { client_key: party.key, scope: 'openid', source: 'mail', redirect_uri: party.redirectUri, state }
    for (const named of [{}, asked, { ...asked, request_uid: names.request_uid }, { browser_key: names.browser_key }])
      for (const answer of await Promise.all(callsWith(person.client, named, person.mobile)))
        expect(answer).toMatchObject({ ok: false, code: 'no_such_open_request' })
  })

  it('security: parameters next to a handle change neither the request nor the application', async () => {
    const [party, other, person] = [await registerParty(world), await registerParty(world), await signedIn(world)]
    const { names } = await ask(person.browser, party, { scope: 'openid profile' })
    const asked = { client_key: other.key, scope: 'openid mobile', redirect_uri: other.redirectUri, state: 'x' }
    const plain = dataOf(await person.client.openAuthInfo(names))
    expect(dataOf(await person.client.openAuthInfo({ ...names, ...asked }))).toEqual(plain)
    expect(plain.client.client_key).toBe(party.key)
  })
})
