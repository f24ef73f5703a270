import { expect, it } from 'vitest'
import { describeWorlds, isInvalid } from '#tests/account-api/worlds/worlds'

describeWorlds('aliases of fields on $name', (world) => {
  it('happy: client_id names an application like client_key, and not another one', async () => {
    const { client } = await world.registerMobile()
    const answers = [
      { client_key: 'orchard' },
      { client_id: 'orchard' },
      { client_key: 'orchard', client_id: 'orchard' },
    ]
    for (const named of answers)
      expect(await client.revokeAuthorisation(named as never)).toMatchObject({ code: 'no_such_authorisation' })
    const two = { client_key: 'orchard', client_id: 'lakeside' }
    expect(await client.revokeAuthorisation(two)).toMatchObject(isInvalid('client_id', 'contradicts'))
  })
})
