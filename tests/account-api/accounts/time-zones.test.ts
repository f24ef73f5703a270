import { type CountryCode, getExampleNumber } from 'libphonenumber-js'
import examples from 'libphonenumber-js/examples.mobile.json'
import { describe, expect, it } from 'vitest'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import type { Client } from '#contract/client'
import { momentText } from '#rules/moments'
import { cancelByMobile, passwordTicket } from '#tests/account-api/addresses/binding/bindings'
import { dataOf, describeWorlds, goodPassword } from '#tests/account-api/worlds/worlds'
import { regionsIn } from '~/forms/values/regions'

const mobileOf = (region: string) => getExampleNumber(region as CountryCode, examples)?.number ?? ''
const severalTimeZones = ['AU', 'BR', 'CA', 'ID', 'MX', 'RU', 'US']

describe('the default time zone', () => {
  const defaultOf = (mobile: string | null, language: string) => timeZoneOf({ timeZone: null, mobile, language })

  it('happy: a region with one time zone determines it, and one with several, none or an unknown one falls back to the language', () => {
    const regions = regionsIn('en').map(({ region }) => region)
    expect(regions).toEqual(expect.arrayContaining(severalTimeZones))
    for (const region of regions) {
      const found = ['en', 'zh-Hans'].map((language) => defaultOf(mobileOf(region), language))
      if (severalTimeZones.includes(region)) expect(found, region).toEqual(['UTC', 'Asia/Shanghai'])
      else expect(new Set(found).size, region).toBe(1)
    }
    expect(defaultOf(mobileOf('GB'), 'zh-Hans')).toBe('Europe/London')
    expect(defaultOf(mobileOf('CN'), 'en')).toBe('Asia/Shanghai')
    expect([defaultOf(null, 'en'), defaultOf(null, 'zh-Hans')]).toEqual(['UTC', 'Asia/Shanghai'])
    expect([defaultOf('+48512345678', 'en'), defaultOf('+80012345678', 'zh-Hans')]).toEqual(['UTC', 'Asia/Shanghai'])
  })
})

describeWorlds('a time zone on $name', (world) => {
  const inForce = async (client: Client) => {
    const { time_zone, time_zone_is_chosen } = dataOf(await client.accountInfo({}))
    return [time_zone, time_zone_is_chosen]
  }
  const changesOf = async (userId: string) =>
    (await world.activityOf(userId)).filter(([kind]) => kind === 'profile_changed').length

  it('happy: the default time zone applies until one is chosen, and again after the choice is cleared', async () => {
    const { client, userId } = await world.registerMobile()
    expect(await inForce(client)).toEqual(['Asia/Shanghai', false])
    expect(await client.accountSet({ time_zone: 'America/New_York' })).toMatchObject({ ok: true })
    expect(await inForce(client)).toEqual(['America/New_York', true])
    await client.accountSet({ language: 'zh-Hans' })
    expect(await inForce(client)).toEqual(['America/New_York', true])
    await client.accountSet({ time_zone: '' })
    expect(await inForce(client)).toEqual(['Asia/Shanghai', false])
    expect(await changesOf(userId)).toBe(3)
  })

  it('happy: choosing the default counts as a choice, and choosing it again changes nothing', async () => {
    const { client, userId } = await world.registerMobile()
    await client.accountSet({ time_zone: 'Asia/Shanghai' })
    await client.accountSet({ time_zone: 'Asia/Shanghai' })
    expect(await inForce(client)).toEqual(['Asia/Shanghai', true])
    expect(await changesOf(userId)).toBe(1)
  })

  it.each(['Asia/Nowhere', 'asia/shanghai', '+08:00', 'CST', ' ', 'UTC\n', `America/${'x'.repeat(80)}`])(
    'error: the time zone %j is refused, and nothing changes',
    async (time_zone) => {
      const { client } = await world.registerMobile()
      const refused = await client.accountSet({ time_zone, birthday: '2000-01-01' })
      const fields = [{ field: 'time_zone', reason: 'invalid' }]
      expect(refused).toMatchObject({ code: 'invalid_input', data: { fields } })
      expect(await client.accountInfo({})).toMatchObject({ data: { birthday: null } })
      expect(await inForce(client)).toEqual(['Asia/Shanghai', false])
    },
  )

  it('happy: every answer that contains a time contains the time zone', async () => {
    const { client, mobile, email } = await world.registerBoth()
    await client.accountSet({ time_zone: 'Europe/Paris' })
    const expected = { data: { time_zone: 'Europe/Paris' } }
    const { sec_subject_uid } = dataOf(await client.createSubject({ subject_name: 'Orchard' }))
    expect(await client.subjectInfo({ sec_subject_uid })).toMatchObject({ ok: true, ...expected })
    expect(await client.listSubjects({ page: 1 })).toMatchObject({ ok: true, ...expected })
    expect(await client.listSessions({})).toMatchObject(expected)
    expect(await client.listActivity({})).toMatchObject(expected)
    expect(await client.bindVerifyInfo({})).toMatchObject(expected)
    expect(await client.cancelCheck({})).toMatchObject(expected)
    const lost = { ticket: await passwordTicket(world, mobile) }
    expect(await world.person().unbindUnusableMobile(lost)).toMatchObject({ ok: true, ...expected })
    const notMe = { ticket: await world.linkTicketTo(email) }
    expect(await world.person().secureAccountCheck(notMe)).toMatchObject({ ok: true, ...expected })
    expect({ data: await cancelByMobile(world, { client, mobile }) }).toMatchObject(expected)
    const entered = await world.person().emailLogin({ email, password: goodPassword })
    expect(entered).toMatchObject({ code: 'account_cancelled', ...expected })
  })

  it.each([
    ['en', 'will be removed on ', 'will be deleted on '],
    ['zh-Hans', '将于 ', '将于 '],
  ] as const)(
    'happy: messages in %s contain the time in the person’s zone, with the zone’s name',
    async (language, removal, erasure) => {
      const { client, mobile, email, userId } = await world.registerBoth()
      await client.accountSet({ language, time_zone: 'America/New_York' })
      const lost = { ticket: await passwordTicket(world, mobile) }
      const { takes_effect_at: at } = dataOf(await world.person().unbindUnusableMobile(lost))
      const text = momentText(language, 'America/New_York', new Date(at))
      expect(text).toContain(language === 'en' ? '(New York time)' : '（纽约时间）')
      for (const address of [mobile, email]) expect((await world.toldLast(address))?.body).toContain(removal + text)
      // The activity stores UTC. A page shows it in the time zone chosen then.
      expect((await world.activityOf(userId))[0]).toEqual(['mobile_removal_asked', at])
      const until = new Date((await cancelByMobile(world, { client, mobile })).restorable_until)
      expect((await world.toldLast(email))?.body).toContain(erasure + momentText(language, 'America/New_York', until))
    },
  )
})
