import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fairRule } from '#account-api/database/fair-sqlite'
import { newId, newToken } from '#account-api/kernel/random'
import { sqliteFile } from '#account-api/start/storage'
import { importCsv } from '#tests/account-api/moving/people-files'
import { openOrganisation } from '#tests/account-api/organisations/members/members'
import { dataOf, goodPassword } from '#tests/account-api/worlds/world'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { eventually } from '#tests/fixtures/time/eventually'
import { type Answer, Browser, send } from './browser'
import { startWithAccountApi } from './with-account-api'

// The web app with the account API and SQLite in one thread, as one machine runs them.
const { world, web, signedIn, signedInBrowser, stop } = await startWithAccountApi()
web.app.visitors.callHere({ send: world.sendHere, protocol: world.protocolHere })
const usual = { ...fairRule }
afterEach(() => void Object.assign(fairRule, usual))
afterAll(stop)

describe('an organisation of 250 members', () => {
  const members = 250
  /** The path of the file of its members, and the browser of its manager. */
  const openLarge = async () => {
    const { sec_subject_uid, id, manager: owner } = await openOrganisation(world)
    const lines = Array.from({ length: members }, (_, at) => `member-${at},member${at}@example.com,true`)
    await importCsv(world, ['id,email,email_verified', ...lines])
    const accounts = await lookInto<{ id: string }>(
      world.place,
      "select account_id as id from identifiers where value like 'member%'",
    )
    const now = world.deployment.now()
    for (const { id: accountId } of accounts)
      await world.storage.members.insert({
        ...{ id: newId(now), publicId: newToken(128), userPublicId: newToken(128), organisationId: id, accountId },
        ...{ name: 'Bo', sortKey: 'bo', address: null, joinedAt: now },
      })
    return {
      file: `/settings/organisations/${sec_subject_uid}/members/file`,
      manager: await signedInBrowser({ ...owner, password: goodPassword }),
    }
  }

  it('happy: the file of an organisation’s members is generated while other requests are answered', async () => {
    const { file, manager } = await openLarge()
    // Each statement takes too long, so the next one waits for a turn.
    fairRule.longestTurnMs = 0
    const ended: string[] = []
    const open = async (path: string, browser: Browser) => {
      const { status, text } = await browser.open(path)
      ended.push(path)
      return { status, lines: text.trim().split('\r\n').length }
    }
    const others = ['/healthz', '/login', '/login/sms']
    const asked = [open(file, manager), ...others.map((path) => open(path, new Browser(web.origin)))]
    const [made] = await Promise.all(asked)
    expect(made).toEqual({ status: 200, lines: members + 2 })
    expect(ended.at(-1)).toBe(file)
  })
})

describe('a request of an application', () => {
  it.each(['/.well-known/openid-configuration', '/oidc/jwks', '/oidc/nothing"here'])(
    'happy: the call %s is answered without a connection, as it would be over one',
    async (path) => {
      const overHttp = await send(world.baseUrl, path)
      let connections = 0
      world.api.server.on('connection', () => {
        connections += 1
      })
      const answered = await send(web.origin, path)
      const told = ({ status, headers, text }: Answer) => [status, headers['content-type'], text]
      expect([told(answered), connections]).toEqual([told(overHttp), 0])
    },
  )

  it('happy: the account API logs it under the log id of its answer', async () => {
    const { headers } = await send(web.origin, '/oidc/jwks')
    const line = { logId: headers['x-log-id'], call: 'protocol', outcome: '200' }
    await eventually('the line', () => world.logged().includes(JSON.stringify(line).slice(1, -1)) || undefined)
  })

  it('security: a client cannot name the client address that its requests are counted for', async () => {
    await send(web.origin, '/oidc/auth?client_id=nobody', { headers: { 'x-client-address': '203.0.113.9' } })
    const like = "select key from counters where key like 'openRequestsFromAnAddress:%'"
    expect(await lookInto(world.place, like)).toEqual([{ key: 'openRequestsFromAnAddress:127.0.0.1' }])
  })
})

describe('another process that holds the SQLite file', () => {
  let other: DatabaseSyncInstance
  beforeAll(() => {
    other = new DatabaseSync(join(world.place.dataDir, sqliteFile))
  })
  afterAll(() => other.close())

  it('happy: read-only pages are shown, and a form comes back at once with its typed values', async () => {
    const { mobile, password, client, browser } = await signedIn()
    const { username } = dataOf(await client.accountInfo({}))
    const name = 'Ada of the orchard'
    const form = '/settings/profile'
    const [, request_key = ''] = /name="request_key" value="([^"]+)"/.exec((await browser.open(form)).text) ?? []
    const typed = { ...{ username, username_was: username, name, language: 'en', time_zone: 'automatic' }, request_key }
    fairRule.longestWaitMs = 0
    other.exec('begin immediate')
    try {
      for (const path of ['/healthz', '/settings', form])
        expect([path, (await browser.open(path)).status]).toEqual([path, 200])
      const kept = await browser.submit(form, typed)
      expect([kept.status, kept.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
      for (const value of [name, request_key]) expect(kept.text).toContain(`value="${value}"`)
      expect(kept.text).toContain('did not answer, so this may not have been done')
      expect(kept.text).toContain(String(kept.headers['x-log-id']))
      const signIn = await new Browser(web.origin).submit('/login', { account: mobile, password })
      expect([signIn.status, signIn.text.includes(mobile), signIn.text.includes(password)]).toEqual([503, true, false])
    } finally {
      other.exec('rollback')
    }
    expect((await browser.submit(form, typed)).status).toBe(303)
  })
})
