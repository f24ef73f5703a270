import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import {
  activateBy,
  logOf,
  type Organisation,
  openOrganisation,
  openWithMember,
} from '#tests/account-api/organisations/members/members'
import { makeAdministrator } from '#tests/account-api/organisations/transfers/handover'
import { codeOf, dataOf, describeWorlds, freshEmail, freshMobile } from '#tests/account-api/worlds/worlds'

describeWorlds('the link to the owner of a waiting account on $name', (world) => {
  type Address = { mobile: string } | { email: string }

  const addressIn = (address: Address) => ('mobile' in address ? address.mobile : address.email)

  const create = async (
    { sec_subject_uid }: Pick<Organisation, 'sec_subject_uid'>,
    client: Client,
    address: Address,
    role_key = 'member',
  ) => {
    const asked = { sec_subject_uid, ...address, deputy_name: 'Bo', role_key }
    return dataOf(await client.createUserWithRole(asked)).sec_user_identity_id
  }

  /** An account that waits, and what sends its owner the link. */
  const waiting = async (address: Address) => {
    const opened = await openOrganisation(world, 'Riverside School')
    const { sec_subject_uid, manager } = opened
    const named = { sec_subject_uid, sec_user_identity_id: await create(opened, manager.client, address) }
    return { ...opened, named, send: (client = manager.client) => client.sendActivationLink(named) }
  }

  it.each([
    ['a number', () => ({ mobile: freshMobile() }), '/account-help/activate'],
    ['an email', () => ({ email: freshEmail() }), '/account-help/activate/email'],
  ])(
    'happy: %s gets an activation link, which opens its form and names the organisation',
    async (_kind, fresh, page) => {
      const address = fresh()
      const { send } = await waiting(address)
      expect(await world.toldLast(addressIn(address))).toBeUndefined()
      expect(dataOf(await send())).toEqual({ sent: true })
      const told = await world.toldLast(addressIn(address))
      expect(told).toMatchObject({ purpose: 'account_waits', code: null, link: `http://localhost:3000${page}` })
      expect(told?.body).toMatch(/["“]Riverside School["”]/)
      expect(told?.body).toContain(told?.link ?? 'no link')
    },
  )

  it('security: the answer and the log, with the address masked, are the same if it has an account, which stays unchanged', async () => {
    const known = await world.registerEmail()
    const [one, other] = [await waiting({ email: known.email }), await waiting({ email: freshEmail() })]
    expect(dataOf(await one.send())).toEqual(dataOf(await other.send()))
    const logged = async ({ organisation }: typeof one) =>
      (await logOf(world, organisation)).map(({ kind, after }) => [kind, Object.keys(Object(after))])
    expect(await logged(one)).toEqual(await logged(other))
    const log = await logOf(world, one.organisation)
    expect(log.at(-1)).toMatchObject({ kind: 'user_link_sent', name: 'Bo' })
    expect(JSON.stringify(log.at(-1)?.after)).toContain('***')
    expect(JSON.stringify(log)).not.toContain(known.email)
    expect(dataOf(await known.client.listSubjects({ page: 1 })).subjects).toEqual([])
  })

  it('security: one sender reaches a receiver three times a day, by activation links and invitations together', async () => {
    const email = freshEmail()
    const { send, named, manager } = await waiting({ email })
    const { sec_subject_uid } = named
    const { invite_id } = dataOf(await manager.client.inviteByEmail({ sec_subject_uid, email }))
    dataOf(await send())
    dataOf(await manager.client.resendInvitation({ sec_subject_uid, invite_id }))
    expect(codeOf(await send())).toBe('too_many_requests')
    expect(await world.messagesTo(email)).toBe(3)
  })

  it('security: no link is sent for an account whose giver has left, because it cannot be activated', async () => {
    const { organisation, manager, sec_subject_uid, bo } = await openWithMember(world)
    await makeAdministrator(world, organisation, bo)
    const email = freshEmail()
    const named = { sec_subject_uid, sec_user_identity_id: await create(organisation, bo.client, { email }) }
    dataOf(await manager.client.deleteDeputy(bo.place))
    expect(codeOf(await manager.client.sendActivationLink(named))).toBe('no_such_activation')
    expect(await world.messagesTo(email)).toBe(0)
    dataOf(await manager.client.renewActivation(named))
    expect(codeOf(await manager.client.sendActivationLink(named))).toBe('ok')
  })

  it('error: an already activated account is not waiting, and an unsent link is not counted', async () => {
    const email = freshEmail()
    const { send, named, manager } = await waiting({ email })
    dataOf(await activateBy(world, world.person(), { email }))
    for (const _ of [1, 2, 3, 4]) expect(codeOf(await send())).toBe('no_such_activation')
    const again = await create(named, manager.client, { email })
    expect(codeOf(await manager.client.sendActivationLink({ ...named, sec_user_identity_id: again }))).toBe('ok')
  })
})
