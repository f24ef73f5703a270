import * as oidc from 'openid-client'
import { expect, it } from 'vitest'
import { days } from '#account-api/kernel/time'
import { operate } from '#tests/account-api/applications/services/services'
import { everyRow } from '#tests/fixtures/databases/tables'
import { authorise, exchange, lasting, newRequest, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'
import { refresh } from './tokens'

describeProtocolWorlds('many tokens on $name', (world) => {
  it('happy: thirty tokens, with their requests, codes and sessions, leave no row after expiry', async () => {
    const party = await registerParty(world)
    await operate(world, 'client', 'logout-url', party.key, `${party.redirectUri}/signed-out`)
    const tokens: string[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      const person = await signedIn(world)
      // One request nobody answers, one that was pushed and never came.
      const { url } = await newRequest(party)
      await person.browser.visit(url)
      await oidc.buildAuthorizationUrlWithPAR(party.config, url.searchParams)
      let last = await exchange(party, await authorise(person, party, lasting))
      tokens.push(last.access_token, last.refresh_token ?? '')
      for (let times = 0; times < 4; times += 1) {
        last = await refresh(party, last.refresh_token)
        tokens.push(last.access_token, last.refresh_token ?? '')
      }
    }
    expect(new Set(tokens).size).toBe(30)
    const rows = async (...tables: string[]) => {
      const all = await everyRow(world.place)
      return tables.map((table) => all[table]?.length ?? 0)
    }
    const [records = 0, sessions = 0] = await rows('protocol_records', 'client_sessions')
    expect(records).toBeGreaterThan(30)
    expect(sessions).toBe(3)
    // Longer than a grant, which is the longest.
    await world.storage.sweep(Date.now() + days(400))
    expect(await rows('protocol_records', 'client_sessions')).toEqual([0, 0])
    // What people agreed to is until they take it back.
    expect(await rows('authorisations')).toEqual([3])
  })
})
