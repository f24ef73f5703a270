import { expect, it } from 'vitest'
import { times, type } from '#tests/account-api/verification/passwords/guesses'
import { codeOf, dataOf, describeWorlds, goodPassword, refused } from '#tests/account-api/worlds/worlds'

// The deployment is in China. These ten digits with a 1 are a mobile in Germany, too.
const mobileIn = (digits: string) => ({ germany: `+49${digits}`, china: `+86${digits}` })

describeWorlds('a number without its country code on $name', (world) => {
  const enter = (account: string, region?: string, password = goodPassword) =>
    world.person().accountLoginV2({ account, password, region })

  it('happy: a number without a country code is read in the visitor’s region, as at its registration', async () => {
    const { germany } = mobileIn('15112345671')
    await world.registerMobile({ mobile: germany })
    for (const typed of ['15112345671', '0151 1234 5671', germany, '0049 151 12345671'])
      dataOf(await enter(typed, 'DE'))
  })

  it('happy: if nobody has that number, it is read in the deployment’s region', async () => {
    const { china } = mobileIn('15112345672')
    const { userId } = await world.registerMobile({ mobile: china })
    for (const region of ['DE', 'GB', 'CN', undefined])
      expect(dataOf(await enter('151 1234 5672', region))).toMatchObject({ user_id: userId })
  })

  it('error: a refusal names the country code that was read, whether anybody has the number or not', async () => {
    const [known, unknown] = [mobileIn('15112345673'), mobileIn('15112345674')]
    await world.registerMobile({ mobile: known.china })
    for (const typed of [known, unknown].map(({ china }) => china.slice(3)))
      await refused(enter(typed, 'DE', 'not it at all'), 'wrong_credentials', { country_code: '+49' })
    expect(await enter(known.china, 'DE', 'not it at all')).toMatchObject({ code: 'wrong_credentials', data: {} })
  })

  it('security: locking one reading of a number does not show whether the other reading has an account', async () => {
    const [known, unknown] = [mobileIn('15112345675'), mobileIn('15112345676')]
    await world.registerMobile({ mobile: known.china })
    const told = ({ germany, china }: typeof known) =>
      world.atOneMoment(async () => {
        for (const _ of times(20)) await type(world, { account: germany, password: 'not it at all' })
        const codes = []
        for (const typed of [germany, china.slice(3), china])
          codes.push(codeOf(await type(world, { account: typed, region: 'DE', password: goodPassword })))
        return codes
      })
    expect(await told(unknown)).toEqual(['password_locked', 'password_locked', 'wrong_credentials'])
    expect(await told(known)).toEqual(['password_locked', 'password_locked', 'ok'])
  })
})
