import { expect, it } from 'vitest'
import { describeWorlds } from './worlds'

describeWorlds('client addresses and browsers on $name', (world) => {
  const activityOf = (accountId: string) => world.storage.activity.list(accountId, { limit: 100 })

  it('happy: the activity lists registration, sign-in and sign-out, newest first', async () => {
    const { client, mobile, password, userId } = await world.registerMobile()
    const elsewhere = world.person({ address: '203.0.113.7' })
    await elsewhere.accountLoginV2({ account: mobile, password })
    await client.logout({})
    const activity = await activityOf(userId)
    expect(activity.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['signed_out', ''],
      ['signed_in', 'password'],
      ['registered', 'sms'],
    ])
    expect(activity[1]).toMatchObject({ clientAddress: '203.0.113.7', client: 'test' })
  })

  it('error: a wrong password is not recorded as activity', async () => {
    const { mobile, userId } = await world.registerMobile()
    await world.person().accountLoginV2({ account: mobile, password: 'not the password' })
    expect(await activityOf(userId)).toHaveLength(1)
  })
})
