import { expect, it } from 'vitest'
import { operate } from '#tests/account-api/applications/services/services'
import { clientsOf } from '#tests/account-api/organisations/clients/clients'
import { inviteByLink, ticketOf } from '#tests/account-api/organisations/invitations/invitations'
import {
  describeWorldsWithDns,
  freshDomain,
  mailDomainsOf,
} from '#tests/account-api/organisations/mail-domains/domains'
import {
  giveRole,
  kindsOf,
  logOf,
  type Organisation,
  openOrganisation,
  openWithMember,
} from '#tests/account-api/organisations/members/members'
import { codeOf, dataOf, freshEmail, refused } from '#tests/account-api/worlds/worlds'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { photo } from '#tests/fixtures/pictures/picture-files'

describeWorldsWithDns('names and logos that others see on $name', (world, dns) => {
  const domains = mailDomainsOf(world, dns)
  const clients = clientsOf(world)

  const quoted = { ok: false, text: expect.stringContaining('quotation marks') }

  it('happy: a name from before the review is kept until it changes, and other fields can be changed', async () => {
    const { organisation, sec_subject_uid, manager, bo } = await openWithMember(world)
    const { client } = manager
    const { client_key } = (await clients.register(organisation)).client
    const role_key = await giveRole(organisation, 'Clerk', [])
    const [old, id] = ['“Official” 123456', organisation.id]
    await world.storage.transaction(async ({ organisations, members, memberLists, roles, openClients }) => {
      await organisations.update(id, { name: old, baseInfos: { short_name: old }, detailInfos: {} })
      const [member] = await members.find(id, [bo.identityId])
      await memberLists.rename(member?.id ?? '', { name: old, sortKey: '' })
      await roles.update((await roles.find(id, role_key))?.id ?? '', { name: old })
      await openClients.change(client_key, { name: old })
    })
    const facts = { base_infos: { short_name: old, region: 'CN' } }
    const changes = [
      client.updateSubject({ sec_subject_uid, subject_name: old, ...facts }),
      client.updateDeputy({ ...bo.place, deputy_name: old }),
      client.updateRole({ sec_subject_uid, role_key, role_name: old, description: 'Files' }),
      client.updateClient({ sec_subject_uid, client_key, name: old, scopes: ['openid'] }),
    ]
    for (const answer of await Promise.all(changes)) expect(answer).toMatchObject({ ok: true })
    const others = { sec_subject_uid, subject_name: `${old}!`, base_infos: { short_name: `${old}!` } }
    const fields = ['subject_name', 'short_name'].map((field) => ({ field, reason: 'name_quotes' }))
    expect(await client.updateSubject(others)).toMatchObject({ code: 'invalid_input', data: { fields } })
  })

  it('security: only an organisation that has proven a domain may use it as name, and invite with it while the record exists', async () => {
    const { organisation, sec_subject_uid, manager } = await openOrganisation(world)
    const domain = freshDomain()
    const named = () => manager.client.updateSubject({ sec_subject_uid, subject_name: `Orchard ${domain}` })
    const reason = { code: 'invalid_input', data: { fields: [{ field: 'subject_name', reason: 'name_address' }] } }
    expect(await named()).toMatchObject(reason)
    await domains.open(organisation, { domain })
    const email = freshEmail()
    const { link } = dataOf(await manager.client.inviteByEmail({ sec_subject_uid, email }))
    const mail = await world.toldLast(email)
    expect(mail?.body).toContain(`invites you to join “Orchard”, an organisation on Butterfly (${domain}, verified).`)
    const seen = async () => dataOf(await world.person().checkInvitation({ invite_ticket: ticketOf(link) })).invitation
    expect(await seen()).toMatchObject({ subject_name: 'Orchard', subject_domain: domain })
    expect(await named()).toMatchObject({ ok: true })
    domains.unpublish(domain)
    await domains.check(organisation, domain)
    expect(await seen()).toMatchObject({ subject_domain: null })
  })

  it('happy: the operator can set a name that would be refused, except quotation marks, and the logs show it', async () => {
    const { organisation, sec_subject_uid, manager } = await openOrganisation(world)
    const { client_key } = (await clients.register(organisation)).client
    for (const words of [
      ['organisations', 'name', sec_subject_uid],
      ['client', 'name', client_key],
    ]) {
      expect(await operate(world, ...words, '“Harbour” Security')).toMatchObject(quoted)
      expect(await operate(world, ...words, 'Harbour Security')).toMatchObject({ ok: true })
    }
    const { subject } = dataOf(await manager.client.subjectInfo({ sec_subject_uid }))
    const { client } = dataOf(await manager.client.subjectClientInfo({ sec_subject_uid, client_key }))
    expect([subject.subject_name, client.name]).toEqual(['Harbour Security', 'Harbour Security'])
    const { entries } = dataOf(await manager.client.listSubjectLog({ sec_subject_uid }))
    expect(entries.slice(0, 2).map(({ kind }) => kind)).toEqual(['client_updated', 'organisation_updated'])
  })

  it('happy: a person keeps a name set by the operator: joining and saving accept it, and members see it', async () => {
    const { organisation, sec_subject_uid, manager } = await openOrganisation(world)
    const name = 'Ann Verified-Support'
    const person = await world.registerEmail()
    const { link } = dataOf(await manager.client.inviteByEmail({ sec_subject_uid, email: person.email }))
    const joining = { invite_ticket: ticketOf(link), deputy_name: name }
    const refused = { code: 'invalid_input', data: { fields: [{ reason: 'name_official' }] } }
    expect(await person.client.acceptInvitation(joining)).toMatchObject(refused)
    expect(await operate(world, 'users', 'name', person.userId, `“${name}”`)).toMatchObject(quoted)
    expect(await operate(world, 'users', 'name', person.userId, name)).toMatchObject({ ok: true })
    expect(await operate(world, 'users', 'name', 'nobody', name)).toMatchObject({ ok: false })
    expect(await person.client.acceptInvitation(joining)).toMatchObject({ ok: true })
    expect(await person.client.accountSet({ name, birthday: '1990-03-27' })).toMatchObject({ ok: true })
    // It is theirs alone: they cannot offer it to others.
    const offer = { sec_subject_uid, email: freshEmail(), deputy_name: name }
    expect(await manager.client.inviteByEmail(offer)).toMatchObject(refused)
    expect(await operate(world, 'users', 'name', person.userId, 'Ann Official')).toMatchObject({ ok: true })
    const entries = await logOf(world, organisation)
    expect(entries.at(-1)).toMatchObject({ kind: 'member_renamed', actor: '', after: { name: 'Ann Official' } })
  })

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
    await domains.prove(organisation)
    expect(await seen()).toBe(logo)
  })

  it('error: a file that is no picture is refused', async () => {
    const { manager, sec_subject_uid } = await openOrganisation(world)
    const pic = new TextEncoder().encode('<svg onload="alert(1)"/>')
    await refused(manager.client.uploadSubjectLogo({ sec_subject_uid, pic }), 'picture_refused', { reason: 'type' })
  })
})
