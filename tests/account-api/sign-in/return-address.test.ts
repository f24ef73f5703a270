import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { dataOf, describeWorlds } from '#tests/account-api/worlds/worlds'
import { everyRow } from '#tests/fixtures/databases/tables'

const long = `/login/authorize?state=${'x'.repeat(2000)}&scope=a%20b`

describeWorlds('a return address on $name', (world) => {
  const keep = async (client: Client, address: string) => dataOf(await client.keepReturnAddress({ address })).handle

  it('happy: a return address is answered to anybody with its handle, any number of times, up to 8 kB, and no handle is stored', async () => {
    for (const address of [long, `/${'x'.repeat(8191)}`]) {
      const handles = [await keep(world.person(), address), await keep(world.person(), address)]
      expect(new Set(handles).size).toBe(2)
      for (const handle of [...handles, ...handles])
        expect(await world.person().returnAddress({ handle })).toMatchObject({ ok: true, data: { address } })
      expect(JSON.stringify(await everyRow(world.place))).not.toContain(handles[0])
    }
  })

  it('error: a return address expires after an hour', async () => {
    const client = world.person()
    const handle = await keep(client, long)
    world.passMinutes(59)
    await world.storage.sweep(world.deployment.now())
    expect(await client.returnAddress({ handle })).toMatchObject({ data: { address: long } })
    world.passMinutes(2)
    expect(await client.returnAddress({ handle })).toMatchObject({ ok: true, data: { address: null } })
  })

  it('error: an invented handle has no address', async () => {
    const client = world.person()
    expect(await client.returnAddress({ handle: 'A'.repeat(22) })).toMatchObject({ ok: true, data: { address: null } })
    for (const handle of ['', 'A'.repeat(21), 'A'.repeat(23), `${'A'.repeat(21)}'`])
      expect(await client.returnAddress({ handle })).toMatchObject({ ok: false, code: 'invalid_input' })
  })

  const foreign = ['//evil.example', 'https://evil.example/', '/\\evil.example']
  const malformed = ['', 'settings', '/a b', '/a\r\nSet-Cookie: b=c', '/\u0000', '/设置', `/${'x'.repeat(8192)}`]
  it.each([...foreign, ...malformed])('security: %j is refused as a return address', async (address) => {
    expect(await world.person().keepReturnAddress({ address })).toMatchObject({ ok: false, code: 'invalid_input' })
  })

  it('security: one client address can store at most 100 return addresses an hour', async () => {
    const address = '203.0.113.9'
    const keepOne = () => world.person({ address }).keepReturnAddress({ address: long })
    await world.atOneMoment(async () => {
      for (let count = 0; count < 100; count += 1) expect(await keepOne()).toMatchObject({ ok: true })
      const data = { retry_after: 3600 }
      expect(await keepOne()).toMatchObject({ ok: false, code: 'too_many_requests', data })
    })
    expect(await world.person().keepReturnAddress({ address: long })).toMatchObject({ ok: true })
    world.passMinutes(61)
    expect(await keepOne()).toMatchObject({ ok: true })
  })
})
