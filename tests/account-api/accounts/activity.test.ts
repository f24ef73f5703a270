import { expect, it } from 'vitest'
import { days } from '#account-api/kernel/time'
import type { Client } from '#contract/client'
import { dataOf, describeWorlds } from '#tests/account-api/worlds/worlds'

describeWorlds('activity on $name', (world) => {
  /** An account with this many entries. The first is its registration; the details of the others count from 2. */
  const withEntries = async (most: number) => {
    const person = await world.registerMobile()
    const at = world.deployment.now()
    const entry = { accountId: person.userId, clientAddress: '203.0.113.7', client: 'w3m/0.5.3' }
    await world.storage.transaction(async ({ activity }) => {
      for (let count = 2; count <= most; count += 1) {
        const id = (at + count).toString(16).padStart(12, '0') + person.userId.slice(12)
        await activity.insert({ ...entry, id, at: at + count, kind: 'profile_changed', detail: String(count) })
      }
    })
    return person
  }

  const detailsOf = async (client: Client, input = {}) => {
    const listed = dataOf(await client.listActivity(input))
    return { ...listed, details: listed.entries.map(({ detail }) => detail) }
  }

  it('happy: activity is listed newest first, 10 entries per page, with links to the pages before and after', async () => {
    const { client } = await withEntries(23)
    const first = await detailsOf(client)
    expect(first.kept_days).toBe(180)
    expect(first).not.toHaveProperty('newer')
    expect(first.details).toEqual(['23', '22', '21', '20', '19', '18', '17', '16', '15', '14'])
    const second = await detailsOf(client, { before: first.older })
    expect(second.details).toEqual(['13', '12', '11', '10', '9', '8', '7', '6', '5', '4'])
    const last = await detailsOf(client, { before: second.older })
    expect(last.details).toEqual(['3', '2', 'sms'])
    expect(last).not.toHaveProperty('older')
    const back = await detailsOf(client, { after: last.newer })
    expect(back).toEqual(second)
    expect(await detailsOf(client, { after: back.newer })).toEqual(first)
    const newest = (await detailsOf(client, { page_size: 1, before: first.older })).newer
    expect(await detailsOf(client, { after: newest })).toEqual(first)
  })

  it('happy: entries with the same timestamp are each listed once', async () => {
    const { client, userId } = await world.registerMobile()
    const at = world.deployment.now()
    const entry = { accountId: userId, at, clientAddress: '', client: '', kind: 'profile_changed' } as const
    for (const detail of ['a', 'b', 'c', 'd', 'e'])
      await world.storage.activity.insert({ ...entry, id: `${detail}-${userId}`, detail })
    const first = await detailsOf(client, { page_size: 2 })
    const second = await detailsOf(client, { page_size: 2, before: first.older })
    const third = await detailsOf(client, { page_size: 2, before: second.older })
    expect([...first.details, ...second.details, ...third.details]).toEqual(['e', 'd', 'c', 'b', 'a', 'sms'])
    expect((await detailsOf(client, { page_size: 2, after: third.newer })).details).toEqual(second.details)
  })

  it('happy: entries older than the operator’s setting are not listed', async () => {
    const { client, userId } = await world.registerMobile()
    const entry = { accountId: userId, clientAddress: '', client: '', kind: 'profile_changed' } as const
    const now = world.deployment.now()
    await world.storage.activity.insert({ ...entry, id: `a-${userId}`, at: now - days(180), detail: 'too old' })
    await world.storage.activity.insert({ ...entry, id: `b-${userId}`, at: now - days(179), detail: 'old' })
    expect((await detailsOf(client)).details).toEqual(['sms', 'old'])
  })

  it('happy: the list shows registration, sign-in and sign-out, but no wrong password', async () => {
    const { client, mobile, password, userId } = await world.registerMobile()
    const elsewhere = world.person({ address: '203.0.113.7', userAgent: 'w3m/0.5.3' })
    await elsewhere.accountLoginV2({ account: mobile, password: 'not the password' })
    await elsewhere.accountLoginV2({ account: mobile, password })
    expect((await detailsOf(client)).entries[0]).toEqual({
      ...{ kind: 'signed_in', detail: 'password', address: '203.0.113.7', client: { browser: 'w3m', system: '' } },
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
    await client.logout({})
    expect(await world.activityOf(userId)).toEqual([
      ['signed_out', ''],
      ['signed_in', 'password'],
      ['registered', 'sms'],
    ])
  })

  it.each([
    { before: '' },
    { before: '1' },
    { after: 'x.y' },
    { after: "1.'" },
    { before: `1.${'a'.repeat(65)}` },
    { page_size: 0 },
    { page_size: 101 },
  ])('error: a list request with %j is refused as invalid input', async (input) => {
    const { client } = await world.registerMobile()
    expect(await client.listActivity(input)).toMatchObject({ ok: false, code: 'invalid_input' })
  })

  it('happy: need_overview=1 returns the three newest entries, the sign-in methods, and the number of devices', async () => {
    const { client, mobile, userId } = await withEntries(5)
    const at = world.deployment.now()
    await world.storage.platforms.bind({ platform: 'example', openid: mobile, accountId: userId, name: 'Ann', at })
    const { overview } = dataOf(await client.accountInfo({ need_overview: 1 }))
    expect(overview?.ways).toEqual(['mobile', 'password', 'example'])
    expect(overview?.counts).toEqual({ devices: 1, passkeys: 0, applications: 0 })
    expect(overview?.activity.map(({ detail }) => detail)).toEqual(['5', '4', '3'])
    expect(dataOf(await client.accountInfo({}))).not.toHaveProperty('overview')
  })

  it('security: the activity of another account is not listed', async () => {
    const others = await detailsOf((await withEntries(3)).client, { page_size: 1 })
    const { client } = await world.registerMobile()
    expect((await detailsOf(client, { after: others.older })).details).toEqual(['sms'])
    expect((await detailsOf(client)).details).toEqual(['sms'])
  })
})
