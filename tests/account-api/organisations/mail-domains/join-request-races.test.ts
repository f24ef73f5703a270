import { expect, it } from 'vitest'
import { joinOrganisation } from '#tests/account-api/organisations/members/members'
import { makeAdministrator } from '#tests/account-api/organisations/transfers/handover'
import { atOnce, endsOf } from '#tests/account-api/worlds/worlds'
import { describeWorldsWithDns } from './domains'
import { joinRequestsOf } from './join-requests'

describeWorldsWithDns('concurrent requests to join on $name', (world, dns) => {
  const { asked, opened, requestsOf } = joinRequestsOf(world, dns)

  it('security: a request that is accepted, declined and withdrawn at the same time gets exactly one of the three results', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { organisation, manager, ann, sec_subject_uid, named } = await asked()
      const deputy = await joinOrganisation(world, organisation)
      await makeAdministrator(world, organisation, deputy)
      const ways = [
        () => manager.client.acceptJoinRequest(named),
        () => deputy.client.acceptJoinRequest(named),
        () => deputy.client.declineJoinRequest(named),
        () => ann.client.withdrawJoinRequest({ sec_subject_uid }),
      ]
      const answers = await atOnce(
        8,
        async (turn): Promise<{ ok: true } | { ok: false; code: string }> =>
          (ways[(turn + round) % ways.length] ?? ways[0])?.() ?? Promise.reject(new Error('no way')),
      )
      expect(endsOf(answers)).toEqual({ ok: 1, no_such_join_request: 7 })
    }
  })

  it('security: a person who sends 10 concurrent requests makes one', async () => {
    const all = await opened()
    const { ann, sec_subject_uid } = all
    expect(endsOf(await atOnce(10, () => ann.client.askToJoin({ sec_subject_uid })))).toEqual({ ok: 10 })
    expect(await requestsOf(all)).toHaveLength(1)
  })
})
