import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { beforeEach, expect, it, vi } from 'vitest'
import { outsideOrLocal } from '#account-api/kernel/outside/client'
import { newId } from '#account-api/kernel/random'
import { mobilePurpose } from '#contract/terms/purposes'
import { Browser } from '#tests/account-api/applications/authorisation/browser'
import {
  authorise,
  exchange,
  type Party,
  registerParty,
  signedIn,
} from '#tests/account-api/applications/protocol/parties'
import { describeProtocolWorlds } from '#tests/account-api/applications/protocol/protocol-world'
import { operate } from '#tests/account-api/applications/services/services'
import { answeredOf, operatorsOf } from '#tests/account-api/operator/keys/operators'
import { openOrganisation } from '#tests/account-api/organisations/members/members'
import { dataOf } from '#tests/account-api/worlds/world'
import { refuseDeletions } from '#tests/fixtures/databases/poison'
import { everyRow } from '#tests/fixtures/databases/tables'
import { changeForTest, runningHere } from '#tests/fixtures/hooks'
import { serve } from '#tests/fixtures/programs/loopback'
import { deliveriesOf, lookOnce, told } from './webhooks'

const caep = 'https://schemas.openid.net/secevent/caep/event-type'

describeProtocolWorlds('signals to clients on $name', (world) => {
  const posts: { path: string; headers: IncomingHttpHeaders; set: string }[] = []
  let answer: { status: number; body?: string } = { status: 202 }
  const receiver = runningHere(() =>
    serve(async (request, response) => {
      posts.push({ path: request.url ?? '', headers: request.headers, set: await text(request) })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    }),
  )
  beforeEach(() => {
    posts.length = 0
    answer = { status: 202 }
  })

  const urlOf = ({ key }: Pick<Party, 'key'>) => `${receiver.url}/${key}`
  const signals = async (party: Party, ...more: string[]): Promise<string> => {
    const said = await operate(world, 'client', 'signals', party.key, urlOf(party), ...more)
    return said.text.match(/webhook (\w+)\./)?.[1] ?? said.text
  }
  /** A client that gets signals, with a person whom it has signed in. */
  const opened = async (...more: string[]) => {
    const party = await registerParty(world)
    const webhook = await signals(party, ...more)
    const someone = await world.registerMobileOnly()
    const person = { ...someone, browser: new Browser(world, someone.jar) }
    const claims = (await exchange(party, await authorise(person, party))).claims()
    await lookOnce(world)
    posts.length = 0
    return { party, webhook, person, claims }
  }
  /** The signals that came for a client, verified by its own library. */
  const received = (party: Pick<Party, 'key'>) => {
    const keys = createRemoteJWKSet(new URL(`${world.baseUrl}/oidc/jwks`))
    const of = { issuer: world.baseUrl, audience: party.key, typ: 'secevent+jwt' }
    const sets = posts.filter(({ path }) => path === `/${party.key}`).map(({ set }) => jwtVerify(set, keys, of))
    return Promise.all(sets).then((verified) => verified.map(({ payload }) => payload))
  }
  const typesOf = async (party: Pick<Party, 'key'>) =>
    (await received(party)).map(({ events }) => Object.keys(events as object)[0]?.replace(`${caep}/`, ''))
  const setPassword = ({ client }: Pick<Awaited<ReturnType<typeof signedIn>>, 'client'>) =>
    client.setPassword({ password: 'a password that is long' })

  it('happy: a client learns that a session of its own was revoked, by whom and when', async () => {
    const { party, person, claims } = await opened('--bearer', 'let-me-in==')
    expect(claims?.sid).toEqual(expect.any(String))
    const at = Math.floor(world.deployment.now() / 1000)
    using readKeys = vi.spyOn(world.storage.signingKeys, 'all')
    await person.client.logout({})
    await lookOnce(world)
    await lookOnce(world)
    expect(posts).toHaveLength(1)
    // The protocol has read them for the sign-in.
    expect(readKeys).not.toHaveBeenCalled()
    expect(posts[0]?.headers).toMatchObject({
      'content-type': 'application/secevent+jwt',
      accept: 'application/json',
      authorization: 'Bearer let-me-in==',
    })
    const [set] = await received(party)
    const [event] = (await world.eventsOf(person.userId)).filter(({ call }) => call === 'logout')
    expect(set).toEqual({
      ...{ iss: world.baseUrl, aud: party.key, jti: expect.any(String), iat: expect.any(Number), txn: event?.id },
      sub_id: {
        format: 'complex',
        user: { format: 'iss_sub', iss: world.baseUrl, sub: claims?.sub },
        session: { format: 'opaque', id: claims?.sid },
      },
      events: { [`${caep}/session-revoked`]: { event_timestamp: expect.any(Number), initiating_entity: 'user' } },
    })
    expect(Number(set?.iat)).toBeGreaterThanOrEqual(at)
    const rows = JSON.stringify(await everyRow(world.place))
    for (const each of [rows, world.logged(), JSON.stringify(world.audited)]) expect(each).not.toContain('let-me-in')
  })

  it('happy: an operator who ends all sessions is the initiating entity, and the sign-out notice comes too', async () => {
    const party = await registerParty(world)
    await operate(world, 'client', 'logout-url', party.key, urlOf(party))
    await signals(party)
    const person = await signedIn(world)
    await exchange(party, await authorise(person, party))
    await lookOnce(world)
    await operate(world, 'users', 'freeze', person.userId, '--reason', 'it was sold')
    const at = world.deployment.now()
    const claim = () => world.storage.clientSessions.claim(party.key, { at, until: at, limit: 9 })
    // The notice of the sign-out erases the session, so it waits for the signal.
    expect(await claim()).toEqual([])
    await lookOnce(world)
    expect(await claim()).toHaveLength(1)
    const sets = await received(party)
    const revoked = sets.map(({ events }) => (events as Record<string, object>)[`${caep}/session-revoked`])
    expect(revoked).toEqual([{ event_timestamp: expect.any(Number), initiating_entity: 'admin' }])
  })

  it('happy: a client learns of a changed credential of a person who has authorised it', async () => {
    const { party, person, claims } = await opened()
    dataOf(await setPassword(person))
    await lookOnce(world)
    const sets = await received(party)
    expect(sets.find(({ events }) => Object.hasOwn(events as object, `${caep}/credential-change`))).toMatchObject({
      sub_id: { format: 'iss_sub', iss: world.baseUrl, sub: claims?.sub },
      events: {
        [`${caep}/credential-change`]: {
          ...{ credential_type: 'password', change_type: 'create', initiating_entity: 'user' },
          event_timestamp: expect.any(Number),
        },
      },
    })
  })

  it('happy: a test is a verification event, which a client without signals does not get', async () => {
    const { party, webhook } = await opened()
    await told(world, 'test', webhook)
    await lookOnce(world)
    expect(await received(party)).toMatchObject([
      {
        sub_id: { format: 'opaque', id: webhook },
        events: { 'https://schemas.openid.net/secevent/ssf/event-type/verification': {} },
      },
    ])
    expect(await operate(world, 'webhooks', 'rotate', webhook)).toMatchObject({ ok: false })
    expect(await operate(world, 'webhooks', 'change', webhook, 'operator.*')).toMatchObject({ ok: false })
    expect((await operate(world, 'client', 'signals', party.key, 'none')).text).toBe(`${party.key} gets no signals.`)
    expect(await operate(world, 'webhooks', 'show', webhook)).toMatchObject({ ok: false })
  })

  it('error: a client keeps its earlier address if a new one cannot be stored', async () => {
    const { party, person, webhook } = await opened()
    const allow = await refuseDeletions(world.place, 'webhooks', 'id', [webhook])
    const asked = { client_key: party.key, url: urlOf({ key: 'new' }) }
    expect(await operatorsOf(world).own().setClientSignals(asked)).toMatchObject({ code: 'internal' })
    await allow()
    dataOf(await setPassword(person))
    await lookOnce(world)
    expect(await typesOf(party)).toEqual(['credential-change'])
  })

  it('security: an address on an internal network is refused', async () => {
    const party = await registerParty(world)
    changeForTest(world.deployment, { outsideOrLocal: outsideOrLocal({ lookUp: async () => [] }) })
    expect(await operate(world, 'client', 'signals', party.key, 'https://10.0.0.1/')).toMatchObject({ ok: false })
    expect((await operate(world, 'client', 'show', party.key)).text).toContain('signals\tnone')
  })

  it('security: a client hears only about its own people and sessions', async () => {
    const [one, other] = [await opened(), await opened()]
    dataOf(await setPassword(other.person))
    await other.person.client.logout({})
    await lookOnce(world)
    expect(await typesOf(one.party)).toEqual([])
    expect((await typesOf(other.party)).toSorted()).toEqual(['credential-change', 'session-revoked'])
    for (const { set } of posts) expect(JSON.stringify(decodeJwt(set))).not.toContain(one.party.key)
  })

  it('security: after its person takes the consent back, a client gets no signal, even one that waits', async () => {
    const { party, person, webhook } = await opened()
    answer = { status: 503 }
    dataOf(await setPassword(person))
    await lookOnce(world)
    expect(await deliveriesOf(world, webhook)).toMatchObject([{ answer: 'it answered 503' }])
    posts.length = 0
    answer = { status: 202 }
    dataOf(await person.client.revokeAuthorisation({ client_key: party.key }))
    world.passMinutes(2)
    const code = await world.codeFor(person.mobile, mobilePurpose.resetPassword)
    dataOf(
      await world.person().resetPasswordByMobile({ mobile: person.mobile, code, password: 'another long password' }),
    )
    await lookOnce(world)
    expect(posts).toEqual([])
    expect(await deliveriesOf(world, webhook)).toEqual([])
  })

  it('security: a disabled client gets no signal', async () => {
    const { party, person, webhook } = await opened()
    await operate(world, 'client', 'disable', party.key)
    dataOf(await setPassword(person))
    await lookOnce(world)
    expect([posts, await deliveriesOf(world, webhook)]).toEqual([[], []])
  })

  it('security: a retry has the same id and claims, and is signed by the key of its time', async () => {
    const { party, person, webhook } = await opened()
    answer = { status: 400, body: '{"err":"invalid_key","description":"<b>unknown</b>"}' }
    await person.client.logout({})
    await lookOnce(world)
    expect(await deliveriesOf(world, webhook)).toMatchObject([{ answer: 'it answered 400 invalid_key' }])
    answeredOf(await operatorsOf(world).own().rotateSigningKeys({}))
    world.passMinutes(10)
    answer = { status: 202 }
    await lookOnce(world)
    const [first, second] = posts.map(({ set }) => ({ ...decodeProtectedHeader(set), claims: decodeJwt(set) }))
    expect(second?.claims).toEqual(first?.claims)
    expect(second?.kid).not.toBe(first?.kid)
    expect(await received(party)).toHaveLength(2)
    // Another client cannot use it.
    const keys = createRemoteJWKSet(new URL(`${world.baseUrl}/oidc/jwks`))
    await expect(jwtVerify(posts[1]?.set ?? '', keys, { audience: 'another' })).rejects.toThrow('aud')
  })

  it('security: no manager of an organisation can set an address, and its log says when the operator does', async () => {
    const { manager, sec_subject_uid } = await openOrganisation(world)
    const facts = { sec_subject_uid, name: 'Roster', redirect_uris: ['https://roster.example/back'], scopes: [] }
    const { client } = dataOf(
      await manager.client.registerClient({ ...facts, signals_url: urlOf({ key: 'x' }) } as never),
    )
    const { client_key: key } = client
    expect((await operate(world, 'client', 'show', key)).text).toContain('signals\tnone')
    await operate(world, 'client', 'signals', key, urlOf({ key }))
    const { entries } = dataOf(await manager.client.listSubjectLog({ sec_subject_uid }))
    expect(entries[0]).toMatchObject({ kind: 'webhook_added' })
  })

  it('security: a session that ended without an act is signalled without an initiating entity', async () => {
    const { party, person } = await opened()
    await world.storage.sessions.endAll(person.userId)
    await lookOnce(world)
    const [set] = await received(party)
    expect(set).not.toHaveProperty('txn')
    expect(set?.events).toEqual({ [`${caep}/session-revoked`]: { event_timestamp: expect.any(Number) } })
    expect(String(set?.jti) < newId(world.deployment.now() + 1000)).toBe(true)
  })

  it('error: a receiver accepts a signal by the status 202 alone', async () => {
    const { person, webhook } = await opened()
    answer = { status: 200 }
    await person.client.logout({})
    await lookOnce(world)
    expect(await deliveriesOf(world, webhook)).toMatchObject([{ answer: 'it answered 200' }])
  })
})
