import { expect, it } from 'vitest'
import { eraseDue } from '#account-api/closing/cancellation/erasure'
import type { Client } from '#contract/client'
import { proveMobile } from '#tests/account-api/addresses/binding/bindings'
import {
  activateAll,
  activateBy,
  giveRole,
  kindsOf,
  logOf,
  type Organisation,
  openOrganisation,
  openWithMember,
} from '#tests/account-api/organisations/members/members'
import { makeAdministrator } from '#tests/account-api/organisations/transfers/handover'
import {
  atOnce,
  codeOf,
  dataOf,
  describeWorlds,
  endsOf,
  freshEmail,
  freshMobile,
  goodPassword,
  refused,
} from '#tests/account-api/worlds/worlds'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { otherThan } from '#tests/fixtures/messages/post-office'

describeWorlds('accounts that an organisation creates on $name', (world) => {
  const create = async ({ manager, sec_subject_uid }: Organisation, address: object, role_key = 'member') =>
    dataOf(await manager.client.createUserWithRole({ sec_subject_uid, ...address, deputy_name: 'Bo', role_key }))
  const activate = (...by: [Client, { mobile: string } | { email: string }, string?]) => activateBy(world, ...by)
  const subjectsOf = async (client: Client) => {
    const listed = await client.listSubjects({ page: 1 })
    return listed.ok ? listed.data.subjects.map(({ sec_subject_uid }) => sec_subject_uid) : listed.code
  }
  const accountsOf = (identityId: string) =>
    lookInto<{ account_id: string }>(world.place, `select account_id from identities where public_id = '${identityId}'`)

  const list = async ({ manager, sec_subject_uid }: Organisation, page: object = {}) =>
    dataOf(await manager.client.listActivations({ sec_subject_uid, page: 1, ...page }))

  /** An account that waits, and what sends its owner the link. */
  const waiting = async (address: object) => {
    const opened = await openOrganisation(world, 'Riverside School')
    const { sec_subject_uid, manager } = opened
    const { sec_user_identity_id } = await create(opened, address)
    return { ...opened, send: () => manager.client.sendActivationLink({ sec_subject_uid, sec_user_identity_id }) }
  }

  it('happy: the owner of the address activates the account, with its role, which is logged, and signs in by password afterwards', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    for (const address of [{ mobile: freshMobile() }, { email: freshEmail() }]) {
      const { sec_user_identity_id } = await create(organisation, address, 'administrator')
      const client = world.person()
      expect(await activate(client, address)).toMatchObject({ ok: true, data: { is_new_user: true } })
      expect(await subjectsOf(client)).toEqual([sec_subject_uid])
      expect(await client.listRoles({ sec_subject_uid })).toMatchObject({ ok: true })
      const account = Object.values(address)[0] ?? ''
      expect(await world.person().accountLoginV2({ account, password: goodPassword })).toMatchObject({ ok: true })
      const asked = { sec_subject_uid, page: 1, sec_user_identity_id }
      const listed = await manager.client.listUserRoles(asked)
      expect(listed).toMatchObject({ ok: true, data: { users: [{ roles: [{ role_key: 'administrator' }] }] } })
      const log = await logOf(world, organisation)
      expect(log.slice(-2).map(({ kind, name }) => [kind, name])).toEqual([
        ['user_created', 'Bo'],
        ['user_activated', 'Bo'],
      ])
      expect(JSON.stringify(log.at(-2)?.after)).toContain('***')
      expect(JSON.stringify(log)).not.toContain(account)
    }
  })

  it('happy: two organisations created an account for one address: one activation gives both memberships', async () => {
    const [one, other] = [await openOrganisation(world), await openOrganisation(world)]
    const mobile = freshMobile()
    await create(one, { mobile })
    await create(other, { mobile })
    const client = world.person()
    expect(await activate(client, { mobile })).toMatchObject({ ok: true })
    expect(new Set(await subjectsOf(client))).toEqual(new Set([one.sec_subject_uid, other.sec_subject_uid]))
    world.passMinutes(2)
    expect(await activate(world.person(), { mobile })).toMatchObject({ code: 'nothing_to_activate' })
  })

  it('happy: the membership goes to the account that has the address by then, which keeps its password', async () => {
    const organisation = await openOrganisation(world)
    const mobile = freshMobile()
    const { sec_user_identity_id } = await create(organisation, { mobile }, 'administrator')
    const [empty] = await accountsOf(sec_user_identity_id)
    const owner = await world.registerMobile({ mobile })
    const browser = world.person()
    world.passMinutes(2)
    const activated = await activate(browser, { mobile }, 'another password than theirs')
    expect(activated).toMatchObject({ code: 'already_registered', data: { field: 'mobile' } })
    expect(await accountsOf(sec_user_identity_id)).toEqual([{ account_id: owner.userId }])
    expect(await subjectsOf(owner.client)).toEqual([organisation.sec_subject_uid])
    expect(await lookInto(world.place, `select id from accounts where id = '${empty?.account_id}'`)).toEqual([])
    const ticket = activated.ok || activated.code !== 'already_registered' ? '' : (activated.data.ticket ?? '')
    expect(await browser.smsLoginContinue({ ticket })).toMatchObject({ ok: true, data: { user_id: owner.userId } })
    await world.secondSession({ mobile })
  })

  it('happy: a person with a membership in the organisation keeps that membership', async () => {
    const { organisation, bo } = await openWithMember(world)
    const { sec_user_identity_id } = await create(organisation, { mobile: bo.mobile }, 'administrator')
    world.passMinutes(2)
    expect(await activate(world.person(), { mobile: bo.mobile })).toMatchObject({ code: 'already_registered' })
    expect(await accountsOf(sec_user_identity_id)).toEqual([])
    const own = await bo.client.ownPermissions({ sec_subject_uid: organisation.sec_subject_uid })
    expect(own).toMatchObject({ ok: true, data: { permissions: [] } })
  })

  it('security: the answer is the same whether or not an address is in use, and nobody can sign in to the account', async () => {
    const organisation = await openOrganisation(world)
    const known = await world.registerEmail()
    const email = freshEmail()
    const [one, other] = [await create(organisation, { email: known.email }), await create(organisation, { email })]
    expect(Object.keys(one)).toEqual(Object.keys(other))
    // The owner of the address is as before.
    const typed = { account: known.email, password: known.password }
    expect(await world.person().accountLoginV2(typed)).toMatchObject({ ok: true, data: { user_id: known.userId } })
    expect(await subjectsOf(known.client)).toEqual([])
    const registered = await world.registerEmail({ email })
    expect(await subjectsOf(registered.client)).toEqual([])
    const [created] = await accountsOf(other.sec_user_identity_id)
    expect(created?.account_id).not.toBe(registered.userId)
  })

  it('security: a stranger’s organisation created an account for a number too: its owner joins only by ticking it, with the terms recorded', async () => {
    const [own, strange] = [await openOrganisation(world), await openOrganisation(world)]
    for (const has of ['no account', 'an account'] as const) {
      const mobile = freshMobile()
      const owner = has === 'an account' ? await world.registerMobile({ mobile }) : undefined
      const wanted = await create(own, { mobile })
      const unwanted = await create(strange, { mobile })
      world.passMinutes(2)
      const client = world.person()
      dataOf(await client.sendActivationCode({ mobile }))
      const typed = { mobile, code: await world.codeTo(mobile) }
      const asked = await client.activateAccount({ ...typed, password: goodPassword })
      const places = [wanted, unwanted].map(({ sec_user_identity_id }) => ({ sec_user_identity_id, deputy_name: 'Bo' }))
      const data = { places, has_account: owner !== undefined }
      expect(asked, has).toMatchObject({ code: 'places_to_choose', data })
      if (owner) expect(await subjectsOf(owner.client)).toEqual([])
      const chosen = { sec_user_identity_ids: [wanted.sec_user_identity_id] }
      const accepted = { terms_version: '2026-12', password: goodPassword }
      const activated = await client.activateAccount({ ...typed, ...accepted, ...chosen })
      expect(activated).toMatchObject(owner ? { code: 'already_registered' } : { ok: true })
      if (!owner) {
        const { terms_acceptances } = dataOf(await client.exportData({})).data
        expect(terms_acceptances).toMatchObject([{ version: '2026-12' }])
      }
      expect(await subjectsOf(owner?.client ?? client)).toEqual([own.sec_subject_uid])
      // The other one continues waiting.
      const { activations } = await list(strange)
      expect(activations.map((each) => each.sec_user_identity_id)).toContain(unwanted.sec_user_identity_id)
    }
  })

  it('security: known and unknown addresses are sent a code alike, and only a right code reveals more', async () => {
    const organisation = await openOrganisation(world)
    const [awaited, unknown] = [freshEmail(), freshEmail()]
    await create(organisation, { email: awaited })
    for (const email of [awaited, unknown]) {
      const client = world.person()
      const sent = await client.sendActivationCodeV2({ email })
      expect(sent).toMatchObject({ ok: true, data: { retry_after: 60, email: expect.stringContaining('***') } })
      expect(await world.messagesTo(email)).toBe(1)
      const wrong = { email, code: otherThan(await world.codeTo(email)), password: goodPassword }
      await refused(client.activateAccount(wrong), 'code_wrong', { tries_left: 4 })
    }
    const right = { email: unknown, code: await world.codeTo(unknown), password: goodPassword }
    expect(await world.person().activateAccount(right)).toMatchObject({ code: 'nothing_to_activate' })
  })

  it('security: sendActivationCodeV2 takes one address, and one of 40 calls with the same verify_ticket, of its person alone, sends a code', async () => {
    const { client, mobile } = await world.registerMobile()
    const verify_ticket = await proveMobile(world, client, mobile, 'binding')
    const email = freshEmail()
    await refused(client.sendActivationCodeV2({ mobile: '+449012345678', verify_ticket }), 'invalid_input')
    await refused(client.sendActivationCodeV2({ mobile, email }), 'invalid_input')
    await refused(client.sendActivationCodeV2({ email, verify_ticket: 'x'.repeat(22) }), 'ticket_refused')
    await refused(world.person().sendActivationCodeV2({ email, verify_ticket }), 'ticket_refused')
    expect(await world.messagesTo(email)).toBe(0)
    const asked = await atOnce(40, () => client.sendActivationCodeV2({ mobile: freshMobile(), verify_ticket }))
    expect(endsOf(asked)).toEqual({ ok: 1, ticket_refused: 39 })
  })

  it('security: an account unused for half a year, or cancelled, gets no membership by a code alone', async () => {
    const organisation = await openOrganisation(world)
    const owner = await world.registerMobile()
    world.passMinutes(181 * 24 * 60)
    const { manager } = organisation
    const again = { ...manager, client: await world.secondSession(manager) }
    await create({ ...organisation, manager: again }, { mobile: owner.mobile })
    expect(await activate(world.person(), { mobile: owner.mobile })).toMatchObject({ code: 'already_registered' })
    expect(await lookInto(world.place, `select id from identities where account_id = '${owner.userId}'`)).toEqual([])
  })

  it('security: nobody creates an account with a role beyond their own permissions', async () => {
    const { organisation, manager, sec_subject_uid, bo } = await openWithMember(world)
    const role = { sec_subject_uid, role_key: await giveRole(organisation, 'HR', ['member.create'], bo) }
    const asked = { sec_subject_uid, mobile: freshMobile(), deputy_name: 'New' }
    const by = (role_key: string) => bo.client.createUserWithRole({ ...asked, role_key })
    await refused(by('hr'), 'permission_required', { needed: 'role.assign' })
    await manager.client.updateRole({ ...role, permissions: ['member.create', 'role.assign'] })
    await refused(by('administrator'), 'beyond_own_permissions')
    await refused(by('manager'), 'role_is_built_in')
    await refused(by('elsewhere'), 'no_such_role')
    expect(await by('hr')).toMatchObject({ ok: true })
    await refused(by('hr'), 'activation_pending')
    await refused(bo.client.createUserWithRole({ ...asked, email: freshEmail() }), 'invalid_input')
    await manager.client.banRole({ ...role, is_banned: 1 })
    const byManager = { ...asked, mobile: freshMobile(), role_key: 'hr' }
    await refused(manager.client.createUserWithRole(byManager), 'role_banned')
  })

  it('security: one of 20 concurrent activations starts a session, and the account has one membership', async () => {
    const organisation = await openOrganisation(world)
    const mobile = freshMobile()
    const { sec_user_identity_id } = await create(organisation, { mobile })
    await world.person().sendActivationCode({ mobile })
    const code = await world.codeTo(mobile)
    const answers = await atOnce(20, () => activateAll(world.person(), { mobile, code, password: goodPassword }))
    expect(endsOf(answers)).toMatchObject({ ok: 1 })
    const held = `select account_id from identifiers where value = '${mobile}'`
    const [owner] = await lookInto<{ account_id: string }>(world.place, held)
    expect(await accountsOf(sec_user_identity_id)).toEqual([owner])
  })

  it('happy: waiting accounts are listed oldest first, with masked addresses, until activated', async () => {
    const organisation = await openOrganisation(world)
    const [mobile, email] = [freshMobile(), freshEmail()]
    const first = await create(organisation, { mobile }, 'administrator')
    const second = await create(organisation, { email })
    const { sec_user_identity_id, sec_user_id, ends_at } = first
    const masked = { deputy_name: 'Bo', mobile: expect.stringContaining('****'), may_change: true }
    const given = { giver_name: expect.stringMatching(/^user-/), stands: true }
    const roles = [{ role_key: 'administrator', role_name: '', is_banned: 0 }]
    const { activations } = await list(organisation)
    expect(activations).toEqual([
      { sec_user_identity_id, sec_user_id, ends_at, roles, ...masked, ...given },
      expect.objectContaining({ sec_user_identity_id: second.sec_user_identity_id, roles: [] }),
    ])
    expect(JSON.stringify(activations)).not.toMatch(new RegExp(`${mobile.slice(3)}|${email}`))
    const page = await list(organisation, { page_size: 1 })
    expect(page).toMatchObject({ activations: [{ sec_user_identity_id }], next: expect.any(String) })
    const next = await list(organisation, { page_size: 1, after: page.next })
    expect(next).toEqual({ activations: [activations[1]], next: null })
    expect((await list(organisation, { page: 2, page_size: 1 })).activations).toEqual([activations[1]])
    await activate(world.person(), { mobile })
    expect((await list(organisation)).activations).toEqual([activations[1]])
  })

  it('happy: a renewed account waits for 30 more days, and one that is not renewed, or cancelled, is removed with its membership', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const [mobile, email, other] = [freshMobile(), freshEmail(), freshMobile()]
    const [kept, dropped] = [await create(organisation, { mobile }), await create(organisation, { email })]
    const expiring = await create(organisation, { mobile: other })
    world.passMinutes(13 * 24 * 60)
    const named = { sec_subject_uid, sec_user_identity_id: kept.sec_user_identity_id }
    const fresh = await world.secondSession(manager)
    const renewed = await fresh.renewActivation(named)
    const moreMs = renewed.ok ? Date.parse(renewed.data.ends_at) - Date.parse(kept.ends_at) : 0
    expect(Math.round(moreMs / (24 * 60 * 60_000))).toBe(13)
    const cancel = { sec_subject_uid, sec_user_identity_id: dropped.sec_user_identity_id }
    expect(await manager.client.cancelActivation(cancel)).toMatchObject({ ok: true })
    expect(await manager.client.cancelActivation(cancel)).toMatchObject({ code: 'no_such_activation' })
    expect(await accountsOf(dropped.sec_user_identity_id)).toEqual([])
    expect(await activate(world.person(), { email })).toMatchObject({ code: 'nothing_to_activate' })
    expect((await kindsOf(world, organisation)).slice(-2)).toEqual(['user_renewed', 'user_cancelled'])
    world.passMinutes(18 * 24 * 60)
    expect(await activate(world.person(), { mobile: other })).toMatchObject({ code: 'nothing_to_activate' })
    // What others have left in this world is due by now.
    await eraseDue(world.service)
    expect(await accountsOf(expiring.sec_user_identity_id)).toEqual([])
    expect(await lookInto(world.place, `select account_id from activations where value = '${other}'`)).toEqual([])
    expect(await activate(world.person(), { mobile })).toMatchObject({ ok: true })
  })

  it('security: nobody renews, cancels or links to a waiting account with more permissions than theirs, or an activated one', async () => {
    const { organisation, sec_subject_uid, bo } = await openWithMember(world)
    await giveRole(organisation, 'HR', ['member.create'], bo)
    const mobile = freshMobile()
    const above = await create(organisation, { mobile }, 'administrator')
    const listed = await bo.client.listActivations({ sec_subject_uid, page: 1 })
    expect(listed).toMatchObject({ data: { activations: [{ may_change: false }] } })
    const ask = async ({ sec_user_identity_id }: Pick<typeof above, 'sec_user_identity_id'>) => {
      const named = { sec_subject_uid, sec_user_identity_id }
      const { renewActivation, cancelActivation, sendActivationLink } = bo.client
      const answers = [await renewActivation(named), await cancelActivation(named), await sendActivationLink(named)]
      return new Set(answers.map(codeOf))
    }
    expect(await ask(above)).toEqual(new Set(['beyond_own_permissions']))
    expect(await world.messagesTo(mobile)).toBe(0)
    const unknown = new Set(['no_such_activation'])
    expect(await ask({ sec_user_identity_id: bo.identityId })).toEqual(unknown)
    await activate(world.person(), { mobile })
    expect(await ask(above)).toEqual(unknown)
  })

  it('security: an account that is activated and cancelled at the same time ends as one of the two', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    for (let round = 0; round < 4; round += 1) {
      const mobile = freshMobile()
      const { sec_user_identity_id } = await create(organisation, { mobile })
      const client = world.person()
      await client.sendActivationCode({ mobile })
      const code = await world.codeTo(mobile)
      const named = { sec_subject_uid, sec_user_identity_id }
      const [activated, cancelled] = await Promise.all([
        activateAll(client, { mobile, code, password: goodPassword }),
        manager.client.cancelActivation(named),
      ])
      expect([activated.ok, cancelled.ok].filter(Boolean)).toHaveLength(1)
      expect(await accountsOf(sec_user_identity_id)).toHaveLength(activated.ok ? 1 : 0)
    }
  })

  it.each([
    ['a number', 'mobile', freshMobile, '/account-help/activate'],
    ['an email', 'email', freshEmail, '/account-help/activate/email'],
  ] as const)(
    'happy: %s gets an activation link, which opens its form and names the organisation',
    async (_, kind, fresh, page) => {
      const to = fresh()
      const { send } = await waiting({ [kind]: to })
      expect(await world.toldLast(to)).toBeUndefined()
      expect(dataOf(await send())).toEqual({ sent: true })
      const told = await world.toldLast(to)
      expect(told).toMatchObject({ purpose: 'account_waits', code: null, link: `http://localhost:3000${page}` })
      expect(told?.body).toMatch(/["“]Riverside School["”]/)
      expect(told?.body).toContain(told?.link ?? 'no link')
    },
  )

  it('security: a link’s answer and log, with the address masked, are the same if it has an account, which stays unchanged', async () => {
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
    expect(await subjectsOf(known.client)).toEqual([])
  })

  it('security: one sender reaches a receiver three times a day, by activation links and invitations together', async () => {
    const email = freshEmail()
    const { send, sec_subject_uid, manager } = await waiting({ email })
    const { invite_id } = dataOf(await manager.client.inviteByEmail({ sec_subject_uid, email }))
    dataOf(await send())
    dataOf(await manager.client.resendInvitation({ sec_subject_uid, invite_id }))
    await refused(send(), 'too_many_requests')
    expect(await world.messagesTo(email)).toBe(3)
  })

  it('security: no link is sent for an account whose giver has left, because it cannot be activated', async () => {
    const { organisation, manager, sec_subject_uid, bo } = await openWithMember(world)
    await makeAdministrator(world, organisation, bo)
    const email = freshEmail()
    const { sec_user_identity_id } = await create({ ...organisation, manager: bo }, { email })
    const named = { sec_subject_uid, sec_user_identity_id }
    dataOf(await manager.client.deleteDeputy(bo.place))
    await refused(manager.client.sendActivationLink(named), 'no_such_activation')
    expect(await world.messagesTo(email)).toBe(0)
    dataOf(await manager.client.renewActivation(named))
    expect(await manager.client.sendActivationLink(named)).toMatchObject({ ok: true })
  })
})
