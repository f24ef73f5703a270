import { expect, it } from 'vitest'
import { tally } from '#account-api/kernel/limits/rolling'
import { days } from '#account-api/kernel/time'
import { expiringTables, usualKeeping } from '#account-api/upkeep/expiry'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { usualPolicy } from '#settings/policy/policy'
import { openOrganisation } from '#tests/account-api/organisations/members/members'
import { policyOf } from '#tests/account-api/worlds/policies'
import { codeOf, dataOf, describeWorlds, freshEmail, freshMobile, isSignedIn } from '#tests/account-api/worlds/worlds'

const dayMinutes = 24 * 60
const password = 'a river under the moon'

describeWorlds('the lifetimes and limits of the policy on $name', (world) => {
  const decide = policyOf(world)
  const decideDays = (days: number, idle_days: number) => decide({ sessions: { days, idle_days } })
  const limit = (limits: Partial<typeof usualPolicy.limits>) => decide({ limits: { ...usualPolicy.limits, ...limits } })

  const registerAfter = async (minutes: number) => {
    const [client, mobile] = [world.person(), freshMobile()]
    const code = await world.codeFor(mobile, mobilePurpose.register, client)
    world.passMinutes(minutes)
    return codeOf(await client.registerByMobile({ mobile, code, password }))
  }

  it('security: a code works for as many minutes as the policy says, and not longer', async () => {
    decide({ codes: { minutes: 5 } })
    expect([await registerAfter(4.9), await registerAfter(5.1)]).toEqual(['ok', 'code_expired'])
  })

  it.each([
    ['en', 'It works for 5 minutes.'],
    ['zh-Hans', '，5 分钟内有效。'],
  ])('happy: the message in %s states the number of minutes', async (language, said) => {
    decide({ codes: { minutes: 5 } })
    const email = freshEmail()
    await world.codeFor(email, emailPurpose.register, world.person({ language }))
    expect((await world.toldLast(email))?.body).toContain(said)
  })

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
    const { expires_at } = dataOf(await world.person().accountLoginV2({ account: mobile, password }))
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

  const setAfter = async (minutes: number) => {
    decide({ proofs: { minutes: 5 } })
    const { client } = await world.registerMobileOnly()
    world.passMinutes(minutes)
    return codeOf(await client.setPassword({ password }))
  }

  it('security: a sign-in counts as a fresh proof for the policy’s minutes, and not longer', async () => {
    expect([await setAfter(4.9), await setAfter(5.1)]).toEqual(['ok', 'second_verification_required'])
  })

  it('happy: anybody can read the numbers that texts mention', async () => {
    const longer = { ...usualPolicy.password, min_length: 15 }
    decide({ codes: { minutes: 5 }, proofs: { minutes: 7 }, password: longer })
    expect(dataOf(await world.person().listCodeChannels({})).numbers).toEqual({
      password_length: 15,
      code_minutes: 5,
      proof_minutes: 7,
      restore_days: 30,
    })
  })

  const send = async (mobile: string, type: number, address?: string) => {
    world.passMinutes(1.1)
    return codeOf(await world.person(address === undefined ? {} : { address }).sendCode({ mobile, type }))
  }

  it('security: an address gets at most the policy’s number of codes, over all purposes', async () => {
    limit({ codes_to_an_address: 10 })
    const mobile = freshMobile()
    const sent: string[] = []
    for (const type of [mobilePurpose.register, mobilePurpose.login])
      for (const _ of [1, 2, 3, 4, 5]) sent.push(await send(mobile, type))
    expect(new Set(sent)).toEqual(new Set(['ok']))
    expect(await send(mobile, mobilePurpose.login)).toBe('code_limit_reached')
  })

  it('happy: many people behind one mobile-network address need no captcha while they type their codes', async () => {
    const address = '203.0.113.78'
    limit({ codes_before_a_captcha: 2 })
    for (let person = 0; person < 4; person += 1) {
      const mobile = freshMobile()
      const client = world.person({ address })
      const { sms_code_key } = dataOf(await client.sendCode({ mobile, type: mobilePurpose.register }))
      const typed = { mobile, code: await world.codeTo(mobile), type: mobilePurpose.register, sms_code_key }
      // Checking uses up no code, so it proves nothing.
      expect(await client.checkCode(typed)).toMatchObject({ ok: true })
      expect(await client.validateCode(typed)).toMatchObject({ ok: true })
    }
    const counter = { name: 'provenCodesFromAClientAddress' as const, subject: address }
    expect((await tally(world.storage, { read: [counter] }, world.deployment.now())).of(counter).total).toBe(4)
  })

  it('security: right codes by email free less room before the captcha, because an email costs nothing', async () => {
    const address = '203.0.113.79'
    limit({ codes_before_a_captcha: 1 })
    const client = world.person({ address })
    const ask = (email: string) => client.sendEmailCode({ email, type: emailPurpose.register })
    const email = freshEmail()
    await ask(email)
    const typed = { email, code: await world.codeTo(email), type: emailPurpose.register }
    expect(await client.validateEmailCode(typed)).toMatchObject({ ok: true })
    expect(await ask(freshEmail())).toMatchObject({ code: 'captcha_required' })
  })

  it('security: an organisation invites at most the policy’s number of people a day', async () => {
    limit({ invitations: 10 })
    const { manager, sec_subject_uid } = await openOrganisation(world)
    const invite = async () => codeOf(await manager.client.inviteByEmail({ sec_subject_uid, email: freshEmail() }))
    const sent: string[] = []
    for (let time = 0; time < 10; time += 1) sent.push(await invite())
    expect(new Set(sent)).toEqual(new Set(['ok']))
    expect(await invite()).toBe('too_many_requests')
  })

  it('happy: a cancelled account can be restored for the policy’s days', async () => {
    decide({ retention: { ...usualPolicy.retention, cancelled_account_days: 7 } })
    const { client } = await world.registerMobile()
    const { restorable_until } = dataOf(await client.cancelCheck({}))
    expect(Math.round((Date.parse(restorable_until) - world.deployment.now()) / days(1))).toBe(7)
    const { numbers } = dataOf(await world.person().listCodeChannels({}))
    expect(numbers?.restore_days).toBe(7)
  })

  it.each([
    ['outbox', { messageDays: 2 }, 2],
    ['invitations', { invitationDays: 30 }, 30],
  ])('happy: %s are kept for the policy’s days', (table, kept, count) => {
    const tables = expiringTables({ ...usualKeeping, ...kept })
    expect(tables.find((each) => each.table === table)?.staysMs).toBe(days(count))
  })
})
