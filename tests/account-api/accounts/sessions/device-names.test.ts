import { expect, it } from 'vitest'
import { knownBrowserRule } from '#account-api/accounts/browsers/known-browser'
import type { Client } from '#contract/client'
import { ownLabels } from '#rules/typed/cases/names'
import { signInCodes } from '#tests/account-api/sign-in/qr-codes/qr-codes'
import { copyOf, times } from '#tests/account-api/verification/passwords/guesses'
import { dataOf, describeWorlds, goodPassword } from '#tests/account-api/worlds/worlds'

describeWorlds('names of devices on $name', (world) => {
  const sessionsOf = async (client: Client) => dataOf(await client.listSessions({})).sessions
  const namesOf = async (client: Client) => (await sessionsOf(client)).map(({ name }) => name)
  const ownId = async (client: Client) => (await sessionsOf(client))[0]?.session_id ?? ''

  const named = async (name: string) => {
    const ann = await world.registerMobile()
    dataOf(await ann.client.nameSession({ session_id: await ownId(ann.client), name }))
    return ann
  }

  it('happy: a name appears in the list, changes, and an empty one removes it', async () => {
    const { client } = await named('  My laptop ')
    expect(await namesOf(client)).toEqual(['My laptop'])
    const session_id = await ownId(client)
    dataOf(await client.nameSession({ session_id, name: '书房的电脑' }))
    expect(await namesOf(client)).toEqual(['书房的电脑'])
    dataOf(await client.nameSession({ session_id, name: '' }))
    expect(await namesOf(client)).toEqual([null])
  })

  it('happy: the next sign-in of the same browser gets the name, and one of another browser does not', async () => {
    const { mobile, jar } = await named('My laptop')
    const again = world.person({ jar })
    dataOf(await again.accountLoginV2({ account: mobile, password: goodPassword }))
    const other = world.person()
    dataOf(await other.accountLoginV2({ account: mobile, password: goodPassword }))
    expect(await namesOf(other)).toEqual([null, 'My laptop', 'My laptop'])
  })

  it('happy: the name stays with a browser of an account at the limit of known browsers', async () => {
    const { mobile, jar } = await named('My laptop')
    const signIn = (person: Client) => person.accountLoginV2({ account: mobile, password: goodPassword })
    for (const _ of times(knownBrowserRule.mostBrowsers - 1)) dataOf(await signIn(world.person()))
    dataOf(await signIn(world.person({ jar })))
    const again = world.person({ jar })
    dataOf(await signIn(again))
    expect((await namesOf(again))[0]).toBe('My laptop')
  })

  it('happy: what a device remembers has the name of its session, and can be named on its own', async () => {
    const { client } = await named('My laptop')
    dataOf(await client.rememberAccount({}))
    const devicesOf = async () => dataOf(await client.listRememberedDevices({})).devices
    const [device] = await devicesOf()
    expect(device?.name).toBe('My laptop')
    dataOf(await client.nameRememberedDevice({ device_id: device?.device_id ?? '', name: 'My phone' }))
    expect((await devicesOf()).map(({ name }) => name)).toEqual(['My phone'])
    expect(await namesOf(client)).toEqual(['My phone'])
    dataOf(await client.nameSession({ session_id: await ownId(client), name: 'My desk' }))
    expect((await devicesOf()).map(({ name }) => name)).toEqual(['My desk'])
  })

  it('happy: a message about a sign-in by a QR code names the phone that allowed it', async () => {
    const { client: phone, mobile } = await named('My phone')
    const { screen, scan, confirm } = signInCodes(world)
    const shown = await screen()
    dataOf(await scan(phone, shown))
    dataOf(await confirm(phone, shown))
    dataOf(await shown.take())
    expect(await world.storage.outbox.newest(mobile, 1)).toMatchObject([
      { purpose: 'signed_in_new', body: expect.stringContaining('allowed on "My phone". If this was not you') },
    ])
  })

  it('security: a session or a device of another account cannot be named', async () => {
    const [ann, bo] = [await world.registerMobile(), await world.registerMobile()]
    dataOf(await ann.client.rememberAccount({}))
    const [device] = dataOf(await ann.client.listRememberedDevices({})).devices
    const session_id = await ownId(ann.client)
    expect(await bo.client.nameSession({ session_id, name: 'mine' })).toMatchObject({ code: 'no_such_session' })
    const device_id = device?.device_id ?? ''
    expect(await bo.client.nameRememberedDevice({ device_id, name: 'mine' })).toMatchObject({ code: 'no_such_device' })
    expect(await namesOf(ann.client)).toEqual([null])
  })

  it('security: a copied cookie in another kind of browser does not get the name', async () => {
    const { mobile, jar, client } = await named('My laptop')
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'
    const thief = world.person({ jar: copyOf(jar), userAgent })
    dataOf(await thief.accountLoginV2({ account: mobile, password: goodPassword }))
    expect(await namesOf(client)).toEqual(['My laptop', null])
  })

  it('happy: a device name may contain what other names may not, because only its owner reads it', async () => {
    const { client } = await world.registerMobile()
    const session_id = await ownId(client)
    for (const name of ownLabels) {
      expect(await client.nameSession({ session_id, name }), name).toMatchObject({ ok: true })
      expect(await namesOf(client)).toEqual([name])
    }
  })

  it.each([
    ['too long', 'n'.repeat(61)],
    ['that turns the text around it', 'My \u202e phone'],
    ['of two lines', 'My\nphone'],
  ])('error: a name is refused if it is %s', async (_, name) => {
    const { client } = await world.registerMobile()
    const session_id = await ownId(client)
    expect(await client.nameSession({ session_id, name })).toMatchObject({ code: 'invalid_input' })
    expect(await namesOf(client)).toEqual([null])
  })
})
