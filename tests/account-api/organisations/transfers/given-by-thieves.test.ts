import { expect, it } from 'vitest'
import {
  bindEmail,
  giveRole,
  joinOrganisation,
  logOf,
  openWithMember,
} from '#tests/account-api/organisations/members/members'
import { press, signInByCode, ticketsTo } from '#tests/account-api/worlds/attacks'
import { codeOf, dataOf, describeWorlds, type World } from '#tests/account-api/worlds/worlds'

/** An organisation whose manager has an old number, which a thief has too, and an old email, which he does not have. */
const robbed = async (world: World, prepare = async (_: Awaited<ReturnType<typeof openWithMember>>) => {}) => {
  const opened = await openWithMember(world)
  const { manager, bo, sec_subject_uid } = opened
  const role_key = await giveRole(opened, 'Clerks', ['member.read', 'role.assign'], bo)
  const facts = { sec_subject_uid, scopes: ['openid' as const], redirect_uris: ['https://roster.example/'] }
  const { client } = dataOf(await manager.client.registerClient({ ...facts, name: 'Roster' }))
  dataOf(await manager.client.banRole({ sec_subject_uid, role_key, is_banned: 1 }))
  await prepare(opened)
  world.passMinutes(100 * 24 * 60)
  const email = await bindEmail(world, manager, { at: 0 })
  const thief = await signInByCode(world, manager.mobile)
  /** The messages to the email, and a press on the first link in them. */
  const told = async () => (await world.newsTo(email, 20)).filter((purpose) => purpose !== 'signed_in_new')
  const pressed = async () => dataOf(await press(world, (await ticketsTo(world, email))[0] ?? ''))
  return { ...opened, role_key, client_key: client.client_key, thief, told, pressed }
}

