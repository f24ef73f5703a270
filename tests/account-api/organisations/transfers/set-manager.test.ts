import { expect, it } from 'vitest'
import { operate } from '#tests/account-api/applications/services/services'
import {
  joinOrganisation,
  logOf,
  type Member,
  type Organisation,
  openWithMember,
} from '#tests/account-api/organisations/members/members'
import { atOnce, dataOf, describeWorlds, refused } from '#tests/account-api/worlds/worlds'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { isManager, makeAdministrator, offer } from './handover'

const reason = 'she has shown the papers of the company'

describeWorlds('a manager set by an operator on $name', (world) => {
  const set = ({ sec_subject_uid }: Organisation, { userId }: Pick<Member, 'userId'>, why = reason) =>
    operate(world, 'organisations', 'manager', sec_subject_uid, userId, '--reason', why)

  const managersOf = async ({ id }: Organisation) =>
    lookInto(world.place, `select identity_id from organisation_managers where organisation_id = '${id}'`)

  it.each(['removed', 'suspended'])(
    'security: a thief who manages an organisation %s its owner: the owner gets it back, the thief keeps no role',
    async (act) => {
      const { organisation, sec_subject_uid, manager: thief, bo: owner } = await openWithMember(world)
      const deputy = await joinOrganisation(world, organisation, 'Di')
      await makeAdministrator(world, organisation, deputy)
      const transferId = await offer(world, organisation, deputy)
      if (act === 'removed') await thief.client.deleteDeputy(owner.place)
      else await thief.client.freezeDeputy({ ...owner.place, is_frozen: 1 })
      expect(await set(organisation, owner)).toMatchObject({ ok: true })

      expect([await isManager(organisation, owner), await isManager(organisation, thief)]).toEqual([true, false])
      expect(await managersOf(organisation)).toHaveLength(1)
      const kept = dataOf(await thief.client.ownPermissions({ sec_subject_uid }))
      expect(kept).toMatchObject({ roles: [], permissions: [] })
      const late = { sec_subject_uid, transfer_id: transferId, ticket: 'x'.repeat(22) }
      await refused(deputy.client.transferManager(late), 'no_such_transfer')
      for (const { mobile } of [owner, thief, deputy]) expect(await world.newsTo(mobile)).toEqual(['manager_set'])
      expect((await logOf(world, organisation)).at(-1)).toMatchObject({ kind: 'manager_set', after: { reason } })
      for (const { userId } of [owner, thief])
        expect((await world.activityOf(userId))[0]).toEqual(['organisation_manager_set', 'Orchard'])
    },
  )

  it('error: a person who cannot manage is not set as manager, and the manager stays', async () => {
    const { organisation, manager, bo } = await openWithMember(world)
    expect(await set(organisation, manager)).toMatchObject({ ok: false })
    expect(await set(organisation, { userId: 'nobody' })).toMatchObject({ ok: false })
    expect(await set({ ...organisation, sec_subject_uid: 'none' }, bo)).toMatchObject({ ok: false })
    expect(await set(organisation, bo, '')).toMatchObject({ ok: false })
    await operate(world, 'users', 'freeze', bo.userId, '--reason', reason)
    expect(await set(organisation, bo)).toMatchObject({ ok: false, text: expect.stringContaining('frozen') })
    expect(await isManager(organisation, manager)).toBe(true)
  })

  it('security: after two operators set two managers at the same time, exactly one of them manages the organisation', async () => {
    const { organisation, bo } = await openWithMember(world)
    const di = await joinOrganisation(world, organisation, 'Di')
    let nth = 0
    await atOnce(6, () => set(organisation, nth++ % 2 === 0 ? bo : di))
    expect(await managersOf(organisation)).toHaveLength(1)
    expect([await isManager(organisation, bo), await isManager(organisation, di)].filter(Boolean)).toHaveLength(1)
  })
})
