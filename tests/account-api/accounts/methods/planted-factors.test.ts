import { describe, expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { usualPolicy } from '#settings/policy/policy'
import { signInRulesOf } from '#tests/account-api/organisations/organisation/sign-in-rules'
import { appCode, withAuthenticator } from '#tests/account-api/verification/authenticators/apps'
import { withOldPasskey } from '#tests/account-api/verification/passkeys/devices'
import { dueAfter, hours, registeredLongAgo, signInByCode } from '#tests/account-api/worlds/attacks'
import { policyOf } from '#tests/account-api/worlds/policies'
import { codeOf, dataOf, describeWorlds, goodPassword, isSignedIn, type World } from '#tests/account-api/worlds/worlds'

/** Adds an app as far as the calls allow. Returns their answers, and the secret if one was given. */
const plantApp = async (world: World, client: Client, at_sign_in = 1) => {
  const begun = await client.startAuthenticator({})
  if (!begun.ok) return { answer: codeOf(begun), secret: '' }
  const { ticket, secret } = begun.data
  const authenticator_code = appCode(world, secret)
  return { answer: codeOf(await client.addAuthenticator({ ticket, authenticator_code, at_sign_in })), secret }
}

describeWorlds('a factor that a thief adds with a single stolen factor, on $name', (world) => {
  const decide = policyOf(world)
  const askEverybody = () => decide({ second_factor: { ...usualPolicy.second_factor, of: 'everybody', grace_days: 0 } })
  const { setRules, opened } = signInRulesOf(world)

  describe('where the deployment requires a second factor', () => {
    it('security: a thief with the password adds an app, which neither opens the account nor ends a passkey session', async () => {
      const owner = await withOldPasskey(world, await world.registerMobile())
      askEverybody()
      const thief = await world.secondSession(owner)
      for (const at_sign_in of [1, 0]) {
        await plantApp(world, thief, at_sign_in)
        expect(codeOf(await thief.listSessions({}))).toBe('factor_due')
        expect(codeOf(await thief.accountInfo({ need_plaintext: 1 }))).toBe('factor_due')
      }
      expect(await isSignedIn(owner.client)).toBe(true)
    })

    it.each([
      ['proves two factors', async () => (await world.registerMobile()).client],
      [
        'has the mobile as only factor',
        async () => {
          const { mobile } = await world.registerMobileOnly()
          world.passMinutes(100 * 24 * 60)
          return signInByCode(world, mobile)
        },
      ],
    ])('happy: a new app counts at once for an owner who %s', async (_, signedIn) => {
      const client = await signedIn()
      askEverybody()
      expect((await plantApp(world, client)).answer).toBe('ok')
      expect(codeOf(await client.listSessions({}))).toBe('ok')
    })

    it('security: a lost app is removed by one factor after 48 hours, and every address is notified', async () => {
      const owner = await withAuthenticator(world, await world.registerMobile())
      askEverybody()
      const client = await world.secondSession(owner)
      expect(codeOf(await client.removeAuthenticator({}))).toBe('second_verification_required')
      expect(dataOf(await client.removeAuthenticator({ wait: 1 }))).toMatchObject({ done: false })
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
      await plantApp(world, thief, 0)
      expect(await open(thief)).toMatchObject({ data: { ways: [{ way: 'passkey' }], asks_factor: true } })
    })

    it('security: a thief with a member’s password needs the member’s optional app', async () => {
      const { bo, open } = await asking()
      const owner = await withAuthenticator(world, bo)
      const thief = await world.secondSession(owner)
      const asked = await open(thief)
      expect(asked).toMatchObject({ data: { ways: [{ way: 'authenticator' }], asks_factor: true } })
      const { sms_code_key } = asked.data as { sms_code_key: string }
      const code = appCode(world, owner.secret)
      dataOf(await thief.verifySecond({ sms_code_key, way: 'authenticator', code }))
      expect(codeOf(await open(thief))).toBe('ok')
    })
  })

  it('security: a mailbox thief’s app is required by no sign-in, and the owner removes it', async () => {
    const owner = await registeredLongAgo(world)
    const thief = await signInByCode(world, owner.email)
    expect((await plantApp(world, thief)).answer).toBe('second_verification_required')
    expect((await plantApp(world, thief, 0)).answer).toBe('ok')
    expect(codeOf(await thief.askAuthenticator({ at_sign_in: 1 }))).toBe('second_verification_required')
    world.passMinutes(hours(73))
    const again = await signInByCode(world, owner.email)
    expect(codeOf(await again.askAuthenticator({ at_sign_in: 1 }))).toBe('second_verification_required')
    const client = await signInByCode(world, owner.mobile)
    const asked = await client.removeAuthenticator({})
    const { sms_code_key } = asked.data as unknown as { sms_code_key: string }
    dataOf(await client.verifySecond({ sms_code_key, way: 'password', code: goodPassword }))
    expect(dataOf(await client.removeAuthenticator({}))).toMatchObject({ done: true })
  })

  it('security: a number thief’s app is required by no sign-in after the owner changed the password', async () => {
    const owner = await world.registerMobile()
    world.passMinutes(100 * 24 * 60)
    const client = await world.secondSession(owner)
    const password = 'seven lamps over the bay'
    dataOf(await client.updatePassword({ current_password: goodPassword, password }))
    const thief = await signInByCode(world, owner.mobile)
    const asked = { code: 'second_verification_required', data: { ways: [{ way: 'password' }] } }
    expect((await plantApp(world, thief)).answer).toBe('second_verification_required')
    expect((await plantApp(world, thief, 0)).answer).toBe('ok')
    expect(await thief.askAuthenticator({ at_sign_in: 1 })).toMatchObject(asked)
  })
})
