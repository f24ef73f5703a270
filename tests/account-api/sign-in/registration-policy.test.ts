import { expect, it } from 'vitest'
import { allCalls } from '#contract/calls'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { inviteByLink, inviteMobile } from '#tests/account-api/organisations/invitations/invitations'
import { activateAll, openOrganisation } from '#tests/account-api/organisations/members/members'
import { policyOf } from '#tests/account-api/worlds/policies'
import { codeOf, dataOf, describeWorldsWith, freshEmail, freshMobile, ticketIn } from '#tests/account-api/worlds/worlds'
import { newIdentity, outsiders } from './platforms/outsiders'

const { providers, arrive, bind, keyOf } = outsiders()

describeWorldsWith({ providers })('who may register on $name', (world) => {
  const decide = policyOf(world)

  const subject = { subject_name: 'Meadow', deputy_name: 'Ann' }
  const password = 'a river under the moon'

  /** A person before the registration: addresses with right codes, sent while anybody may register. */
  const newcomer = async () => {
    const jar = new CookieJar()
    const client = world.person({ jar })
    const [mobile, email] = [freshMobile(), freshEmail()]
    const code = await world.codeFor(mobile, mobilePurpose.register, client)
    const email_code = await world.codeFor(email, emailPurpose.register, client)
    const login_code = await world.codeFor(mobile, mobilePurpose.login, client)
    return { jar, client, mobile, email, code, email_code, login_code }
  }
  type Newcomer = Awaited<ReturnType<typeof newcomer>>
  type Answer = { ok: true; data: { user_id: string } } | { ok: false; code: string; data: object }
  type More = Record<'invite_ticket' | 'terms_version', string | undefined>

  /** Every call that takes facts of a new person, as the contract has them, and what each does with a right proof. */
  const doors: Record<string, (person: Newcomer, more: More) => Promise<Answer>> = {
    registerByMobile: ({ client, mobile, code }, more) => client.registerByMobile({ mobile, code, password, ...more }),
    registerByEmail: ({ client, email, email_code }, more) =>
      client.registerByEmail({ email, code: email_code, password, ...more }),
    registerByMobileAndEmail: ({ client, mobile, code, email, email_code }, more) =>
      client.registerByMobileAndEmail({ mobile, code, email, email_code, password, ...more }),
    registerByEmailUnverified: ({ jar, email }, more) =>
      world.insist({ jar }, (client) => client.registerByEmailUnverified({ email, password, ...more })),
    registerUserOnlyByMobile: ({ client, mobile, code }, more) =>
      client.registerUserOnlyByMobile({ mobile, code, password, ...more }),
    registerUserOnlyByEmail: ({ client, email, email_code }, more) =>
      client.registerUserOnlyByEmail({ email, code: email_code, password, ...more }),
    createSubjectByMobile: ({ client, mobile, code }, more) =>
      client.createSubjectByMobile({ mobile, code, password, ...subject, ...more }),
    createSubjectByEmail: ({ client, email, email_code }, more) =>
      client.createSubjectByEmail({ email, code: email_code, password, ...subject, ...more }),
    createSubjectByUsername: ({ jar, email }, more) => {
      const username = email.replace(/@.*/, '')
      return world.insist({ jar }, (client) =>
        client.createSubjectByUsername({ username, password, ...subject, ...more }),
      )
    },
    smsLogin: ({ client, mobile, login_code }, more) => client.smsLogin({ mobile, code: login_code, ...more }),
    smsLoginContinue: async ({ client, mobile, login_code }, more) => {
      const proven = await client.smsLoginOnly({ mobile, code: login_code })
      return codeOf(proven) === 'not_registered'
        ? client.smsLoginContinue({ ticket: ticketIn(proven as { data: object }), ...more })
        : proven
    },
    bindLogin: async ({ client, mobile, login_code }, more) => {
      const profile_key = await keyOf(client, newIdentity())
      return client.bindLogin({ profile_key, mobile, code: login_code, ...more })
    },
  }
  const doorNames = Object.keys(doors)
  const byMobile = ['registerByMobile', 'registerByMobileAndEmail', 'registerUserOnlyByMobile', 'createSubjectByMobile']
  const bySms = ['smsLogin', 'smsLoginContinue', 'bindLogin']
  const through = (door: string, person: Newcomer, invite_ticket?: string, terms_version?: string): Promise<Answer> =>
    (doors[door] as (typeof doors)[string])(person, { invite_ticket, terms_version })
  const holderOf = async ({ mobile, email }: Newcomer) => [
    await world.storage.accounts.holderOf('mobile', mobile),
    await world.storage.accounts.holderOf('email', email),
  ]

  /** A person with the code of a number for which an organisation has created an account. */
  const activating = async (mobile: string) => {
    const visitor = world.person()
    await visitor.sendActivationCode({ mobile })
    const code = await world.codeTo(mobile)
    return () => activateAll(visitor, { mobile, code, password })
  }

  it('security: every call that accepts an invitation’s ticket is one of the tested calls', () => {
    const taking = allCalls.filter(({ input }) => 'terms_version' in input.shape && 'invite_ticket' in input.shape)
    expect(taking.map(({ name }) => name).sort()).toEqual([...doorNames].sort())
  })

  it.each(doorNames)(
    'security: %s creates no account while registration is closed, even with an invitation’s ticket',
    async (door) => {
      const person = await newcomer()
      const { invite_ticket } = await inviteByLink(await openOrganisation(world), 3)
      decide({ registration: 'closed' })
      expect(codeOf(await through(door, person, invite_ticket))).toBe('registration_closed')
      expect(await holderOf(person)).toEqual([undefined, undefined])
    },
  )

  it('security: known and unknown addresses get no code for a closed registration, and anybody can ask who may register', async () => {
    const { mobile } = await world.registerMobile()
    decide({ registration: 'closed' })
    const ask = (to: string) => world.person().sendCode({ mobile: to, type: mobilePurpose.register })
    const [known, unknown] = [await ask(mobile), await ask(freshMobile())]
    expect(codeOf(known)).toBe('registration_closed')
    expect(unknown).toEqual({ ...known, logId: expect.any(String) })
    expect(dataOf(await world.person().listCodeChannels({}))).toMatchObject({ registration: 'closed' })
  })

  it('happy: while registration is closed, existing accounts sign in, including by SMS and by a bound identity', async () => {
    const [{ mobile, client }, identity, visitor] = [await world.registerMobile(), newIdentity(), world.person()]
    await bind(client, identity)
    decide({ registration: 'closed' })
    const code = await world.codeFor(mobile, mobilePurpose.login, visitor)
    expect(codeOf(await visitor.smsLogin({ mobile, code }))).toBe('ok')
    expect(codeOf(await arrive(world.person(), identity))).toBe('ok')
  })

  it('happy: a right code that creates no account is not used up', async () => {
    const person = await newcomer()
    decide({ registration: 'closed' })
    await through('registerByMobile', person)
    decide({})
    expect(codeOf(await through('registerByMobile', person))).toBe('ok')
  })

  it('security: an organisation creates accounts, and their owners activate them, unless registration is closed', async () => {
    const { manager, sec_subject_uid } = await openOrganisation(world)
    const create = (mobile: string) => manager.client.createUserWithRole({ sec_subject_uid, mobile, deputy_name: 'Bo' })
    const mobile = freshMobile()
    dataOf(await create(mobile))
    const activate = await activating(mobile)
    decide({ registration: 'closed' })
    expect(codeOf(await create(freshMobile()))).toBe('registration_closed')
    expect(codeOf(await activate())).toBe('registration_closed')
    decide({ registration: 'invited' })
    expect(codeOf(await create(freshMobile()))).toBe('ok')
    expect(codeOf(await activate())).toBe('ok')
  })

  it.each([...byMobile, ...bySms])('happy: %s admits the owner of an invited number', async (door) => {
    const person = await newcomer()
    await inviteMobile(await openOrganisation(world), person.mobile)
    decide({ registration: 'invited' })
    expect(codeOf(await through(door, person))).toBe('ok')
  })

  it.each(doorNames)(
    'happy: %s admits the holder of a link, and stores the accepted version of the terms',
    async (door) => {
      const person = await newcomer()
      const { invite_ticket } = await inviteByLink(await openOrganisation(world), 1)
      decide({ registration: 'invited' })
      const made = dataOf(await through(door, person, invite_ticket, '2026-12'))
      expect(made).not.toHaveProperty('is_new_user', false)
      expect((await world.profileOf(made.user_id)).termsVersion).toBe('2026-12')
    },
  )

  it('security: only a person who has proven a number learns whether it is invited', async () => {
    const invited = freshMobile()
    await inviteMobile(await openOrganisation(world), invited)
    decide({ registration: 'invited' })
    const guess = async (mobile: string) => {
      const client = world.person()
      const sent = await client.sendCode({ mobile, type: mobilePurpose.register })
      const right = await world.codeTo(mobile)
      const wrong = right === '000000' ? '000001' : '000000'
      return [codeOf(sent), codeOf(await client.registerByMobile({ mobile, code: wrong, password }))]
    }
    expect(await guess(invited)).toEqual(await guess(freshMobile()))
  })

  it('security: no link, an ended one, one of a suspended organisation, or an invitation to another number admits nobody', async () => {
    const organisation = await openOrganisation(world)
    const { sec_subject_uid, manager } = organisation
    const [ended, frozen] = [await inviteByLink(organisation, 5), await inviteByLink(organisation, 5)]
    const other = await inviteMobile(organisation, freshMobile())
    dataOf(await manager.client.cancelInvitation({ sec_subject_uid, invite_id: ended.invite_id }))
    const tries = [await newcomer(), await newcomer(), await newcomer(), await newcomer()] as const
    decide({ registration: 'invited' })
    expect(codeOf(await through('registerByMobile', tries[0], ended.invite_ticket))).toBe('invitation_required')
    expect(codeOf(await through('registerByMobile', tries[1], other.invite_ticket))).toBe('invitation_required')
    dataOf(await manager.client.freezeSubject({ sec_subject_uid, is_frozen: 1 }))
    expect(codeOf(await through('registerByMobile', tries[2], frozen.invite_ticket))).toBe('invitation_required')
    expect(codeOf(await through('registerByMobile', tries[3]))).toBe('invitation_required')
    expect(await holderOf(tries[3])).toEqual([undefined, undefined])
  })

  it('security: a link creates as many accounts as it has places, even in concurrent uses', async () => {
    const { invite_ticket } = await inviteByLink(await openOrganisation(world), 2)
    const people = await Promise.all([newcomer(), newcomer(), newcomer(), newcomer()])
    decide({ registration: 'invited' })
    const answers = await Promise.all(people.map((person) => through('smsLogin', person, invite_ticket)))
    expect(answers.map(codeOf).sort()).toEqual(['invitation_required', 'invitation_required', 'ok', 'ok'])
  })

  it('happy: a person whose address has an account is led to it without an invitation', async () => {
    const { mobile } = await world.registerMobile()
    decide({ registration: 'invited' })
    const client = world.person()
    const code = await world.codeFor(mobile, mobilePurpose.register, client)
    const answer = await client.registerByMobile({ mobile, code, password })
    expect(codeOf(answer)).toBe('already_registered')
    expect(codeOf(await client.smsLoginContinue({ ticket: ticketIn(answer) }))).toBe('ok')
  })
})
