import { describe, expect, it } from 'vitest'
import { tally } from '#account-api/kernel/limits/rolling'
import { days } from '#account-api/kernel/time'
import { expiringTables, usualKeeping } from '#account-api/upkeep/expiry'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { usualPolicy } from '#settings/policy/policy'
import { openOrganisation } from '#tests/account-api/organisations/members/members'
import { policyOf } from '#tests/account-api/worlds/policies'
import { codeOf, dataOf, describeWorlds, freshEmail, freshMobile } from '#tests/account-api/worlds/worlds'

describeWorlds('the limits and the retention of the policy on $name', (world) => {
  const decide = policyOf(world)
  const limit = (limits: Partial<typeof usualPolicy.limits>) => decide({ limits: { ...usualPolicy.limits, ...limits } })

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

  describe('retention', () => {
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
})
