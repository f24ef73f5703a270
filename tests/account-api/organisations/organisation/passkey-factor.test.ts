import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { proveFactor } from '#tests/account-api/addresses/binding/bindings'
import { proveMobileToo, withAuthenticator } from '#tests/account-api/verification/authenticators/apps'
import { proveBy, signInBy, withOldPasskey, withPasskey } from '#tests/account-api/verification/passkeys/devices'
import { codeOf, dataOf, describeWorlds, goodPassword, withPassword } from '#tests/account-api/worlds/worlds'
import { signInRulesOf } from './sign-in-rules'

describeWorlds('a passkey as the second factor that an organisation requires on $name', (world) => {
  const { setRules, opened } = signInRulesOf(world)

  /** An organisation that requires a second factor. Its member has none. */
  const asking = async () => {
    const { organisation, bo, sec_subject_uid } = await opened()
    dataOf(await setRules(organisation, { second_factor: 1 }))
    return { bo, sec_subject_uid, open: (client: Client) => client.subjectInfo({ sec_subject_uid }) }
  }

  /** Such an organisation, whose member has a passkey that counts but was not used. */
  const askingOwner = async () => {
    const { bo, ...asked } = await asking()
    return { ...asked, bo: await withOldPasskey(world, { ...bo, password: goodPassword }) }
  }

  /** The key of the required second verification, which accepts only a passkey. */
  const keyOf = (asked: Awaited<ReturnType<Client['subjectInfo']>>): string => {
    expect(asked).toMatchObject({
      code: 'second_verification_required',
      data: { ways: [{ way: 'passkey', masked: '' }], asks_factor: true },
    })
    return !asked.ok && asked.code === 'second_verification_required' ? asked.data.sms_code_key : ''
  }

  it('happy: a member with a passkey acts, without a deadline, in a session that the passkey began, or that has proven it', async () => {
    const { bo, sec_subject_uid, open } = await askingOwner()
    const { subjects } = dataOf(await bo.client.listSubjects({ page: 1 }))
    expect(subjects).toMatchObject([{ sec_subject_uid, needs_second_factor: false }])
    dataOf(await proveBy(bo, keyOf(await open(bo.client))))
    expect(dataOf(await open(bo.client)).subject.second_factor_due).toBeNull()
    const { client, answer } = await signInBy(world, bo.device)
    dataOf(answer)
    expect(codeOf(await open(client))).toBe('ok')
  })

  it('happy: a member who cannot use the passkey on a device proves two other factors, sets up an authenticator, and acts at once', async () => {
    const { bo, open } = await askingOwner()
    const client = await world.secondSession(bo)
    keyOf(await open(client))
    await proveMobileToo(world, client, bo.mobile)
    await withAuthenticator(world, { client })
    expect(codeOf(await open(client))).toBe('ok')
  })

  it('happy: a member with a passkey can leave without it, and other organisations do not require it', async () => {
    const { bo, sec_subject_uid } = await askingOwner()
    const other = dataOf(await bo.client.createSubject({ subject_name: 'Chess club', deputy_name: 'Bo' }))
    expect(codeOf(await bo.client.subjectInfo({ sec_subject_uid: other.sec_subject_uid }))).toBe('ok')
    dataOf(await withPassword(bo.client, () => bo.client.leaveSubject({ sec_subject_uid })))
  })

  it('happy: a manager with a passkey may require a second factor of others', async () => {
    const { organisation, manager } = await opened()
    await world.storage.authenticators.remove(manager.userId)
    await withPasskey(manager)
    expect(codeOf(await setRules(organisation, { second_factor: 1 }))).toBe('second_factor_required')
    world.passMinutes(73 * 60)
    const { sec_subject_uid } = organisation
    expect(dataOf(await manager.client.signInRules({ sec_subject_uid })).has_second_factor).toBe(true)
  })

  it('security: a session thief adds a passkey, which does not count for 72 hours, even next to an older one', async () => {
    const { bo, open } = await askingOwner()
    const thief = await withPasskey({ client: await world.secondSession(bo) })
    dataOf(await proveBy(thief, keyOf(await open(thief.client))))
    keyOf(await open(thief.client))
    const { client, answer } = await signInBy(world, thief.device)
    dataOf(answer)
    keyOf(await open(client))
  })

  it('security: a session thief adds the first passkey, which does not count for 72 hours', async () => {
    const { bo, open } = await asking()
    const thief = await withPasskey(bo)
    world.passMinutes(71 * 60)
    expect(codeOf(await open(thief.client))).toBe('second_factor_required')
    const { client, answer } = await signInBy(world, thief.device)
    dataOf(answer)
    expect(codeOf(await open(client))).toBe('second_factor_required')
    // Using the passkey while it was too young has proven nothing in this session.
    world.passMinutes(2 * 60)
    keyOf(await open(client))
  })

  it('security: if any passkey is removed, a session must prove a passkey again', async () => {
    const { bo, open } = await askingOwner()
    const second = await withOldPasskey(world, { ...bo, client: await world.secondSession(bo) })
    const lost = { client: await world.secondSession(bo), device: bo.device }
    dataOf(await proveBy(lost, keyOf(await open(lost.client))))
    dataOf(await proveBy(second, keyOf(await open(second.client))))
    await proveFactor(world, second.client, bo.mobile)
    dataOf(await second.client.removePasskey({ passkey_id: bo.passkeyId }))
    const key = keyOf(await open(lost.client))
    expect(codeOf(await proveBy(lost, key))).toBe('passkey_refused')
    dataOf(await proveBy(second, keyOf(await open(second.client))))
    expect(codeOf(await open(second.client))).toBe('ok')
  })

  it('security: a session has no second factor after its last passkey is removed', async () => {
    const { bo, open } = await askingOwner()
    dataOf(await proveBy(bo, keyOf(await open(bo.client))))
    await proveFactor(world, bo.client, bo.mobile)
    dataOf(await bo.client.removePasskey({ passkey_id: bo.passkeyId }))
    expect(codeOf(await open(bo.client))).toBe('second_factor_required')
  })

  it('security: a session begun by a remembered device has no proof of the passkey', async () => {
    const { bo, open } = await askingOwner()
    const { client, answer } = await signInBy(world, bo.device)
    dataOf(answer)
    expect(codeOf(await open(client))).toBe('ok')
    const { device_token } = dataOf(await client.rememberAccount({}))
    await client.logout({})
    dataOf(await client.quickLogin({ device_token }))
    keyOf(await open(client))
  })
})
