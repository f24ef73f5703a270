import { describe, expect, it } from 'vitest'
import { timeZoneOf } from '../../account-api/domain/profile/time-zone'
import { regionsIn } from '../../app/forms/regions'
import type { Client } from '../../contract/client'
import { CookieJar } from '../../contract/cookie-jar'
import { emailPurpose } from '../../contract/purposes'
import { momentText } from '../../rules/moments'
import { databases } from '../fixtures/databases'
import { freshEmail, goodPassword, registerBoth, registerEmail, registerMobile, worldOn } from './world'

/** A valid mobile number of each region (libphonenumber's own examples). */
const mobiles: Record<string, string> = {
  AE: '+971501234567',
  AU: '+61412345678',
  BR: '+5511961234567',
  CA: '+15062345678',
  CN: '+8613123456789',
  DE: '+4915123456789',
  ES: '+34612345678',
  FR: '+33612345678',
  GB: '+447400123456',
  HK: '+85251234567',
  ID: '+62812345678',
  IE: '+353850123456',
  IN: '+918123456789',
  IT: '+393123456789',
  JP: '+819012345678',
  KR: '+821020000000',
  MO: '+85366123456',
  MX: '+522221234567',
  MY: '+60123456789',
  NL: '+31612345678',
  NZ: '+64211234567',
  PH: '+639051234567',
  RU: '+79123456789',
  SG: '+6581234567',
  TH: '+66812345678',
  TW: '+886912345678',
  US: '+12015550123',
  VN: '+84912345678',
}
const severalTimeZones = ['AU', 'BR', 'CA', 'ID', 'MX', 'RU', 'US']

describe('the default time zone', () => {
  const defaultOf = (mobile: string | null, language: string) => timeZoneOf({ timeZone: null, mobile, language })

  it('happy: a region with one time zone gives it, and one with several falls back to the language', () => {
    const regions = regionsIn('en').map(({ region }) => region)
    expect(Object.keys(mobiles).sort()).toEqual([...regions].sort())
    for (const region of regions) {
      const found = ['en', 'zh-Hans'].map((language) => defaultOf(mobiles[region] ?? '', language))
      if (severalTimeZones.includes(region)) expect(found, region).toEqual(['UTC', 'Asia/Shanghai'])
      else expect(new Set(found).size, region).toBe(1)
    }
    expect(defaultOf(mobiles.GB ?? '', 'zh-Hans')).toBe('Europe/London')
    expect(defaultOf(mobiles.CN ?? '', 'en')).toBe('Asia/Shanghai')
  })

  it('happy: without a mobile, or with one of another region, the language decides', () => {
    expect([defaultOf(null, 'en'), defaultOf(null, 'zh-Hans')]).toEqual(['UTC', 'Asia/Shanghai'])
    expect([defaultOf('+48512345678', 'en'), defaultOf('+80012345678', 'zh-Hans')]).toEqual(['UTC', 'Asia/Shanghai'])
  })

  it('happy: a chosen time zone comes first', () => {
    const chosen = { timeZone: 'Europe/Zurich', mobile: mobiles.CN ?? '', language: 'en' }
    expect(timeZoneOf(chosen)).toBe('Europe/Zurich')
  })
})

