import { expect, it } from 'vitest'
import { allCalls } from '#contract/calls'
import { emailPurpose } from '#contract/terms/purposes'
import { operate } from '#tests/account-api/applications/services/services'
import { importCsv } from '#tests/account-api/moving/people-files'
import { activateBy, openOrganisation } from '#tests/account-api/organisations/members/members'
import { days, disown, dueAfter } from '#tests/account-api/worlds/attacks'
import { policyOf } from '#tests/account-api/worlds/policies'
import { codeOf, dataOf, describeWorlds, freshEmail, goodPassword } from '#tests/account-api/worlds/worlds'
import { claimEmail, emailCode, proveEmail, replaceEmail, resetBy } from './binding/bindings'
import { recoveryCode, recoveryOf, setRecovery } from './recovery-email/recovery-emails'

const password = goodPassword
const reason = 'she has shown her passport'

describeWorlds('the mail domains that a policy allows, on $name', (world) => {
  const decide = policyOf(world)

  let names = 0
  const at = (domain: string) => `ann${names++}@${domain}`
  /** Allows only a school’s emails, including its subdomains. */
  const school = { allowed: ['school.example', '*.school.example'], refused: [] as string[] }
  const onlySchool = () => decide({ mail_domains: school })
  const refusal = { ok: false, code: 'mail_domain_refused', data: { field: 'email', domains: school.allowed } }

  it('security: every call that takes an email declares whether the email is new, and those for new emails can refuse its domain', () => {
    const taking = allCalls.filter(({ input }) => 'email' in input.shape)
    const marked = allCalls.filter(({ newAddresses }) => newAddresses.some(({ kind }) => kind === 'email'))
    // Calls with an existing email, calls that only ask about one, and calls that judge an email themselves.
    const others = taking.filter((row) => !marked.includes(row)).map(({ name }) => name)
    expect(others.sort()).toEqual([
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

  it('security: an email of another domain is refused alike, known or new, and the answer names the allowed domains', async () => {
    const { email } = await world.registerEmail()
    onlySchool()
    const register = (to: string) => world.person().registerByEmail({ email: to, code: '123456', password })
    const refused = await register(at('example.com'))
    expect(refused).toMatchObject(refusal)
    expect(await register(email)).toEqual({ ...refused, logId: expect.any(String) })
  })

  const registering = async (email: string) => {
    const client = world.person()
    const sent = await client.sendEmailCode({ email, type: emailPurpose.register })
    return sent.ok
      ? codeOf(await client.registerByEmail({ email, code: await world.codeTo(email), password }))
      : sent.code
  }

  const onlySubdomains = { allowed: ['*.school.example'], refused: [] }
  const withoutGuests = { ...school, refused: ['guests.school.example'] }

  it.each([
    ['school.example', school, 'ok'],
    ['mail.school.example', school, 'ok'],
    ['a.b.c.school.example', school, 'ok'],
    ['highschool.example', school, 'mail_domain_refused'],
    ['school.example.evil.example', school, 'mail_domain_refused'],
    // A homograph, as it is written in ASCII.
    ['xn--schol-jye.example', school, 'mail_domain_refused'],
    ['other.example', school, 'mail_domain_refused'],
    ['SCHOOL.EXAMPLE', school, 'invalid_input'],
    ['school.example.', school, 'invalid_input'],
    ['school.example@example.com', school, 'invalid_input'],
    ['ѕchool.example', school, 'invalid_input'],
    ['school.example', onlySubdomains, 'mail_domain_refused'],
    ['mail.school.example', onlySubdomains, 'ok'],
    ['guests.school.example', withoutGuests, 'mail_domain_refused'],
    ['mail.school.example', withoutGuests, 'ok'],
  ])('security: an email at %s, where the policy says %j, answers %s', async (domain, mail_domains, answer) => {
    decide({ mail_domains })
    // A part after a plus sign changes nothing.
    for (const plus of ['', '+school.example']) expect(await registering(`ann${names++}${plus}@${domain}`)).toBe(answer)
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

  it('security: an account waiting for its owner is not activated, and a person with the address gets its membership', async () => {
    const { manager, sec_subject_uid } = await openOrganisation(world)
    const { email: known } = await world.registerEmail()
    const fresh = freshEmail()
    for (const email of [known, fresh])
      dataOf(await manager.client.createUserWithRole({ sec_subject_uid, email, deputy_name: 'Bo' }))
    onlySchool()
    expect(await activateBy(world, world.person(), { email: fresh })).toMatchObject(refusal)
    expect(codeOf(await activateBy(world, world.person(), { email: known }))).toBe('already_registered')
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
