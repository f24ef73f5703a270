import { expect, it, onTestFinished } from 'vitest'
import { guessRule } from '#account-api/verification/codes/guesses'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { usualPolicy } from '#settings/policy/policy'
import { maskedMobile } from '#tests/account-api/addresses/binding/bindings'
import { decisionIn, solvedFor } from '#tests/account-api/verification/captchas/captchas'
import { policyOf } from '#tests/account-api/worlds/policies'
import {
  atOnce,
  dataOf,
  describeWorlds,
  describeWorldsWith,
  endsOf,
  freshEmail,
  freshMobile,
  refusalIn,
} from '#tests/account-api/worlds/worlds'
import { otherThan } from '#tests/fixtures/messages/post-office'

const refusedMobile = (reason: string) => ({ code: 'invalid_input', data: { fields: [{ field: 'mobile', reason }] } })

describeWorlds('codes on $name', (world) => {
  const type = mobilePurpose.notSignedIn
  const decide = policyOf(world)
  const limit = (codes_before_a_captcha: number) =>
    decide({ limits: { ...usualPolicy.limits, codes_before_a_captcha } })
  const sentTo = async () => {
    const { mobile } = await world.registerMobile()
    const person = world.person()
    return { mobile, person, code: await world.codeFor(mobile, type, person) }
  }

  it('happy: a code has six digits, and the answer masks the address and says when the next code may be sent', async () => {
    const mobile = freshMobile()
    const sent = await world.person().sendCode({ mobile, type: mobilePurpose.register })
    expect(sent).toMatchObject({ ok: true, data: { retry_after: 60, mobile: maskedMobile(mobile) } })
    expect(await world.codeTo(mobile)).toMatch(/^\d{6}$/)
  })

  it('error: checkCode and checkEmailCode return a code’s remaining tries, and only wrong ones use them up', async () => {
    const { mobile, person, code } = await sentTo()
    const byMobile = async (typed: string) => dataOf(await person.checkCode({ mobile, code: typed, type }))
    const wrong = otherThan(code)
    expect(await byMobile(code)).toEqual({ valid: true, tries_left: 5 })
    expect(await byMobile(wrong)).toEqual({ valid: false, tries_left: 4 })
    expect(await byMobile(code)).toEqual({ valid: true, tries_left: 4 })
    expect(await person.validateCode({ mobile, code: wrong, type })).toMatchObject({ data: { tries_left: 3 } })
    for (const left of [2, 1, 0]) expect(await byMobile(wrong)).toEqual({ valid: false, tries_left: left })
    expect(await byMobile(code)).toEqual({ valid: false, tries_left: 0 })

    const next = { mobile: freshMobile(), type: mobilePurpose.register }
    const { sms_code_key } = dataOf(await person.sendCode(next))
    const named = { ...next, sms_code_key, code: await world.codeTo(next.mobile) }
    expect(dataOf(await person.checkCode(named))).toEqual({ valid: true, tries_left: 5 })

    const asked = { email: freshEmail(), type: emailPurpose.register }
    const sent = await world.codeFor(asked.email, asked.type, person)
    const byEmail = async (typed: string) => dataOf(await person.checkEmailCode({ ...asked, code: typed }))
    expect(await byEmail(otherThan(sent))).toEqual({ valid: false, tries_left: 4 })
    expect(await byEmail(sent)).toEqual({ valid: true, tries_left: 4 })
  })

  it('error: a code expires after 10 minutes', async () => {
    const { mobile, person, code } = await sentTo()
    world.passMinutes(10)
    expect(await person.validateCode({ mobile, code, type })).toMatchObject({ code: 'code_expired' })
  })

  it('error: the fifth wrong try ends a code, even the right one is refused, and a minute later a new one works', async () => {
    const { mobile, person, code } = await sentTo()
    const wrong = { mobile, code: otherThan(code), type }
    const left = (tries_left: number) => ({ code: 'code_wrong', data: { field: 'code', tries_left } })
    for (const tries of [4, 3, 2, 1]) expect(await person.validateCode(wrong)).toMatchObject(left(tries))
    expect(await person.validateCode(wrong)).toMatchObject({ code: 'code_locked' })
    const sixth = await person.validateCode({ mobile, code, type })
    expect(refusalIn(sixth, 'code_locked').retry_after).toBeLessThanOrEqual(60)
    world.passMinutes(1)
    expect(await person.sendCode({ mobile, type })).toMatchObject({ ok: true })
    expect(await person.validateCode({ mobile, code: await world.codeTo(mobile), type })).toMatchObject({ ok: true })
  })

  it('error: a second code within 60 seconds is refused with the wait, and the first one still works', async () => {
    const { mobile, person, code } = await sentTo()
    const again = await person.sendCode({ mobile, type })
    expect(refusalIn(again, 'resend_too_soon').retry_after).toBeLessThanOrEqual(60)
    expect(await person.validateCode({ mobile, code, type })).toMatchObject({ ok: true })
  })

  it('security: only the newest code works', async () => {
    const { mobile, person, code } = await sentTo()
    world.passMinutes(1)
    const newest = await world.codeFor(mobile, type, person)
    const earlier = { code: 'code_wrong', data: { is_earlier: true } }
    if (newest !== code) expect(await person.validateCode({ mobile, code, type })).toMatchObject(earlier)
    expect(await person.validateCode({ mobile, code: newest, type })).toMatchObject({ ok: true })
  })

  it('security: only the browser that requested a code learns that the code was sent for another purpose', async () => {
    const { mobile, person, code } = await sentTo()
    const login = await world.codeFor(mobile, mobilePurpose.login, person)
    const stranger = world.person()
    await world.codeFor(mobile, mobilePurpose.login, stranger)
    if (login === code) return
    const earlier = { code: 'code_wrong', data: { field: 'code', tries_left: 4, is_earlier: true } }
    expect(await person.validateCode({ mobile, code: login, type })).toMatchObject(earlier)
    const { data } = (await stranger.validateCode({ mobile, code: otherThan(code), type })) as { data: object }
    expect(data).not.toHaveProperty('is_earlier')
  })

  it('security: a code is valid only for its own purpose and address', async () => {
    const { mobile, person, code } = await sentTo()
    const other = freshMobile()
    expect(await person.validateCode({ mobile, code, type: mobilePurpose.resetPassword })).toMatchObject({ ok: false })
    expect(await person.validateCode({ mobile: other, code, type })).toMatchObject({ ok: false })
    expect(await person.validateCode({ mobile, code, type })).toMatchObject({ ok: true })
  })

  it.each(['validateCode', 'checkCode'] as const)(
    'security: %s checks five of 60 concurrent wrong codes',
    async (call) => {
      // The last guess of the day has no tries left, even if it is the first that is checked.
      const { most } = guessRule
      onTestFinished(() => void Object.assign(guessRule, { most }))
      guessRule.most = 100
      const { mobile, code } = await sentTo()
      const answers = await atOnce<{ data: object }>(60, () =>
        world.person()[call]({ mobile, code: otherThan(code), type }),
      )
      // The fifth wrong code uses up the last try.
      const triesLeft = answers.map(({ data }) => ('tries_left' in data ? data.tries_left : 0)).filter(Boolean)
      expect(triesLeft.sort()).toEqual([1, 2, 3, 4])
      expect(await world.person().validateCode({ mobile, code, type })).toMatchObject({ code: 'code_locked' })
    },
  )

  it('security: 20 concurrent requests of one browser send one code, and each answer has its key', async () => {
    const mobile = freshMobile()
    const asked = { mobile, type: mobilePurpose.register }
    const person = world.person()
    await person.isMobileRegistered({ mobile })
    const answers = await atOnce(20, () => person.sendCode(asked))
    expect(endsOf(answers)).toMatchObject({ ok: 1 })
    expect(await world.messagesTo(mobile)).toBe(1)
    const again = await person.sendCode(asked)
    const keys = [...answers, again].map((answer) => 'sms_code_key' in answer.data && answer.data.sms_code_key)
    // Requests refused by the number’s overall limit got no key.
    expect([...new Set(keys.filter(Boolean))]).toHaveLength(1)
    expect(again).toMatchObject({ code: 'resend_too_soon', data: { sms_code_key: expect.any(String) } })
  })

  it('security: 20 concurrent requests of 20 browsers send three codes a minute', async () => {
    const mobile = freshMobile()
    const ask = () => atOnce(20, () => world.person().sendCode({ mobile, type: mobilePurpose.register }))
    expect(endsOf(await ask())).toMatchObject({ ok: 3 })
    world.passMinutes(2)
    expect(endsOf(await ask())).toMatchObject({ ok: 3 })
    expect(await world.messagesTo(mobile)).toBe(6)
  })

  it('security: a code is not stored in plain text where it is checked', async () => {
    const { mobile } = await sentTo()
    const standing = await world.storage.codes.find({ channel: 'sms', target: mobile, purpose: type })
    expect(JSON.stringify(standing)).not.toContain(await world.codeTo(mobile))
  })

  it('security: one mobile gets ten codes a day, whatever the client addresses, and the last one still works', async () => {
    const mobile = freshMobile()
    const register = { mobile, type: mobilePurpose.register }
    const answers = []
    for (let asked = 0; asked < 50; asked++) {
      const visitor = { address: `198.51.100.${asked}`, jar: new CookieJar() }
      answers.push(await world.insist(visitor, (client) => client.sendCode(register)))
      world.passMinutes(1)
      if (asked !== 10) continue
      const typed = { mobile, code: await world.codeTo(mobile) }
      expect(await world.person().registerByMobile(typed)).toMatchObject({ ok: true })
    }
    expect(answers.filter((answer) => answer.ok)).toHaveLength(10)
    expect(answers[10]).toMatchObject({ code: 'code_limit_reached' })
    expect(answers.at(-1)).toMatchObject({ code: 'code_limit_reached' })
    const messages = await world.storage.outbox.newest(mobile, 100)
    expect(messages.filter(({ code }) => code !== null)).toHaveLength(10)
  })

  it('security: the eighth code to one mobile needs a captcha', async () => {
    const mobile = freshMobile()
    const ask = (address: string) => world.person({ address }).sendCode({ mobile, type: mobilePurpose.register })
    for (let asked = 0; asked < 7; asked++) {
      await ask(`198.51.100.${asked}`)
      world.passMinutes(1)
    }
    const required = { code: 'captcha_required', data: { decision: { subtype: 'slide' } } }
    expect(await ask('198.51.100.99')).toMatchObject(required)
    expect(await world.messagesTo(mobile)).toBe(7)
  })

  it.each<[string, (asked: number) => string, string]>([
    ['one client address', () => '198.51.100.78', '198.51.100.80'],
    ['one IPv6 /64', (asked) => `2001:db8:1:2::${asked.toString(16)}`, '2001:db8:1:3::1'],
  ])(
    'security: after the policy’s number of codes from %s the next needs a captcha, and a neighbour still gets a code',
    async (_name, nth, neighbour) => {
      limit(4)
      const ask = (address: string) =>
        world.person({ address }).sendCode({ mobile: freshMobile(), type: mobilePurpose.register })
      for (let asked = 0; asked < 4; asked++) expect(await ask(nth(asked))).toMatchObject({ ok: true })
      expect(await ask(nth(4))).toMatchObject({ code: 'captcha_required' })
      expect(await ask(neighbour)).toMatchObject({ ok: true })
    },
  )

  it('error: a resend that is too soon does not use up the solved captcha', async () => {
    const options = { address: '192.0.2.179', jar: new CookieJar() }
    const [mobile, next] = [freshMobile(), freshMobile()]
    const ask = (to: string, captchaTicket?: string) =>
      world.person({ ...options, captchaTicket }).sendCode({ mobile: to, type: mobilePurpose.register })
    limit(1)
    expect(await ask(mobile)).toMatchObject({ ok: true })
    const ticket = await solvedFor(world, options, decisionIn(await ask(next)))
    expect(await ask(mobile, ticket)).toMatchObject({ code: 'resend_too_soon' })
    expect(await ask(next, ticket)).toMatchObject({ ok: true })
  })

  it('happy: a signed-in person gets a code to their own address without naming it, and purpose 22 proves the same as 28', async () => {
    const { mobile, client } = await world.registerMobile()
    const sent = { ok: true, data: { mobile: maskedMobile(mobile) } }
    expect(await client.sendCode({ type: mobilePurpose.verifyOld })).toMatchObject(sent)
    const typed = { code: await world.codeTo(mobile), type: mobilePurpose.verifyOldForChange }
    expect(await client.verifyMobile(typed)).toMatchObject({ ok: true })
  })

  it('error: a code to the own address needs a session and such an address, and one to a new mobile needs a ticket', async () => {
    const [{ client }, other] = [await world.registerMobile(), await world.registerMobile()]
    const type = mobilePurpose.verifyOld
    const nothing = { code: 'nothing_bound', data: { field: 'email' } }
    expect(await client.sendEmailCode({ type: emailPurpose.verifyOld })).toMatchObject(nothing)
    expect(await client.sendCode({ mobile: other.mobile, type })).toMatchObject({ code: 'invalid_input' })
    const toNew = { mobile: freshMobile(), type: mobilePurpose.changeToNew }
    expect(await client.sendCode(toNew)).toMatchObject({ code: 'ticket_refused' })
    for (const mobile of [undefined, freshMobile()])
      expect(await world.person().sendCode({ mobile, type })).toMatchObject({ code: 'not_signed_in' })
    const binding = { email: freshEmail(), type: emailPurpose.bind }
    expect(await world.person().sendEmailCode(binding)).toMatchObject({ code: 'not_signed_in' })
  })

  const needAddress = [mobilePurpose.register, mobilePurpose.bind, mobilePurpose.resetPassword]
  it.each(needAddress)('security: purpose %i needs an address', async (type) => {
    const { mobile, client } = await world.registerMobile()
    const before = await world.messagesTo(mobile)
    expect(await client.sendCode({ type })).toMatchObject(refusedMobile('missing'))
    expect(await world.messagesTo(mobile)).toBe(before)
  })

  it.each(['+8612345', '+999123456789', '+861381234'])(
    'error: the number %s is refused as an invalid mobile',
    async (mobile) => {
      const answer = await world.person().sendCode({ mobile, type: mobilePurpose.register })
      expect(answer).toMatchObject(refusedMobile('invalid'))
    },
  )
})

describeWorldsWith({ smsRegions: new Set(['CN']) })('limits of the operator on $name', (world) => {
  it('error: an SMS to a country that is not on the list is refused as unsupported', async () => {
    const ask = (mobile: string) => world.person().sendCode({ mobile, type: mobilePurpose.register })
    expect(await ask('+447911123456')).toMatchObject(refusedMobile('unsupported'))
    expect(await ask(freshMobile())).toMatchObject({ ok: true })
  })
})
