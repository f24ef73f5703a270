import * as oidc from 'openid-client'
import { expect, it } from 'vitest'
import { agree, locationOf, namesAt } from '#tests/account-api/applications/authorisation/answers'
import { operate } from '#tests/account-api/applications/services/services'
import { operatorCommandsIn, read } from '#tests/docs/documents'
import { signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'

const guide = read('docs/integrators/conformity.md')

/** The clients in the configuration of the suite, by the names that it gives them. */
const clients = ['client', 'client2', 'client_secret_post'] as const
const suite = JSON.parse(/```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '{}') as Record<
  (typeof clients)[number],
  { client_id: string; client_secret: string }
> & { alias: string; server: { discoveryUrl: string } }

describeProtocolWorlds('the guide to the suite, on $name', (world) => {
  it('happy: the documented commands register the conformance suite’s clients, which sign people in', async () => {
    const secrets = new Map<string, string>()
    for (const words of operatorCommandsIn(guide, 'client')) {
      const said = await operate(world, ...words)
      expect(said, words.join(' ')).toMatchObject({ ok: true })
      if (words[1] === 'add') secrets.set(words[2] ?? '', said.text.split(' ').at(-1) ?? '')
    }
    expect([...secrets.keys()].sort()).toEqual(clients.map((name) => suite[name].client_id).sort())
    expect(new URL(suite.server.discoveryUrl).pathname).toBe('/.well-known/openid-configuration')
    const redirect_uri = `https://www.certification.openid.net/test/a/${suite.alias}/callback`
    for (const name of clients) {
      const { client_id } = suite[name]
      const secret = secrets.get(client_id)
      const posts = name === 'client_secret_post' ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret)
      const options = { execute: [oidc.allowInsecureRequests] }
      const config = await oidc.discovery(new URL(world.baseUrl), client_id, secret, posts, options)
      const person = await signedIn(world, 'registerBoth')
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
      const scope = 'openid profile email offline_access'
      const url = oidc.buildAuthorizationUrl(config, { redirect_uri, scope, state, nonce, prompt: 'consent' })
      const page = locationOf(await person.browser.visit(url))
      const back = await agree(person, { ...namesAt(person.browser, page), scopes: scope })
      const checks = { expectedState: state, expectedNonce: nonce, idTokenExpected: true }
      const tokens = await oidc.authorizationCodeGrant(config, back, checks)
      expect([back.href.startsWith(redirect_uri), tokens.claims()?.sub]).toEqual([true, person.userId])
      expect(await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')).toHaveProperty('access_token')
    }
  })
})
