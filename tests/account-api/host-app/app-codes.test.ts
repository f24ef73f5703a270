import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Client } from '../../../contract/client'
import { databases } from '../../fixtures/databases'
import { everyRow } from '../../fixtures/tables'
import { registerMobile, worldOn } from '../world'

const scheme = 'com.example.app'
const refused = { ok: false, code: 'app_code_refused' }

/** A host app that asks for a sign-in: its verifier, and what it sends. */
const hostApp = (own = scheme) => {
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  return { code_verifier, asked: { scheme: own, code_challenge, state: randomBytes(8).toString('hex') } }
}

/** The code in the deep link that a browser is sent to. */
const codeFor = async (client: Client, asked: ReturnType<typeof hostApp>['asked']): Promise<string> => {
  const issued = await client.issueAppCode(asked)
  if (!issued.ok) throw new Error(`no code: ${issued.code}`)
  return new URL(issued.data.url).searchParams.get('code') ?? ''
}

describe.each(databases)('codes of host apps on $name', (database) => {
  const world = worldOn(database, { appSchemes: new Set([scheme, 'com.example.other']) })

  /** A signed-in person, a host app, and the code that it was sent. */
  const sent = async () => {
    const [person, app] = [await registerMobile(world), hostApp()]
    const code = await codeFor(person.client, app.asked)
    return { ...person, code, exchange: { scheme, code, code_verifier: app.code_verifier } }
  }

  it('happy: the deep link brings the code and the state, and the code a session of the app’s own', async () => {
    const { client, userId } = await registerMobile(world)
    const { asked, code_verifier } = hostApp()
    const issued = await client.issueAppCode(asked)
    const link = issued.ok ? issued.data.url : ''
    expect(link).toMatch(new RegExp(`^com\\.example\\.app:/signed-in\\?code=[\\w-]{22}&state=${asked.state}$`))
    const app = world.person()
    const code = new URL(link).searchParams.get('code') ?? ''
    expect(await app.exchangeAppCode({ scheme, code, code_verifier })).toMatchObject({
      ok: true,
      data: { user_id: userId, is_new_user: false },
    })
    // The two sessions are apart.
    expect(await client.logout({})).toMatchObject({ ok: true })
    expect(await app.accountInfo({})).toMatchObject({ ok: true, data: { user_id: userId } })
  })

  it('happy: a host app on the list has its deep links', async () => {
    expect(await world.person().hostAppLinks({ scheme })).toMatchObject({
      ok: true,
      data: {
        account_changed: 'com.example.app:/account-changed',
        account_cancelled: 'com.example.app:/account-cancelled',
        closed: 'com.example.app:/closed',
      },
    })
  })

  it('security: a scheme that is not on the list has no deep link and no code', async () => {
    const { client } = await registerMobile(world)
    const { asked } = hostApp('com.example.evil')
    expect(await client.issueAppCode(asked)).toMatchObject({ ok: false, code: 'no_such_app' })
    expect(await client.hostAppLinks({ scheme: asked.scheme })).toMatchObject({ ok: false, code: 'no_such_app' })
    for (const own of ['javascript', 'https', 'com.example.app:', 'COM.EXAMPLE.APP', 'com.example.app/x'])
      expect(await client.issueAppCode({ ...asked, scheme: own }), own).toMatchObject({
        ok: false,
        code: 'invalid_input',
      })
  })

  it('security: a code is exchanged once', async () => {
    const { exchange } = await sent()
    expect(await world.person().exchangeAppCode(exchange)).toMatchObject({ ok: true })
    expect(await world.person().exchangeAppCode(exchange)).toMatchObject(refused)
  })

  it('security: of many exchanges at once, one succeeds', async () => {
    const { exchange } = await sent()
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.person().exchangeAppCode(exchange)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('security: whoever caught the deep link lacks the verifier, and their try uses the code up', async () => {
    const { exchange } = await sent()
    const { code_verifier } = hostApp()
    expect(await world.person().exchangeAppCode({ ...exchange, code_verifier })).toMatchObject(refused)
    expect(await world.person().exchangeAppCode(exchange)).toMatchObject(refused)
  })

  it('security: a code is for the scheme that it was sent to', async () => {
    const { exchange } = await sent()
    expect(await world.person().exchangeAppCode({ ...exchange, scheme: 'com.example.other' })).toMatchObject(refused)
  })

  it('error: a code is over after a minute', async () => {
    const { exchange } = await sent()
    world.passMinutes(1)
    expect(await world.person().exchangeAppCode(exchange)).toMatchObject(refused)
  })

  it('security: a code is over with the session that it comes from', async () => {
    const { client, exchange } = await sent()
    await client.logout({})
    expect(await world.person().exchangeAppCode(exchange)).toMatchObject(refused)
  })

  it('security: neither code nor verifier stands in the database', async () => {
    const { code, exchange } = await sent()
    await world.person().exchangeAppCode(exchange)
    const rows = JSON.stringify(await everyRow(world.place))
    expect(rows).not.toContain(code)
    expect(rows).not.toContain(exchange.code_verifier)
  })
})
