import { expect, it } from 'vitest'
import { maskEmail, maskMobile } from '#account-api/accounts/account/identifier'
import { inviteByLink, inviteMobile } from '#tests/account-api/organisations/invitations/invitations'
import { dataOf, describeWorlds, freshEmail } from '#tests/account-api/worlds/worlds'
import { activateBy, giveRole, joinOrganisation, type Member, type Organisation, openOrganisation } from './members'

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
