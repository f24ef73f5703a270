import { expect, it } from 'vitest'
import { newToken } from '#account-api/kernel/random'
import { noticeRule, tellOfRules } from '#account-api/organisations/sign-in-rules/due'
import {
  giveRole,
  joinOrganisation,
  kindsOf,
  logOf,
  openWithMember,
} from '#tests/account-api/organisations/members/members'
import { makeAdministrator } from '#tests/account-api/organisations/transfers/handover'
import { proveMobileToo, withAuthenticator } from '#tests/account-api/verification/authenticators/apps'
import { withPasskey } from '#tests/account-api/verification/passkeys/devices'
import {
  codeOf,
  dataOf,
  describeWorlds,
  refused,
  verifyByPassword,
  withFailingTexts,
  withPassword,
} from '#tests/account-api/worlds/worlds'
import { changeForTest } from '#tests/fixtures/hooks'
import { signInRulesOf } from './sign-in-rules'

const dayMinutes = 24 * 60

describeWorlds('sign-in rules on $name', (world) => {
  const { setRules, opened } = signInRulesOf(world)

  it('happy: members without a second factor are notified in batches, by email if they have one, and nobody else is', async () => {
    const { organisation, bo, manager } = await opened()
    const cy = await joinOrganisation(world, organisation, 'Cy')
    await withAuthenticator(world, cy)
    const di = await joinOrganisation(world, organisation, 'Di')
    // Hers is young, and counts before the day of the rule.
    const ed = await joinOrganisation(world, organisation, 'Ed')
    await withPasskey(ed)
    dataOf(await setRules(organisation, { second_factor: 1, grace_days: 7 }))
    changeForTest(noticeRule, { members: 2 })
    // Nothing is left to be told by the tests above but this organisation's.
    for (let turn = 0; turn < 3; turn += 1) {
      await tellOfRules(world.service)
      world.passMinutes(1.1)
    }
    expect(await tellOfRules(world.service)).toBe(0)
    for (const { mobile } of [bo, di]) expect(await world.newsTo(mobile)).toEqual(['second_factor_asked'])
    for (const { mobile } of [manager, cy, ed]) expect(await world.newsTo(mobile)).not.toContain('second_factor_asked')
    const told = await world.toldLast(bo.mobile)
    expect(told?.body).toContain('Riverside School')
    expect(told?.link).toBe('http://localhost:3000/settings/authenticator')
  })

  it('error: a member whose message fails is notified later', async () => {
    const { organisation, bo } = await opened()
    dataOf(await setRules(organisation, { second_factor: 1, grace_days: 7 }))
    await withFailingTexts(world, () => tellOfRules(world.service))
    expect(await world.newsTo(bo.mobile)).not.toContain('second_factor_asked')
    world.passMinutes(10)
    await tellOfRules(world.service)
    expect(await world.newsTo(bo.mobile)).toEqual(['second_factor_asked'])
  })

  it('security: turning the rule off and on does not flood members with messages', async () => {
    const { organisation } = await opened()
    const ends: string[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      ends.push(codeOf(await setRules(organisation, { second_factor: 1, grace_days: 1 })))
      dataOf(await setRules(organisation, { second_factor: 0 }))
    }
    expect(ends).toEqual(['ok', 'ok', 'ok', 'too_many_requests'])
  })

  it('happy: until the start date members without a second factor are admitted, and afterwards those who have one', async () => {
    const { organisation, bo, sec_subject_uid } = await opened()
    const rules = dataOf(await setRules(organisation, { second_factor: 1, grace_days: 7 }))
    const before = dataOf(await bo.client.subjectInfo({ sec_subject_uid }))
    expect(before.subject.second_factor_due).toBe(rules.second_factor_from)

    world.passMinutes(7 * dayMinutes + 1)
    expect(codeOf(await bo.client.subjectInfo({ sec_subject_uid }))).toBe('second_factor_required')
    const { subjects } = dataOf(await bo.client.listSubjects({ page: 1 }))
    expect(subjects).toMatchObject([{ sec_subject_uid, needs_second_factor: true, is_kept_out: false }])
    const client = await world.secondSession(bo)
    await proveMobileToo(world, client, bo.mobile)
    await withAuthenticator(world, { client })
    expect(dataOf(await client.subjectInfo({ sec_subject_uid })).subject.second_factor_due).toBeNull()
  })

  it('security: a member without a second factor can only leave, and cannot act there', async () => {
    const { organisation, bo, sec_subject_uid } = await opened()
    await makeAdministrator(world, organisation, bo)
    const { subjects } = dataOf(await bo.client.listSubjects({ page: 1 }))
    dataOf(await setRules(organisation, { second_factor: 1 }))
    const [subject_uid = '', identity_id = ''] = [subjects[0]?.subject_uid, bo.identityId]
    const client = bo.client
    const refused = await Promise.all([
      client.listIdentities({ sec_subject_uid, page: 1 }),
      client.inviteByLink({ sec_subject_uid, places: 2 }),
      client.ownPermissions({ sec_subject_uid }),
      client.memberInfo({ sec_subject_uid, identity_id }),
      client.subjectLogin({ subject_uid, identity_id }),
      client.switchMember({ to_sec_member_id: identity_id, login_subject_uid: subject_uid }),
    ])
    expect(refused.map(codeOf)).toEqual(Array(6).fill('second_factor_required'))
    expect(dataOf(await client.subjectLoginList({})).acting).toBeNull()
    expect(codeOf(await client.leaveSubject({ sec_subject_uid }))).toBe('ok')
  })

  it('security: a member who removes the second factor is locked out at the next call, even the manager', async () => {
    const { organisation, manager, sec_subject_uid } = await opened()
    dataOf(await setRules(organisation, { second_factor: 1 }))
    expect(codeOf(await manager.client.signInRules({ sec_subject_uid }))).toBe('ok')
    await world.storage.authenticators.remove(manager.userId)
    expect(codeOf(await manager.client.signInRules({ sec_subject_uid }))).toBe('second_factor_required')
  })

  it('security: the manager needs a second factor to require it, and an administrator cannot require it', async () => {
    const { organisation, bo, manager, sec_subject_uid } = await openWithMember(world)
    expect(codeOf(await setRules(organisation, { second_factor: 1 }))).toBe('second_factor_required')
    await makeAdministrator(world, organisation, bo)
    await refused(bo.client.updateSignInRules({ sec_subject_uid, second_factor: 0 }), 'permission_required')
    const none = { second_factor_from: null, proof_minutes: null, acting_hours: null, has_second_factor: false }
    expect(dataOf(await manager.client.signInRules({ sec_subject_uid }))).toEqual(none)
  })

  it('happy: a changed rule keeps its start date unless another is given, and a removed rule ends at once', async () => {
    const { organisation } = await opened()
    const first = dataOf(await setRules(organisation, { second_factor: 1, grace_days: 14 }))
    world.passMinutes(5)
    const second = dataOf(await setRules(organisation, { second_factor: 1, proof_minutes: 30 }))
    expect(second).toEqual({ ...first, proof_minutes: 30 })
    const earlier = dataOf(await setRules(organisation, { second_factor: 1, grace_days: 1 }))
    expect(Date.parse(earlier.second_factor_from ?? '')).toBeLessThan(Date.parse(first.second_factor_from ?? ''))
    const ended = dataOf(await setRules(organisation, { second_factor: 0 }))
    expect(ended).toEqual({ second_factor_from: null, proof_minutes: 30, acting_hours: null })
    expect(await kindsOf(world, organisation)).toEqual(Array(4).fill('sign_in_rules_updated'))
    const [, logged] = await logOf(world, organisation)
    expect(logged).toMatchObject({ before: { proof_minutes: null }, after: { proof_minutes: 30 } })
  })

  it('security: an administrator with an older proof can read, but changes nothing before a new one', async () => {
    const { organisation, bo, sec_subject_uid } = await openWithMember(world)
    await giveRole(organisation, 'Clerk', ['invitation.send', 'member.read'], bo)
    dataOf(await setRules(organisation, { proof_minutes: 30 }))
    const cancel = () => bo.client.cancelInvitation({ sec_subject_uid, invite_id: newToken(128) })
    world.passMinutes(29)
    expect(codeOf(await cancel())).toBe('no_such_invitation')
    world.passMinutes(2)
    const asked = await cancel()
    expect(codeOf(asked)).toBe('second_verification_required')
    expect(codeOf(await bo.client.listIdentities({ sec_subject_uid, page: 1 }))).toBe('ok')
    dataOf(await verifyByPassword(bo.client, asked))
    expect(codeOf(await cancel())).toBe('no_such_invitation')
  })

  it('security: with an acting time limit, a member with an older proof cannot even read', async () => {
    const { organisation, bo, sec_subject_uid } = await openWithMember(world)
    dataOf(await setRules(organisation, { acting_hours: 8 }))
    world.passMinutes(8 * 60 - 1)
    expect(codeOf(await bo.client.subjectInfo({ sec_subject_uid }))).toBe('ok')
    world.passMinutes(2)
    const asked = await bo.client.subjectInfo({ sec_subject_uid })
    expect(codeOf(asked)).toBe('second_verification_required')
    dataOf(await verifyByPassword(bo.client, asked))
    expect(codeOf(await bo.client.subjectInfo({ sec_subject_uid }))).toBe('ok')
    world.passMinutes(9 * 60)
    dataOf(await withPassword(bo.client, () => bo.client.leaveSubject({ sec_subject_uid })))
  })
})
