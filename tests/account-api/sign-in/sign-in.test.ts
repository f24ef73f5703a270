import { expect, it } from 'vitest'
import { isLastSignInMethod, signInMethodsOf } from '#account-api/accounts/methods/kinds'
import { mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { claimEmail } from '#tests/account-api/addresses/binding/bindings'
import { atOnce, describeWorlds, endsOf, freshMobile, goodPassword, ticketIn } from '#tests/account-api/worlds/worlds'

const signedOut = { ok: false, code: 'not_signed_in' }

describeWorlds('sign-in on $name', (world) => {
  /** A proven mobile without an account, with its ticket. */
  const unregisteredTicket = async (mobile = freshMobile()) => {
    const code = await world.codeFor(mobile, mobilePurpose.loginOnly)
    return ticketIn(await world.person().smsLoginOnly({ mobile, code }))
  }

  it('happy: a mobile in any notation, an email in any case and a username sign in with the password', async () => {
    const { mobile, email, userId } = await world.registerBoth()
    const { username } = await world.profileOf(userId)
    const notations = [mobile.replace('+86', '0086'), mobile.slice(3), ` ${mobile.slice(3, 6)} ${mobile.slice(6)}`]
    const entered = { data: { user_id: userId, is_new_user: false } }
    for (const account of [mobile, ...notations, email.toUpperCase(), username])
      expect(await world.person().accountLoginV2({ account, password: goodPassword })).toMatchObject(entered)
    expect(await world.person().emailLogin({ email, password: goodPassword })).toMatchObject(entered)
    expect(await world.person().passwordLogin({ username, password: goodPassword })).toMatchObject(entered)
  })

  it('happy: with login_only, an SMS code registers nobody, and returns the ticket of smsLoginOnly', async () => {
    const mobile = freshMobile()
    const code = await world.codeFor(mobile, mobilePurpose.login)
    const person = world.person()
    const answer = await person.smsLogin({ mobile, code, login_only: 1 })
    expect(answer).toMatchObject({ ok: false, code: 'not_registered' })
    expect(await world.storage.accounts.holderOf('mobile', mobile)).toBeUndefined()
    const continued = await person.smsLoginContinue({ ticket: ticketIn(answer) })
    expect(continued).toMatchObject({ ok: true, data: { is_new_user: true } })
    expect(await person.checkLogin({})).toMatchObject({ data: { signed_in: true } })
  })

  it('security: one of 20 concurrent uses of a ticket succeeds, and two tickets of one mobile create one account', async () => {
    const mobile = freshMobile()
    const tickets = [await unregisteredTicket(mobile), await unregisteredTicket(mobile)]
    const entered = await Promise.all(tickets.map((ticket) => world.person().smsLoginContinue({ ticket })))
    expect(endsOf(entered)).toEqual({ ok: 2 })
    expect(new Set(entered.map((answer) => answer.ok && answer.data.user_id)).size).toBe(1)
    const ticket = await unregisteredTicket()
    const answers = await atOnce(20, () => world.person().smsLoginContinue({ ticket }))
    expect(endsOf(answers)).toEqual({ ok: 1, ticket_refused: 19 })
  })

  it('error: after five wrong passwords for an account, or from a client address, a captcha is required', async () => {
    const { mobile, password } = await world.registerMobile()
    for (let tries = 0; tries < 5; tries++)
      await world.person({ address: `192.0.2.${60 + tries}` }).passwordLogin({ mobile, password: 'wrong' })
    const asked = await world.person({ address: '192.0.2.70' }).passwordLogin({ mobile, password })
    expect(asked).toMatchObject({ code: 'captcha_required', data: { decision: { code: 3059, subtype: 'text' } } })
    const person = world.person({ address: '192.0.2.71' })
    for (let tries = 0; tries < 5; tries++) await person.passwordLogin({ mobile: freshMobile(), password: 'wrong' })
    const { mobile: another } = await world.registerMobile()
    expect(await person.passwordLogin({ mobile: another, password })).toMatchObject({ code: 'captcha_required' })
  })

  it('happy: right passwords from one address do not count as wrong ones', async () => {
    const { mobile, password } = await world.registerMobile()
    for (let times = 0; times < 7; times++)
      expect((await world.person({ address: '192.0.2.73' }).passwordLogin({ mobile, password })).ok).toBe(true)
  })

  it('error: ten wrong passwords lock the password for 15 minutes', async () => {
    const { mobile, password } = await world.registerMobile()
    const visitor = { address: '192.0.2.50', jar: new CookieJar() }
    const type = (typed: string) => world.insist(visitor, (client) => client.passwordLogin({ mobile, password: typed }))
    for (let tries = 0; tries < 10; tries++) expect(await type('wrong')).toMatchObject({ code: 'wrong_credentials' })
    expect(await type(password)).toMatchObject({ code: 'password_locked' })
    world.passMinutes(15)
    expect(await type(password)).toMatchObject({ ok: true })
  })

  it('security: five of 40 concurrent guesses are checked', async () => {
    const { mobile } = await world.registerMobile()
    const person = world.person({ address: '192.0.2.51' })
    await person.checkLogin({})
    const answers = await atOnce(40, (guess) => person.passwordLogin({ mobile, password: `guess ${guess}` }))
    expect(endsOf(answers)).toMatchObject({ wrong_credentials: 5 })
  })

  it('security: a copied session token is refused after the sign-out, and an invented one always', async () => {
    const { jar, client } = await world.registerMobile()
    const stolen = new CookieJar(jar.toJSON())
    expect(await world.person({ jar: stolen }).accountInfo({})).toMatchObject({ ok: true })
    expect(await client.logout({})).toMatchObject({ ok: true })
    const invented = new CookieJar({ passport_session: 'x'.repeat(43) })
    for (const by of [stolen, invented])
      expect(await world.person({ jar: by }).accountInfo({})).toMatchObject(signedOut)
    for (const cleared of [jar, invented]) expect(cleared.get('passport_session')).toBeUndefined()
  })
})

describeWorlds('sign-in methods on $name', (world) => {
  it('error: an unproven email is no sign-in method, so the password is the last one', async () => {
    const account = await world.profileOf((await claimEmail(world)).userId)
    expect(signInMethodsOf(account, [])).toEqual(['password'])
    expect(await isLastSignInMethod(world.storage, account, 'password')).toBe(true)
    expect(await isLastSignInMethod(world.storage, account, 'email')).toBe(false)
  })

  it('security: only the account that holds an identifier can unbind it, and only once', async () => {
    const { userId, mobile } = await world.registerMobile()
    const other = await world.registerMobile()
    const bound = { kind: 'mobile' as const, value: mobile }
    expect(await world.storage.accounts.unbind({ ...bound, accountId: other.userId })).toBe(false)
    const unbound = await atOnce(20, () => world.storage.accounts.unbind({ ...bound, accountId: userId }))
    expect(unbound.filter(Boolean)).toHaveLength(1)
  })

  it('security: transactions that lock the same accounts run one at a time, in whatever order they name them', async () => {
    const [one, other] = [await world.registerMobile(), await world.registerMobile()]
    let inside = 0
    let most = 0
    await atOnce(10, (turn) =>
      world.storage.transaction(async (stores) => {
        const ids = [one.userId, other.userId]
        await stores.accounts.lock(...(turn % 2 === 0 ? ids : ids.reverse()))
        inside++
        most = Math.max(most, inside)
        await stores.accounts.profile(one.userId)
        inside--
      }),
    )
    expect(most).toBe(1)
  })
})
