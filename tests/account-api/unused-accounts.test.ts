import { describe, expect, it } from 'vitest'
import { CookieJar } from '../../contract/cookie-jar'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { otherThan } from '../fixtures/post-office'
import { activityOf, mobileCode, profileOf, registerMobileOnly, secondSession, toldLast } from './bindings'
import { freshMobile, goodPassword, registerBoth, registerEmail, registerMobile, worldOn } from './world'

const days = (count: number) => count * 24 * 60
const another = 'seven lamps over the bay'

describe.each(databases)('an account that nobody has used for 180 days, on $name', (database) => {
  const world = worldOn(database)

  /** An account whose last use is as many days ago. */
  const unused = async (count = 180) => {
    const person = await registerBoth(world)
    world.passMinutes(days(count))
    return person
  }

  const byCode = async (mobile: string, jar = new CookieJar()) => {
    const client = world.person({ jar })
    await client.sendCode({ mobile, type: mobilePurpose.loginOnly })
    return { client, answer: await client.smsLoginOnly({ mobile, code: await world.codeTo(mobile) }) }
  }

  /** Proves the number of an account, and answers the ticket for one more proof. */
  const toConfirm = async (mobile: string) => {
    const { client, answer } = await byCode(mobile)
    if (answer.ok || answer.code !== 'confirmation_required') throw new Error('nothing to confirm')
    return { client, ticket: answer.data.ticket, ways: answer.data.ways }
  }

  const emailCodeOf = async (client: ReturnType<typeof world.person>, { ticket, email }: Record<string, string>) => {
    expect(await client.sendConfirmationCode({ ticket: ticket ?? '' })).toMatchObject({ ok: true })
    return world.codeTo(email ?? '')
  }

  it('security: a stranger with a recycled number does not get in, and the email is told', async () => {
    const { mobile, email, userId } = await unused()
    const { client, ticket, ways } = await toConfirm(mobile)
    expect(ways).toEqual([
      { way: 'email', masked: 'p***@example.com' },
      { way: 'password', masked: '' },
    ])
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    expect(await toldLast(world, email)).toMatchObject({ purpose: 'old_number_used' })
    expect((await activityOf(world, userId))[0]?.[0]).toBe('old_number_used')
    for (const password of ['a guess', 'another guess'])
      expect(await client.confirmSignIn({ ticket, way: 'password', code: password })).toMatchObject({
        code: 'wrong_credentials',
        data: { field: 'password' },
      })
    const code = await emailCodeOf(client, { ticket, email })
    expect(await client.confirmSignIn({ ticket, way: 'email', code: otherThan(code) })).toMatchObject({
      code: 'code_wrong',
    })
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
  })

  it('security: a stranger with a recycled number does not get in by a registration of it', async () => {
    const { mobile } = await unused()
    const client = world.person()
    await client.sendCode({ mobile, type: mobilePurpose.register })
    const registered = await client.registerByMobile({ mobile, code: await world.codeTo(mobile), password: another })
    const ticket = !registered.ok && registered.code === 'already_registered' ? (registered.data.ticket ?? '') : ''
    expect(await client.smsLoginContinue({ ticket })).toMatchObject({ code: 'confirmation_required' })
    const direct = world.person()
    world.passMinutes(2)
    await direct.sendCode({ mobile, type: mobilePurpose.login })
    expect(await direct.smsLogin({ mobile, code: await world.codeTo(mobile) })).toMatchObject({
      code: 'confirmation_required',
    })
  })

  it('security: a stranger with a recycled number does not get in by a reset of the password', async () => {
    const { mobile, email, password } = await unused()
    const type = mobilePurpose.resetPassword
    const client = world.person()
    await client.sendCode({ mobile, type })
    const code = await world.codeTo(mobile)
    const refused = { code: 'other_address_required', data: { email: 'p***@example.com' } }
    expect(await client.resetPasswordByMobile({ mobile, code, password: another })).toMatchObject(refused)
    const validated = await client.validateCode({ mobile, code, type })
    const ticket = validated.ok ? validated.data.ticket : ''
    expect(await client.resetPasswordByTicket({ ticket, password: another })).toMatchObject(refused)
    expect(await world.person().emailLogin({ email, password })).toMatchObject({ ok: true })
  })

  it('security: without a right code nobody learns that an account is unused', async () => {
    const [{ mobile }, { mobile: used }] = [await unused(), await registerBoth(world)]
    const ask = async (to: string) => {
      const client = world.person()
      const sent = await client.sendCode({ mobile: to, type: mobilePurpose.loginOnly })
      const code = otherThan(await world.codeTo(to))
      const entered = await client.smsLoginOnly({ mobile: to, code })
      world.passMinutes(2)
      await client.sendCode({ mobile: to, type: mobilePurpose.resetPassword })
      const reset = { mobile: to, code: otherThan(await world.codeTo(to)), password: another }
      const answers = [sent, entered, await client.resetPasswordByMobile(reset)]
      return JSON.stringify(answers, (key, value) => (['logId', 'mobile', 'sms_code_key'].includes(key) ? '' : value))
    }
    expect(await ask(mobile)).toBe(await ask(used))
  })

  it('security: the ticket belongs to the browser that proved the number', async () => {
    const { mobile, email } = await unused()
    const { client, ticket } = await toConfirm(mobile)
    const other = world.person()
    await other.checkLogin({})
    expect(await other.confirmSignIn({ ticket, way: 'password', code: goodPassword })).toMatchObject({
      code: 'ticket_refused',
    })
    expect(await other.sendConfirmationCode({ ticket })).toMatchObject({ code: 'ticket_refused' })
    const code = await emailCodeOf(client, { ticket, email })
    expect(await other.confirmSignIn({ ticket, way: 'email', code })).toMatchObject({ code: 'ticket_refused' })
    expect(await client.confirmSignIn({ ticket, way: 'email', code })).toMatchObject({ ok: true })
  })

  it('security: the ticket works once, for 15 minutes, and only while the account has the number', async () => {
    const { mobile } = await unused()
    const { client, ticket } = await toConfirm(mobile)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.confirmSignIn({ ticket, way: 'password', code: goodPassword })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)

    const late = await toConfirm((await unused()).mobile)
    world.passMinutes(15)
    const confirmation = { ticket: late.ticket, way: 'password' as const, code: goodPassword }
    expect(await late.client.confirmSignIn(confirmation)).toMatchObject({ code: 'ticket_refused' })

    const gone = await unused()
    const asked = await toConfirm(gone.mobile)
    await world.storage.accounts.unbind({ kind: 'mobile', value: gone.mobile, accountId: gone.userId })
    expect(
      await asked.client.confirmSignIn({ ticket: asked.ticket, way: 'password', code: goodPassword }),
    ).toMatchObject({ code: 'ticket_refused' })
  })

  it('security: guesses are limited, and the email is told once a day', async () => {
    const { mobile, email } = await unused()
    const { client, ticket } = await toConfirm(mobile)
    const told = await world.messagesTo(email)
    for (let guess = 0; guess < 5; guess += 1) await client.confirmSignIn({ ticket, way: 'password', code: 'a guess' })
    expect(await client.confirmSignIn({ ticket, way: 'password', code: 'a guess' })).toMatchObject({
      code: 'captcha_required',
    })
    world.passMinutes(2)
    await toConfirm(mobile)
    expect(await world.messagesTo(email)).toBe(told)
  })

  it('happy: the password lets its person in, and after that the number alone is enough again', async () => {
    const { mobile, userId } = await unused()
    const { client, ticket } = await toConfirm(mobile)
    expect(await client.confirmSignIn({ ticket, way: 'password', code: goodPassword })).toMatchObject({
      ok: true,
      data: { user_id: userId },
    })
    expect(await client.accountInfo({})).toMatchObject({ ok: true })
    world.passMinutes(2)
    expect((await byCode(mobile)).answer).toMatchObject({ ok: true })
  })

  it('happy: a code to the email lets its person in', async () => {
    const { mobile, email, userId } = await unused()
    const { client, ticket } = await toConfirm(mobile)
    const code = await emailCodeOf(client, { ticket, email })
    expect(await client.confirmSignIn({ ticket, way: 'email', code })).toMatchObject({ data: { user_id: userId } })
  })

  it('happy: an account in use is never asked: 179 days, and any session in between', async () => {
    const { mobile } = await unused(179)
    expect((await byCode(mobile)).answer).toMatchObject({ ok: true })

    const person = await unused(100)
    const session = await secondSession(world, person)
    expect(await session.accountInfo({})).toMatchObject({ ok: true })
    world.passMinutes(days(100))
    expect((await byCode(person.mobile)).answer).toMatchObject({ ok: true })
  })

  it('happy: where the number is all that the account has, it opens it', async () => {
    const { mobile, userId } = await registerMobileOnly(world)
    world.passMinutes(days(400))
    expect((await byCode(mobile)).answer).toMatchObject({ ok: true, data: { user_id: userId } })
  })

  it('happy: without an email, a number resets the password, so that its person is not locked out', async () => {
    const { mobile } = await registerMobile(world)
    world.passMinutes(days(400))
    expect((await byCode(mobile)).answer).toMatchObject({
      code: 'confirmation_required',
      data: { ways: [{ way: 'password' }] },
    })
    const client = world.person()
    await client.sendCode({ mobile, type: mobilePurpose.resetPassword })
    const reset = { mobile, code: await world.codeTo(mobile), password: another }
    expect(await client.resetPasswordByMobile(reset)).toMatchObject({ ok: true })
  })

  it('happy: an email code and a password open it as ever', async () => {
    const { email, mobile } = await unused(400)
    const client = world.person()
    await client.sendEmailCode({ email, type: emailPurpose.login })
    expect(await client.emailCodeLogin({ email, code: await world.codeTo(email) })).toMatchObject({ ok: true })
    const other = await unused(400)
    expect(await world.person().accountLoginV2({ account: other.mobile, password: goodPassword })).toMatchObject({
      ok: true,
    })
    expect(mobile).not.toBe(other.mobile)
  })

  it('happy: the new holder of the number takes it over to an account of their own', async () => {
    const { mobile, userId } = await unused(400)
    const { client, userId: own } = await registerEmail(world)
    const code = await mobileCode(world, client, mobile)
    expect(await client.bindMobile({ mobile, code, unbind_exist: 1 })).toMatchObject({ ok: true })
    expect(await profileOf(world, own)).toMatchObject({ mobile })
    expect(await profileOf(world, userId)).toMatchObject({ mobile: null })
    expect((await byCode(freshMobile())).answer).toMatchObject({ code: 'not_registered' })
  })

  it('happy: the use of an account is noted once a day', async () => {
    const { client, userId } = await registerMobile(world)
    const lastUse = async () => (await world.storage.accounts.profile(userId))?.lastUsedAt ?? 0
    const first = await lastUse()
    world.passMinutes(days(1) - 10)
    await client.checkLogin({})
    expect(await lastUse()).toBe(first)
    world.passMinutes(20)
    await client.checkLogin({})
    const second = await lastUse()
    expect(second).toBeGreaterThan(first)
    await client.checkLogin({})
    expect(await lastUse()).toBe(second)
  })
})
