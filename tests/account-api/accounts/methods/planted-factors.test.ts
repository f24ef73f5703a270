import { describe, expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { usualPolicy } from '#settings/policy/policy'
import { resetBy } from '#tests/account-api/addresses/binding/bindings'
import { setRecovery } from '#tests/account-api/addresses/recovery-email/recovery-emails'
import { signInRulesOf } from '#tests/account-api/organisations/organisation/sign-in-rules'
import { appCode, askedPerson, withAuthenticator } from '#tests/account-api/verification/authenticators/apps'
import { proveBy, signInBy, withOldPasskey } from '#tests/account-api/verification/passkeys/devices'
import { days, disown, dueAfter, hours, registeredLongAgo, signInByCode } from '#tests/account-api/worlds/attacks'
import { policyOf } from '#tests/account-api/worlds/policies'
import { codeOf, dataOf, describeWorlds, goodPassword, secondKeyIn, verifyBy } from '#tests/account-api/worlds/worlds'

const [ofThief, another] = ['what the thief has chosen', 'seven lamps over the bay']

describeWorlds('a factor that a thief adds with a single stolen factor, on $name', (world) => {
  const decide = policyOf(world)
  const askEverybody = () => decide({ second_factor: { ...usualPolicy.second_factor, of: 'everybody', grace_days: 0 } })
  const { setRules, opened } = signInRulesOf(world)

  /** Adds an app as far as the calls allow. Returns their answers, and the secret if one was given. */
  const plantApp = async (client: Client, at_sign_in = 1) => {
    const begun = await client.startAuthenticator({})
    if (!begun.ok) return { answer: codeOf(begun), secret: '' }
    const { ticket, secret } = begun.data
    const authenticator_code = appCode(world, secret)
    return { answer: codeOf(await client.addAuthenticator({ ticket, authenticator_code, at_sign_in })), secret }
  }

  describe('where the deployment requires a second factor', () => {
    it('security: a thief with the password adds an app, which neither opens the account nor ends a passkey session', async () => {
      const owner = await withOldPasskey(world, await world.registerMobile())
      askEverybody()
      const thief = await world.secondSession(owner)
      for (const at_sign_in of [1, 0]) {
        await plantApp(thief, at_sign_in)
        expect(codeOf(await thief.listSessions({}))).toBe('factor_due')
        expect(codeOf(await thief.accountInfo({ need_plaintext: 1 }))).toBe('factor_due')
      }
      expect(await owner.client.checkLogin({})).toMatchObject({ data: { signed_in: true } })
    })

    it.each([
      ['proves two factors', async () => (await world.registerMobile()).client],
      [
        'has the mobile as only factor',
        async () => {
          const { mobile } = await world.registerMobileOnly()
          world.passMinutes(days(100))
          return signInByCode(world, mobile)
        },
      ],
    ])('happy: a new app counts at once for an owner who %s', async (_, signedIn) => {
      const client = await signedIn()
      askEverybody()
      expect((await plantApp(client)).answer).toBe('ok')
      expect(codeOf(await client.listSessions({}))).toBe('ok')
    })

    it('security: a lost app is removed by one factor after 48 hours, and every address is notified', async () => {
      const owner = await withAuthenticator(world, await world.registerMobile())
      askEverybody()
      const client = await world.secondSession(owner)
      expect(codeOf(await client.removeAuthenticator({}))).toBe('second_verification_required')
      const asked = dataOf(await client.removeAuthenticator({ wait: 1 }))
      expect(asked).toMatchObject({ done: false, takes_effect_at: expect.any(String) })
      expect(dataOf(await client.authenticatorInfo({}))).toMatchObject({ removed_at: asked.takes_effect_at })
      expect(await world.toldLast(owner.mobile)).toMatchObject({ purpose: 'authenticator_removal_asked' })
      expect(codeOf(await client.listSessions({}))).toBe('factor_due')
      expect(await dueAfter(world, hours(48))).toBe(1)
      expect((await world.profileOf(owner.userId)).authenticatorSince).toBeNull()
    })
  })

  describe('where an organisation requires a second factor', () => {
    const asking = async () => {
      const { organisation, bo, sec_subject_uid } = await opened()
      dataOf(await setRules(organisation, { second_factor: 1 }))
      const open = (client: Client) => client.subjectInfo({ sec_subject_uid })
      return { bo: { ...bo, password: goodPassword }, open }
    }

    it('security: a thief with a member’s password adds an app, which opens nothing if the member has an old passkey', async () => {
      const { bo, open } = await asking()
      const owner = await withOldPasskey(world, bo)
      const thief = await world.secondSession(owner)
      await plantApp(thief, 0)
      expect(await open(thief)).toMatchObject({ data: { ways: [{ way: 'passkey' }], asks_factor: true } })
    })

    it('security: a thief with a member’s password needs the member’s optional app', async () => {
      const { bo, open } = await asking()
      const owner = await withAuthenticator(world, bo)
      const thief = await world.secondSession(owner)
      const asked = await open(thief)
      expect(asked).toMatchObject({ data: { ways: [{ way: 'authenticator' }], asks_factor: true } })
      dataOf(await verifyBy(thief, asked, 'authenticator', appCode(world, owner.secret)))
      expect(codeOf(await open(thief))).toBe('ok')
    })
  })

  it('security: a mailbox thief’s app is required by no sign-in, and the owner removes it', async () => {
    const owner = await registeredLongAgo(world)
    const thief = await signInByCode(world, owner.email)
    expect((await plantApp(thief)).answer).toBe('second_verification_required')
    expect((await plantApp(thief, 0)).answer).toBe('ok')
    expect(codeOf(await thief.askAuthenticator({ at_sign_in: 1 }))).toBe('second_verification_required')
    world.passMinutes(hours(73))
    const again = await signInByCode(world, owner.email)
    expect(codeOf(await again.askAuthenticator({ at_sign_in: 1 }))).toBe('second_verification_required')
    const client = await signInByCode(world, owner.mobile)
    dataOf(await verifyBy(client, await client.removeAuthenticator({}), 'password', goodPassword))
    expect(dataOf(await client.removeAuthenticator({}))).toMatchObject({ done: true })
  })

  it('security: a number thief’s app is required by no sign-in after the owner changed the password', async () => {
    const owner = await world.registerMobile()
    world.passMinutes(days(100))
    const client = await world.secondSession(owner)
    dataOf(await client.updatePassword({ current_password: goodPassword, password: another }))
    const thief = await signInByCode(world, owner.mobile)
    const asked = { code: 'second_verification_required', data: { ways: [{ way: 'password' }] } }
    expect((await plantApp(thief)).answer).toBe('second_verification_required')
    expect((await plantApp(thief, 0)).answer).toBe('ok')
    expect(await thief.askAuthenticator({ at_sign_in: 1 })).toMatchObject(asked)
  })
})

describeWorlds('an owner whose password a thief replaces, on $name', (world) => {
  const signIn = (account: string, password: string) => world.person().accountLoginV2({ account, password })

  it('security: with the previous password and the app, the owner replaces the password of a mailbox thief', async () => {
    const { email, mobile, secret, userId } = await withAuthenticator(world, await world.registerBoth())
    world.passMinutes(days(100))
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
    dataOf(await verifyBy(client, asked, 'authenticator', appCode(world, secret)))
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
    expect(await disown(world, recovery)).toMatchObject({ data: { password_ended: false } })
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
    dataOf(await proveBy({ client, device }, secondKeyIn(asked)))
    dataOf(await client.changePassword({ password: another }))
    expect(await signIn(mobile, another)).toMatchObject({ ok: true })
  })
})
