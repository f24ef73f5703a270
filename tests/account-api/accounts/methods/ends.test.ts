import { expect, it } from 'vitest'
import { issueProfile } from '#account-api/addresses/platforms/platform'
import { workOnBatches } from '#account-api/organisations/invitation-batches/work'
import { resetBy } from '#tests/account-api/addresses/binding/bindings'
import { setRecovery } from '#tests/account-api/addresses/recovery-email/recovery-emails'
import { giveRole, openWithMember } from '#tests/account-api/organisations/members/members'
import { proveMobileToo, withAuthenticator } from '#tests/account-api/verification/authenticators/apps'
import { signInBy, withPasskey } from '#tests/account-api/verification/passkeys/devices'
import { press, registeredLongAgo, signInByCode, ticketsTo } from '#tests/account-api/worlds/attacks'
import { codeOf, dataOf, describeWorlds, freshEmail, freshMobile, goodPassword } from '#tests/account-api/worlds/worlds'

const another = 'seven lamps over the bay'

describeWorlds('what a thief leaves in an account, on $name', (world) => {
  type Owner = Awaited<ReturnType<typeof world.registerBoth>>

  /** A thief of the password adds everything that a single fresh factor allows. */
  const planted = async () => {
    const owner = await registeredLongAgo(world)
    const client = await world.secondSession(owner)
    const { device } = await withPasskey({ client })
    const profile = { platform: 'example', appId: '', unionid: null, name: 'Thief', tenantKey: null }
    const profile_key = await issueProfile(world.service, { ...profile, openid: owner.userId })
    dataOf(await client.bindAuth({ platform: 'example', profile_key }))
    await setRecovery(world, client)
    await withAuthenticator(world, { client })
    return { owner, client, device }
  }

  const left = async ({ userId }: Owner) => {
    const { passkeySince, recoveryEmail, authenticatorSince } = await world.profileOf(userId)
    return [passkeySince, recoveryEmail, authenticatorSince, ...(await world.storage.platforms.of(userId))]
  }

  /** What owners do if they suspect a theft, each without a link. */
  const ends: Record<string, (owner: Owner) => Promise<unknown>> = {
    'a reset by SMS': ({ mobile }) => resetBy(world, mobile, another),
    'a reset by email': ({ email }) => resetBy(world, email, another),
    // It needs no fresh proof, because the help pages say to press it first.
    'a sign-out everywhere by a session whose proof is old': async (owner) => {
      const client = await world.secondSession(owner)
      world.passMinutes(30)
      return client.logout({ all: 1 })
    },
    'the end of all other sessions': async (owner) => (await world.secondSession(owner)).endOtherSessions({}),
    'a new password in the settings': async (owner) =>
      (await world.secondSession(owner)).updatePassword({ current_password: goodPassword, password: another }),
  }

  it.each(Object.entries(ends))(
    'security: the thief’s passkey, identity, recovery address and app end with %s',
    async (_, end) => {
      const { owner, device, client } = await planted()
      world.passMinutes(60)
      dataOf((await end(owner)) as { ok: true; data: object })
      expect(await left(owner)).toEqual([null, null, null])
      expect(codeOf(await client.listSessions({}))).toBe('not_signed_in')
      world.passMinutes(73 * 60)
      expect((await signInBy(world, device)).answer).toMatchObject({ ok: false })
      expect(await world.activityOf(owner.userId)).toContainEqual(['passkey_removed', ''])
    },
  )

  it('security: if the owner makes sign-ins require an app, the thief’s passkey ends', async () => {
    const owner = await registeredLongAgo(world)
    const { device } = await withPasskey({ client: await world.secondSession(owner) })
    world.passMinutes(60)
    const client = await world.secondSession(owner)
    await proveMobileToo(world, client, owner.mobile)
    await withAuthenticator(world, { client })
    dataOf(await client.askAuthenticator({ at_sign_in: 1 }))
    expect((await signInBy(world, device)).answer).toMatchObject({ ok: false })
  })

  it('happy: methods confirmed by two factors or older than 72 hours stay', async () => {
    const owner = await withPasskey(await world.registerBoth())
    dataOf(await owner.client.logout({ all: 1 }))
    expect((await signInBy(world, owner.device)).answer).toMatchObject({ ok: true })
    const old = await registeredLongAgo(world)
    const { device } = await withPasskey({ client: await world.secondSession(old) })
    world.passMinutes(73 * 60)
    dataOf(await resetBy(world, old.mobile, another))
    expect((await signInBy(world, device)).answer).toMatchObject({ ok: true })
  })

  /** A thief of the manager’s SMS gives away what the manager may give. */
  const givenAway = async () => {
    const { organisation, manager, bo, sec_subject_uid } = await openWithMember(world)
    const clerk = await giveRole(organisation, 'Clerk', ['member.read'])
    const facts = { sec_subject_uid, scopes: ['openid' as const], redirect_uris: ['https://roster.example/'] }
    const old = dataOf(await manager.client.registerClient({ ...facts, name: 'Roster' })).client
    world.passMinutes(100 * 24 * 60)
    const email = freshEmail()
    await world.storage.accounts.bind({ kind: 'email', value: email, accountId: manager.userId, at: 0 })
    const thief = await signInByCode(world, manager.mobile)
    const role_key = 'administrator'
    const link = dataOf(await thief.inviteByLink({ sec_subject_uid, deputy_name: 'x', role_key, places: 5 }))
    dataOf(await thief.inviteByMobile({ sec_subject_uid, deputy_name: 'Al', role_key, mobile: freshMobile() }))
    dataOf(await thief.assignRole({ sec_subject_uid, role_key, sec_user_identity_ids: [bo.identityId] }))
    const list = { sec_subject_uid, list: freshEmail(), format: 'csv' as const, role_key }
    const { batch_id } = dataOf(await thief.createInvitationBatch(list))
    await workOnBatches(world.service)
    dataOf(await thief.sendInvitationBatch({ sec_subject_uid, batch_id }))
    const own = { ...facts, name: 'Ledger', redirect_uris: ['https://ledger.example/'] }
    const { client } = dataOf(await thief.registerClient(own))
    // A waiting place that is taken up before the owner presses.
    const asked = { sec_subject_uid, mobile: freshMobile(), deputy_name: 'Cy', role_key }
    const { sec_user_identity_id: made } = dataOf(await thief.createUserWithRole(asked))
    const [cy] = await world.storage.members.find(organisation.id, [made])
    await world.storage.activations.remove(cy?.accountId ?? '')
    dataOf(await thief.updateRole({ sec_subject_uid, role_key: clerk, permissions: ['member.read', 'role.assign'] }))
    const led = { sec_subject_uid, client_key: old.client_key, redirect_uris: ['https://elsewhere.example/'] }
    dataOf(await thief.updateClient(led))
    dataOf(await thief.updateSubject({ sec_subject_uid, subject_name: 'Meadow Bank' }))
    const accomplice = await world.registerMobile()
    const invite_ticket = new URL(link.link).searchParams.get('invite_ticket') ?? ''
    dataOf(await accomplice.client.acceptInvitation({ invite_ticket }))
    const keys = [client.client_key, old.client_key]
    return { organisation, sec_subject_uid, manager, bo, email, keys, accomplice, clerk, cy: cy?.id ?? '' }
  }

  it('security: “this was not me” ends the thief’s link, invitation, list, given role, application, and redirected application', async () => {
    const { organisation, sec_subject_uid, manager, bo, email, keys, accomplice, ...given } = await givenAway()
    const told = await world.newsTo(manager.mobile, 20)
    expect(told).toEqual(expect.arrayContaining(['application_registered', 'renamed_organisation']))
    // A link, an invitation, a role, a waiting place, and a role that grants more.
    expect(told.filter((purpose) => purpose === 'administrator_given')).toHaveLength(5)
    dataOf(await press(world, (await ticketsTo(world, email))[0] ?? ''))
    expect(await workOnBatches(world.service)).toBe(0)
    for (const { mobile } of [bo, accomplice]) {
      const member = await world.secondSession({ mobile, password: goodPassword })
      expect(dataOf(await member.ownPermissions({ sec_subject_uid })).permissions).toEqual([])
    }
    for (const key of keys) expect(await world.storage.openClients.find(key)).toMatchObject({ isDisabledByOwner: true })
    expect(await world.storage.roles.givenTo([given.cy])).toEqual([])
    const clerk = await world.storage.roles.find(organisation.id, given.clerk)
    expect(clerk).toMatchObject({ permissions: ['member.read'] })
    const pending = await world.storage.invitations.list(organisation.id, { state: 'pending', offset: 0, limit: 10 })
    expect(pending).toEqual([])
  })

  it('security: the thief’s single factor is not enough if the manager has an app', async () => {
    const { sec_subject_uid, manager } = await openWithMember(world)
    await withAuthenticator(world, manager)
    const thief = await signInByCode(world, manager.mobile)
    const data = { ways: [{ way: 'authenticator' }], asks_factor: true }
    const shown = { code: 'second_verification_required', data }
    const given = { sec_subject_uid, deputy_name: 'x', role_key: 'administrator', places: 5 }
    expect(await thief.inviteByLink(given)).toMatchObject(shown)
    const facts = { name: 'Ledger', scopes: ['openid' as const], redirect_uris: ['https://ledger.example/'] }
    expect(await thief.registerClient({ sec_subject_uid, ...facts })).toMatchObject(shown)
  })
})
