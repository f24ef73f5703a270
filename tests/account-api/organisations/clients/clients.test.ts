import { beforeAll, expect, it } from 'vitest'
import { clientRule } from '#account-api/applications/clients/client-rule'
import { eraseRemovedClients } from '#account-api/applications/clients/removed-clients'
import { eraseDueOrganisations } from '#account-api/organisations/closing/erasure'
import { authorise, exchange, openToClients, signedIn } from '#tests/account-api/applications/protocol/parties'
import { askUserInfo } from '#tests/account-api/applications/protocol/tokens'
import { freshKey, operate } from '#tests/account-api/applications/services/services'
import { giveRole, joinOrganisation, openOrganisation } from '#tests/account-api/organisations/members/members'
import { codeOf, dataOf, describeWorlds, refused } from '#tests/account-api/worlds/worlds'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { photo } from '#tests/fixtures/pictures/picture-files'
import { clientsOf, facts } from './clients'

describeWorlds('applications of organisations on $name', (world) => {
  beforeAll(() => openToClients(world))
  const { open, register, partyOf, accepts, loggedOf } = clientsOf(world)

  /** A person who has authorised an application that has tokens. */
  const authorised = async (...registered: Parameters<typeof partyOf>) => {
    const [party, person] = [await partyOf(...registered), await signedIn(world)]
    const { access_token } = await exchange(party, await authorise(person, party))
    return { person, statusNow: async () => (await askUserInfo(world, access_token)).status }
  }

  it('happy: an application is registered, used, changed and removed, and each step is logged without the secret', async () => {
    const opened = await open()
    const { organisation, by, client, secret, named, seen } = opened
    expect(client).toMatchObject({ name: 'Ledger', is_verified: false, is_confidential: true, disabled_since: null })
    expect(client.client_key).toMatch(/^[a-z2-7]{20}$/)
    expect(await accepts(client.client_key, secret)).toBe(true)
    const { person, statusNow } = await authorised(opened)
    expect(await statusNow()).toBe(200)
    const other = ['https://ledger.example/back', 'https://ledger.example/other']
    const changes = { name: ' Ledger\u0301 two ', redirect_uris: other, logout_url: 'https://ledger.example/out' }
    expect(await by.updateClient({ ...named, ...changes, scopes: ['email'] })).toMatchObject({ ok: true })
    expect(await seen()).toMatchObject({ redirect_uris: other, scopes: ['openid', 'email'] })
    expect(await by.removeClient(named)).toMatchObject({ ok: true })
    expect(await statusNow()).toBe(401)
    expect(await accepts(client.client_key, secret)).toBe(false)
    expect(await by.subjectClientInfo(named)).toMatchObject({ code: 'no_client_of_subject' })
    expect(await person.client.listAuthorisations({})).toMatchObject({ data: { authorisations: [] } })
    const entries = await loggedOf(organisation, client.client_key)
    expect(entries.map(({ kind }) => kind)).toEqual(['client_removed', 'client_updated', 'client_registered'])
    expect(entries[1]).toMatchObject({
      before: { name: 'Ledger', scopes: ['openid', 'profile', 'offline_access'], logout_url: null },
      after: { redirect_uris: other, scopes: ['openid', 'email'] },
    })
    expect(JSON.stringify(entries)).not.toContain(secret)
    expect(world.logged()).not.toContain(secret)
    expect(await eraseRemovedClients(world.service)).toBeGreaterThan(0)
    const left = `select id from authorisations where client_id = '${client.client_key}'
      union all select id from open_clients where id = '${client.client_key}'`
    expect(await lookInto(world.place, left)).toEqual([])
  })

  it('happy: an application that cannot keep a secret has none, and cannot replace one', async () => {
    const organisation = await openOrganisation(world)
    const { client, secret } = await register(organisation, { is_confidential: 0, requires_pkce: 0 })
    expect([secret, client.secret_id, client.is_confidential, client.requires_pkce]).toEqual([null, null, false, true])
    const { sec_subject_uid, manager } = organisation
    const named = { sec_subject_uid, client_key: client.client_key }
    expect(codeOf(await manager.client.rotateClientSecret({ ...named, secret_id: 'x' }))).toBe('client_has_no_secret')
  })

  it('happy: an application with a secret may omit PKCE, and the log says so', async () => {
    const { organisation, by, named, client, secret } = await open()
    const push = () => accepts(client.client_key, secret, { challenge: {} })
    expect(await push()).toBe(false)
    expect(await by.updateClient({ ...named, requires_pkce: 0 })).toMatchObject({ ok: true })
    expect(await push()).toBe(true)
    const [changed] = await loggedOf(organisation, client.client_key)
    expect(changed).toMatchObject({ before: { requires_pkce: true }, after: { requires_pkce: false } })
  })

  it('happy: the previous secret works for 7 days, and no older one does', async () => {
    const { organisation, by, client, secret, named, seen } = await open()
    const rotate = async () => {
      const secret_id = (await seen()).secret_id ?? ''
      return dataOf(await by.rotateClientSecret({ ...named, secret_id })).secret
    }
    const key = client.client_key
    const good = (secrets: string[]) => Promise.all(secrets.map((each) => accepts(key, each)))
    const second = await rotate()
    expect(await good([secret, second])).toEqual([true, true])
    const third = await rotate()
    expect(await good([secret, second, third])).toEqual([false, true, true])
    expect(await by.endClientSecret(named)).toMatchObject({ data: { client: { previous_secret_until: null } } })
    expect(await good([second, third])).toEqual([false, true])
    const kinds = (await loggedOf(organisation, key)).map(({ kind }) => kind)
    expect(kinds.slice(0, 3)).toEqual(['client_secret_ended', 'client_secret_rotated', 'client_secret_rotated'])
    const fourth = await rotate()
    expect((await seen()).previous_secret_until).not.toBeNull()
    await world.storage.openClients.change(key, {
      previousSecret: { hash: 'of the one before', until: world.deployment.now() - 1 },
    })
    expect((await seen()).previous_secret_until).toBeNull()
    expect(await good([third, fourth])).toEqual([false, true])
  })

  it('happy: a disabled application gets nothing and no member sees it until it is enabled, and its previous tokens stay invalid', async () => {
    const opened = await open()
    const { organisation, sec_subject_uid, by, client, secret, named } = opened
    const { statusNow } = await authorised(opened)
    const member = await joinOrganisation(world, organisation)
    const seen = async () => dataOf(await member.client.listMemberClients({ sec_subject_uid })).clients
    expect(await seen()).toEqual([{ client_key: client.client_key, name: 'Ledger', host: 'ledger.example' }])
    expect(dataOf(await by.disableClient({ ...named, is_disabled: 1 })).client.disabled_by).toBe('organisation')
    expect(await seen()).toEqual([])
    expect([await statusNow(), await accepts(client.client_key, secret)]).toEqual([401, false])
    const enabled = dataOf(await by.disableClient({ ...named, is_disabled: 0 }))
    expect(enabled.client).toMatchObject({ disabled_since: null, disabled_by: null })
    expect([await statusNow(), await accepts(client.client_key, secret)]).toEqual([401, true])
  })

  it('happy: an application’s picture is re-encoded, served, replaced and erased with the application', async () => {
    const { by, named } = await open()
    const upload = async () => {
      const pic = await photo.png()
      return dataOf(await by.uploadClientIcon({ ...named, pic })).client.icon ?? ''
    }
    const served = async (key: string) => (await by.image({ key })).ok
    const first = await upload()
    expect(await by.image({ key: first })).toMatchObject({ ok: true, data: { media_type: 'image/jpeg' } })
    const second = await upload()
    expect([await served(first), await served(second)]).toEqual([false, true])
    expect(await by.removeClientIcon(named)).toMatchObject({ data: { client: { icon: null } } })
    expect(await served(second)).toBe(false)
    const third = await upload()
    await by.removeClient(named)
    expect(await served(third)).toBe(false)
    const text = Buffer.from('<svg onload="alert(1)">')
    const { by: another, named: other } = await open()
    await refused(another.uploadClientIcon({ ...other, pic: text }), 'picture_refused', { reason: 'type' })
  })

  it('error: invalid addresses, taken names and too many applications are refused, each with its reason', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const add = (more: object) => manager.client.registerClient({ sec_subject_uid, ...facts, ...more })
    const good = 'https://ok.example/'
    const redirect_uris = ['javascript:alert(1)', good, 'http://far.example/', 'https://ok.example/a/../b', good]
    expect(await add({ redirect_uris, logout_url: 'file:///etc/passwd' })).toHaveProperty('data.refused', [
      { field: 'redirect_uris', line: 1, reason: 'not_https' },
      { field: 'redirect_uris', line: 3, reason: 'not_https' },
      { field: 'redirect_uris', line: 4, reason: 'spelling', instead: 'https://ok.example/b' },
      { field: 'redirect_uris', line: 5, reason: 'twice' },
      { field: 'logout_url', line: 1, reason: 'not_https' },
    ])
    const refusedFor = (reason: string) => ({ code: 'client_urls_refused', data: { refused: [{ reason }] } })
    expect(await add({ redirect_uris: [] })).toMatchObject(refusedFor('missing'))
    const many = Array.from({ length: 21 }, (_, nth) => `https://ok.example/${nth}`)
    expect(await add({ post_logout_uris: many })).toMatchObject(refusedFor('too_many'))
    expect(await add({ logout_url: 'https://10.0.0.1/' })).toMatchObject(refusedFor('not_public'))
    const { client } = await register(organisation)
    const taken = { code: 'client_name_refused', data: { reason: 'taken' } }
    expect(await add({ name: 'ＬＥＤＧＥＲ' })).toMatchObject(taken)
    const other = await register(organisation, { name: 'Other' })
    const named = { sec_subject_uid, client_key: other.client.client_key }
    expect(await manager.client.updateClient({ ...named, name: client.name })).toMatchObject(taken)
    expect(await manager.client.updateClient({ ...named, redirect_uris: [] })).toMatchObject(refusedFor('missing'))
    expect(await manager.client.updateClient(named)).toMatchObject({ ok: true })
  })

  it('error: an organisation has a maximum number of applications, even if several are registered at the same time', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const most = clientRule.mostOfOrganisation
    for (let nth = 2; nth < most; nth++) await register(organisation, { name: `Ledger ${nth}` })
    const names = ['One', 'Two', 'Three', 'Four']
    const asked = names.map((name) => manager.client.registerClient({ sec_subject_uid, ...facts, name }))
    expect((await Promise.all(asked)).map(codeOf).sort()).toEqual(['ok', 'ok', 'too_many_clients', 'too_many_clients'])
  })

  it('happy: the operator lists, verifies and disables applications, and the organisation’s log shows it', async () => {
    const { organisation, by, client, named, seen } = await open()
    const key = client.client_key
    const command = (...words: string[]) => operate(world, 'client', ...words)
    expect((await command('list', organisation.sec_subject_uid)).text).toContain(`${key}\tLedger`)
    expect((await command('list')).text).not.toContain(key)
    expect(await command('list', 'nobody')).toMatchObject({ ok: false })
    expect(await command('verified', key, 'perhaps')).toMatchObject({ ok: false })
    expect(await command('verified', 'nobody', 'yes')).toMatchObject({ ok: false })
    await command('verified', key, 'yes')
    expect(await seen()).toMatchObject({ is_verified: true })
    await command('disable', key)
    expect(await by.disableClient({ ...named, is_disabled: 0 })).toMatchObject({ code: 'client_disabled_by_operator' })
    await command('enable', key)
    await by.disableClient({ ...named, is_disabled: 1 })
    expect((await command('show', key)).text).toContain('disabled by\tits organisation')
    expect(await command('remove', key)).toMatchObject({ ok: true })
    expect(await by.subjectClientInfo(named)).toMatchObject({ code: 'no_client_of_subject' })
    expect((await loggedOf(organisation, key)).map(({ kind, actor }) => [kind, actor.name !== ''])).toEqual([
      ['client_removed', false],
      ['client_disabled', true],
      ['client_enabled', false],
      ['client_disabled', false],
      ['client_verified', false],
      ['client_registered', true],
    ])
  })

  it('security: applications of a suspended or closed organisation stop at once, and are removed with it and the grants of people', async () => {
    const opened = await open()
    const { sec_subject_uid, by, client, secret } = opened
    const { statusNow } = await authorised(opened)
    await by.uploadClientIcon({ sec_subject_uid, client_key: client.client_key, pic: await photo.gif() })
    for (const is_frozen of [1, 0]) {
      await by.freezeSubject({ sec_subject_uid, is_frozen })
      expect(await accepts(client.client_key, secret)).toBe(is_frozen === 0)
    }
    await by.closeSubject({ sec_subject_uid })
    expect([await statusNow(), await accepts(client.client_key, secret)]).toEqual([401, false])
    expect(await by.listSubjectClients({ sec_subject_uid })).toMatchObject({ data: { clients: [{ name: 'Ledger' }] } })
    world.passMinutes(31 * 24 * 60)
    await eraseDueOrganisations(world.service)
    const key = client.client_key
    const left = `select id from open_clients where id = '${key}'
      union all select client_id from client_icons where client_id = '${key}'
      union all select client_id from authorisations where client_id = '${key}'`
    expect(await lookInto(world.place, left)).toEqual([])
  })

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
    await operate(world, 'client', 'add', `wallet-${freshKey()}`, 'https://wallet.example/back', 'Pay Wallet')
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
