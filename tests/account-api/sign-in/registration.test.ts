import { expect, it } from 'vitest'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { maskedMobile } from '#tests/account-api/addresses/binding/bindings'
import { dataOf, describeWorldsWith, freshEmail, freshMobile, ticketIn } from '#tests/account-api/worlds/worlds'
import { otherThan } from '#tests/fixtures/messages/post-office'

const holderOf = (userId: string) => ({ data: { user_id: userId, is_new_user: false } })
const isTaken = (field: string) => ({ code: 'already_registered', data: { field } })
const password = 'a river under the moon'

const reserved = 'reserved@example.com'

describeWorldsWith({ testCodes: new Map([[reserved, '123456']]) })('registration on $name', (world) => {
  const mobileWithCode = async (mobile = freshMobile()) => {
    const person = world.person()
    return { mobile, person, code: await world.codeFor(mobile, mobilePurpose.register, person) }
  }

  const emailWithCode = async (email = freshEmail()) => {
    const person = world.person()
    return { email, person, code: await world.codeFor(email, emailPurpose.register, person) }
  }

  /** Registers an unproven email, and solves the captcha that this requires. */
  const registerUnverified = (email: string, password: string, jar = new CookieJar()) =>
    world.insist({ jar }, (client) => client.registerByEmailUnverified({ email, password }))

  it.each([
    ['a mobile', 'registerMobile'],
    ['an email', 'registerEmail'],
    ['a mobile and an email', 'registerBoth'],
  ] as const)('happy: %s with a password registers and signs in', async (_what, register) => {
    const { client, password, ...given } = await world[register]()
    const [mobile, email] = ['mobile' in given ? given.mobile : null, 'email' in given ? given.email : null]
    const info = await client.accountInfo({})
    expect(info).toMatchObject({ data: { mobile: mobile && maskedMobile(mobile), has_password: true } })
    expect(info).toMatchObject({ data: { email: email && 'p***@example.com', email_verified: email !== null } })
    for (const account of [mobile, email])
      if (account) expect(await world.person().accountLoginV2({ account, password })).toMatchObject({ ok: true })
  })

  it.each([
    ['a password of seven characters', 'a b c d', 'too_short'],
    ['a password of more than 128 characters', 'long '.repeat(26), 'too_long'],
    ['a common password', 'Password1', 'common'],
    ['a password made from the email', 'Margaret.Hamilton1', 'own_identifier'],
  ])('error: %s is refused, and the code stays valid', async (_what, refused, reason) => {
    const { person, ...given } = await emailWithCode(`margaret.hamilton@${reason.replace('_', '')}.example`)
    const expected = { code: 'password_refused', data: { reason } }
    expect(await person.registerByEmail({ ...given, password: refused })).toMatchObject(expected)
    expect(await person.registerByEmail({ ...given, password })).toMatchObject({ ok: true })
  })

  it('happy: the length of a password counts characters, not bytes', async () => {
    const { mobile, person, code } = await mobileWithCode()
    expect(await person.registerByMobile({ mobile, code, password: '月亮河边的小船儿' })).toMatchObject({ ok: true })
  })

  it('error: the failure names the field of the wrong code, and neither code is used up', async () => {
    const { mobile, person, code } = await mobileWithCode()
    const { email, code: email_code } = await emailWithCode()
    const given = { mobile, code, email, email_code, password }
    const wrong = await person.registerByMobileAndEmail({ ...given, email_code: otherThan(email_code) })
    expect(wrong).toMatchObject({ code: 'code_wrong', data: { field: 'email_code', tries_left: 4 } })
    expect(await person.registerByMobileAndEmail(given)).toMatchObject({ ok: true })
  })

  it('happy: the ticket for a proven, bound email signs in to its account once, and proves the email', async () => {
    const { email, userId, password: former } = await world.registerEmail()
    world.passMinutes(1)
    const { person, code } = await emailWithCode(email)
    const taken = await person.registerByEmail({ email, code, password })
    expect(taken).toMatchObject(isTaken('email'))
    const ticket = ticketIn(taken)
    // It is no ticket for a mobile.
    expect(await person.smsLoginContinue({ ticket })).toMatchObject({ code: 'ticket_refused' })
    expect(await person.emailLoginContinue({ ticket })).toMatchObject(holderOf(userId))
    expect(await world.person().emailLoginContinue({ ticket })).toMatchObject({ code: 'ticket_refused' })
    const factors = { mobile: null, email: expect.any(Number), password: null }
    expect((await world.sessionsOf(userId))[0]).toMatchObject({ way: 'email', factors })
    expect(await world.person().emailLogin({ email, password: former })).toMatchObject(holderOf(userId))
  })

  it('error: a registration that fails on a bound email does not bind the mobile', async () => {
    const { email } = await world.registerEmail()
    world.passMinutes(1)
    const { mobile, person, code } = await mobileWithCode()
    const { code: email_code } = await emailWithCode(email)
    const given = { mobile, code, email, email_code, password }
    expect(await person.registerByMobileAndEmail(given)).toMatchObject(isTaken('email'))
    expect(await world.storage.accounts.holderOf('mobile', mobile)).toBeUndefined()
  })

  it('happy: the generated username signs in until the email is proven, and afterwards', async () => {
    const email = freshEmail()
    const { username: account } = dataOf(await registerUnverified(email, password))
    const claimant = world.person()
    expect(await claimant.accountLoginV2({ account, password })).toMatchObject({ ok: true })
    expect(await claimant.accountInfo({})).toMatchObject({ data: { email: 'p***@example.com', email_verified: false } })
    await world.registerEmail({ email, password: 'the owner of the address' })
    expect(await world.person().accountLoginV2({ account, password })).toMatchObject({ ok: true })
  })

  it('security: a stranger claims one email again and again, to fill its mailbox', async () => {
    const email = freshEmail()
    for (let nth = 0; nth < 8; nth++) expect(await registerUnverified(email, password)).toMatchObject({ ok: true })
    expect(await world.messagesTo(email)).toBe(3)
    world.passMinutes(28 * 60)
    await registerUnverified(email, password)
    expect(await world.messagesTo(email)).toBe(4)
  })

  it('happy: an unproven email gets a message with the username, unless it is reserved for tests', async () => {
    const email = freshEmail()
    const { username } = dataOf(await registerUnverified(email, password))
    expect((await world.toldLast(email))?.body).toContain(`sign in with the username ${username} and`)
    expect(await world.messagesTo(email)).toBe(1)
    expect(await registerUnverified(reserved, password)).toMatchObject({ ok: true })
    expect(await world.messagesTo(reserved)).toBe(0)
  })

  const needsCaptcha = (code: number, subtype: string) => ({
    code: 'captcha_required',
    data: { decision: { code, subtype } },
  })

  it('security: every registration with an unproven email needs a captcha', async () => {
    const input = { email: freshEmail(), password, recaptcha_token: 'made up' }
    expect(await world.person().registerByEmailUnverified(input)).toMatchObject(needsCaptcha(99996, 'whirl'))
  })

  it('happy: the calls that check for a registered address answer yes or no, each after a captcha', async () => {
    const { mobile, email } = await world.registerBoth()
    const visitor = { address: '203.0.113.20', jar: new CookieJar() }
    const asksMobile = (asked: string) =>
      world.insist(visitor, (client) => client.isMobileRegistered({ mobile: asked }))
    expect(await world.person().isMobileRegistered({ mobile })).toMatchObject(needsCaptcha(3060, '3d'))
    expect(await asksMobile(mobile)).toMatchObject({ data: { is_registered: true } })
    expect(await asksMobile(freshMobile())).toMatchObject({ data: { is_registered: false } })
    const asksEmail = await world.insist(visitor, (client) => client.isEmailRegistered({ email }))
    expect(asksEmail).toMatchObject({ data: { is_registered: true } })
  })

  it('security: the calls that check for a registered address are limited by client address', async () => {
    const visitor = { address: '203.0.113.21', jar: new CookieJar() }
    const ask = () => world.insist(visitor, (client) => client.isEmailRegistered({ email: freshEmail() }))
    for (let asked = 0; asked < 10; asked++) expect(await ask()).toMatchObject({ ok: true })
    expect(await ask()).toMatchObject({ code: 'too_many_requests' })
  })
})
