import { describe, expect, it } from 'vitest'
import { allCalls, type CallName } from '#contract/calls'
import type { Client } from '#contract/client'
import type { KindOfIdentifier } from '#contract/terms/fields'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { emailCode, mobileCode, newMobileCode, proveMobile } from '#tests/account-api/addresses/binding/bindings'
import { importCsv } from '#tests/account-api/moving/people-files'
import { openOrganisation } from '#tests/account-api/organisations/members/members'
import { days, dueAfter } from '#tests/account-api/worlds/attacks'
import { policyOf } from '#tests/account-api/worlds/policies'
import {
  codeOf,
  dataOf,
  describeWorldsWith,
  freshEmail,
  freshMobile,
  goodPassword,
  isInvalid,
  ticketIn,
} from '#tests/account-api/worlds/worlds'
import { newIdentity, outsiders } from './platforms/outsiders'
import { moveCodes } from './qr-codes/qr-codes'

const password = goodPassword
const subject = { subject_name: 'Meadow', deputy_name: 'Ann' }
const ticket = 'a-ticket-that-nobody-issued'

const { providers, keyOf } = outsiders()

describeWorldsWith({ providers })('identifiers that a policy turns on, on $name', (world, database) => {
  const decide = policyOf(world)
  const only = (...identifiers: KindOfIdentifier[]) => decide({ identifiers })
  const off = (field: KindOfIdentifier, ...identifiers: KindOfIdentifier[]) => ({
    ok: false,
    code: 'identifier_off',
    data: { field, identifiers },
  })
  const notOffered = (field: string) => isInvalid(field, 'not_offered')
  const enter = (account: string, typed = password, client = world.person()) =>
    client.accountLoginV2({ account, password: typed })

  let names = 0
  /** A person with their own username, a number and an email. */
  const somebody = async () => {
    const person = await world.registerBoth()
    const username = `${database.name.toLowerCase()}-${'abcdefghij'[names++]}-chosen`
    dataOf(await person.client.accountSet({ username }))
    return { ...person, username }
  }

  /** The calls that take a new identifier. */
  const doors = {
    mobile: `bindMobile createSubjectByMobile createUserWithRole rebindMobile registerByMobile registerByMobileAndEmail
      registerUserOnlyByMobile switchBind`,
    email: `bindEmail createSubjectByEmail createUserWithRole rebindEmail registerByEmail registerByEmailUnverified
      registerByMobileAndEmail registerUserOnlyByEmail sendRecoveryEmailCode setRecoveryEmail switchBind`,
  }

  describe.each([
    ['mobile', 'email', freshMobile],
    ['email', 'mobile', freshEmail],
  ] as const)('%s is off', (kind, other, fresh) => {
    const on = ['username', other] as const
    const purposes = kind === 'mobile' ? mobilePurpose : emailPurpose
    const marked = allCalls.filter(({ newAddresses }) => newAddresses.some((each) => each.kind === kind))

    it('security: every call of the contract that takes a new identifier is one of the tested calls', () => {
      expect(marked.map(({ name }) => name).sort()).toEqual(doors[kind].split(/\s+/))
      for (const { name, errors } of marked) expect(errors, name).toContain('identifier_off')
    })

    it.each(marked)('security: $name refuses the identifier, known or unknown', async ({ name, auth }) => {
      const [{ client }, known] = [await world.registerBoth(), await world.registerBoth()]
      const { sec_subject_uid } = dataOf(await client.createSubject({ subject_name: 'Orchard' }))
      only(...on)
      const ask = (auth === 'none' ? world.person() : client)[name as CallName] as (input: object) => Promise<unknown>
      // Each call reads its own fields.
      const given = { mobile: freshMobile(), email: freshEmail(), code: '123456', password, ticket, ...subject }
      for (const to of [fresh(), known[kind]])
        expect(await ask({ ...given, sec_subject_uid, [kind]: to })).toMatchObject(off(kind, ...on))
    })

    it('security: no code is sent to an identifier that is off, known and unknown ones alike', async () => {
      const person = await world.registerBoth()
      only(...on)
      const visitor = world.person()
      for (const type of [purposes.register, purposes.login, purposes.resetPassword, purposes.notSignedIn])
        for (const to of [person[kind], fresh()]) {
          const before = await world.messagesTo(to)
          const sent =
            kind === 'mobile' ? visitor.sendCode({ mobile: to, type }) : visitor.sendEmailCode({ email: to, type })
          expect(await sent).toMatchObject(notOffered(kind))
          expect(await world.messagesTo(to)).toBe(before)
        }
      const activation = kind === 'mobile' ? { mobile: person.mobile } : { email: person.email }
      expect(await visitor.sendActivationCode(activation)).toMatchObject(notOffered(kind))
    })

    it('security: an earlier right code signs nobody in, and resets no password', async () => {
      const { mobile, email } = await world.registerBoth()
      const visitor = world.person()
      const to = kind === 'mobile' ? mobile : email
      const code = await world.codeFor(to, purposes.login, visitor)
      const reset = await world.codeFor(to, purposes.resetPassword, visitor)
      only(...on)
      const signedIn = kind === 'mobile' ? visitor.smsLogin({ mobile, code }) : visitor.emailCodeLogin({ email, code })
      expect(codeOf(await signedIn)).toBe('code_expired')
      const given = { code: reset, password: 'seven lamps over the bay' }
      const [byMobile, byEmail] = [visitor.resetPasswordByMobile, visitor.resetPasswordByEmail]
      const changed = kind === 'mobile' ? byMobile({ mobile, ...given }) : byEmail({ email, ...given })
      expect(codeOf(await changed)).toBe('code_expired')
    })

    it('security: the password with an identifier that is off does not sign in, and only the right one reveals that', async () => {
      const person = await world.registerBoth()
      only(...on)
      expect(codeOf(await enter(person[kind], 'seven lamps over the bay'))).toBe('wrong_credentials')
      expect(codeOf(await enter(fresh(), password))).toBe('wrong_credentials')
      const visitor = world.person()
      expect(await enter(person[kind], password, visitor)).toMatchObject(off(kind, ...on))
      expect(dataOf(await visitor.checkLogin({})).signed_in).toBe(false)
      expect(await enter(person[other])).toMatchObject({ ok: true })
    })

    it('happy: an account whose only identifier is off can sign in by it until it has another', async () => {
      const alone = kind === 'mobile' ? await world.registerMobile() : await world.registerEmail()
      const to = 'mobile' in alone ? alone.mobile : alone.email
      only(...on)
      const client = world.person()
      expect(await enter(to, password, client)).toMatchObject({ ok: true })
      const [email, mobile] = [freshEmail(), freshMobile()]
      const bound =
        other === 'email'
          ? await client.bindEmail({ email, code: await emailCode(world, client, email) })
          : await client.bindMobile({ mobile, code: await mobileCode(world, client, mobile) })
      expect(bound).toMatchObject({ ok: true })
      expect(await enter(to)).toMatchObject(off(kind, ...on))
    })

    it('happy: an account keeps an identifier that is off, can remove it, and gets messages there, but no second verification offers it', async () => {
      const person = await world.registerBoth()
      only(...on)
      expect(dataOf(await person.client.accountInfo({}))[kind]).toEqual(expect.any(String))
      const { ways } = dataOf(await person.client.cancelVerifyWay({}))
      expect(ways.map(({ way }) => way)).not.toContain(kind)
      expect(codeOf(await person.client.unbindPlatform({ platform: kind, wait: 1 }))).toBe('ok')
      expect(await world.toldLast(person[kind])).toMatchObject({ purpose: expect.stringContaining(`${kind}_remov`) })
    })

    it('happy: nobody is invited by an identifier that is off, and anybody can ask which are on', async () => {
      const { manager, sec_subject_uid } = await openOrganisation(world)
      only(...on)
      expect(dataOf(await manager.client.listInvitationChannels({ sec_subject_uid })).channels).not.toContain(kind)
      expect(dataOf(await world.person().listCodeChannels({}))).toMatchObject({ identifiers: on, channels: [other] })
    })

    it('error: an import names each identifier that is not imported', async () => {
      only(...on)
      const [mobile, email] = [freshMobile(), freshEmail()]
      const head = 'id,email,email_verified,mobile,mobile_verified'
      const run = await importCsv(world, [head, `${email},${email},true,${mobile},true`])
      const said = [`line 2: the policy has ${kind}s off, and it is not imported.`]
      expect(run).toMatchObject({ taken: 1, notWhole: 1, said })
      expect(await world.storage.accounts.holderOf(kind, kind === 'mobile' ? mobile : email)).toBeUndefined()
    })
  })

  it('security: if usernames are off, nobody gets one by registering an organisation or by changing it', async () => {
    const { client } = await world.registerMobile()
    only('mobile', 'email')
    const refused = { ok: false, code: 'username_refused', data: { reason: 'not_offered' } }
    const jar = new CookieJar()
    const create = (by: Client) => by.createSubjectByUsername({ username: 'meadow-keeper', password, ...subject })
    expect(await world.insist({ jar }, create)).toMatchObject(refused)
    expect(await client.accountSet({ username: 'meadow-keeper' })).toMatchObject(refused)
    const change = { field_namespace: 'account', field: 'username', value: 'meadow-keeper' }
    expect(codeOf(await client.updateUserInfo(change))).not.toBe('ok')
    expect(await world.storage.accounts.holderOf('username', 'meadow-keeper')).toBeUndefined()
  })

  it('security: if usernames are off, a username signs in only to an account without an address', async () => {
    const { username, email } = await somebody()
    const alone = `alone-in-${database.name.toLowerCase()}`
    const create = (by: Client) => by.createSubjectByUsername({ username: alone, password, ...subject })
    dataOf(await world.insist({ jar: new CookieJar() }, create))
    only('mobile', 'email')
    expect(await enter(username)).toMatchObject(off('username', 'mobile', 'email'))
    expect(await enter(email)).toMatchObject({ ok: true })
    expect(await enter(alone)).toMatchObject({ ok: true })
  })

  it('happy: a generated username does not lock an account out of its address', async () => {
    const { mobile } = await world.registerMobile()
    only('username')
    expect(await enter(mobile)).toMatchObject({ ok: true })
    decide({})
    const { username, email } = await somebody()
    only('username')
    expect(await enter(email)).toMatchObject(off('email', 'username'))
    expect(await enter(username)).toMatchObject({ ok: true })
  })

  describe('sign-ins that began before the policy', () => {
    it('security: the ticket of a number without an account creates no account', async () => {
      const client = world.person()
      const mobile = freshMobile()
      const code = await world.codeFor(mobile, mobilePurpose.login, client)
      const earlier = ticketIn((await client.smsLoginOnly({ mobile, code })) as { data: object })
      only('username', 'email')
      expect(await client.smsLoginContinue({ ticket: earlier })).toMatchObject(off('mobile', 'username', 'email'))
      expect(await world.storage.accounts.holderOf('mobile', mobile)).toBeUndefined()
    })

    it('security: the ticket of an address with an account signs nobody in, and resets no password', async () => {
      const { mobile, email } = await world.registerBoth()
      const client = world.person()
      const code = await world.codeFor(mobile, mobilePurpose.register, client)
      const ofMobile = await client.registerByMobile({ mobile, code })
      const email_code = await world.codeFor(email, emailPurpose.register, client)
      const ofEmail = await client.registerByEmail({ email, code: email_code, password })
      const reset = await world.validatedTicket(email, emailPurpose.resetPassword)
      only('username')
      const [byMobile, byEmail] = [ofMobile, ofEmail].map((answer) => ticketIn(answer as { data: object }))
      expect(await client.smsLoginContinue({ ticket: byMobile ?? '' })).toMatchObject(off('mobile', 'username'))
      expect(codeOf(await client.emailLoginContinue({ ticket: byEmail ?? '' }))).toBe('ticket_refused')
      const another = 'seven lamps over the bay'
      expect(codeOf(await client.resetPasswordByTicket({ ticket: reset, password: another }))).toBe('ticket_refused')
    })

    it('security: a pending change is stopped and reported instead of being made', async () => {
      const { mobile, email, client, userId } = await world.registerBoth()
      world.passMinutes(days(10))
      const proof = await proveMobile(world, client, mobile)
      const becomes = freshMobile()
      const code = await newMobileCode(world, client, { ticket: proof, mobile: becomes })
      dataOf(await client.rebindMobile({ ticket: proof, mobile: becomes, code, wait: 1 }))
      only('username', 'email')
      await dueAfter(world, days(2))
      expect(await world.addressesOf(userId)).toMatchObject({ mobile })
      expect(await world.toldLast(email)).toMatchObject({ purpose: 'mobile_removal_stopped' })
    })

    it('security: a number that the phone agreed to move by a QR code does not move', async () => {
      const shown = await moveCodes(world).confirmed()
      only('username', 'email')
      expect(await shown.take()).toMatchObject(off('mobile', 'username', 'email'))
      decide({})
      const { client } = await world.registerBothFast()
      const next = await moveCodes(world).screen()
      only('username', 'email')
      const looked = dataOf(await client.toScanChangeBindQrcode({ token: next.token }))
      expect(looked.methods).toContainEqual(expect.objectContaining({ platform: 'mobile', obstacle: 'identifier_off' }))
    })
  })

  it('security: the other password calls refuse an identifier that is off, too', async () => {
    const { mobile, email, username } = await somebody()
    only('email')
    const visitor = world.person()
    const profile_key = await keyOf(visitor, newIdentity())
    expect(await visitor.bindLogin({ profile_key, account: mobile, password })).toMatchObject(off('mobile', 'email'))
    expect(await visitor.passwordLogin({ username, password })).toMatchObject(off('username', 'email'))
    expect(await visitor.passwordLogin({ mobile, password })).toMatchObject(off('mobile', 'email'))
    expect(await visitor.emailLogin({ email, password })).toMatchObject({ ok: true })
  })
})
