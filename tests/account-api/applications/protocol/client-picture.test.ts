import { expect, it } from 'vitest'
import { operate, operateWith } from '#tests/account-api/applications/services/services'
import { clientsOf } from '#tests/account-api/organisations/clients/clients'
import { dataOf } from '#tests/account-api/worlds/world'
import { photo } from '#tests/fixtures/pictures/picture-files'
import { ask, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'

describeProtocolWorlds('pictures of the operator’s applications on $name', (world) => {
  const { open, loggedOf } = clientsOf(world)

  const give = (key: string, file: Uint8Array | undefined) =>
    operateWith(world, ['client', 'picture', key, 'picture.png'], file)
  const iconOf = async (key: string) => (await world.storage.openClients.find(key))?.icon ?? null

  it('happy: people see a re-encoded picture on the agreement page, until it is removed', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const { names } = await ask(person.browser, party)
    const seen = async () => dataOf(await person.client.openAuthInfo(names)).client.icon
    expect(await seen()).toBe(null)
    expect(await give(party.key, await photo.png())).toEqual({ ok: true, text: `${party.key} has a new picture.` })
    const key = (await seen()) ?? ''
    expect(await person.client.image({ key })).toMatchObject({ ok: true, data: { media_type: 'image/jpeg' } })
    const removed = await operate(world, 'client', 'picture', party.key, 'none')
    expect(removed).toEqual({ ok: true, text: `${party.key} has no picture.` })
    expect(await seen()).toBe(null)
  })

  it('happy: an organisation’s application stays verified, and the organisation’s log records the change', async () => {
    const { organisation, client, seen } = await open()
    await operate(world, 'client', 'verified', client.client_key, 'yes')
    expect(await give(client.client_key, await photo.jpeg())).toMatchObject({ ok: true })
    expect(await seen()).toMatchObject({ is_verified: true, icon: expect.any(String) })
    const [last] = await loggedOf(organisation, client.client_key)
    expect(last).toMatchObject({ kind: 'client_icon_changed', actor: { name: '' } })
  })

  it('error: a file that is no picture, or an unknown application, changes nothing', async () => {
    const party = await registerParty(world)
    await give(party.key, await photo.gif())
    const before = await iconOf(party.key)
    const refusals: [Uint8Array | undefined, RegExp][] = [
      [undefined, /file of this command is missing/],
      [new Uint8Array(), /empty/],
      [Buffer.from('<svg onload="alert(1)">'), /not a JPEG, PNG, GIF or WebP/],
      [Buffer.concat([await photo.png(), Buffer.alloc(5 * 1024 * 1024)]), /larger than 5 MB/],
      [(await photo.jpeg()).subarray(0, 300), /damaged/],
    ]
    for (const [file, text] of refusals)
      expect(await give(party.key, file)).toEqual({ ok: false, text: expect.stringMatching(text) })
    expect(await iconOf(party.key)).toBe(before)
    const unknown = { ok: false, text: 'No client nobody is registered.' }
    expect(await give('nobody', await photo.png())).toEqual(unknown)
    expect(await operate(world, 'client', 'picture', 'nobody', 'none')).toEqual(unknown)
  })

  it('security: one of several pictures uploaded at the same time is kept and shown', async () => {
    const party = await registerParty(world)
    const file = await photo.png()
    const said = await Promise.all([1, 2, 3].map(() => give(party.key, file)))
    expect(said.map((each) => each?.ok)).toEqual([true, true, true])
    expect(await world.storage.openClients.findIcon((await iconOf(party.key)) ?? '')).toBeDefined()
  })
})
