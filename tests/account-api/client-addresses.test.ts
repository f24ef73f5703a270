import { describe, expect, it } from 'vitest'
import { tell, tellAddresses } from '../../account-api/domain/notice/notice'
import { databases } from '../fixtures/databases'

import { freshMobile, worldOn } from './world'

describe.each(databases)('client addresses and browsers on $name', (database) => {
  const world = worldOn(database)

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

  it('happy: a session keeps the client address, the client and the sign-in method', async () => {
    const { email, password, userId } = await world.registerEmail()
    await world.person({ address: '203.0.113.8' }).emailLogin({ email, password })
    const sessions = await world.storage.sessions.living(userId, { seen: 0, proven: 0 })
    expect(sessions).toHaveLength(2)
    const kept = sessions.find(({ clientAddress }) => clientAddress === '203.0.113.8')
    expect(kept).toMatchObject({ way: 'password', client: 'test' })
  })

  it('error: a wrong password is not recorded as activity', async () => {
    const { mobile, userId } = await world.registerMobile()
    await world.person().accountLoginV2({ account: mobile, password: 'not the password' })
    expect(await activityOf(userId)).toHaveLength(1)
  })

  it('happy: the message about a change is in the account’s language, with a “this was not me” link', async () => {
    const { email, userId } = await world.registerEmail()
    const account = await world.profileOf(userId)
    await world.storage.transaction((stores) =>
      tellAddresses(world.setting, stores, { account, change: 'password_changed' }),
    )
    const [message] = await world.storage.outbox.newest(email, 1)
    expect(message).toMatchObject({ purpose: 'password_changed', code: null })
    expect(message?.link).toMatch(/^http:\/\/localhost:3000\/account-help\/not-me\?ticket=[\w-]{22}$/)
    expect(message?.body).toContain(message?.link)
    expect(message?.body).toContain('password of your account was changed')
  })

  it('security: only an address that the account had before a change can disown it', async () => {
    const { mobile, userId } = await world.registerMobile()
    const account = await world.profileOf(userId)
    const to = [mobile, freshMobile()].map((number) => ({ channel: 'sms' as const, to: number }))
    await world.storage.transaction((stores) =>
      tell(world.setting, stores, { account, to, change: 'mobile_changed', detail: '+86 138****0001' }),
    )
    const links = await Promise.all(to.map(async ({ to }) => (await world.storage.outbox.newest(to, 1))[0]?.link))
    expect(links).toEqual([expect.stringContaining('?ticket='), 'http://localhost:3000/account-help/not-me'])
  })
})
