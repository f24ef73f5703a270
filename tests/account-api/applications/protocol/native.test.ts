import * as oidc from 'openid-client'
import { expect, it } from 'vitest'
import { agree, answerAt, locationOf, uidIn } from '#tests/account-api/applications/authorisation/answers'
import { Browser } from '#tests/account-api/applications/authorisation/browser'
import { operate } from '#tests/account-api/applications/services/services'
import { dataOf } from '#tests/account-api/worlds/world'
import { ask, authorise, exchange, newRequest, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'
import { askUserInfo } from './tokens'

describeProtocolWorlds('apps on the devices of people on $name', (world) => {
  const ofApp = 'com.example.orchard:/back'
  const atAnyPort = 'http://127.0.0.1/back'

  /** An app, and a person who is signed in. */
  const appAndPerson = async (redirectUri: string) => {
    const [party, person] = [await registerParty(world, { isPublic: true, redirectUri }), await signedIn(world)]
    return { party, person }
  }

  it.each([
    ['of the app', ofApp, ofApp],
    ['of the app, with a host', 'com.example.orchard://back', 'com.example.orchard://back'],
    ['of the device at any port', atAnyPort, 'http://127.0.0.1:49152/back'],
    ['of the device at any port, by IPv6', 'http://[::1]/back', 'http://[::1]:49152/back'],
  ])('happy: an app gets its code and its tokens at an address %s', async (_, registered, used) => {
    const { party, person } = await appAndPerson(registered)
    const answered = await authorise(person, { ...party, redirectUri: used })
    expect(answered.back.href.startsWith(`${used}?`)).toBe(true)
    const tokens = await exchange(party, answered)
    expect(tokens.claims()).toMatchObject({ aud: party.key })
  })

  it.each(['audiobookshelf://oauth', 'app.immich:///oauth-callback'])(
    'happy: an application with a secret gets its code at %s, if the operator allows the scheme',
    async (own) => {
      const [party, person] = [await registerParty(world), await signedIn(world)]
      const [scheme = ''] = own.split(':')
      const registered = ['client', 'redirect-uris', party.key, `${party.redirectUri},${own}`]
      expect(await operate(world, ...registered)).toMatchObject({ ok: false })
      await operate(world, 'client', 'schemes', party.key, scheme)
      expect(await operate(world, ...registered)).toMatchObject({ ok: true })
      const answered = await authorise(person, { ...party, redirectUri: own })
      expect(answered.back.href.startsWith(`${own}?`)).toBe(true)
      expect((await exchange(party, answered)).claims()).toMatchObject({ aud: party.key })
      // Another app can take the scheme.
      const asked = await ask(person.browser, { ...party, redirectUri: own }, { prompt: 'none' })
      expect(asked.page).toContain('error=interaction_required')
      const taken = await operate(world, 'client', 'schemes', party.key, 'none')
      expect(taken).toEqual({ ok: false, text: expect.stringContaining('scheme') })
      await operate(world, 'client', 'redirect-uris', party.key, party.redirectUri)
      expect(await operate(world, 'client', 'schemes', party.key, 'none')).toMatchObject({ ok: true })
    },
  )

  it('security: an operator may allow a custom scheme, but none that browsers act on', async () => {
    const added = ['client', 'add', 'own-scheme', 'myapp:/back', 'Own']
    expect(await operate(world, ...added)).toMatchObject({ ok: false })
    expect(await operate(world, ...added, 'myapp')).toMatchObject({ ok: true })
    const party = await registerParty(world)
    for (const scheme of ['javascript', 'data', 'https', 'file', 'intent', 'MyApp', 'my app', 'x:/', ''])
      expect(await operate(world, 'client', 'schemes', party.key, `myapp,${scheme}`)).toMatchObject({ ok: false })
  })

  it('happy: the page’s form policy allows the app’s scheme, and declining returns to the app', async () => {
    const { party, person } = await appAndPerson(ofApp)
    const { names } = await ask(person.browser, party)
    expect(await person.client.openAuthInfo(names)).toMatchObject({ data: { returns_to: 'com.example.orchard:/' } })
    const back = await answerAt(person, { ...names, scopes: '', deny: 1 })
    expect(back.startsWith(`${ofApp}?error=access_denied&`)).toBe(true)
  })

  it('happy: an app is redirected to after sign-out, with its state', async () => {
    const { party, person } = await appAndPerson(ofApp)
    await operate(world, 'client', 'post-logout-uris', party.key, 'com.example.orchard:/bye')
    const fields = { client_id: party.key, post_logout_redirect_uri: 'com.example.orchard:/bye', state: '"a b*' }
    const request_uid = uidIn(await new Browser(world).visit(oidc.buildEndSessionUrl(party.config, fields)))
    const info = dataOf(await person.client.openSignOutInfo({ request_uid }))
    expect(info.returns_to).toBe('com.example.orchard:/bye?state=%22a+b*')
  })

  it.each([ofApp, atAnyPort])(
    'security: no grant at %s happens without a page, because another app can claim the address',
    async (redirectUri) => {
      const { party, person } = await appAndPerson(redirectUri)
      await exchange(party, await authorise(person, party))
      expect((await ask(person.browser, party, { prompt: 'none' })).page).toContain('error=interaction_required')
      const { names } = await ask(person.browser, party)
      expect(await person.client.openAuthInfo(names)).toMatchObject({ data: { already_granted: false } })
      await operate(world, 'client', 'first-party', party.key, 'yes')
      const trusted = await ask(person.browser, party)
      expect(trusted.page).toContain('/login/authorize/')
      await agree(person, { ...trusted.names, scopes: 'openid profile' })
    },
  )

  it('security: only the app’s own addresses get an answer, and any port is allowed only on the device itself', async () => {
    const { party, person } = await appAndPerson(ofApp)
    const urls = [ofApp, atAnyPort, 'https://orchard.example/back']
    expect(await operate(world, 'client', 'redirect-uris', party.key, urls.join(','))).toMatchObject({ ok: true })
    const ofApps = ['/back/', '/Back', '/back?page=1', '/back#part', '//back', 'back', '.evil:/back']
    const ofDevices = [
      ...['127.0.0.1:49152/Back', '127.0.0.1:49152/back/', '127.0.0.1:49152/back?page=1', '127.0.0.1:99999/back'],
      ...['127.0.0.1:port/back', '127.0.0.1@evil.example/back', '127.0.0.1:80@evil.example/back'],
      ...['ann@127.0.0.1:49152/back', '127.0.0.1.evil.example:49152/back', '127.0.0.2:49152/back'],
      ...['localhost:49152/back', '[::1]:49152/back', 'evil.example:49152/back'],
    ]
    for (const redirect_uri of [
      ...ofApps.map((end) => `com.example.orchard${end.startsWith('.') ? '' : ':'}${end}`),
      ...['COM.example.orchard:/back', 'org.example.orchard:/back', 'javascript:/back'],
      ...ofDevices.map((end) => `http://${end}`),
      ...['https://127.0.0.1:49152/back', 'https://orchard.example:8443/back'],
    ])
      for (const more of [{}, { prompt: 'none' }]) {
        const { url } = await newRequest(party, { ...more, redirect_uri })
        const answered = await person.browser.visit(url)
        expect([redirect_uri, answered.status, locationOf(answered)]).toEqual([redirect_uri, 400, ''])
      }
  })

  it('security: a code issued for one port is refused at another', async () => {
    const { party, person } = await appAndPerson(atAnyPort)
    const answered = await authorise(person, { ...party, redirectUri: 'http://127.0.0.1:49152/back' })
    const stolen = new URL(answered.back)
    stolen.port = '49153'
    await expect(exchange(party, { ...answered, back: stolen })).rejects.toThrow()
  })

  it('security: an application with a secret is bound to its registered port', async () => {
    const party = await registerParty(world, { redirectUri: atAnyPort })
    const person = await signedIn(world)
    const { url } = await newRequest(party, { redirect_uri: 'http://127.0.0.1:49152/back' })
    expect((await person.browser.visit(url)).status).toBe(400)
  })

  it('security: a request without an Origin is not treated as the app’s own page', async () => {
    const { party, person } = await appAndPerson(ofApp)
    const { access_token } = await exchange(party, await authorise(person, party))
    const answer = await askUserInfo(world, access_token, { origin: 'null' })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([400, null])
  })
})
