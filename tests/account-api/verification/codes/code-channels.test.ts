import { beforeEach, expect, it } from 'vitest'
import type { Channel } from '#account-api/kernel/outbox/message'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { maskedMobile, proveEmail } from '#tests/account-api/addresses/binding/bindings'
import { openOrganisation } from '#tests/account-api/organisations/members/members'
import { dataOf, describeWorlds, freshEmail, freshMobile, refused, verifyBy } from '#tests/account-api/worlds/worlds'

const notOffered = (field: string) => ({ code: 'invalid_input', data: { fields: [{ field, reason: 'not_offered' }] } })

describeWorlds('channels of codes on $name', (world) => {
  const channels = (...set: Channel[]) => Object.assign(world.deployment, { channels: set })

  // Accounts are created while both channels exist, and used after one was removed.
  beforeEach(() => channels('sms', 'email'))

  const channelsNow = async () => dataOf(await world.person().listCodeChannels({})).channels
  const waysOf = (ways: readonly { way: string }[]) => ways.map(({ way }) => way)

  it('happy: anybody can ask which kinds of address get codes', async () => {
    expect(await channelsNow()).toEqual(['mobile', 'email'])
    channels('email', 'workplace')
    expect(await channelsNow()).toEqual(['email'])
    channels('sms')
    expect(await channelsNow()).toEqual(['mobile'])
    // A reserved mobile enables its kind, because its code is known.
    channels('email')
    const mobile = '+8613800000000'
    Object.assign(world.deployment, { testCodes: new Map([[mobile, '123456']]) })
    expect(await channelsNow()).toEqual(['mobile', 'email'])
    dataOf(await world.person().sendCode({ mobile, type: mobilePurpose.login }))
    Object.assign(world.deployment, { testCodes: new Map() })
  })

  it('happy: without SMS, mobile and password still sign in, but no list of methods names the mobile, and no code is sent to it', async () => {
    const { client, mobile, password } = await world.registerBoth()
    channels('email')
    const { sms_code_key, ways } = dataOf(await client.cancelVerifyWay({}))
    expect(waysOf(ways)).toEqual(['email', 'password'])
    expect(waysOf(dataOf(await client.bindVerifyInfo({})).ways)).toEqual(['email', 'password'])
    expect(await client.sendSecondCode({ sms_code_key, way: 'mobile' })).toMatchObject(notOffered('mobile'))
    dataOf(await world.person().accountLoginV2({ account: mobile, password }))
  })

  it('happy: if only a mobile without codes could make a change immediate, the change waits instead', async () => {
    const { client, email } = await world.registerBothFast()
    world.passMinutes(20)
    channels('email')
    const ticket = await proveEmail(world, client, email)
    const unbound = await client.unbindPlatform({ platform: 'email', verify_ticket: ticket })
    expect(unbound).toMatchObject({ ok: true, data: { done: false } })
  })

  it('happy: without SMS, a remembered account gets its code by email', async () => {
    const { client, email } = await world.registerBothFast()
    const { device_token } = dataOf(await client.rememberAccount({}))
    await client.logout({})
    channels('email')
    // A browser that the account does not know.
    const way = { way: 'email', masked: expect.stringContaining(email.split('@')[1] ?? '') }
    await refused(world.person().quickLogin({ device_token }), 'code_needed', way)
  })

  it('happy: without SMS, a manager transfers the organisation by a code to the email', async () => {
    const { client } = await world.registerBoth()
    const { sec_subject_uid } = dataOf(await client.createSubject({ subject_name: 'Orchard' }))
    channels('email')
    expect(waysOf(dataOf(await client.transferInfo({ sec_subject_uid })).ways)).toEqual(['email'])
    const asked = await client.orgSendCode({ sec_subject_uid, type: mobilePurpose.verifyOld })
    expect(asked).toMatchObject(notOffered('mobile'))
  })

  it('error: without SMS, nobody is invited by mobile, and no account is created for one', async () => {
    const { manager, sec_subject_uid } = await openOrganisation(world)
    const invited = dataOf(await manager.client.inviteByMobile({ sec_subject_uid, mobile: freshMobile() }))
    channels('email')
    const mobile = freshMobile()
    expect(await manager.client.inviteByMobile({ sec_subject_uid, mobile })).toMatchObject(notOffered('mobile'))
    const named = { sec_subject_uid, invite_id: invited.invite_id }
    expect(await manager.client.resendInvitation(named)).toMatchObject(notOffered('mobile'))
    const user = { sec_subject_uid, mobile, deputy_name: 'Bo' }
    expect(await manager.client.createUserWithRole(user)).toMatchObject(notOffered('mobile'))
    dataOf(await manager.client.inviteByEmail({ sec_subject_uid, email: freshEmail() }))
  })

  it('error: without a mail server, codes and invitations to an email are refused, and no list of methods names the email', async () => {
    const { client, mobile } = await world.registerBoth()
    const { sec_subject_uid } = dataOf(await client.createSubject({ subject_name: 'Orchard' }))
    channels('sms')
    const email = freshEmail()
    const asked = await world.person().sendEmailCode({ email, type: emailPurpose.register })
    expect(asked).toMatchObject(notOffered('email'))
    expect(await client.inviteByEmail({ sec_subject_uid, email })).toMatchObject(notOffered('email'))
    expect(dataOf(await client.cancelVerifyWay({})).ways).toEqual([
      { way: 'mobile', masked: maskedMobile(mobile) },
      { way: 'password', masked: '' },
    ])
  })

  it('security: without a mail server, a number’s new owner still gets no access to a long-unused account', async () => {
    const { mobile } = await world.registerBothFast()
    world.passMinutes(181 * 24 * 60)
    channels('sms')
    const thief = world.person()
    const code = await world.codeFor(mobile, mobilePurpose.loginOnly, thief)
    await refused(thief.smsLoginOnly({ mobile, code }), 'confirmation_required', { ways: [] })
  })

  it('happy: the password proves an account whose addresses get no codes', async () => {
    const { client, password } = await world.registerMobile()
    world.passMinutes(20)
    channels('email')
    dataOf(await verifyBy(client, await client.cancelVerifyWay({}), 'password', password))
  })
})
