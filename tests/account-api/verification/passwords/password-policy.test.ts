import { expect, it } from 'vitest'
import { usualPolicy } from '#settings/policy/policy'
import { policyOf } from '#tests/account-api/worlds/policies'
import { codeOf, dataOf, describeWorldsWith, freshMobile, goodPassword } from '#tests/account-api/worlds/worlds'

const leaked = 'a word that has leaked'

describeWorldsWith({ isBreached: (password) => password === leaked })('the policy of passwords on $name', (world) => {
  const decide = policyOf(world)
  const decidePasswords = (password: Partial<typeof usualPolicy.password>) =>
    decide({ password: { ...usualPolicy.password, ...password } })

  const set = async (password: string) => (await world.registerMobileOnly()).client.setPassword({ password })

  it('error: a new password needs the policy’s minimum length', async () => {
    decidePasswords({ min_length: 12 })
    expect(await set('eleven char')).toMatchObject({ code: 'password_refused', data: { reason: 'too_short' } })
    expect(codeOf(await set('twelve chars'))).toBe('ok')
  })

  it('happy: an existing shorter password still signs in', async () => {
    const { mobile } = await world.registerMobile({ mobile: freshMobile(), password: 'nine char' })
    decidePasswords({ min_length: 12 })
    expect(codeOf(await world.person().accountLoginV2({ account: mobile, password: 'nine char' }))).toBe('ok')
  })

  it('security: a leaked password is refused, unless the policy only reports it', async () => {
    expect(await set(leaked)).toMatchObject({ code: 'password_refused', data: { reason: 'breached' } })
    decidePasswords({ breached: 'tell' })
    const { mobile } = await world.registerMobile({ password: leaked })
    dataOf(await world.person().accountLoginV2({ account: mobile, password: leaked }))
    expect(await world.newsTo(mobile, 100)).toContain('password_breached')
  })

  it('happy: anybody can read the minimum length, which texts mention', async () => {
    decidePasswords({ min_length: 15 })
    expect(dataOf(await world.person().listCodeChannels({}))).toMatchObject({ numbers: { password_length: 15 } })
    expect(codeOf(await set(goodPassword))).toBe('ok')
  })
})
