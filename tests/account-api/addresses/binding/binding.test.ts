import { expect, it } from 'vitest'
import { mobilePurpose } from '#contract/terms/purposes'
import { signInByCode } from '#tests/account-api/worlds/attacks'
import { describeWorlds, freshEmail, freshMobile, ticketIn, verifyByPassword } from '#tests/account-api/worlds/worlds'
import { otherThan } from '#tests/fixtures/messages/post-office'
import { claimEmail, emailCode, maskedMobile, mobileCode, passwordTicket, proveFactor, proveMobile } from './bindings'

describeWorlds('binding an address on $name', (world) => {
  const addresses = {
    mobile: async () => {
      const { client, email: other, userId } = await world.registerEmail()
      const mobile = freshMobile()
      const bind = async () => client.bindMobile({ mobile, code: await mobileCode(world, client, mobile) })
      return { userId, bind, told: [other, mobile], masked: maskedMobile(mobile) }
    },
    email: async () => {
      const { client, mobile: other, userId } = await world.registerMobile()
      const email = freshEmail()
      const bind = async () => client.bindEmail({ email, code: await emailCode(world, client, email) })
      return { userId, bind, told: [other, email], masked: 'p***@example.com' }
    },
  }

  it.each(['mobile', 'email'] as const)(
    'happy: a proven %s is bound and can sign in, and both addresses are notified',
    async (kind) => {
      const { userId, bind, told, masked } = await addresses[kind]()
      expect(await bind()).toMatchObject({ ok: true, data: { [kind]: masked } })
      expect((await world.activityOf(userId))[0]).toEqual([`${kind}_bound`, masked])
      for (const address of told) expect(await world.toldLast(address)).toMatchObject({ purpose: `${kind}_bound` })
      const entered = await signInByCode(world, told[1] ?? '')
      expect(await entered.checkLogin({})).toMatchObject({ data: { account: { user_id: userId } } })
    },
  )

  it('happy: a mobile can also be bound by a code of purpose 17, which old clients send', async () => {
    const { client } = await world.registerEmail()
    const mobile = freshMobile()
    const code = await world.codeFor(mobile, mobilePurpose.bindAfterLogin, client)
    expect(await client.bindMobile({ mobile, code })).toMatchObject({ ok: true })
  })

  it('happy: binding an unproven email proves it', async () => {
    const { client, email, userId } = await claimEmail(world)
    expect(await client.bindEmail({ email, code: await emailCode(world, client, email) })).toMatchObject({ ok: true })
    expect(await world.addressesOf(userId)).toEqual({ mobile: null, email, unverifiedEmail: null })
  })

  it('happy: binding an email ends the account’s claim to another, and the claims of others to it', async () => {
    const claimant = await claimEmail(world)
    const { client, userId } = await claimEmail(world)
    const code = await emailCode(world, client, claimant.email)
    expect(await client.bindEmail({ email: claimant.email, code })).toMatchObject({ ok: true })
    expect(await world.addressesOf(userId)).toMatchObject({ email: claimant.email, unverifiedEmail: null })
    expect(await world.addressesOf(claimant.userId)).toMatchObject({ email: null, unverifiedEmail: null })
  })

  /** A person whose proof is old, with a new email and its code. */
  const binding = async () => {
    const person = await world.registerMobile()
    world.passMinutes(11)
    const email = freshEmail()
    return { ...person, email, code: await emailCode(world, person.client, email) }
  }

  it.each(['its ticket', 'the session that it renews'])(
    'happy: if the proof is old, a second verification is required, and %s binds with the same code',
    async (proof) => {
      const { client, email, code } = await binding()
      const asked = await client.bindEmail({ email, code })
      const ways = [{ way: 'mobile' }, { way: 'password' }]
      expect(asked).toMatchObject({ code: 'second_verification_required', data: { ways } })
      const proven = ticketIn(await verifyByPassword(client, asked))
      const verify_ticket = proof === 'its ticket' ? proven : undefined
      expect(await client.bindEmail({ email, code, verify_ticket })).toMatchObject({ ok: true })
    },
  )

  it('error: an account with a mobile can neither get a code for another one nor bind it', async () => {
    const { client, mobile, userId } = await world.registerMobile()
    const other = await world.registerEmail()
    const wanted = freshMobile()
    const refused = { code: 'already_bound', data: { field: 'mobile' } }
    expect(await client.sendCode({ mobile: wanted, type: mobilePurpose.bind })).toMatchObject(refused)
    const code = await mobileCode(world, other.client, wanted)
    expect(await client.bindMobile({ mobile: wanted, code })).toMatchObject(refused)
    expect((await world.addressesOf(userId)).mobile).toBe(mobile)
    expect(await other.client.bindMobile({ mobile: wanted, code })).toMatchObject({ ok: true })
  })

  it('error: a wrong code counts as a try, and the ticket of the account’s own address stays valid', async () => {
    const { client, mobile, userId, email, code } = await binding()
    const verify_ticket = await proveMobile(world, client, mobile)
    const wrong = { code: 'code_wrong', data: { field: 'code', tries_left: 4 } }
    expect(await client.bindEmail({ email, code: otherThan(code), verify_ticket })).toMatchObject(wrong)
    expect(await world.addressesOf(userId)).toMatchObject({ email: null })
    expect(await client.bindEmail({ email, code, verify_ticket })).toMatchObject({ ok: true })
  })
})

