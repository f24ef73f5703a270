import { describe, expect, it } from 'vitest'
import { tally } from '#account-api/kernel/limits/rolling'
import { sendCode } from '#account-api/verification/codes/sending'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { decisionIn } from '#tests/account-api/verification/captchas/captchas'
import {
  atOnce,
  codeOf,
  dataOf,
  describeWorlds,
  endsOf,
  freshAddress,
  freshEmail,
  freshMobile,
  stranger,
  worldForTest,
} from '#tests/account-api/worlds/worlds'
import { databases } from '#tests/fixtures/databases/databases'

const type = mobilePurpose.register
const day = 24 * 60

describeWorlds('SMS pumping on $name', (world) => {
  const askFrom = (address: string) => world.person({ address }).sendCode({ mobile: freshMobile(), type })

  it('security: one client address sends 40 concurrent requests for codes', async () => {
    expect(endsOf(await atOnce(40, () => askFrom('198.51.100.9')))).toEqual({ ok: 30, captcha_required: 10 })
    // Refused requests do not count.
    const counter = { name: 'codesFromAClientAddress' as const, subject: '198.51.100.9' }
    const counted = await tally(world.storage, { read: [counter] }, world.deployment.now())
    expect(counted.of(counter).total).toBe(30)
  })

  it('security: a program that waits instead of solving captchas gets 60 SMS a day from one client address', async () => {
    const address = '192.0.2.111'
    expect(endsOf(await atOnce(30, () => askFrom(address)))).toEqual({ ok: 30 })
    const visitors = await atOnce(40, async () => {
      const visitor = { jar: new CookieJar(), address }
      const mobile = freshMobile()
      return { visitor, mobile, decision: decisionIn(await world.person(visitor).sendCode({ mobile, type })) }
    })
    world.passMinutes(5)
    const sent = []
    for (const { visitor, mobile, decision } of visitors) {
      const passed = await world.person(visitor).verifyCaptcha({ decision })
      const captchaTicket = passed.ok ? passed.data.captcha_ticket : undefined
      sent.push(await world.person({ ...visitor, captchaTicket }).sendCode({ mobile, type }))
    }
    expect(endsOf(sent)).toEqual({ ok: 30, captcha_required: 10 })
  })

  it('security: a /48 requests 400 codes, each from another /64', async () => {
    const outcomes = []
    for (let first = 0; first < 400; first += 10) {
      const answers = await atOnce(10, (nth) => askFrom(`2001:db8:48:${(first + nth).toString(16)}::1`))
      outcomes.push(...answers.map(codeOf))
    }
    expect(outcomes.filter((each) => each === 'ok')).toHaveLength(300)
    expect(outcomes.slice(-100).every((each) => each === 'captcha_required')).toBe(true)
    expect(await askFrom('2001:db8:49::1')).toMatchObject({ ok: true })
  })

  it('security: a /24 requests 320 codes', async () => {
    const outcomes = []
    for (let nth = 0; nth < 320; nth++) outcomes.push(codeOf(await askFrom(`203.0.113.${nth % 250}`)))
    expect(outcomes.filter((each) => each === 'ok')).toHaveLength(300)
    expect(outcomes.at(-1)).toBe('captcha_required')
  })

  it('happy: 500 people behind one IPv4 address register, at worst after a captcha', async () => {
    const asker = () => stranger({ clientAddress: '192.0.2.77', isPerson: async () => true })
    const ask = () => sendCode(world.service, { channel: 'sms', to: freshMobile(), type }, asker())
    for (let first = 0; first < 500; first += 10) expect(endsOf(await atOnce(10, ask))).toEqual({ ok: 10 })
    const options = { address: '192.0.2.77', jar: new CookieJar() }
    const mobile = freshMobile()
    const { sms_code_key } = dataOf(await world.insist(options, (client) => client.sendCode({ mobile, type })))
    const given = { mobile, code: await world.codeTo(mobile), sms_code_key }
    expect(await world.person(options).registerByMobile(given)).toMatchObject({ ok: true })
  })

  it('security: one client address continues with captchas until it is stopped for a day', async () => {
    const at = world.deployment.now()
    const counter = { name: 'codesFromAClientAddress' as const, subject: '192.0.2.99' }
    for (let first = 0; first < 1995; first += 35) await atOnce(35, () => tally(world.storage, { add: [counter] }, at))
    const asker = () => stranger({ clientAddress: '192.0.2.99', isPerson: async () => true })
    const outcomes = []
    for (let nth = 0; nth < 7; nth++)
      outcomes.push(codeOf(await sendCode(world.service, { channel: 'sms', to: freshMobile(), type }, asker())))
    expect(outcomes).toEqual([...Array.from({ length: 5 }, () => 'ok'), 'code_limit_reached', 'code_limit_reached'])
  })

  it.each([
    ['a satellite phone of Inmarsat', '+870773111632'],
    ['a satellite phone of Iridium', '+881612345678'],
    ['a network of no region', '+882161234567'],
    ['an international network', '+883510000000094'],
    ['a universal access number', '+445555123456'],
    ['a premium number', '+449012345678'],
    ['a shared-cost number', '+448431234567'],
    ['a personal number', '+447012345678'],
    ['a pager', '+447640123456'],
    ['a toll-free number', '+18005550199'],
  ])('security: SMS to %s (%s)', async (_, mobile) => {
    const fields = [{ field: 'mobile', reason: 'unsupported' }]
    expect(await world.person().sendCode({ mobile, type })).toMatchObject({ code: 'invalid_input', data: { fields } })
    expect(await world.messagesTo(mobile)).toBe(0)
  })
})

