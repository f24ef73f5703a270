import { expect, it, vi } from 'vitest'
import { maskEmail, maskMobile } from '#account-api/accounts/account/identifier'
import { listRule } from '#account-api/organisations/members/list'
import { inviteByLink, inviteMobile } from '#tests/account-api/organisations/invitations/invitations'
import { codeOf, dataOf, describeWorlds, freshEmail, refused } from '#tests/account-api/worlds/worlds'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { changeForTest } from '#tests/fixtures/hooks'
import {
  activateBy,
  giveRole,
  joinAll,
  joinOrganisation,
  logOf,
  type Member,
  type Organisation,
  openOrganisation,
  openWithMember,
  walk,
} from './members'

const dayMinutes = 24 * 60

describeWorlds('the members of an organisation on $name', (world) => {
  /** An organisation whose manager is Zed. */
  const open = async () => {
    const opened = await openOrganisation(world)
    await opened.manager.client.updateDeputy({ ...opened.manager.place, deputy_name: 'Zed' })
    return opened
  }

  type Listing = Omit<Parameters<Member['client']['listIdentities']>[0], 'sec_subject_uid' | 'page'>

  const namesIn = ({ members }: { members: { deputy_name: string }[] }) => members.map(({ deputy_name }) => deputy_name)
  const namesOf = async ({ manager, sec_subject_uid }: Organisation, listing: Listing = {}) => {
    const listed = await manager.client.listIdentities({ sec_subject_uid, page: 1, page_size: 100, ...listing })
    return listed.ok ? namesIn(listed.data) : listed.code
  }
  const entriesOf = async (organisation: Organisation) =>
    (await logOf(world, organisation)).map(({ kind, name, before, after }) => ({ kind, name, before, after }))

  it('happy: members are sorted by name or join date, and a page is found by its number', async () => {
    const { organisation, manager, sec_subject_uid } = await open()
    await joinAll(world, organisation, 'bo', 'Élise', 'Ann', 'dan')
    expect(await namesOf(organisation, { sort: 'joined_at' })).toEqual(['Zed', 'bo', 'Élise', 'Ann', 'dan'])
    expect(await namesOf(organisation)).toEqual(['Ann', 'bo', 'dan', 'Élise', 'Zed'])
    const second = await manager.client.listIdentities({ sec_subject_uid, page: 2, page_size: 2 })
    expect(namesIn(dataOf(second))).toEqual(['dan', 'Élise'])
  })

  it('happy: Chinese names are sorted and searched by pinyin', async () => {
    const { organisation } = await open()
    await joinAll(world, organisation, '赵敏', '王伟', '阿宝', '王芳', '欧阳王')
    expect(await namesOf(organisation)).toEqual(['Zed', '阿宝', '欧阳王', '王芳', '王伟', '赵敏'])
    expect(await namesOf(organisation, { search: '王' })).toEqual(['欧阳王', '王芳', '王伟'])
  })

  it('happy: each list can be paged from either end', async () => {
    const { organisation, manager, sec_subject_uid } = await open()
    const [ann, cy, bo, dan] = await joinAll(world, organisation, 'Ann', 'Cy', 'Bo', 'Dan', 'Di', 'Cal', 'Dot')
    const role_key = await giveRole(organisation, 'member.read', ['member.read'], ann, cy, bo, dan)
    const roleless = [{ role_key: 'member' }, { role_key: 'member', is_frozen: 0 }, { search: 'd' }] as const
    for (const member of [ann, cy, bo]) await manager.client.freezeDeputy({ ...member.place, is_frozen: 1 })
    for (const sort of ['name', 'joined_at'] as const)
      for (const narrowed of [{}, { is_frozen: 1 }, { role_key }, { role_key, is_frozen: 1 }, ...roleless]) {
        const names = await namesOf(organisation, { ...narrowed, sort })
        expect(names.length).toBeGreaterThan(2)
        for (const order of 'search' in narrowed ? [undefined] : (['ascending', 'descending'] as const)) {
          const listing = { ...narrowed, sort, order }
          const pages = await walk((after) =>
            manager.client.listIdentities({ sec_subject_uid, page: 1, page_size: 2, ...listing, after }),
          )
          expect(pages.flatMap(namesIn)).toEqual(order === 'descending' ? [...names].reverse() : names)
        }
      }
  })

  it('happy: a search finds each member once, by the beginning of the name or of a word in it', async () => {
    const organisation = await open()
    await joinAll(world, organisation, 'Anna Annison', 'Bob van Anderen', '王小明', 'Hanna')
    expect(await namesOf(organisation, { search: 'AN' })).toEqual(['Bob van Anderen', 'Anna Annison'])
    expect(await namesOf(organisation, { search: 'van and' })).toEqual(['Bob van Anderen'])
    expect(await namesOf(organisation, { search: '小明' })).toEqual(['王小明'])
    expect(await namesOf(organisation, { search: 'ａｎｎａ' })).toEqual(['Anna Annison'])
    expect(await namesOf(organisation, { search: '%' })).toEqual([])
    const { manager, sec_subject_uid } = organisation
    const first = { sec_subject_uid, page: 1, page_size: 1, search: 'an' }
    const after = dataOf(await manager.client.listIdentities(first)).next ?? ''
    const next = await manager.client.listIdentities({ sec_subject_uid, page: 2, page_size: 1, search: 'an', after })
    expect(next).toMatchObject({ data: { members: [{ deputy_name: 'Anna Annison' }], next: null } })
  })

  it('happy: filters by role and state combine with a search, and follow a new name', async () => {
    const { organisation, manager } = await open()
    const [ann, bo, cy] = await joinAll(world, organisation, 'Ann', 'Bo', 'Cy')
    const role_key = await giveRole(organisation, 'member.read', ['member.read'], ann, cy)
    await manager.client.freezeDeputy({ ...cy.place, is_frozen: 1 })
    expect(await namesOf(organisation, { role_key })).toEqual(['Ann', 'Cy'])
    expect(await namesOf(organisation, { role_key, sort: 'joined_at' })).toEqual(['Ann', 'Cy'])
    expect(await namesOf(organisation, { role_key, is_frozen: 1 })).toEqual(['Cy'])
    expect(await namesOf(organisation, { is_frozen: 1 })).toEqual(['Cy'])
    expect(await namesOf(organisation, { role_key: 'member' })).toEqual(['Bo'])
    expect(await namesOf(organisation, { role_key: 'manager' })).toEqual(['Zed'])
    expect(await namesOf(organisation, { role_key: 'manager', is_frozen: 1 })).toEqual([])
    expect(await namesOf(organisation, { role_key: 'nothing-like-it' })).toBe('no_such_role')
    await manager.client.updateDeputy({ ...ann.place, deputy_name: 'Zoë Ann' })
    expect(await namesOf(organisation, { role_key })).toEqual(['Cy', 'Zoë Ann'])
    expect(await namesOf(organisation, { role_key, search: 'zoe' })).toEqual(['Zoë Ann'])
    expect(await namesOf(organisation, { search: 'ann', is_frozen: 0 })).toEqual(['Zoë Ann'])
    expect(await namesOf(organisation, { role_key, search: 'ann', is_frozen: 0 })).toEqual(['Zoë Ann'])
    expect(await namesOf(organisation, { role_key: 'member', search: 'bo' })).toEqual(['Bo'])
    await manager.client.deleteDeputy(bo.place)
    expect(await namesOf(organisation, { search: 'bo' })).toEqual([])
  })

  it('happy: a filter with few matches scans a bounded number of rows, and continues from there', async () => {
    const { organisation, manager, sec_subject_uid } = await open()
    const [ann] = await joinAll(world, organisation, 'Ann', 'Bo', 'Cy', 'Dan')
    await giveRole(organisation, 'member.read', ['member.read'], ann)
    const one = { sec_subject_uid, page: 1, page_size: 1, role_key: 'member' }
    const pages = await walk((after) => manager.client.listIdentities({ ...one, after }))
    expect(pages.flatMap(namesIn)).toEqual(['Bo', 'Cy', 'Dan'])
    const third = await manager.client.listIdentities({ ...one, page: 3 })
    expect(third).toMatchObject({ data: { members: [{ deputy_name: 'Dan' }], next: null } })
    changeForTest(listRule, { mostLooked: 1 })
    const steps = await walk((after) => manager.client.listIdentities({ ...one, after }))
    expect(steps.map(({ members }) => members.length)).toEqual([0, 1, 1, 1, 0, 0])
  })

  it('happy: a search finds the manager and a role’s few holders among many members of the same name', async () => {
    const { organisation, sec_subject_uid, manager } = await open()
    const joined = await joinAll(world, organisation, 'Zed', 'Zed', 'Zed', 'Zed Zoe')
    const role_key = await giveRole(organisation, 'log.read', ['log.read'], ...joined.slice(2))
    changeForTest(listRule, { mostLooked: 1 })
    expect(await namesOf(organisation, { role_key: 'manager', search: 'zed' })).toEqual(['Zed'])
    expect(await namesOf(organisation, { role_key: 'manager', search: 'ann' })).toEqual([])
    expect(await namesOf(organisation, { role_key, search: 'z' })).toEqual(['Zed', 'Zed Zoe'])
    const one = { sec_subject_uid, page: 1, page_size: 1, role_key, search: 'z' }
    const pages = await walk((after) => manager.client.listIdentities({ ...one, after }))
    expect(pages.map(namesIn)).toEqual([['Zed'], ['Zed Zoe']])
  })

  it('happy: administrators are the members whose roles currently grant something', async () => {
    const { organisation, manager, sec_subject_uid } = await open()
    const [ann, bo, cy] = await joinAll(world, organisation, 'Ann', 'Bo', 'Cy', 'Dan')
    const reading = await giveRole(organisation, 'member.read', ['member.read'], bo, ann)
    await giveRole(organisation, 'log.read', ['log.read'], ann)
    await giveRole(organisation, 'Nothing', [], cy)
    const deputies = async (page: object = { page: 1 }) => {
      const listed = dataOf(await manager.client.listDeputies({ sec_subject_uid, page: 1, ...page }))
      return { names: namesIn(listed), next: listed.next }
    }
    expect(await deputies()).toEqual({ names: ['Ann', 'Bo'], next: null })
    const first = await deputies({ page_size: 1 })
    expect(first).toEqual({ names: ['Ann'], next: expect.any(String) })
    expect(await deputies({ page_size: 1, after: first.next })).toEqual({ names: ['Bo'], next: null })
    expect(await deputies({ page: 2, page_size: 1 })).toEqual({ names: ['Bo'], next: null })
    await manager.client.banRole({ sec_subject_uid, role_key: reading, is_banned: 1 })
    expect(await deputies()).toEqual({ names: ['Ann'], next: null })
  })

  it('happy: the organisation sees a member’s name, masked address, roles, join date and state, and no more', async () => {
    const { organisation, manager, bo } = await openWithMember(world)
    const role_key = await giveRole(organisation, 'member.read', ['member.read'], bo)
    const member = {
      identity_id: bo.identityId,
      sec_user_id: expect.any(String),
      deputy_name: 'Bo',
      address: maskMobile(bo.mobile),
      is_manager: false,
      is_frozen: 0,
      joined_at: expect.any(String),
      roles: [{ role_key, role_name: 'member.read', is_banned: 0 }],
      active_on: null,
      allowed: ['rename', 'freeze', 'remove'],
    }
    const seen = async (by: Member, whom: Member) => dataOf(await by.client.memberInfo(whom.place))
    expect(await seen(manager, bo)).toEqual({ member })
    expect(await seen(bo, bo)).toMatchObject({
      member: { ...member, active_on: expect.any(String), allowed: ['rename'] },
    })
    expect(await seen(bo, manager)).toMatchObject({ member: { is_manager: true, allowed: [] } })
  })

  it('happy: a suspended administrator is refused at the next call, is notified, and gets the roles back when unsuspended', async () => {
    const { organisation, manager, sec_subject_uid, bo } = await openWithMember(world, 'Riverside School')
    await giveRole(organisation, 'member.read', ['member.read'], bo)
    const list = () => bo.client.listIdentities({ sec_subject_uid, page: 1 })
    expect(await list()).toMatchObject({ ok: true })
    const frozen = await manager.client.freezeDeputy({ ...bo.place, is_frozen: 1 })
    expect(frozen).toMatchObject({ ok: true, data: { is_frozen: 1 } })
    await refused(list(), 'identity_frozen')
    await refused(bo.client.subjectInfo({ sec_subject_uid }), 'identity_frozen')
    const suspended = { purpose: 'member_frozen', body: expect.stringContaining('Riverside School') }
    expect(await world.toldLast(bo.mobile)).toMatchObject(suspended)
    // Doing it again changes nothing.
    await manager.client.freezeDeputy({ ...bo.place, is_frozen: 1 })
    await manager.client.freezeDeputy({ ...bo.place, is_frozen: 0 })
    expect(await list()).toMatchObject({ ok: true })
    const unsuspended = { purpose: 'member_unfrozen', link: expect.stringContaining(sec_subject_uid) }
    expect(await world.toldLast(bo.mobile)).toMatchObject(unsuspended)
    expect((await entriesOf(organisation)).slice(-2)).toEqual([
      { kind: 'member_frozen', name: 'Bo', before: { is_frozen: false }, after: { is_frozen: true } },
      { kind: 'member_unfrozen', name: 'Bo', before: { is_frozen: true }, after: { is_frozen: false } },
    ])
  })

  it('happy: a removed member loses membership and roles at the next call, is notified, and keeps the account', async () => {
    const { organisation, manager, sec_subject_uid, bo } = await openWithMember(world)
    await giveRole(organisation, 'member.read', ['member.read'], bo)
    expect(await manager.client.deleteDeputy(bo.place)).toMatchObject({ ok: true })
    await refused(bo.client.subjectInfo({ sec_subject_uid }), 'no_such_subject')
    expect(await bo.client.accountInfo({})).toMatchObject({ ok: true })
    await refused(manager.client.deleteDeputy(bo.place), 'no_such_identity')
    expect(await world.toldLast(bo.mobile)).toMatchObject({ purpose: 'member_removed', link: null })
    const before = { name: 'Bo', roles: ['member.read'] }
    expect((await entriesOf(organisation)).at(-1)).toEqual({ kind: 'member_removed', name: 'Bo', before, after: null })
    const left = `select 1 from identity_roles where organisation_id = '${organisation.id}'
       union all select 1 from name_parts where organisation_id = '${organisation.id}' and part = 'bo'`
    expect(await lookInto(world.place, left)).toEqual([])
  })

  it('happy: a new name is shown to all, both names are logged, and plain text is stored unchanged', async () => {
    const { organisation, sec_subject_uid } = await open()
    const [bo, cy] = await joinAll(world, organisation, 'Bo', 'Cy')
    await giveRole(organisation, 'member.update', ['member.update'], cy)
    const byCy = { ...bo.place, deputy_name: '  Bo Diaz ' }
    expect(await cy.client.updateDeputy(byCy)).toMatchObject({ ok: true, data: { deputy_name: 'Bo Diaz' } })
    dataOf(await bo.client.updateDeputy({ ...bo.place, deputy_name: '博' }))
    expect(dataOf(await bo.client.subjectInfo({ sec_subject_uid })).subject.deputy_name).toBe('博')
    expect((await entriesOf(organisation)).slice(-2)).toEqual([
      { kind: 'member_renamed', name: 'Bo', before: { name: 'Bo' }, after: { name: 'Bo Diaz' } },
      { kind: 'member_renamed', name: 'Bo Diaz', before: { name: 'Bo Diaz' }, after: { name: '博' } },
    ])
    for (const deputy_name of ['=cmd|calc!A1', 'ﷺ'.repeat(60), '𠮷'.repeat(30)]) {
      const renamed = await bo.client.updateDeputy({ ...bo.place, deputy_name })
      expect(renamed).toMatchObject({ ok: true, data: { deputy_name } })
    }
  })

  it('security: nobody can act on the manager, on a member with more permissions, or suspend themselves', async () => {
    const { organisation, manager, sec_subject_uid } = await open()
    const [weak, strong, plain] = await joinAll(world, organisation, 'Weak', 'Strong', 'Plain')
    await giveRole(organisation, 'Desk', ['member.read', 'member.update', 'member.freeze', 'member.remove'], weak)
    const role_key = await giveRole(organisation, 'log.read', ['log.read'], strong)
    const acts = async ({ client }: Member, { place, client: ofTarget }: Member) =>
      [
        await client.freezeDeputy({ ...place, is_frozen: 1 }),
        await client.deleteDeputy(place),
        ...(ofTarget === client ? [] : [await client.updateDeputy({ ...place, deputy_name: 'x' })]),
      ].map(codeOf)
    expect(new Set(await acts(weak, manager))).toEqual(new Set(['is_manager']))
    expect(new Set(await acts(weak, strong))).toEqual(new Set(['beyond_own_permissions']))
    expect(await acts(weak, weak)).toEqual(['own_identity', 'own_identity'])
    expect(await acts(manager, manager)).toEqual(['is_manager', 'is_manager'])
    await refused(weak.client.deleteDeputy(strong.place), 'beyond_own_permissions', { lacking: ['log.read'] })
    // A disabled role grants nothing.
    await manager.client.banRole({ sec_subject_uid, role_key, is_banned: 1 })
    expect(await weak.client.freezeDeputy({ ...strong.place, is_frozen: 1 })).toMatchObject({ ok: true })
    expect(await weak.client.deleteDeputy(plain.place)).toMatchObject({ ok: true })
  })

  it('happy: a bulk call handles each member, or refuses that one with a reason', async () => {
    const { organisation, manager, sec_subject_uid } = await open()
    const other = await open()
    const [weak, strong, bo, cy] = await joinAll(world, organisation, 'Weak', 'Strong', 'Bo', 'Cy')
    await giveRole(organisation, 'Desk', ['member.freeze', 'member.remove'], weak)
    await giveRole(organisation, 'log.read', ['log.read'], strong)
    const all = [bo, manager, strong, weak, other.manager, cy, bo].map(({ identityId }) => identityId)
    const kept = [
      { identity_id: manager.identityId, reason: 'is_manager' },
      { identity_id: strong.identityId, reason: 'beyond_own_permissions' },
      { identity_id: weak.identityId, reason: 'own_identity' },
      { identity_id: other.manager.identityId, reason: 'no_such_identity' },
    ]
    const each = { ok: true, data: { done: [bo.identityId, cy.identityId], refused: kept } }
    const asked = { sec_subject_uid, sec_user_identity_ids: all }
    expect(await weak.client.freezeMembers({ ...asked, is_frozen: 1 })).toMatchObject(each)
    expect(await namesOf(organisation, { is_frozen: 1 })).toEqual(['Bo', 'Cy'])
    expect(await weak.client.removeMembers(asked)).toMatchObject(each)
    expect(await namesOf(organisation)).not.toContain('Bo')
  })

  it('security: exactly one of two administrators who remove each other stays', async () => {
    const { organisation } = await open()
    const [bo, cy] = await joinAll(world, organisation, 'Bo', 'Cy')
    await giveRole(organisation, 'member.remove', ['member.remove'], bo, cy)
    const remove = ({ client }: Member, other: Member) => client.deleteDeputy(other.place)
    const answers = await Promise.all([remove(bo, cy), remove(cy, bo)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const names = await namesOf(organisation)
    expect((names as string[]).filter((name) => name === 'Bo' || name === 'Cy')).toHaveLength(1)
  })

  it('security: 20 concurrent suspensions, removals and departures remove the member once, and leave nothing of them', async () => {
    const { organisation, manager, sec_subject_uid, bo } = await openWithMember(world)
    await giveRole(organisation, 'member.read', ['member.read'], bo)
    const kinds = [
      () => manager.client.freezeDeputy({ ...bo.place, is_frozen: 1 }),
      () => manager.client.deleteDeputy(bo.place),
      () => bo.client.leaveSubject({ sec_subject_uid }),
      () => manager.client.updateDeputy({ ...bo.place, deputy_name: 'Bob' }),
    ]
    const answers = await Promise.all(Array.from({ length: 5 }, () => kinds.map((make) => make())).flat())
    const possible = ['ok', 'no_such_identity', 'no_such_subject', 'identity_frozen']
    expect(possible).toEqual(expect.arrayContaining(answers.map(codeOf)))
    const kept = `select 1 from identities where public_id = '${bo.identityId}'
       union all select 1 from identity_roles where organisation_id = '${organisation.id}'
       union all select 1 from name_parts where organisation_id = '${organisation.id}' and part like 'bo%'`
    expect(await lookInto(world.place, kept)).toEqual([])
    expect((await entriesOf(organisation)).filter(({ kind }) => /removed|left/.test(kind))).toHaveLength(1)
  })
})

describeWorlds('the addresses of members on $name', (world) => {
  const membersOf = async (reader: Member, { sec_subject_uid }: Organisation, listing: object = {}) =>
    dataOf(await reader.client.listIdentities({ sec_subject_uid, page: 1, page_size: 100, ...listing })).members
  const found = async (reader: Member, organisation: Organisation, listing: object) =>
    (await membersOf(reader, organisation, listing)).map(({ deputy_name }) => deputy_name)
  const seenBy = async (reader: Member, organisation: Organisation, name: string) =>
    (await membersOf(reader, organisation)).find(({ deputy_name }) => deputy_name === name)?.address

  /** An organisation with Bo, who was invited by the mobile, and Cy, who came by a link. */
  const open = async () => {
    const organisation = await openOrganisation(world)
    const [bo, cy] = [await world.registerMobile(), await world.registerMobile()]
    const invited = await inviteMobile(organisation, bo.mobile)
    const link = await inviteByLink(organisation, 5)
    const { invite_ticket } = invited
    const { identity_id } = dataOf(await bo.client.acceptInvitation({ invite_ticket, deputy_name: 'Bo' }))
    dataOf(await cy.client.acceptInvitation({ invite_ticket: link.invite_ticket, deputy_name: 'Cy' }))
    const { sec_subject_uid, manager } = organisation
    return { organisation, manager, bo: { ...bo, place: { sec_subject_uid, identity_id } }, cy }
  }

  it('happy: an inviter sees the invited address in full, and other addresses masked', async () => {
    const { organisation, manager, bo, cy } = await open()
    expect(await seenBy(manager, organisation, 'Bo')).toBe(bo.mobile)
    expect(await seenBy(manager, organisation, 'Cy')).toBe(maskMobile(cy.mobile))
    expect(dataOf(await manager.client.memberInfo(bo.place)).member.address).toBe(bo.mobile)
  })

  it('happy: a search finds the member by the whole number, as typed in the region, or by the email', async () => {
    const { organisation, manager, bo } = await open()
    const email = freshEmail()
    const { sec_subject_uid } = organisation
    const { invite_id } = dataOf(await manager.client.inviteByEmail({ sec_subject_uid, email }))
    const { client } = await world.registerEmail({ email })
    dataOf(await client.acceptInvitation({ invite_id, deputy_name: 'Di' }))
    expect(await found(manager, organisation, { search: email.toUpperCase() })).toEqual(['Di'])
    expect(await found(manager, organisation, { search: bo.mobile })).toEqual(['Bo'])
    const national = bo.mobile.replace('+86', '')
    expect(await found(manager, organisation, { search: national, region: 'CN' })).toEqual(['Bo'])
    // Not in the visitor's region, so it is read in that of the deployment.
    expect(await found(manager, organisation, { search: national, region: 'GB' })).toEqual(['Bo'])
    expect(await found(manager, organisation, { search: bo.mobile, is_frozen: 1 })).toEqual([])
    expect(await found(manager, organisation, { search: bo.mobile, role_key: 'member' })).toEqual(['Bo'])
    expect(await found(manager, organisation, { search: bo.mobile, page: 2 })).toEqual([])
    expect(await found(manager, organisation, { search: bo.mobile.slice(0, -1) })).toEqual([])
  })

  it('happy: an account created by the organisation is shown with its address', async () => {
    const organisation = await openOrganisation(world)
    const { sec_subject_uid, manager } = organisation
    const email = freshEmail()
    const made = { sec_subject_uid, email, deputy_name: 'Eve', role_key: 'member' }
    dataOf(await manager.client.createUserWithRole(made))
    // Nobody has proven it yet.
    expect(await seenBy(manager, organisation, 'Eve')).toBe('')
    dataOf(await activateBy(world, world.person(), { email }))
    expect(await seenBy(manager, organisation, 'Eve')).toBe(email)
  })

  it('error: an address that the account no longer has is neither shown nor found', async () => {
    const { organisation, manager, bo } = await open()
    const email = freshEmail()
    await world.storage.transaction(async ({ accounts }) => {
      await accounts.bind({ kind: 'email', value: email, accountId: bo.userId, at: world.deployment.now() })
      await accounts.unbind({ kind: 'mobile', value: bo.mobile, accountId: bo.userId })
    })
    expect(await seenBy(manager, organisation, 'Bo')).toBe(maskEmail(email))
    expect(await found(manager, organisation, { search: bo.mobile })).toEqual([])
  })

  it('security: a member who may not invite sees masked addresses, finds nobody by one, and sees none of their own without member.read', async () => {
    const { organisation, bo } = await open()
    const reader = await joinOrganisation(world, organisation, 'Reader')
    await giveRole(organisation, 'Reader', ['member.read'], reader)
    expect(await seenBy(reader, organisation, 'Bo')).toBe(maskMobile(bo.mobile))
    expect(await found(reader, organisation, { search: bo.mobile })).toEqual([])
    expect(dataOf(await bo.client.memberInfo(bo.place)).member.address).toBe('')
  })

  it('security: an inviter finds nobody by an address that only the account or another organisation has', async () => {
    const { organisation, manager, bo, cy } = await open()
    expect(await found(manager, organisation, { search: cy.mobile })).toEqual([])
    const other = await openOrganisation(world, 'Meadow')
    expect(await found(other.manager, other, { search: bo.mobile })).toEqual([])
  })
})

describeWorlds('the day on which a member was last active on $name', (world) => {
  const today = () => new Date(world.deployment.now()).toISOString().slice(0, 10)

  it('happy: the last-active time is the last call in the organisation, not another use of the account', async () => {
    const { bo, manager, sec_subject_uid } = await openWithMember(world)
    const shown = async () => {
      const { members } = dataOf(await manager.client.listIdentities({ sec_subject_uid, page: 1 }))
      return members.find(({ identity_id }) => identity_id === bo.identityId)?.active_on
    }
    expect(await shown()).toBeNull()
    const first = today()
    dataOf(await bo.client.subjectInfo({ sec_subject_uid }))
    expect(await shown()).toBe(first)
    world.passMinutes(2 * dayMinutes)
    dataOf(await bo.client.accountInfo({}))
    dataOf(await bo.client.listSubjects({ page: 1 }))
    expect(await shown()).toBe(first)
    await bo.client.subjectInfo({ sec_subject_uid })
    expect(await shown()).toBe(today())
  })

  it('happy: every kind of member search can filter by inactivity since a day', async () => {
    const { organisation, manager, bo, sec_subject_uid } = await openWithMember(world)
    const role_key = await giveRole(organisation, 'Readers', ['member.read'], bo)
    await bo.client.subjectInfo({ sec_subject_uid })
    world.passMinutes(dayMinutes)
    await manager.client.subjectInfo({ sec_subject_uid })
    await joinOrganisation(world, organisation, 'Cy')
    const found = async (listing: object, inactive_since = today()) => {
      const asked = { sec_subject_uid, page: 1, inactive_since, ...listing }
      return dataOf(await manager.client.listIdentities(asked)).members.map(({ deputy_name }) => deputy_name)
    }
    // Cy, who has not used it either, joined on that day.
    for (const narrowed of [{}, { role_key }, { search: 'b' }, { search: 'b', role_key }, { is_frozen: 0 }])
      expect(await found(narrowed)).toEqual(['Bo'])
    for (const narrowed of [{ role_key: 'manager' }, { role_key: 'member' }, { is_frozen: 1 }])
      expect(await found(narrowed)).toEqual([])
    expect(await found({}, '1970-01-02')).toEqual([])
  })

  it('happy: the longest-inactive members are listed first, counted, and paged by a key', async () => {
    const { organisation, manager, bo, sec_subject_uid } = await openWithMember(world)
    const cy = await joinOrganisation(world, organisation, 'Cy')
    await cy.client.subjectInfo({ sec_subject_uid })
    world.passMinutes(dayMinutes)
    await bo.client.subjectInfo({ sec_subject_uid })
    world.passMinutes(dayMinutes)
    await joinOrganisation(world, organisation, 'Di')
    const first = { sec_subject_uid, page: 1, page_size: 1 }
    const page = async (more: { after?: string; is_frozen?: 0 } = {}) =>
      dataOf(await manager.client.listIdentities({ ...first, inactive_since: today(), ...more }))
    const [one, frozen] = [await page(), await page({ is_frozen: 0 })]
    const members = [{ deputy_name: 'Cy' }]
    expect([one, frozen]).toMatchObject([
      { count: 2, members },
      { count: null, members },
    ])
    const second = await page({ after: one.next ?? '' })
    expect(second).toMatchObject({ count: null, next: null, members: [{ deputy_name: 'Bo' }] })
    const { next } = dataOf(await manager.client.listIdentities(first))
    expect(await page({ after: next ?? '' })).toMatchObject({ members })
  })

  it('happy: the last-active time is written once a day, however many calls a member makes', async () => {
    const { bo, sec_subject_uid } = await openWithMember(world)
    using written = vi.spyOn(world.storage.memberLists, 'noteActive')
    for (let call = 0; call < 10; call += 1) {
      if (call === 5) world.passMinutes(dayMinutes)
      dataOf(await bo.client.subjectInfo({ sec_subject_uid }))
    }
    expect(written).toHaveBeenCalledTimes(2)
  })

  it('security: a refused call is no activity, and a member who may not see members sees no times', async () => {
    const { organisation, bo, sec_subject_uid } = await openWithMember(world)
    await bo.client.listIdentities({ sec_subject_uid, page: 1 })
    const rows = await lookInto(world.place, `select active_on from identities where public_id = '${bo.identityId}'`)
    expect(rows).toEqual([{ active_on: null }])
    await bo.client.memberInfo(bo.place)
    expect(dataOf(await bo.client.memberInfo(bo.place)).member.active_on).toBeNull()
    const reader = await joinOrganisation(world, organisation, 'Cy')
    await giveRole(organisation, 'Readers', ['member.read'], reader)
    expect(dataOf(await reader.client.memberInfo(bo.place)).member.active_on).toBe(today())
  })
})
