import { expect, it } from 'vitest'
import { lastManager } from '#account-api/organisations/closing/last-manager'
import { joinOrganisation, type Organisation, openOrganisation } from '#tests/account-api/organisations/members/members'
import { atOnce, describeWorldsWith, endsOf } from '#tests/account-api/worlds/worlds'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { offered, oldTicket, proveByPassword } from './handover'

describeWorldsWith({ blockers: [lastManager] })('concurrent transfers on $name', (world) => {
  /** The account of the one manager. @throws when there is not exactly one */
  const managerOf = async ({ id }: Organisation): Promise<string> => {
    const rows = await lookInto<{ account_id: string }>(
      world.place,
      `select account_id from organisation_managers join identities on identities.id = identity_id
       where organisation_managers.organisation_id = '${id}'`,
    )
    expect(rows).toHaveLength(1)
    return rows[0]?.account_id ?? ''
  }

  const statesOf = async ({ id }: Organisation) =>
    (await lookInto<{ state: string }>(world.place, `select state from transfers where organisation_id = '${id}'`)).map(
      ({ state }) => state,
    )

  it('security: one of 20 concurrent transfers to two members starts, with a shared ticket or with one each', async () => {
    const { organisation, sec_subject_uid, manager } = await openOrganisation(world)
    const members = [await joinOrganisation(world, organisation, 'A'), await joinOrganisation(world, organisation, 'B')]
    const tickets = [await oldTicket(world, organisation), await oldTicket(world, organisation)]
    const start = (index: number) =>
      manager.client.startTransfer({
        sec_subject_uid,
        identity_id: members[index % 2]?.identityId ?? '',
        ticket: tickets[index % 4 > 1 ? 1 : 0] ?? '',
      })
    const { ok, transfer_pending = 0, ticket_refused = 0 } = endsOf(await atOnce(20, start))
    expect([ok, transfer_pending + ticket_refused]).toEqual([1, 19])
    expect(await statesOf(organisation)).toEqual(['pending'])
    expect(await managerOf(organisation)).toBe(manager.userId)
  })

  it('security: one of 20 concurrent acceptances, refusals and withdrawals decides the transfer', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { organisation, sec_subject_uid, manager, bo, named, ticket } = await offered(world)
      const ways = [
        () => bo.client.transferManager({ ...named, ticket }),
        () => bo.client.declineTransfer(named),
        () => manager.client.withdrawTransfer(named),
        () => manager.client.freezeSubject({ sec_subject_uid, is_frozen: 1 }),
      ]
      const [first, ...others] = [...ways.slice(round), ...ways.slice(0, round)]
      const all = Array.from({ length: 20 }, (_, index) => [first, ...others][index % 4] ?? ways[0])
      const answers = await Promise.all(all.map((way) => way?.()))
      const [state = ''] = await statesOf(organisation)
      expect(await managerOf(organisation)).toBe(state === 'done' ? bo.userId : manager.userId)
      const ended = all.filter((way, index) => way !== ways[3] && answers[index]?.ok)
      expect(ended).toHaveLength(state === 'pending' ? 0 : 1)
    }
  })

  it('security: either an acceptance or a concurrent cancellation of the account succeeds, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { organisation, manager, bo, named, ticket } = await offered(world)
      const cancel_ticket = await proveByPassword(bo)
      const accept = () => bo.client.transferManager({ ...named, ticket })
      const cancel = () => bo.client.cancelConfirm({ cancel_ticket })
      // They take turns in starting first.
      const both = round % 2 === 0 ? [accept(), cancel()] : [cancel(), accept()].reverse()
      const [accepted, cancelled] = await Promise.all(both)
      expect(accepted?.ok).toBe(!cancelled?.ok)
      expect(await managerOf(organisation)).toBe(accepted?.ok ? bo.userId : manager.userId)
      expect(await statesOf(organisation)).toEqual([accepted?.ok ? 'done' : 'withdrawn'])
    }
  }, 60_000)
})