describeWorlds('unbinding a sign-in method on $name', (world) => {
  it('security: a thief signed in with the password alone must verify another way, and later give a fresh proof', async () => {
    const { mobile, password } = await world.registerBoth()
    world.passMinutes(20)
    const thief = await world.secondSession({ mobile, password })
    const lacksAnother = { lacks_another: true }
    for (const [minutes, data] of [
      [1, expect.objectContaining(lacksAnother)],
      [15, expect.not.objectContaining(lacksAnother)],
    ] as const) {
      world.passMinutes(minutes)
      const asked = await thief.unbindPlatform({ platform: 'email' })
      expect(asked).toMatchObject({ code: 'second_verification_required', data })
    }
  })

  it('error: the last sign-in method cannot be unbound, and the ticket stays valid', async () => {
    const { client, mobile, userId } = await world.registerMobileOnly()
    world.passMinutes(11)
    const verify_ticket = await proveMobile(world, client, mobile)
    for (const without_address of [0, 1]) {
      const answer = await client.unbindPlatform({ platform: 'mobile', verify_ticket, without_address })
      expect(answer).toMatchObject({ code: 'last_way', data: { of: 'own' } })
    }
    expect((await world.addressesOf(userId)).mobile).toBe(mobile)
    expect(await world.activityOf(userId)).toHaveLength(1)
    const email = freshEmail()
    const code = await emailCode(world, client, email)
    expect(await client.bindEmail({ email, code, verify_ticket })).toMatchObject({ ok: true })
  })

  it.each([
    ['email', 'email'],
    ['example', 'platform'],
    ['password', 'platform'],
    ['username', 'platform'],
  ])('error: %s is not bound and cannot be unbound', async (platform, field) => {
    const { client } = await world.registerMobile()
    expect(await client.unbindPlatform({ platform })).toMatchObject({ code: 'nothing_bound', data: { field } })
  })

  it('security: the code and the ticket of an unbound address prove nothing', async () => {
    const { client, mobile, email } = await world.registerBoth()
    const verify_ticket = await proveMobile(world, client, mobile)
    const type = mobilePurpose.verifyOld
    const code = await world.codeFor(mobile, type, client)
    await client.unbindPlatform({ platform: 'mobile' })
    expect(await client.verifyMobile({ code, type })).toMatchObject({ code: 'code_expired' })
    expect(await client.unbindPlatform({ platform: 'email', verify_ticket })).toMatchObject({ code: 'ticket_refused' })
    await signInByCode(world, email)
  })
})

describeWorlds('the last address of an account on $name', (world) => {
  it('error: the last address is not unbound without the confirming tick, and the answer names the username', async () => {
    const { client, userId, mobile } = await world.registerMobile()
    const refused = { code: 'last_address', data: { username: (await world.profileOf(userId)).username } }
    expect(await client.unbindPlatform({ platform: 'mobile' })).toMatchObject(refused)
    expect(await client.unbindPlatform({ platform: 'mobile', wait: 1 })).toMatchObject(refused)
    expect((await world.profileOf(userId)).mobile).toBe(mobile)
    expect(await world.storage.pendingChanges.of(userId)).toEqual([])
  })

  it('happy: the last address is unbound with the tick, and the username and password still sign in', async () => {
    const { client, userId, email, password } = await world.registerEmail()
    const unbound = await client.unbindPlatform({ platform: 'email', without_address: 1 })
    expect(unbound).toMatchObject({ ok: true, data: { done: true } })
    const { username } = await world.profileOf(userId)
    expect(await world.person().passwordLogin({ username, password })).toMatchObject({ ok: true })
    expect(await world.person().passwordLogin({ email, password })).toMatchObject({ code: 'wrong_credentials' })
  })

  it('security: an address that is about to be removed does not count as a remaining address', async () => {
    const { client, userId, mobile } = await world.registerBoth()
    // Old proofs: one factor is left to prove, so the removal waits.
    world.passMinutes(20)
    await proveFactor(world, client, mobile)
    expect(await client.unbindPlatform({ platform: 'mobile', wait: 1 })).toMatchObject({ data: { done: false } })
    expect(await client.unbindPlatform({ platform: 'email', wait: 1 })).toMatchObject({ code: 'last_address' })
    expect(await client.unbindPlatform({ platform: 'email', wait: 1, without_address: 1 })).toMatchObject({ ok: true })
    expect(await world.storage.pendingChanges.of(userId)).toHaveLength(2)
  })

  it('error: reporting the last address as lost needs the tick too, and a refusal keeps the ticket', async () => {
    const { mobile, userId } = await world.registerMobile()
    const visitor = world.person()
    const ticket = await passwordTicket(world, mobile)
    const { username } = await world.profileOf(userId)
    expect(await visitor.unusableMobileCheck({ ticket })).toMatchObject({ data: { username_left: username } })
    expect(await visitor.unbindUnusableMobile({ ticket })).toMatchObject({ code: 'last_address', data: { username } })
    expect(await visitor.unbindUnusableMobile({ ticket, without_address: 1 })).toMatchObject({ data: { done: false } })
  })
})
