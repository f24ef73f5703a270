import { beforeAll, expect, it } from 'vitest'
import { openToClients } from '#tests/account-api/applications/protocol/parties'
import { operate } from '#tests/account-api/applications/services/services'
import { giveRole, joinOrganisation, openOrganisation } from '#tests/account-api/organisations/members/members'
import { codeOf, describeWorlds } from '#tests/account-api/worlds/worlds'
import { photo } from '#tests/fixtures/pictures/picture-files'
import { clientsOf, facts } from './clients'

describeWorlds('attacks on applications of organisations on $name', (world) => {
  beforeAll(() => openToClients(world))
  const { open, accepts } = clientsOf(world)

  it('security: one of two managers who replace a secret at the same time succeeds, and both secrets keep working', async () => {
    const { organisation, by, client, secret, named } = await open()
    const deputy = await joinOrganisation(world, organisation)
    await giveRole(organisation, 'Desk', ['application.manage'], deputy)
    const secret_id = client.secret_id ?? ''
    const rotations = await Promise.all(
      [by, deputy.client].map((each) => each.rotateClientSecret({ ...named, secret_id })),
    )
    const [made, ...more] = rotations.flatMap((answer) => (answer.ok ? [answer.data.secret] : []))
    expect(more).toEqual([])
    expect(rotations.find(({ ok }) => !ok)).toMatchObject({ code: 'client_secret_changed' })
    const good = await Promise.all([secret, made ?? ''].map((each) => accepts(client.client_key, each)))
    expect(good).toEqual([true, true])
  })

  it('security: a name that looks like one of the operator’s is refused', async () => {
    const key = `wallet-${(await openOrganisation(world)).sec_subject_uid.toLowerCase().replace(/[^a-z\d]/g, '0')}`
    await operate(world, 'client', 'add', key, 'https://wallet.example/back', 'Pay Wallet')
    const { manager, sec_subject_uid } = await openOrganisation(world)
    const imitates = { code: 'client_name_refused', data: { reason: 'imitates' } }
    const names = ['Pay Wallet', 'PAYWALLET', 'Ｐａｙ wallet', 'Рау Wallet', 'Páy-Wallet', 'P A Y Wallet']
    for (const name of names)
      expect(await manager.client.registerClient({ sec_subject_uid, ...facts, name }), name).toMatchObject(imitates)
    expect(codeOf(await manager.client.registerClient({ sec_subject_uid, ...facts, name: 'Pay Wallets' }))).toBe('ok')
  })

  it('security: a verified application loses its verification with a new name, picture or address', async () => {
    const { by, client, named, seen } = await open()
    const changes = [
      () => by.updateClient({ ...named, name: 'Ledger 2' }),
      () => by.updateClient({ ...named, redirect_uris: ['https://elsewhere.example/'] }),
      async () => by.uploadClientIcon({ ...named, pic: await photo.gif() }),
    ]
    for (const change of changes) {
      await operate(world, 'client', 'verified', client.client_key, 'yes')
      expect(await by.updateClient({ ...named, scopes: ['openid'], post_logout_uris: [] })).toMatchObject({
        data: { client: { is_verified: true } },
      })
      expect(await change()).toMatchObject({ data: { client: { is_verified: false } } })
      expect(await seen()).toMatchObject({ is_verified: false })
    }
  })

  it('security: an organisation’s application can never skip consent, and no call allows that', async () => {
    const { by, sec_subject_uid, client } = await open()
    const first = { name: 'First', is_first_party: 1, isFirstParty: true, is_verified: true, client_key: 'mine' }
    const registered = await by.registerClient({ sec_subject_uid, ...facts, ...first })
    const key = registered.ok ? registered.data.client.client_key : ''
    expect(await world.storage.openClients.find(key)).toMatchObject({ isFirstParty: false, isVerified: false })
    expect(await operate(world, 'client', 'first-party', client.client_key, 'yes')).toMatchObject({ ok: false })
  })
})
