import { expect, it } from 'vitest'
import { issueProfile } from '#account-api/addresses/platforms/platform'
import { days } from '#account-api/kernel/time'
import { signInByPlatform } from '#account-api/sign-in/platforms/sign-in'
import type { Client } from '#contract/client'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { knownBrowserCookie } from '#contract/wire/headers'
import { cancelByMobile, resetBy, restoreTicket } from '#tests/account-api/addresses/binding/bindings'
import { appCode, askedPerson, wrongCode } from '#tests/account-api/verification/authenticators/apps'
import { codeOf, dataOf, describeWorlds, isSignedIn, ticketIn, verifyBy } from '#tests/account-api/worlds/worlds'
import { writeInto } from '#tests/fixtures/databases/look-into'
import { signInCodes } from './qr-codes/qr-codes'

const another = 'seven lamps over the bay'
const identity = { platform: 'example', appId: '', openid: 'an-openid', unionid: null, name: 'Ann', tenantKey: null }

describeWorlds('an account that requires its authenticator on $name', (world) => {
  const askedOwner = async () => askedPerson(world, await world.registerBoth())
  type Owner = Awaited<ReturnType<typeof askedOwner>>

  /** Every sign-in that begins with a proof, as a thief of that proof uses it in their own browser. */
  const doors: Record<string, (owner: Owner, thief: Client) => Promise<unknown>> = {
    'the password': ({ mobile, password }, thief) => thief.accountLoginV2({ account: mobile, password, kick_other: 1 }),
    'the password with the email': ({ email, password }, thief) => thief.emailLogin({ email, password }),
    'a code by SMS': async ({ mobile }, thief) =>
      thief.smsLogin({ mobile, code: await world.codeFor(mobile, mobilePurpose.login, thief) }),
    'a code by email': async ({ email }, thief) =>
      thief.emailCodeLogin({ email, code: await world.codeFor(email, emailPurpose.login, thief) }),
    'a registration of the number': async ({ mobile }, thief) => {
      const code = await world.codeFor(mobile, mobilePurpose.register, thief)
      return thief.smsLoginContinue({ ticket: ticketIn(await thief.registerByMobile({ mobile, code })) })
    },
    'a registration of the email': async ({ email, password }, thief) => {
      const code = await world.codeFor(email, emailPurpose.register, thief)
      return thief.emailLoginContinue({ ticket: ticketIn(await thief.registerByEmail({ email, code, password })) })
    },
    'a reset by SMS': ({ mobile }, thief) => resetBy(world, mobile, another, thief),
    'a reset by email': ({ email }, thief) => resetBy(world, email, another, thief),
    'the link of a reset': async ({ email }, thief) => {
      await world.codeFor(email, emailPurpose.resetPassword)
      return thief.resetPasswordByTicket({ ticket: await world.linkTicketTo(email), password: another })
    },
    'a lost number': async ({ email, password }, thief) => {
      const code = await world.codeFor(email, emailPurpose.notSignedIn, thief)
      const { ticket } = dataOf(await thief.validateEmailCode({ email, code, type: emailPurpose.notSignedIn }))
      return thief.unbindUnusableMobile({ ticket, password })
    },
    'a number that nobody has used for long': async ({ userId, mobile, password }, thief) => {
      const before = world.deployment.now() - days(181)
      await writeInto(world.place, 'update accounts set last_used_at = $1 where id = $2', [before, userId])
      const code = await world.codeFor(mobile, mobilePurpose.login, thief)
      const ticket = ticketIn(await thief.smsLogin({ mobile, code }))
      return thief.confirmSignIn({ ticket, way: 'password', code: password })
    },
    'a cancelled account': async (owner, thief) => {
      world.passMinutes(1)
      await cancelByMobile(world, owner)
      return thief.undoCancellation({ ticket: await restoreTicket(world, owner.mobile) })
    },
  }

  const waitingBy = async ({ mobile, password }: Owner, client = world.person()) => {
    const { authenticator_ticket: ticket = '' } = dataOf(await client.accountLoginV2({ account: mobile, password }))
    return { client, ticket }
  }
  const complete = (client: Client, ticket: string, authenticator_code: string) =>
    client.completeSignIn({ ticket, authenticator_code })

  it.each(Object.entries(doors))('security: by %s, a thief gets no session, and no known browser', async (_, open) => {
    const owner = await askedOwner()
    const jar = new CookieJar()
    const thief = world.person({ jar })
    const answer = await open(owner, thief)
    expect(answer).toMatchObject({ ok: true, data: { authenticator_ticket: expect.any(String) } })
    expect(await isSignedIn(thief)).toBe(false)
    expect(jar.get(knownBrowserCookie)).toBeUndefined()
  })

  const bound = async (owner: Owner, openid: string) => {
    const at = world.deployment.now()
    await world.storage.platforms.bind({ platform: 'example', openid, accountId: owner.userId, name: 'Ann', at })
    return { ...identity, openid }
  }

  it('security: a thief of the identity gets no session', async () => {
    const owner = await askedOwner()
    const profile = await bound(owner, owner.userId)
    const from = { clientAddress: '203.0.113.9', client: '' }
    const wishes = { endOthers: false, restores: false, registers: true, provenAt: undefined }
    const signedIn = await signInByPlatform(world.service, { profile, from, ...wishes })
    expect(signedIn).toMatchObject({ ok: true, pending: { accountId: owner.userId, ticket: expect.any(String) } })
    expect(signedIn).not.toHaveProperty('session')
  })

  it('security: a thief of the password binds no authenticator', async () => {
    const owner = await askedOwner()
    const profile_key = await issueProfile(world.service, { ...identity, openid: 'of a thief' })
    const thief = world.person()
    const { mobile, password } = owner
    const answer = await thief.bindLogin({ profile_key, account: mobile, password })
    expect(answer).toMatchObject({ ok: true, data: { bound: false, authenticator_ticket: expect.any(String) } })
    expect(await world.storage.platforms.of(owner.userId)).toEqual([])
  })

  it('happy: a code of the app completes the sign-in and proves both factors, but a made-up ticket does not', async () => {
    const owner = await askedOwner()
    const { client, ticket } = await waitingBy(owner)
    const code = appCode(world, owner.secret)
    expect(codeOf(await complete(client, 'a-ticket-that-nobody-made', code))).toBe('ticket_refused')
    expect(codeOf(await complete(client, ticket, code))).toBe('ok')
    expect(await isSignedIn(client)).toBe(true)
    const [session] = await world.sessionsOf(owner.userId)
    const factors = { password: expect.any(Number), authenticator: expect.any(Number), mobile: null }
    expect(session).toMatchObject({ way: 'password', factors })
  })

  it('happy: a recovery code completes the sign-in once', async () => {
    const owner = await askedOwner()
    const [code = ''] = owner.codes
    const [first, second] = [await waitingBy(owner), await waitingBy(owner)]
    expect(codeOf(await complete(first.client, first.ticket, code))).toBe('ok')
    expect(codeOf(await complete(second.client, second.ticket, code))).toBe('code_wrong')
  })

  it('happy: a remembered device is not asked for a code until its proof is old', async () => {
    const owner = await askedOwner()
    const { device_token } = dataOf(await owner.client.rememberAccount({}))
    await owner.client.logout({})
    const { remembered } = dataOf(await owner.client.quickLogin({ device_token }))
    expect(await isSignedIn(owner.client)).toBe(true)
    await owner.client.logout({})
    world.passMinutes(31 * 24 * 60)
    const token = remembered.device_token
    for (let count = 0; count < 2; count += 1) {
      // An SMS code alone does not renew the device’s proof.
      expect(codeOf(await owner.client.quickLogin({ device_token: token }))).toBe('code_needed')
      const code = await world.codeTo(owner.mobile)
      const waits = await owner.client.quickLogin({ device_token: token, code })
      expect(waits).toMatchObject({ ok: true, data: { authenticator_ticket: expect.any(String) } })
      expect(await isSignedIn(owner.client)).toBe(false)
      world.passMinutes(2)
    }
  })

  it('happy: a signed-in phone signs in another screen', async () => {
    const { screen, confirm } = signInCodes(world)
    const owner = await askedOwner()
    const shown = await screen()
    await owner.client.scanQrcode({ token: shown.token })
    expect(await confirm(owner.client, shown)).toMatchObject({ ok: true })
    expect(await shown.take()).toMatchObject({ data: { session: { user_id: owner.userId } } })
    expect(await isSignedIn(shown.client)).toBe(true)
  })

  it('happy: requiring the app ends every other session and forgets every device', async () => {
    const person = await world.registerBoth()
    const elsewhere = await world.secondSession(person)
    const { device_token } = dataOf(await elsewhere.rememberAccount({}))
    const { mobile } = await askedPerson(world, person)
    expect(await isSignedIn(elsewhere)).toBe(false)
    expect(codeOf(await elsewhere.quickLogin({ device_token }))).toBe('remembered_over')
    expect(await world.toldLast(mobile)).toMatchObject({ purpose: 'authenticator_asked' })
  })

  it('security: one of ten concurrent sign-ins with the same code succeeds', async () => {
    const owner = await askedOwner()
    const waiting: Awaited<ReturnType<typeof waitingBy>>[] = []
    // One after the other: a password that is judged counts as a try meanwhile, and after a few a captcha is asked for.
    while (waiting.length < 10) waiting.push(await waitingBy(owner))
    const code = appCode(world, owner.secret)
    const answers = await Promise.all(waiting.map(({ client, ticket }) => complete(client, ticket, code)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('security: a thief’s tries are limited across all sign-ins, and do not lock the owner’s session', async () => {
    const owner = await askedOwner()
    const refused = await world.atOneMoment(async () => {
      for (let count = 0; count < 10; count += 1) {
        const { client, ticket } = await waitingBy(owner)
        await complete(client, ticket, wrongCode(world, owner.secret))
      }
      const { client, ticket } = await waitingBy(owner)
      return complete(client, ticket, appCode(world, owner.secret))
    })
    expect(refused).toMatchObject({ code: 'code_locked', data: { field: 'authenticator_code' } })
    await world.expectTold('authenticator_guessed', owner.mobile, owner.email)
    world.passMinutes(20)
    const asked = await owner.client.accountInfo({ need_plaintext: 1 })
    dataOf(await verifyBy(owner.client, asked, 'authenticator', appCode(world, owner.secret)))
  })

  it('security: ending the other sessions takes effect only when the sign-in completes', async () => {
    const owner = await askedOwner()
    const thief = world.person()
    await thief.accountLoginV2({ account: owner.mobile, password: owner.password, kick_other: 1 })
    expect(await isSignedIn(owner.client)).toBe(true)
  })

  it.each<[string, (owner: Owner) => Promise<{ ok: boolean }>]>([
    ['signing out everywhere else', ({ client }) => client.endOtherSessions({})],
    [
      'a new password',
      ({ client, password }) => client.updatePassword({ current_password: password, password: another }),
    ],
  ])('security: %s ends pending sign-ins', async (_, end) => {
    const owner = await askedOwner()
    const thief = await waitingBy(owner)
    expect(await end(owner)).toMatchObject({ ok: true })
    expect(codeOf(await complete(thief.client, thief.ticket, appCode(world, owner.secret)))).toBe('ticket_refused')
  })

  it('security: removing the app ends pending sign-ins, and the next sign-in does not require it', async () => {
    const owner = await askedOwner()
    const thief = await waitingBy(owner)
    const asked = await waitingBy(owner)
    expect(codeOf(await complete(asked.client, asked.ticket, appCode(world, owner.secret)))).toBe('ok')
    dataOf(await asked.client.removeAuthenticator({}))
    expect(codeOf(await complete(thief.client, thief.ticket, owner.codes[0] ?? ''))).toBe('ticket_refused')
    const { client } = await waitingBy(owner)
    expect(await isSignedIn(client)).toBe(true)
  })

  it('security: a thief reports the app lost: the owner is notified, and stops the removal by signing in', async () => {
    const owner = await askedOwner()
    const thief = await waitingBy(owner)
    const asked = dataOf(await thief.client.reportLostAuthenticator({ ticket: thief.ticket }))
    expect(asked.takes_effect_at).toEqual(expect.any(String))
    await world.expectTold('authenticator_removal_asked', owner.mobile, owner.email)
    const own = await waitingBy(owner)
    expect(codeOf(await complete(own.client, own.ticket, appCode(world, owner.secret)))).toBe('ok')
    expect(dataOf(await own.client.authenticatorInfo({}))).toMatchObject({ removed_at: null })
    await world.expectTold('authenticator_removal_stopped', owner.mobile, owner.email)
  })

  it('security: an owner who reports the app lost with a second factor removes it at once', async () => {
    const owner = await askedOwner()
    for (const way of ['the password', 'the password with the email', 'a code by SMS']) {
      const client = world.person()
      const entered = (await doors[way]?.(owner, client)) as { data: { authenticator_ticket: string } }
      dataOf(await client.reportLostAuthenticator({ ticket: entered.data.authenticator_ticket }))
      const { authenticatorSince } = await world.profileOf(owner.userId)
      expect([way, authenticatorSince === null]).toEqual([way, way === 'a code by SMS'])
    }
    expect(await world.toldLast(owner.email)).toMatchObject({ purpose: 'authenticator_removed' })
  })
})
