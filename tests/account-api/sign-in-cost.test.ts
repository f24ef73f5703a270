import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CookieJar } from '../../contract/cookie-jar'
import { knownBrowserCookie } from '../../contract/headers'
import { databases } from '../fixtures/databases'
import { goodPassword, registerMobile, worldOn } from './world'

const onPostgres = databases.find(({ name }) => name === 'PostgreSQL') as (typeof databases)[number]

/** The first words of every statement that is sent from now on. Each is a round trip, as are begin and commit. */
const listen = (): string[] => {
  const sent: string[] = []
  const { query } = pg.Client.prototype
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const words = String(given[0]).replaceAll('"', '').trim().split(/\s+/)
    sent.push(words.slice(0, words[0] === 'insert' ? 3 : 2).join(' '))
    return (query as (...given: unknown[]) => unknown).apply(this, given)
  } as never)
  return sent
}

describe('what a sign-in costs on PostgreSQL', () => {
  const world = worldOn(onPostgres)
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** The try is counted in a statement of its own, and nothing is held open while the password is hashed. */
  const roundTrips = ['insert into nonces', 'select accounts.*,', 'with gate', 'begin', 'with begun', 'commit']

  it('happy: six round trips, in an unknown browser', async () => {
    const { mobile } = await registerMobile(world)
    const sent = listen()
    expect(await world.person().passwordLogin({ mobile, password: goodPassword })).toMatchObject({ ok: true })
    expect(sent).toEqual(roundTrips)
  })

  it('happy: six round trips, in a browser that the account knows', async () => {
    const { mobile, jar } = await registerMobile(world)
    const known = new CookieJar({ [knownBrowserCookie]: jar.get(knownBrowserCookie) ?? '' })
    const sent = listen()
    const signedIn = await world.person({ jar: known }).passwordLogin({ mobile, password: goodPassword })
    expect(signedIn).toMatchObject({ ok: true })
    expect(sent).toEqual(roundTrips)
  })

  it('security: an unknown identifier and a wrong password send the same statements', async () => {
    const { mobile } = await registerMobile(world)
    for (const account of [mobile, 'nobody@example.com']) {
      const sent = listen()
      const refused = await world.person().accountLoginV2({ account, password: 'not the password' })
      expect([refused.ok, sent]).toEqual([false, roundTrips.slice(0, 3)])
      vi.restoreAllMocks()
    }
  })
})
