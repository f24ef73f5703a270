import { describe, expect, it } from 'vitest'
import { allCalls } from '#contract/calls'
import type { Client } from '#contract/client'
import { emailPurpose } from '#contract/terms/purposes'
import { operate } from '#tests/account-api/applications/services/services'
import { importCsv } from '#tests/account-api/moving/people-files'
import { type Organisation, openOrganisation } from '#tests/account-api/organisations/members/members'
import { moveCodes } from '#tests/account-api/sign-in/qr-codes/qr-codes'
import { days, disown, dueAfter } from '#tests/account-api/worlds/attacks'
import { policyOf } from '#tests/account-api/worlds/policies'
import { codeOf, dataOf, describeWorlds, freshEmail, goodPassword } from '#tests/account-api/worlds/worlds'
import { claimEmail, emailCode, proveEmail, proveFactor, replaceEmail, resetBy } from './binding/bindings'
import { recoveryCode, recoveryOf, setRecovery } from './recovery-email/recovery-emails'

type Answer = { ok: true } | { ok: false; code: string; data: object }

const password = goodPassword
const subject = { subject_name: 'Meadow', deputy_name: 'Ann' }
const ticket = 'a-ticket-that-nobody-issued'
const reason = 'she has shown her passport'

describeWorlds('the mail domains that a policy allows, on $name', (world) => {
  const decide = policyOf(world)

  let names = 0
  const at = (domain: string) => `ann${names++}@${domain}`
  /** Allows only a school’s emails, including its subdomains. */
  const school = { allowed: ['school.example', '*.school.example'], refused: [] as string[] }
  const onlySchool = () => decide({ mail_domains: school })
  const refusal = { ok: false, code: 'mail_domain_refused', data: { field: 'email', domains: school.allowed } }

  /** Every call that takes an email that no account has yet. */
  const doors: Record<string, (email: string, asked: { client: Client } & Organisation) => Promise<Answer>> = {
    registerByEmail: (email) => world.person().registerByEmail({ email, code: '123456', password }),
    registerByMobileAndEmail: (email) =>
      world.person().registerByMobileAndEmail({ mobile: '+8613800000000', email, value_ticket: ticket, password }),
    registerByEmailUnverified: (email) => world.person().registerByEmailUnverified({ email, password }),
    registerUserOnlyByEmail: (email) => world.person().registerUserOnlyByEmail({ email, code: '123456', password }),
    createSubjectByEmail: (email) =>
      world.person().createSubjectByEmail({ email, code: '123456', password, ...subject }),
    createUserWithRole: (email, { manager, sec_subject_uid }) =>
      manager.client.createUserWithRole({ sec_subject_uid, email, deputy_name: 'Bo' }),
    bindEmail: (email, { client }) => client.bindEmail({ email, code: '123456' }),
    rebindEmail: (email, { client }) => client.rebindEmail({ email, code: '123456', ticket }),
    switchBind: (email, { client }) => client.switchBind({ email, ticket }),
    sendRecoveryEmailCode: (email, { client }) => client.sendRecoveryEmailCode({ email }),
    setRecoveryEmail: (email, { client }) => client.setRecoveryEmail({ email, code: '123456' }),
  }
  const doorNames = Object.keys(doors)
  const through = async (door: string, email: string): Promise<Answer> => {
    const opened = await openOrganisation(world)
    return (doors[door] as (typeof doors)[string])(email, { ...opened, client: opened.manager.client })
  }

  it('security: every call that takes an email declares whether the email is new, and all calls for new emails are tested', () => {
    const taking = allCalls.filter(({ input }) => 'email' in input.shape).map(({ name }) => name)
    const marked = allCalls.filter(({ newAddresses }) => newAddresses.some(({ kind }) => kind === 'email'))
    expect(marked.map(({ name }) => name).sort()).toEqual([...doorNames].sort())
    // Calls with an existing email, calls that only ask about one, and calls that judge an email themselves.
    expect(taking.filter((name) => !doorNames.includes(name)).sort()).toEqual([
      'activateAccount',
      'checkEmailCode',
      'emailCodeLogin',
      'emailLogin',
      'inviteByEmail',
      'isEmailRegistered',
      'orgSendEmailCode',
      'passwordLogin',
      'resetPasswordByEmail',
      'sendActivationCode',
      'sendActivationCodeV2',
      'sendEmailCode',
      'validateEmailCode',
    ])
    for (const { name, errors } of marked) expect(errors, name).toContain('mail_domain_refused')
  })

  it.each(doorNames)(
    'security: %s refuses an email of another domain alike, known or new, and names the allowed domains',
    async (door) => {
      const { email } = await world.registerEmail()
      onlySchool()
      const refused = await through(door, at('example.com'))
      expect(refused).toMatchObject(refusal)
      expect(await through(door, email)).toEqual({ ...refused, logId: expect.any(String) })
    },
  )

  it.each(doorNames)('happy: %s continues with an email of an allowed domain', async (door) => {
    onlySchool()
    expect(codeOf(await through(door, at('school.example')))).not.toBe('mail_domain_refused')
  })

  describe('allowed and refused domains', () => {
    const registering = async (email: string) => {
      const client = world.person()
      const sent = await client.sendEmailCode({ email, type: emailPurpose.register })
      return sent.ok
        ? codeOf(await client.registerByEmail({ email, code: await world.codeTo(email), password }))
        : sent.code
    }

    it.each([
      ['school.example', 'ok'],
      ['mail.school.example', 'ok'],
      ['a.b.c.school.example', 'ok'],
      ['highschool.example', 'mail_domain_refused'],
      ['school.example.evil.example', 'mail_domain_refused'],
      // A homograph, as it is written in ASCII.
      ['xn--schol-jye.example', 'mail_domain_refused'],
      ['other.example', 'mail_domain_refused'],
      ['SCHOOL.EXAMPLE', 'invalid_input'],
      ['school.example.', 'invalid_input'],
      ['school.example@example.com', 'invalid_input'],
      ['ѕchool.example', 'invalid_input'],
    ])('security: where a school and its subdomains are allowed, an email at %s answers %s', async (domain, answer) => {
      onlySchool()
      expect(await registering(at(domain))).toBe(answer)
    })

    it('happy: a part after a plus sign changes nothing', async () => {
      onlySchool()
      expect(await registering(`ann+school.example@school.example`)).toBe('ok')
      expect(await registering(`ann+school.example@example.com`)).toBe('mail_domain_refused')
    })

    it('happy: a domain may be refused although its subdomains are allowed', async () => {
      decide({ mail_domains: { allowed: ['*.school.example'], refused: [] } })
      expect(await registering(at('school.example'))).toBe('mail_domain_refused')
      expect(await registering(at('mail.school.example'))).toBe('ok')
    })

    it('security: a domain that is both refused and allowed is refused', async () => {
      decide({ mail_domains: { ...school, refused: ['guests.school.example'] } })
      expect(await registering(at('guests.school.example'))).toBe('mail_domain_refused')
      expect(await registering(at('mail.school.example'))).toBe('ok')
    })

    it('happy: without a list of allowed domains, all but the refused ones are allowed, and none is named', async () => {
      decide({ mail_domains: { allowed: 'any', refused: ['*.evil.example'] } })
      expect(await registering(at('example.com'))).toBe('ok')
      const refused = await world.person().sendEmailCode({ email: at('a.evil.example'), type: emailPurpose.register })
      expect(refused).toMatchObject({ ...refusal, data: { domains: [] } })
    })

    it('happy: a long list of allowed domains is not named, and an internationalised domain is shown in its script', async () => {
      const asked = () => world.person().sendEmailCode({ email: at('example.com'), type: emailPurpose.register })
      decide({ mail_domains: { allowed: ['xn--bcher-kva.example'], refused: [] } })
      expect(await asked()).toMatchObject({ data: { domains: ['bücher.example'] } })
      decide({ mail_domains: { allowed: [1, 2, 3, 4, 5, 6].map((each) => `${each}.example`), refused: [] } })
      expect(await asked()).toMatchObject({ data: { domains: [] } })
    })
  })

  describe('existing emails', () => {
    it('happy: existing emails sign in, reset the password, prove their owner, and stay bound', async () => {
      const { email, client, userId } = await world.registerEmail()
      const recovery = await setRecovery(world, client)
      onlySchool()
      const visitor = world.person()
      dataOf(await visitor.emailCodeLogin({ email, code: await world.codeFor(email, emailPurpose.login, visitor) }))
      dataOf(await resetBy(world, email, 'seven lamps over the bay', visitor))
      expect(await proveEmail(world, visitor, email)).toEqual(expect.any(String))
      expect([(await world.addressesOf(userId)).email, await recoveryOf(world, userId)]).toEqual([email, recovery])
    })

    it('happy: an existing email is replaced by an allowed one', async () => {
      const { email, client, userId } = await world.registerEmail()
      onlySchool()
      const becomes = at('school.example')
      dataOf(await replaceEmail(world, client, { email, becomes }))
      expect(await world.addressesOf(userId)).toMatchObject({ email: becomes })
    })

    it('happy: “this was not me” restores an existing email', async () => {
      const { email, client, userId } = await world.registerBoth()
      world.passMinutes(days(10))
      const becomes = at('school.example')
      dataOf(await replaceEmail(world, client, { email, becomes, wait: 1 }))
      await dueAfter(world, days(2))
      expect(await world.addressesOf(userId)).toMatchObject({ email: becomes })
      onlySchool()
      dataOf(await disown(world, email))
      expect(await world.addressesOf(userId)).toMatchObject({ email })
    })
  })

  describe('what began before', () => {
    it('security: a code or ticket sent before the policy does not add an email', async () => {
      const visitor = world.person()
      const email = freshEmail()
      const code = await world.codeFor(email, emailPurpose.register, visitor)
      const { client } = await world.registerMobile()
      const bound = freshEmail()
      const asked = { email: bound, code: await emailCode(world, client, bound), type: emailPurpose.bind }
      const { value_ticket } = dataOf(await client.validateEmailCode(asked))
      onlySchool()
      expect(await visitor.registerByEmail({ email, code, password })).toMatchObject(refusal)
      expect(await client.bindEmail({ email: bound, value_ticket })).toMatchObject(refusal)
      for (const each of [email, bound]) expect(await world.storage.accounts.holderOf('email', each)).toBeUndefined()
    })

    it('security: a pending change is stopped and reported instead of being made', async () => {
      const { email, mobile, client, userId } = await world.registerBoth()
      world.passMinutes(days(10))
      const changed = dataOf(await replaceEmail(world, client, { email, becomes: freshEmail(), wait: 1 }))
      expect(changed.takes_effect_at).toEqual(expect.any(String))
      onlySchool()
      onlySchool()
      await dueAfter(world, days(2))
      expect(await world.addressesOf(userId)).toMatchObject({ email })
      expect(await world.toldLast(mobile)).toMatchObject({ purpose: 'email_removal_stopped' })
    })

    it('security: an account waiting for its owner is not activated, and a person with the address gets its membership', async () => {
      const { manager, sec_subject_uid } = await openOrganisation(world)
      const { email: known } = await world.registerEmail()
      const fresh = freshEmail()
      for (const email of [known, fresh])
        dataOf(await manager.client.createUserWithRole({ sec_subject_uid, email, deputy_name: 'Bo' }))
      onlySchool()
      const activate = async (email: string) => {
        const visitor = world.person()
        dataOf(await visitor.sendActivationCode({ email }))
        const code = await world.codeTo(email)
        const asked = await visitor.activateAccount({ email, code })
        const { places } = asked.data as { places: { sec_user_identity_id: string }[] }
        const sec_user_identity_ids = places.map((each) => each.sec_user_identity_id)
        return visitor.activateAccount({ email, code, password, sec_user_identity_ids })
      }
      expect(await activate(fresh)).toMatchObject(refusal)
      expect(codeOf(await activate(known))).toBe('already_registered')
      expect(await world.storage.accounts.holderOf('email', fresh)).toBeUndefined()
    })

    it('security: a claim to an unproven email can no longer be proven', async () => {
      const { email, client } = await claimEmail(world)
      onlySchool()
      expect(await client.sendEmailCode({ email, type: emailPurpose.bind })).toMatchObject(refusal)
    })

    it('security: a recovery address is refused even if its code was sent before the policy', async () => {
      const { client, userId } = await world.registerMobile()
      const email = freshEmail()
      const code = await recoveryCode(world, client, email)
      onlySchool()
      expect(await client.setRecoveryEmail({ email, code })).toMatchObject(refusal)
      expect(await recoveryOf(world, userId)).toBeNull()
    })
  })

  describe('by a QR code', () => {
    const { screen, phone } = moveCodes(world)
    /** A screen without an email, and a phone with one of another domain. */
    const begun = async () => {
      const [shown, giver] = [await screen(), await phone()]
      await world.storage.accounts.unbind({ kind: 'email', value: shown.email, accountId: shown.userId })
      return { shown, giver }
    }

    it('security: the phone is told that an email of another domain cannot move, and cannot agree to it', async () => {
      const { shown, giver } = await begun()
      onlySchool()
      const looked = dataOf(await giver.client.scanChangeBindQrcode({ token: shown.token }))
      expect(looked.methods.map(({ platform, obstacle }) => [platform, obstacle])).toEqual([
        ['mobile', null],
        ['email', 'mail_domain_refused'],
      ])
    })

    it('security: an email that the phone agreed to move before the policy does not move', async () => {
      const { shown, giver } = await begun()
      const code = await world.codeFor(giver.email, emailPurpose.login)
      const client = world.person()
      dataOf(await client.emailCodeLogin({ email: giver.email, code }))
      await proveFactor(world, client, 'mobile', giver.mobile)
      const { token, number: matching_number } = shown
      dataOf(await client.scanChangeBindQrcode({ token }))
      dataOf(await client.confirmChangeBindQrcode({ token, platform: 'email', matching_number }))
      onlySchool()
      expect(await shown.take()).toMatchObject(refusal)
      expect(await world.addressesOf(giver.userId)).toMatchObject({ email: giver.email })
    })
  })

  describe('by the operator', () => {
    const recover = (userId: string, to: string) =>
      operate(world, 'users', 'recover', userId, '--to', to, '--reason', reason)

    it('error: a link of a recovery goes to no email of another domain', async () => {
      const { userId } = await world.registerMobile()
      onlySchool()
      const text = expect.stringContaining('no new emails of this domain')
      expect(await recover(userId, freshEmail())).toMatchObject({ ok: false, text })
      expect(await recover(userId, at('school.example'))).toMatchObject({ ok: true })
    })

    it('security: a recovery that was requested before the policy is stopped instead of being sent', async () => {
      const { userId, mobile } = await world.registerMobile()
      const to = freshEmail()
      await recover(userId, to)
      onlySchool()
      await dueAfter(world, days(2) + 1)
      expect(await world.messagesTo(to)).toBe(0)
      expect(await world.toldLast(mobile)).toMatchObject({ purpose: 'recovery_stopped' })
    })

    it('security: a link that was sent before still lets its owner in, and its email goes to no account', async () => {
      const { userId } = await world.registerMobile()
      const to = freshEmail()
      await recover(userId, to)
      await dueAfter(world, days(2) + 1)
      const { link } = (await world.toldLast(to)) ?? {}
      onlySchool()
      const opened = { ticket: new URL(link ?? '').searchParams.get('ticket') ?? '', password }
      expect(await world.person().recoverAccount(opened)).toMatchObject({ ok: true })
      expect(await world.addressesOf(userId)).toMatchObject({ email: null, unverifiedEmail: null })
    })

    it.each(['true', 'false'])(
      'error: an import names each email that is not imported, verified: %s',
      async (verified) => {
        onlySchool()
        const mobile = `+861390000${verified === 'true' ? '0001' : '0002'}`
        const line = (email: string, number: string) => `${email},${email},${verified},${number},true`
        const run = await importCsv(world, [
          'id,email,email_verified,mobile,mobile_verified',
          line(at('example.com'), mobile),
          line(at('Example.com'), ''),
        ])
        expect(run).toMatchObject({ taken: 1, notWhole: 1, refused: 1 })
        expect(run.said).toEqual([
          'line 2: the policy takes no email of its domain, and it is not imported.',
          'line 3: refused: nothing signs in to it: it has no verified address, and no username with a password.',
        ])
        const holder = await world.storage.accounts.holderOf('mobile', mobile)
        expect(await world.addressesOf(holder?.id ?? '')).toMatchObject({ email: null, unverifiedEmail: null })
      },
    )
  })
})
