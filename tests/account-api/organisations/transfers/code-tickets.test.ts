import { expect, it } from 'vitest'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { proveMobile } from '#tests/account-api/addresses/binding/bindings'
import { openWithMember } from '#tests/account-api/organisations/members/members'
import { dataOf, describeWorlds, freshEmail, goodPassword } from '#tests/account-api/worlds/worlds'

describeWorlds('a ticket for a code of a transfer on $name', (world) => {
  /** A manager with a ticket that proves their mobile, by default for an organisation. */
  const proven = async (act: 'organisation' | 'binding' = 'organisation') => {
    const opened = await openWithMember(world)
    const { client, mobile } = opened.manager
    world.passMinutes(2)
    const ticket = await proveMobile(world, client, mobile, act)
    world.passMinutes(2)
    return { ...opened, client, mobile, ticket }
  }

  const type = mobilePurpose.verifyOld
  const refused = { code: 'ticket_refused' }

  it.each(['ticket', 'verify_ticket'] as const)('happy: a ticket is accepted as %s, and stays valid', async (name) => {
    const { client, mobile, sec_subject_uid, ticket } = await proven()
    for (const _ of [1, 2]) {
      expect(await client.orgSendCode({ sec_subject_uid, type, [name]: ticket })).toMatchObject({ ok: true })
      world.passMinutes(2)
    }
    const code = await world.codeTo(mobile)
    expect(await client.verifyOldManager({ sec_subject_uid, code })).toMatchObject({ ok: true })
  })

  it('happy: a ticket is accepted for a code by email, too', async () => {
    const { client, manager, sec_subject_uid, ticket } = await proven()
    const email = freshEmail()
    // The address has to be older than three days.
    const at = world.deployment.now() - 4 * 24 * 60 * 60_000
    await world.storage.accounts.bind({ kind: 'email', value: email, accountId: manager.userId, at })
    const asked = { sec_subject_uid, type: emailPurpose.verifyOld }
    expect(await client.orgSendEmailCode({ ...asked, ticket: 'an invented ticket here' })).toMatchObject(refused)
    expect(await client.orgSendEmailCode({ ...asked, ticket })).toMatchObject({ ok: true })
  })

  it('error: an invented ticket sends nothing, under either name', async () => {
    const { client, mobile, sec_subject_uid, ticket } = await proven()
    const before = await world.messagesTo(mobile)
    const invented = 'an invented ticket here'
    for (const given of [{ ticket: invented }, { verify_ticket: invented }, { ticket, verify_ticket: invented }])
      expect(await client.orgSendCode({ sec_subject_uid, type, ...given })).toMatchObject(refused)
    expect(await world.messagesTo(mobile)).toBe(before)
  })

  it('security: a ticket for another act, an expired one, another session’s and a plain member’s are refused', async () => {
    const other = await proven('binding')
    const { client, manager, mobile, sec_subject_uid, ticket } = other
    expect(await client.orgSendCode({ sec_subject_uid, type, ticket })).toMatchObject(refused)
    const own = await proveMobile(world, client, mobile, 'organisation')
    const second = world.person()
    dataOf(await second.accountLoginV2({ account: manager.mobile, password: goodPassword }))
    expect(await second.orgSendCode({ sec_subject_uid, type, ticket: own })).toMatchObject(refused)
    world.passMinutes(16)
    expect(await client.orgSendCode({ sec_subject_uid, type, ticket: own })).toMatchObject(refused)
    // A ticket makes nobody a manager.
    const { bo } = other
    const ofMember = await proveMobile(world, bo.client, bo.mobile, 'organisation')
    const asked = await bo.client.orgSendCode({ sec_subject_uid, type, ticket: ofMember })
    expect(asked).toMatchObject({ code: 'permission_required', data: { needed: 'manager' } })
  })
})
