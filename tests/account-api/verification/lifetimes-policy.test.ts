import { describe, expect, it } from 'vitest'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { usualPolicy } from '#settings/policy/policy'
import { policyOf } from '#tests/account-api/worlds/policies'
import { codeOf, dataOf, freshEmail, freshMobile, goodPassword, isSignedIn } from '#tests/account-api/worlds/world'
import { describeWorlds } from '#tests/account-api/worlds/worlds'

const dayMinutes = 24 * 60

describeWorlds('the lifetimes of the policy on $name', (world) => {
  const decide = policyOf(world)

  describe('lifetime of codes', () => {
    const decideMinutes = (minutes: number) => decide({ codes: { minutes } })

    const registerAfter = async (minutes: number) => {
      const [client, mobile] = [world.person(), freshMobile()]
      const code = await world.codeFor(mobile, mobilePurpose.register, client)
      world.passMinutes(minutes)
      return codeOf(await client.registerByMobile({ mobile, code, password: goodPassword }))
    }

    it('security: a code works for as many minutes as the policy says, and not longer', async () => {
      decideMinutes(5)
      expect([await registerAfter(4.9), await registerAfter(5.1)]).toEqual(['ok', 'code_expired'])
    })

    it.each([
      ['en', 'It works for 5 minutes.'],
      ['zh-Hans', '，5 分钟内有效。'],
    ])('happy: the message in %s states the number of minutes', async (language, said) => {
      decideMinutes(5)
      const email = freshEmail()
      await world.codeFor(email, emailPurpose.register, world.person({ language }))
      expect((await world.toldLast(email))?.body).toContain(said)
    })
  })

  describe('lifetime of sessions', () => {
    const decideDays = (days: number, idle_days: number) => decide({ sessions: { days, idle_days } })

    it('security: an unused session expires after the policy’s days, even if it began earlier', async () => {
      const { client } = await world.registerMobile()
      decideDays(90, 2)
      world.passMinutes(2 * dayMinutes + 1)
      expect(await isSignedIn(client)).toBe(false)
    })

    it('security: a session in use lasts until the maximum lifetime, and not longer', async () => {
      decideDays(4, 2)
      const { client } = await world.registerMobile()
      for (const _ of [1, 2, 3]) {
        world.passMinutes(dayMinutes)
        expect(await isSignedIn(client)).toBe(true)
      }
      world.passMinutes(dayMinutes + 1)
      expect(await isSignedIn(client)).toBe(false)
    })

    it('happy: a sign-in returns when its session ends', async () => {
      decideDays(3, 2)
      const { mobile } = await world.registerMobile()
      const { expires_at } = dataOf(await world.person().accountLoginV2({ account: mobile, password: goodPassword }))
      const lasts = Date.parse(expires_at) - world.deployment.now()
      expect(Math.round(lasts / 60_000 / dayMinutes)).toBe(3)
    })

    it('security: a remembered device requires a code when a session would have expired', async () => {
      decideDays(2, 1)
      const { client } = await world.registerMobile()
      const { device_token } = dataOf(await client.rememberAccount({}))
      await client.logout({})
      world.passMinutes(2 * dayMinutes + 1)
      expect(codeOf(await client.quickLogin({ device_token }))).toBe('code_needed')
      expect(await isSignedIn(client)).toBe(false)
    })
  })

  describe('lifetime of proofs', () => {
    const setAfter = async (minutes: number) => {
      decide({ proofs: { minutes: 5 } })
      const { client } = await world.registerMobileOnly()
      world.passMinutes(minutes)
      return codeOf(await client.setPassword({ password: goodPassword }))
    }

    it('security: a sign-in counts as a fresh proof for the policy’s minutes, and not longer', async () => {
      expect([await setAfter(4.9), await setAfter(5.1)]).toEqual(['ok', 'second_verification_required'])
    })
  })

  it('happy: anybody can read the numbers that texts mention', async () => {
    const password = { ...usualPolicy.password, min_length: 15 }
    decide({ codes: { minutes: 5 }, proofs: { minutes: 7 }, password })
    expect(dataOf(await world.person().listCodeChannels({})).numbers).toEqual({
      password_length: 15,
      code_minutes: 5,
      proof_minutes: 7,
      restore_days: 30,
    })
  })
})
