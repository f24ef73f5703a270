import { beforeAll, expect, it } from 'vitest'
import { makePeople, organisation, people, signIn } from '#bench/people/people'
import { application, describeWorlds, goodPassword } from '#tests/account-api/worlds/worlds'

describeWorlds('the people of a local deployment on $name', (world) => {
  beforeAll(() => world.listen())
  const [ann, ben] = people

  it('error: an interrupted run is finished by the next one, which needs the same password', async () => {
    const place = { baseUrl: world.baseUrl, application }
    const manager = await signIn(place, ann?.email ?? '', goodPassword)
    const created = await manager.createSubject({ subject_name: organisation })
    const sec_subject_uid = created.ok ? created.data.sec_subject_uid : ''
    expect(await manager.inviteByEmail({ sec_subject_uid, email: ben?.email ?? '' })).toMatchObject({ ok: true })

    await makePeople(place, goodPassword)
    const members = await manager.listIdentities({ sec_subject_uid, page: 1, page_size: 20 })
    expect(members).toMatchObject({ ok: true, data: { members: [{}, {}, {}], next: null } })

    const line = 'ann@people.example is there with another password. Start with another DATA_DIR.'
    await expect(makePeople(place, `not ${goodPassword}`)).rejects.toThrow(line)
  })
})