describe.each(databases)('the daily cap of SMS on $name', (database) => {
  it('security: registrations from one region use up its cap, and nothing else', async () => {
    const world = await worldForTest(database, { smsDailyCap: 10 })
    const { mobile, jar, client } = await world.registerMobile()
    const ask = (to: string, purpose: number = type) => world.person().sendCode({ mobile: to, type: purpose })
    const answers = await atOnce(20, () => ask(freshMobile()))
    // Concurrent messages may block each other from the last places.
    const sent = answers.filter((answer) => answer.ok).length
    expect(sent).toBeLessThanOrEqual(10)
    for (let left = sent; left < 10; left += 1) expect(await ask(freshMobile())).toMatchObject({ ok: true })
    expect(await ask(freshMobile())).toMatchObject({ code: 'code_limit_reached' })
    expect(await ask(freshMobile(), mobilePurpose.resetPassword)).toMatchObject({ ok: true })
    expect(await ask('+447911123456')).toMatchObject({ ok: true })
    expect(await client.sendCode({ type: mobilePurpose.verifyOld })).toMatchObject({ ok: true })
    await world.person({ jar }).logout({})
    expect(await world.person({ jar }).sendCode({ mobile, type })).toMatchObject({ ok: true })
    const email = freshEmail()
    expect(await world.person().sendEmailCode({ email, type: emailPurpose.register })).toMatchObject({ ok: true })
  })

  it('security: the cap applies to any 24 hours, so it does not restart at midnight', async () => {
    const world = await worldForTest(database, { smsDailyCap: 6 })
    const ask = async () => (await world.person().sendCode({ mobile: freshMobile(), type })).ok
    let sentOfADay = 0
    for (let hour = 0; hour < 24; hour += 4) {
      if (await ask()) sentOfADay++
      world.passMinutes(4 * 60)
    }
    expect(sentOfADay).toBe(6)
    // After a day there is room only for what has left the window.
    world.passMinutes(3 * 60)
    let sentAtOnce = 0
    for (let asked = 0; asked < 6; asked++) if (await ask()) sentAtOnce++
    expect(sentAtOnce).toBeGreaterThanOrEqual(1)
    expect(sentAtOnce).toBeLessThanOrEqual(2)
    world.passMinutes(day + 3 * 60)
    expect(await ask()).toBe(true)
  })

  it('happy: the log warns once an hour from 80 % of the cap', async () => {
    const world = await worldForTest(database, { smsDailyCap: 10 })
    const ask = () => sendCode(world.service, { channel: 'sms', to: freshMobile(), type }, stranger())
    const warnings = () => world.logged().split('SMS_DAILY_CAP is nearly reached').length - 1
    for (let asked = 0; asked < 7; asked++) await ask()
    expect(warnings()).toBe(0)
    for (let asked = 0; asked < 2; asked++) await ask()
    expect(warnings()).toBe(1)
    expect(world.logged()).toMatch(/"region":"CN","purpose":"16","sent":8,"cap":10/)
    world.passMinutes(61)
    await ask()
    expect(warnings()).toBe(2)
  })
})

describeWorlds('counts over a sliding window on $name', (world) => {
  const counterOfAnAddress = () => ({ name: 'codesFromAClientAddress' as const, subject: freshAddress() })

  it('security: 50 concurrent counts each get a different total, and returned ones are not counted', async () => {
    const counter = counterOfAnAddress()
    const count = () => tally(world.storage, { add: [counter] }, world.deployment.now())
    const tallies = await atOnce(50, count)
    const totals = tallies.map((each) => each.of(counter).total).sort((one, other) => one - other)
    expect(totals).toEqual(Array.from({ length: 50 }, (_, nth) => nth + 1))
    await Promise.all(tallies.slice(20).map((each) => each.uncount()))
    expect((await count()).of(counter).total).toBe(21)
  })

  it('security: concurrent counts of several rows, in any order, do not wait for each other', async () => {
    const counters = Array.from({ length: 5 }, counterOfAnAddress)
    const count = async (nth: number) => {
      const add = nth % 2 ? counters : counters.toReversed()
      const counted = await tally(world.storage, { add }, world.deployment.now())
      await counted.uncount()
    }
    await atOnce(60, count)
    const left = await tally(world.storage, { read: counters }, world.deployment.now())
    expect(counters.map((counter) => left.of(counter).total)).toEqual([0, 0, 0, 0, 0])
  })

  it('happy: a full count returns the time at which one more fits within the limit', async () => {
    const counter = { name: 'claimMessages' as const, subject: freshEmail() }
    const at = world.deployment.now()
    for (const hours of [0, 5, 10]) await tally(world.storage, { add: [counter] }, at + hours * 3_600_000)
    const later = at + 11 * 3_600_000
    const counted = (await tally(world.storage, { add: [counter] }, later)).of(counter)
    expect(counted.total).toBe(4)
    const freeAt = counted.freeAt(3)
    expect(freeAt).toBeGreaterThanOrEqual(at + 24 * 3_600_000)
    expect(freeAt).toBeLessThanOrEqual(at + 27 * 3_600_000)
    expect((await tally(world.storage, { read: [counter] }, freeAt)).of(counter).total).toBe(3)
    expect((await tally(world.storage, { read: [counter] }, freeAt - 1)).of(counter).total).toBe(4)
  })
})
