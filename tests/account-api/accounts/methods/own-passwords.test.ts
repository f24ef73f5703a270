import { expect, it } from 'vitest'
import { resetBy } from '#tests/account-api/addresses/binding/bindings'
import { setRecovery } from '#tests/account-api/addresses/recovery-email/recovery-emails'
import { appCode, askedPerson, withAuthenticator } from '#tests/account-api/verification/authenticators/apps'
import { proveBy, signInBy, withOldPasskey } from '#tests/account-api/verification/passkeys/devices'
import { days, press, signInByCode, ticketTo } from '#tests/account-api/worlds/attacks'
import { codeOf, dataOf, describeWorlds, goodPassword } from '#tests/account-api/worlds/worlds'

const [ofThief, another] = ['what the thief has chosen', 'seven lamps over the bay']

describeWorlds('an owner whose password a thief replaces, on $name', (world) => {
  /** An account with an app that counts. Somebody else reads only its mailbox. */
  const withApp = async () => {
    const owner = await withAuthenticator(world, await world.registerBoth())
    world.passMinutes(days(100))
    return owner
  }

  const signIn = (account: string, password: string) => world.person().accountLoginV2({ account, password })

  it('security: with the previous password and the app, the owner replaces the password of a mailbox thief', async () => {
    const { email, mobile, secret, userId } = await withApp()
    dataOf(await resetBy(world, email, ofThief))
    const { username } = await world.profileOf(userId)
    const client = world.person()
    const waits = dataOf(await client.accountLoginV2({ account: username, password: goodPassword }))
    expect(waits).toMatchObject({ authenticator_ticket: expect.any(String) })
    expect(dataOf(await client.checkLogin({})).signed_in).toBe(false)
    const ticket = waits.authenticator_ticket ?? ''
    dataOf(await client.completeSignIn({ ticket, authenticator_code: appCode(world, secret) }))
    const asked = await client.changePassword({ password: another })
    expect(codeOf(asked)).toBe('second_verification_required')
    world.passMinutes(1)
    const { sms_code_key = '' } = asked.data as { sms_code_key?: string }
    dataOf(await client.verifySecond({ sms_code_key, way: 'authenticator', code: appCode(world, secret) }))
    dataOf(await client.changePassword({ password: another }))
    expect(codeOf(await signIn(mobile, ofThief))).toBe('wrong_credentials')
    expect(codeOf(await signIn(mobile, goodPassword))).toBe('wrong_credentials')
  })

  it('security: a thief with the number cannot remove the app by the number and his own password', async () => {
    const { mobile, userId } = await askedPerson(world, await world.registerBoth())
    world.passMinutes(days(100))
    await resetBy(world, mobile, ofThief)
    const thief = world.person()
    const byPassword = dataOf(await thief.accountLoginV2({ account: mobile, password: ofThief }))
    dataOf(await thief.reportLostAuthenticator({ ticket: byPassword.authenticator_ticket ?? '' }))
    const code = await world.codeFor(mobile, 24, thief)
    const bySms = dataOf(await thief.smsLogin({ mobile, code }))
    dataOf(await thief.reportLostAuthenticator({ ticket: bySms.authenticator_ticket ?? '' }))
    expect((await world.profileOf(userId)).authenticatorSince).not.toBeNull()
  })

  it('security: an undo by the recovery address restores the previous password, because that address cannot reset it', async () => {
    const owner = await world.registerBoth()
    const recovery = await setRecovery(world, owner.client)
    world.passMinutes(days(100))
    dataOf(await resetBy(world, owner.email, ofThief))
    expect(await press(world, await ticketTo(world, recovery))).toMatchObject({ data: { password_ended: false } })
    expect(codeOf(await signIn(owner.mobile, ofThief))).toBe('wrong_credentials')
    expect(await signIn(owner.mobile, goodPassword)).toMatchObject({ ok: true })
  })

  it('security: against a thief of the number, the owner needs a passkey session to change the password', async () => {
    const owner = await withOldPasskey(world, await world.registerMobile())
    const { mobile, device } = owner
    const thief = await signInByCode(world, mobile)
    expect(codeOf(await thief.changePassword({ password: ofThief }))).toBe('second_verification_required')
    const { client } = await signInBy(world, device)
    const asked = await client.changePassword({ password: another })
    const passkey = expect.objectContaining({ way: 'passkey' })
    expect(asked).toMatchObject({ data: { ways: expect.arrayContaining([passkey]) } })
    const { sms_code_key = '' } = asked.data as { sms_code_key?: string }
    dataOf(await proveBy({ client, device }, sms_code_key))
    dataOf(await client.changePassword({ password: another }))
    expect(await signIn(mobile, another)).toMatchObject({ ok: true })
  })
})
