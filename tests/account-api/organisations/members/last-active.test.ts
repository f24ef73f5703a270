import { expect, it, onTestFinished, vi } from 'vitest'
import { dataOf, describeWorlds } from '#tests/account-api/worlds/worlds'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { giveRole, joinOrganisation, openWithMember } from './members'

const dayMinutes = 24 * 60

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
    const written = vi.spyOn(world.storage.memberLists, 'noteActive')
    onTestFinished(() => written.mockRestore())
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
