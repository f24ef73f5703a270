import { expect, it } from 'vitest'
import { noticeRule, tellOfRules } from '#account-api/organisations/sign-in-rules/due'
import { joinOrganisation } from '#tests/account-api/organisations/members/members'
import { withAuthenticator } from '#tests/account-api/verification/authenticators/apps'
import { withPasskey } from '#tests/account-api/verification/passkeys/devices'
import { codeOf, dataOf, describeWorlds, withFailingTexts } from '#tests/account-api/worlds/worlds'
import { signInRulesOf } from './sign-in-rules'

describeWorlds('messages about sign-in rules on $name', (world) => {
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
    const usual = noticeRule.members
    noticeRule.members = 2
    try {
      // Nothing is left to be told by the tests above but this organisation's.
      for (let turn = 0; turn < 3; turn += 1) {
        await tellOfRules(world.service)
        world.passMinutes(1.1)
      }
      expect(await tellOfRules(world.service)).toBe(0)
    } finally {
      noticeRule.members = usual
    }
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
})