describe.each(databases)('a time zone on $name', (database) => {
  const world = worldOn(database)

  const inForce = async (client: Client) => {
    const answer = await client.accountInfo({})
    return answer.ok && [answer.data.time_zone, answer.data.time_zone_is_chosen]
  }
  const kindsOf = async (userId: string) =>
    (await world.storage.activity.list(userId, { limit: 100 })).map(({ kind }) => kind)
  const newestTo = async (address: string) => (await world.storage.outbox.newest(address, 1))[0]?.body ?? ''

  const cancel = async (client: Client) => {
    const asked = await client.cancelVerifyWay({})
    const sms_code_key = asked.ok ? asked.data.sms_code_key : ''
    const verified = await client.verifySecond({ sms_code_key, way: 'password', code: goodPassword })
    return client.cancelConfirm({ cancel_ticket: verified.ok ? verified.data.verify_ticket : '' })
  }

  it('happy: is the default until one is chosen, and again after the choice is cleared', async () => {
    const { client, userId } = await registerMobile(world)
    expect(await inForce(client)).toEqual(['Asia/Shanghai', false])
    expect(await client.accountSet({ time_zone: 'America/New_York' })).toMatchObject({ ok: true })
    expect(await inForce(client)).toEqual(['America/New_York', true])
    await client.accountSet({ language: 'zh-Hans' })
    expect(await inForce(client)).toEqual(['America/New_York', true])
    await client.accountSet({ time_zone: '' })
    expect(await inForce(client)).toEqual(['Asia/Shanghai', false])
    expect((await kindsOf(userId)).filter((kind) => kind === 'profile_changed')).toHaveLength(3)
  })

  it('happy: is told with an organisation, and with the list of organisations', async () => {
    const { client } = await registerMobile(world)
    await client.accountSet({ time_zone: 'America/New_York' })
    const created = await client.createSubject({ subject_name: 'Orchard' })
    if (!created.ok) throw new Error(created.code)
    const inNewYork = { ok: true, data: { time_zone: 'America/New_York' } }
    expect(await client.subjectInfo({ sec_subject_uid: created.data.sec_subject_uid })).toMatchObject(inNewYork)
    expect(await client.listSubjects({ page: 1 })).toMatchObject(inNewYork)
  })

  it('happy: choosing the default counts as a choice, and choosing it again is no change', async () => {
    const { client, userId } = await registerMobile(world)
    await client.accountSet({ time_zone: 'Asia/Shanghai' })
    await client.accountSet({ time_zone: 'Asia/Shanghai' })
    expect(await inForce(client)).toEqual(['Asia/Shanghai', true])
    expect((await kindsOf(userId)).filter((kind) => kind === 'profile_changed')).toHaveLength(1)
  })

  it('happy: an account without a mobile has the time zone of its language', async () => {
    const { client } = await registerEmail(world)
    expect(await inForce(client)).toEqual(['UTC', false])
    await client.accountSet({ language: 'zh-Hans' })
    expect(await inForce(client)).toEqual(['Asia/Shanghai', false])
  })

  it('happy: can be changed by updateUserInfo', async () => {
    const { client } = await registerMobile(world)
    const change = (value: string) =>
      client.updateUserInfo({ field_namespace: 'preference', field: 'time_zone', value })
    expect(await change('Asia/Kolkata')).toMatchObject({ ok: true, data: { is_sensitive: 0 } })
    expect(await inForce(client)).toEqual(['Asia/Kolkata', true])
    expect(await change('Asia/Nowhere')).toMatchObject({
      code: 'invalid_input',
      data: { fields: [{ field: 'value', reason: 'invalid' }] },
    })
    expect(await change('')).toMatchObject({ ok: true })
    expect(await inForce(client)).toEqual(['Asia/Shanghai', false])
  })

  it.each(['Asia/Nowhere', 'asia/shanghai', '+08:00', 'CST', ' ', 'UTC\n', `America/${'x'.repeat(80)}`])(
    'error: the time zone %j is refused, and nothing changes',
    async (time_zone) => {
      const { client } = await registerMobile(world)
      expect(await client.accountSet({ time_zone, birthday: '2000-01-01' })).toMatchObject({
        code: 'invalid_input',
        data: { fields: [{ field: 'time_zone', reason: 'invalid' }] },
      })
      expect(await client.accountInfo({})).toMatchObject({
        data: { birthday: null, time_zone: 'Asia/Shanghai', time_zone_is_chosen: false },
      })
    },
  )

  it('happy: is in every answer that contains a time', async () => {
    const { client, mobile, email } = await registerBoth(world)
    await client.accountSet({ time_zone: 'Europe/Paris' })
    const expected = { ok: true, data: { time_zone: 'Europe/Paris' } }
    expect(await client.listSessions({})).toMatchObject(expected)
    expect(await client.listActivity({})).toMatchObject(expected)
    expect(await client.bindVerifyInfo({})).toMatchObject(expected)
    expect(await client.cancelCheck({})).toMatchObject(expected)
    const proven = await world.person().verifyPassword({ account: mobile, password: goodPassword })
    const ticket = proven.ok ? proven.data.ticket : ''
    expect(await world.person().unbindUnusableMobile({ ticket })).toMatchObject(expected)
    const [told] = await world.storage.outbox.newest(email, 1)
    const notMe = new URL(told?.link ?? '').searchParams.get('ticket') ?? ''
    expect(await world.person().secureAccountCheck({ ticket: notMe })).toMatchObject(expected)
    expect(await cancel(client)).toMatchObject(expected)
    expect(await world.person().emailLogin({ email, password: goodPassword })).toMatchObject({
      code: 'account_cancelled',
      data: { time_zone: 'Europe/Paris' },
    })
  })

  it('happy: is in the answer when a lost mobile is unbound at once', async () => {
    const { email } = await registerBoth(world)
    const help = world.person({ jar: new CookieJar() })
    await help.sendEmailCode({ email, type: emailPurpose.notSignedIn })
    const code = await world.codeTo(email)
    const proven = await help.validateEmailCode({ email, code, type: emailPurpose.notSignedIn })
    const answer = await help.unbindUnusableMobile({ ticket: proven.ok ? proven.data.ticket : '' })
    expect(answer).toMatchObject({ ok: true, data: { time_zone: 'Asia/Shanghai' } })
  })

  it.each([
    ['en', 'will be removed on '],
    ['zh-Hans', '将于 '],
  ] as const)('happy: messages in %s contain the time in it, with its name', async (language, before) => {
    const { client, mobile, email, userId } = await registerBoth(world)
    await client.accountSet({ language, time_zone: 'America/New_York' })
    const proven = await world.person().verifyPassword({ account: mobile, password: goodPassword })
    const asked = await world.person().unbindUnusableMobile({ ticket: proven.ok ? proven.data.ticket : '' })
    const at = asked.ok ? asked.data.takes_effect_at : ''
    const text = momentText(language, 'America/New_York', new Date(at))
    expect(text).toContain(language === 'en' ? '(New York time)' : '（纽约时间）')
    for (const address of [mobile, email]) expect(await newestTo(address)).toContain(before + text)
    // The activity keeps the plain time. A page shows it in the time zone that is chosen then.
    const [entry] = await world.storage.activity.list(userId, { limit: 1 })
    expect(entry).toMatchObject({ kind: 'mobile_removal_asked', detail: at })
  })

  it.each([
    ['en', 'will be erased on '],
    ['zh-Hans', '将于 '],
  ] as const)(
    'happy: a message in %s about a cancellation contains the time of the erasure',
    async (language, before) => {
      const { client, email } = await registerEmail(world, { email: freshEmail() })
      await client.accountSet({ language, time_zone: 'Asia/Tokyo' })
      const cancelled = await cancel(client)
      const until = new Date(cancelled.ok ? cancelled.data.restorable_until : '')
      expect(await newestTo(email)).toContain(before + momentText(language, 'Asia/Tokyo', until))
    },
  )

  it('happy: is in the data export', async () => {
    const { client } = await registerMobile(world)
    await client.accountSet({ time_zone: 'Pacific/Auckland' })
    const exported = await client.exportData({})
    expect(exported.ok && exported.data.data.accounts).toMatchObject([{ time_zone: 'Pacific/Auckland' }])
  })
})
