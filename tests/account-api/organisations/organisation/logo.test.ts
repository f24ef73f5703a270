import { expect, it } from 'vitest'
import { inviteByLink } from '#tests/account-api/organisations/invitations/invitations'
import { describeWorldsWithDns, mailDomainsOf } from '#tests/account-api/organisations/mail-domains/domains'
import { kindsOf, type Organisation, openOrganisation } from '#tests/account-api/organisations/members/members'
import { codeOf, dataOf, refused } from '#tests/account-api/worlds/worlds'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { photo } from '#tests/fixtures/pictures/picture-files'

describeWorldsWithDns('the logo of an organisation on $name', (world, dns) => {
  /** Uploads a logo. @returns its key */
  const upload = async ({ manager, sec_subject_uid }: Organisation) =>
    dataOf(await manager.client.uploadSubjectLogo({ sec_subject_uid, pic: await photo.jpeg() })).logo ?? ''

  it('happy: members see the logo, a new one replaces it, and the log has each change', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const { client } = manager
    const first = await upload(organisation)
    expect(dataOf(await client.subjectInfo({ sec_subject_uid })).subject.logo).toBe(first)
    const second = await upload(organisation)
    expect(codeOf(await client.image({ key: first }))).toBe('no_such_picture')
    expect(codeOf(await client.image({ key: second }))).toBe('ok')
    expect(dataOf(await client.removeSubjectLogo({ sec_subject_uid })).logo).toBeNull()
    expect(codeOf(await client.image({ key: second }))).toBe('no_such_picture')
    // What changes nothing is not logged.
    dataOf(await client.removeSubjectLogo({ sec_subject_uid }))
    expect(await kindsOf(world, organisation)).toEqual(Array(3).fill('organisation_logo_changed'))
    const kept = `select key from organisation_logos where organisation_id = '${organisation.id}'`
    expect(await lookInto(world.place, kept)).toEqual([])
  })

  it('security: outsiders see the logo only if the organisation has proven a domain', async () => {
    const organisation = await openOrganisation(world, 'A bank')
    const logo = await upload(organisation)
    const { invite_ticket } = await inviteByLink(organisation, 2)
    const seen = async () => dataOf(await world.person().checkInvitation({ invite_ticket })).invitation.subject_logo
    expect(await seen()).toBeNull()
    await mailDomainsOf(world, dns).prove(organisation)
    expect(await seen()).toBe(logo)
  })

  it('error: a file that is no picture is refused', async () => {
    const { manager, sec_subject_uid } = await openOrganisation(world)
    const pic = new TextEncoder().encode('<svg onload="alert(1)"/>')
    await refused(manager.client.uploadSubjectLogo({ sec_subject_uid, pic }), 'picture_refused', { reason: 'type' })
  })
})
