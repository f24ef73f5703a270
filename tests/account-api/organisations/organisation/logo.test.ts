import { afterAll, expect, it } from 'vitest'
import { freshDomain, mailDomainsOf, resolverOf } from '#tests/account-api/organisations/mail-domains/domains'
import { logOf, openOrganisation } from '#tests/account-api/organisations/members/members'
import { codeOf, dataOf, describeWorldsWith, refused } from '#tests/account-api/worlds/worlds'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { startDnsServer } from '#tests/fixtures/messages/dns-server'
import { photo } from '#tests/fixtures/pictures/picture-files'

const dns = await startDnsServer()
afterAll(() => dns.stop())

describeWorldsWith({ lookUpTexts: resolverOf(dns) })('the logo of an organisation on $name', (world) => {
  const { publish, check } = mailDomainsOf(world, dns)

  it('happy: members see the logo, a new one replaces it, and the log has each change', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const { client } = manager
    const upload = async () =>
      dataOf(await client.uploadSubjectLogo({ sec_subject_uid, pic: new Uint8Array(await photo.jpeg()) })).logo ?? ''
    const first = await upload()
    expect(dataOf(await client.subjectInfo({ sec_subject_uid })).subject.logo).toBe(first)
    const second = await upload()
    expect(codeOf(await client.image({ key: first }))).toBe('no_such_picture')
    expect(codeOf(await client.image({ key: second }))).toBe('ok')
    expect(dataOf(await client.removeSubjectLogo({ sec_subject_uid })).logo).toBeNull()
    expect(codeOf(await client.image({ key: second }))).toBe('no_such_picture')
    // What changes nothing is not logged.
    dataOf(await client.removeSubjectLogo({ sec_subject_uid }))
    const kinds = (await logOf(world, organisation)).map(({ kind }) => kind)
    expect(kinds).toEqual(Array(3).fill('organisation_logo_changed'))
    const rows = await lookInto(
      world.place,
      `select key from organisation_logos where organisation_id = '${organisation.id}'`,
    )
    expect(rows).toEqual([])
  })

  it('security: outsiders see the logo only if the organisation has proven a domain', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world, 'A bank')
    const { client } = manager
    const { logo } = dataOf(
      await client.uploadSubjectLogo({ sec_subject_uid, pic: new Uint8Array(await photo.jpeg()) }),
    )
    const { link } = dataOf(await client.inviteByLink({ sec_subject_uid, places: 2 }))
    const invite_ticket = new URL(link).searchParams.get('invite_ticket') ?? ''
    const seen = async () => dataOf(await world.person().checkInvitation({ invite_ticket })).invitation.subject_logo
    expect(await seen()).toBeNull()
    const domain = freshDomain()
    await publish(organisation, domain)
    dataOf(await check(organisation, domain))
    expect(await seen()).toBe(logo)
  })

  it('error: a file that is no picture is refused', async () => {
    const { manager, sec_subject_uid } = await openOrganisation(world)
    const pic = new TextEncoder().encode('<svg onload="alert(1)"/>')
    await refused(manager.client.uploadSubjectLogo({ sec_subject_uid, pic }), 'picture_refused', { reason: 'type' })
  })
})
