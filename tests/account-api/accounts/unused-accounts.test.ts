import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { mobilePurpose } from '#contract/terms/purposes'
import { resetBy } from '#tests/account-api/addresses/binding/bindings'
import { days, signInByCode } from '#tests/account-api/worlds/attacks'
import { atOnce, describeWorlds, endsOf, goodPassword, refusalIn, ticketIn } from '#tests/account-api/worlds/worlds'
import { otherThan } from '#tests/fixtures/messages/post-office'

const another = 'seven lamps over the bay'
const right = { way: 'password', code: goodPassword } as const
const refused = { code: 'ticket_refused' }

describeWorlds('an account unused for 180 days, on $name', (world) => {
  /** An account that was last used this many days ago. */
  const unused = async (count = 180) => {
    const person = await world.registerBoth()
    world.passMinutes(days(count))
    return person
  }

  const byCode = async (mobile: string) => {
    const client = world.person()
    const code = await world.codeFor(mobile, mobilePurpose.loginOnly, client)
    return { client, answer: await client.smsLoginOnly({ mobile, code }) }
  }

  /** Proves an account’s number, and returns the ticket for the additional proof. */
  const toConfirm = async (mobile: string) => {
    const { client, answer } = await byCode(mobile)
    return { client, ...refusalIn(answer, 'confirmation_required') }
  }

  const emailCodeOf = async ({ client, ticket, email }: { client: Client; ticket: string; email: string }) => {
    expect(await client.sendConfirmationCode({ ticket })).toMatchObject({ ok: true })
    return world.codeTo(email)
  }

  it('security: a stranger with a recycled number cannot sign in, and the email is notified', async () => {
    const { mobile, email, userId } = await unused()
    const { client, ticket, ways } = await toConfirm(mobile)
    expect(ways).toEqual([
      { way: 'email', masked: 'p***@example.com' },
      { way: 'password', masked: '' },
    ])
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    expect(await world.toldLast(email)).toMatchObject({ purpose: 'old_number_used' })
    expect((await world.activityOf(userId))[0]?.[0]).toBe('old_number_used')
    const guess = await client.confirmSignIn({ ticket, way: 'password', code: 'a guess' })
    expect(guess).toMatchObject({ code: 'wrong_credentials', data: { field: 'password' } })
    const code = otherThan(await emailCodeOf({ client, ticket, email }))
    expect(await client.confirmSignIn({ ticket, way: 'email', code })).toMatchObject({ code: 'code_wrong' })
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
  })

  it('security: a stranger with a recycled number cannot get in by registering it', async () => {
    const { mobile } = await unused()
    const client = world.person()
    const required = { code: 'confirmation_required' }
    const given = { mobile, code: await world.codeFor(mobile, mobilePurpose.register), password: another }
    const ticket = ticketIn(await client.registerByMobile(given))
    expect(await client.smsLoginContinue({ ticket })).toMatchObject(required)
    world.passMinutes(2)
    const code = await world.codeFor(mobile, mobilePurpose.login)
    expect(await world.person().smsLogin({ mobile, code })).toMatchObject(required)
  })

  it('security: a stranger with a recycled number cannot reset the account’s password', async () => {
    const { mobile, email, password } = await unused()
    const type = mobilePurpose.resetPassword
    const client = world.person()
    const code = await world.codeFor(mobile, type)
    const refused = { code: 'other_address_required', data: { email: 'p***@example.com' } }
    expect(await client.resetPasswordByMobile({ mobile, code, password: another })).toMatchObject(refused)
    const ticket = ticketIn(await client.validateCode({ mobile, code, type }))
    expect(await client.resetPasswordByTicket({ ticket, password: another })).toMatchObject(refused)
    expect(await world.person().emailLogin({ email, password })).toMatchObject({ ok: true })
  })

  it('security: the ticket works only in the browser that proved the number, together with a code to the email', async () => {
    const { mobile, email, userId } = await unused()
    const { client, ticket } = await toConfirm(mobile)
    const other = world.person()
    await other.checkLogin({})
    expect(await other.confirmSignIn({ ticket, ...right })).toMatchObject(refused)
    expect(await other.sendConfirmationCode({ ticket })).toMatchObject(refused)
    const byEmail = { ticket, way: 'email', code: await emailCodeOf({ client, ticket, email }) } as const
    expect(await other.confirmSignIn(byEmail)).toMatchObject(refused)
    expect(await client.confirmSignIn(byEmail)).toMatchObject({ data: { user_id: userId } })
  })

  it('security: the ticket works once, for 15 minutes, and only while the account has the number', async () => {
    const { client, ticket } = await toConfirm((await unused()).mobile)
    expect(endsOf(await atOnce(5, () => client.confirmSignIn({ ticket, ...right })))).toMatchObject({ ok: 1 })

    const late = await toConfirm((await unused()).mobile)
    world.passMinutes(15)
    expect(await late.client.confirmSignIn({ ticket: late.ticket, ...right })).toMatchObject(refused)

    const { mobile, userId } = await unused()
    const asked = await toConfirm(mobile)
    await world.storage.accounts.unbind({ kind: 'mobile', value: mobile, accountId: userId })
    expect(await asked.client.confirmSignIn({ ticket: asked.ticket, ...right })).toMatchObject(refused)
  })

  it('security: guesses are limited, and the email is notified once a day', async () => {
    const { mobile, email } = await unused()
    const { client, ticket } = await toConfirm(mobile)
    const told = await world.messagesTo(email)
    const guess = () => client.confirmSignIn({ ticket, way: 'password', code: 'a guess' })
    for (let guesses = 0; guesses < 5; guesses += 1) expect(await guess()).toMatchObject({ code: 'wrong_credentials' })
    expect(await guess()).toMatchObject({ code: 'captcha_required' })
    world.passMinutes(2)
    await toConfirm(mobile)
    expect(await world.messagesTo(email)).toBe(told)
  })

  it('happy: the password signs its owner in, and after that the number alone is enough again', async () => {
    const { mobile, userId } = await unused()
    const { client, ticket } = await toConfirm(mobile)
    expect(await client.confirmSignIn({ ticket, ...right })).toMatchObject({ ok: true, data: { user_id: userId } })
    expect(await client.accountInfo({})).toMatchObject({ ok: true })
    world.passMinutes(2)
    expect((await byCode(mobile)).answer).toMatchObject({ ok: true })
  })

  it('happy: a number alone signs in if the account was used within 179 days, by sign-in or by any session', async () => {
    const { mobile } = await unused(179)
    expect((await byCode(mobile)).answer).toMatchObject({ ok: true })

    const person = await unused(100)
    const session = await world.secondSession(person)
    expect(await session.accountInfo({})).toMatchObject({ ok: true })
    world.passMinutes(days(100))
    expect((await byCode(person.mobile)).answer).toMatchObject({ ok: true })
  })

  it('happy: a number that is the account’s only method signs in', async () => {
    const { mobile, userId } = await world.registerMobileOnly()
    world.passMinutes(days(400))
    expect((await byCode(mobile)).answer).toMatchObject({ ok: true, data: { user_id: userId } })
  })

  it('happy: a number resets the password of an account without an email, so its owner is not locked out', async () => {
    const { mobile } = await world.registerMobile()
    world.passMinutes(days(400))
    expect((await toConfirm(mobile)).ways).toMatchObject([{ way: 'password' }])
    expect(await resetBy(world, mobile, another)).toMatchObject({ ok: true })
  })

  it('happy: an email code and a password sign in as always', async () => {
    await signInByCode(world, (await unused(400)).email)
    await world.secondSession(await unused(400))
  })

  it('happy: the use of an account is recorded once a day', async () => {
    const { client, userId } = await world.registerMobile()
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