describeWorlds('what a thief of the manager’s number gives away, on $name', (world) => {
  it('security: a disabled role that a thief enables is reported, and “this was not me” disables it again', async () => {
    const { organisation, sec_subject_uid, role_key, thief, told, pressed } = await robbed(world)
    dataOf(await thief.banRole({ sec_subject_uid, role_key, is_banned: 0 }))
    expect(await told()).toEqual(['administrator_given'])
    await pressed()
    expect(await world.storage.roles.find(organisation.id, role_key)).toMatchObject({
      isBanned: true,
      permissions: ['member.read', 'role.assign'],
    })
  })

  it('security: a scope that a thief gives an application without people is reported, and “this was not me” removes it', async () => {
    const { sec_subject_uid, client_key, thief, told, pressed } = await robbed(world)
    const api = { id: client_key, identifier: `https://${client_key}.example/`, name: 'Trees', clientId: null }
    const scopes = { read: { en: 'See trees', 'zh-Hans': '查看树木' } }
    const tokens = { tokenFormat: 'opaque' as const, tokenSeconds: 600, mayRefresh: false }
    const open = { scopes, organisationScopes: ['read'], documentScopes: [], createdAt: 0 }
    await world.storage.apis.insert({ ...api, ...tokens, ...open })
    const service_scopes = [`${client_key}/read` as const]
    const robot = { sec_subject_uid, name: 'Robot', redirect_uris: [], scopes: [], service_scopes }
    const made = await thief.registerClient(robot)
    dataOf(await thief.updateClient({ sec_subject_uid, client_key, service_scopes }))
    expect(await told()).toEqual(['application_changed', 'application_registered'])
    await pressed()
    for (const key of [client_key, dataOf(made).client.client_key])
      expect(await world.storage.openClients.find(key)).toMatchObject({ isDisabledByOwner: true })
  })

  it('security: a thief’s new secret of an application is reported, and “this was not me” invalidates it', async () => {
    const { sec_subject_uid, client_key, thief, told, pressed } = await robbed(world)
    const { client } = dataOf(await thief.subjectClientInfo({ sec_subject_uid, client_key }))
    dataOf(await thief.rotateClientSecret({ sec_subject_uid, client_key, secret_id: client.secret_id ?? '' }))
    expect(await told()).toEqual(['application_changed'])
    const his = (await world.storage.openClients.find(client_key))?.secretHash
    await pressed()
    const after = await world.storage.openClients.find(client_key)
    expect(after).toMatchObject({ isDisabledByOwner: true, previousSecret: null })
    expect(after?.secretHash).not.toBe(his)
  })

  it('security: an application that a thief redirects is reported, and so is one that a thief removes', async () => {
    const { sec_subject_uid, client_key, thief, told } = await robbed(world)
    dataOf(await thief.updateClient({ sec_subject_uid, client_key, redirect_uris: ['https://elsewhere.example/'] }))
    expect(await told()).toEqual(['application_changed'])
    dataOf(await thief.removeClient({ sec_subject_uid, client_key }))
    expect(await told()).toEqual(['application_removed', 'application_changed'])
  })

  it('security: a thief’s mail domain is reported; “this was not me” removes it, and the role of members who joined by it', async () => {
    const opened = await robbed(world)
    const { organisation, sec_subject_uid, thief, told, pressed } = opened
    const domain = 'thieves.example'
    dataOf(await thief.addDomain({ sec_subject_uid, domain }))
    expect(await told()).toEqual(['mail_domain_added'])
    const added = await world.storage.mailDomains.find(organisation.id, domain)
    const at = world.deployment.now()
    const look = { token: added?.token ?? '', provenSince: at, seenAt: at, missingSince: null, nextCheckAt: at + 1 }
    await world.storage.mailDomains.keepLook(added?.id ?? '', look)
    dataOf(await thief.updateDomain({ sec_subject_uid, domain, joining: 'join' as const, role_key: 'administrator' }))
    const accomplice = await world.registerEmail({ email: `al@${domain}` })
    dataOf(await accomplice.client.joinSubject({ sec_subject_uid }))
    expect(dataOf(await accomplice.client.ownPermissions({ sec_subject_uid })).permissions).toContain('role.assign')
    const other = await world.registerEmail({ email: `cy@${domain}` })
    const { identity_id } = dataOf(await other.client.joinSubject({ sec_subject_uid }))
    dataOf(await thief.deleteDeputy({ sec_subject_uid, identity_id }))
    await pressed()
    expect(await world.storage.mailDomains.of(organisation.id)).toEqual([])
    expect(dataOf(await accomplice.client.ownPermissions({ sec_subject_uid })).permissions).toEqual([])
    // A member who joined in that time is not offered for restoration.
    const manager = await signInByCode(world, opened.manager.mobile)
    expect(dataOf(await manager.listJoinRequests({ sec_subject_uid, page: 1 })).requests).toEqual([])
    const late = await world.registerEmail({ email: `bo@${domain}` })
    expect(codeOf(await late.client.joinSubject({ sec_subject_uid }))).toBe('not_joinable')
  })

  it('security: inviters are offered a member removed by a thief, and one press restores membership and roles', async () => {
    const inviters: string[] = []
    const all = await robbed(world, async (opened) => {
      const iva = await joinOrganisation(world, opened, 'Iva')
      await giveRole(opened, 'Inviters', ['invitation.send'], iva)
      await giveRole(opened, 'Readers', ['member.read'], opened.bo)
      inviters.push(opened.manager.mobile, iva.mobile)
    })
    const { organisation, sec_subject_uid, role_key, manager, bo, thief, pressed } = all
    dataOf(await thief.banRole({ sec_subject_uid, role_key, is_banned: 0 }))
    dataOf(await thief.removeMembers({ sec_subject_uid, sec_user_identity_ids: [bo.identityId] }))
    expect(dataOf(await thief.listJoinRequests({ sec_subject_uid, page: 1 })).requests).toEqual([])
    await pressed()
    for (const mobile of inviters) expect(await world.newsTo(mobile, 20)).toContain('places_offered')
    const client = await signInByCode(world, manager.mobile)
    const [offered] = dataOf(await client.listJoinRequests({ sec_subject_uid, page: 1 })).requests
    expect(offered).toMatchObject({ deputy_name: 'Bo', address: '', former_roles: ['Clerks', 'Readers'] })
    const { request_id } = offered ?? { request_id: '' }
    dataOf(await client.acceptJoinRequest({ sec_subject_uid, request_id, role_key: '_before' }))
    const again = await world.secondSession(bo)
    const { subject, roles } = dataOf(await again.subjectInfo({ sec_subject_uid }))
    expect(subject.deputy_name).toBe('Bo')
    // The other one is disabled again.
    expect(roles.map((role) => role.role_name)).toEqual(['Readers'])
    expect(await world.toldLast(bo.mobile)).toMatchObject({ purpose: 'join_accepted' })
    expect((await logOf(world, organisation)).at(-1)).toMatchObject({
      kind: 'member_given_back',
      name: 'Bo',
      after: { roles: ['Readers'] },
    })
    expect(codeOf(await client.joinRequestInfo({ sec_subject_uid, request_id }))).toBe('no_such_join_request')
  })

  it('security: an accomplice whom a thief made administrator and removed is not offered for restoration', async () => {
    const { sec_subject_uid, manager, bo, thief, pressed } = await robbed(world)
    const sec_user_identity_ids = [bo.identityId]
    dataOf(await thief.assignRole({ sec_subject_uid, role_key: 'administrator', sec_user_identity_ids }))
    dataOf(await thief.deleteDeputy(bo.place))
    await pressed()
    const client = await signInByCode(world, manager.mobile)
    const [offered] = dataOf(await client.listJoinRequests({ sec_subject_uid, page: 1 })).requests
    expect(offered).toMatchObject({ former_roles: ['Clerks'] })
    const before = await world.newsTo(bo.mobile)
    dataOf(await client.declineJoinRequest({ sec_subject_uid, request_id: offered?.request_id ?? '' }))
    expect(await world.newsTo(bo.mobile)).toEqual(before)
    expect(dataOf(await client.listJoinRequests({ sec_subject_uid, page: 1 })).requests).toEqual([])
  })
})
