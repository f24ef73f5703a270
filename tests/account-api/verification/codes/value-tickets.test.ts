import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { newMobileCode, proveMobile } from '#tests/account-api/addresses/binding/bindings'
import {
  atOnce,
  dataOf,
  describeWorlds,
  endsOf,
  freshEmail,
  freshMobile,
  goodPassword,
  isInvalid,
  verifyByPassword,
} from '#tests/account-api/worlds/worlds'

const password = goodPassword
const refused = { ok: false, code: 'ticket_refused' }

describeWorlds('a value_ticket on $name', (world) => {
  const registering = async (mobile = freshMobile()) => {
    const jar = new CookieJar()
    const client = world.person({ jar })
    return { jar, client, mobile, value_ticket: await world.validatedTicket(mobile, mobilePurpose.register, client) }
  }

  const binding = async (mobile = freshMobile()) => {
    const person = await world.registerEmail()
    return { ...person, mobile, value_ticket: await world.validatedTicket(mobile, mobilePurpose.bind, person.client) }
  }

  const registrations: Record<string, (client: Client) => Promise<{ ok: boolean }>> = {
    'registerByMobileAndEmail, for the mobile': async (client) => {
      const [mobile, email] = [freshMobile(), freshEmail()]
      const email_code = await world.codeFor(email, emailPurpose.register, client)
      const value_ticket = await world.validatedTicket(mobile, mobilePurpose.register, client)
      return client.registerByMobileAndEmail({ mobile, email, email_code, value_ticket, password })
    },
    'registerByMobileAndEmail, for the email': async (client) => {
      const [mobile, email] = [freshMobile(), freshEmail()]
      const code = await world.codeFor(mobile, mobilePurpose.register, client)
      const value_ticket = await world.validatedTicket(email, emailPurpose.register, client)
      return client.registerByMobileAndEmail({ mobile, email, code, value_ticket, password })
    },
    createSubjectByEmail: async (client) => {
      const [email, type] = [freshEmail(), emailPurpose.register]
      const proof = { email, code: await world.codeFor(email, type, client), type }
      const { ticket, value_ticket } = dataOf(await client.validateEmailCode(proof))
      expect(value_ticket).toBe(ticket)
      return client.createSubjectByEmail({ email, value_ticket, password, subject_name: 'Lakeside Bakery' })
    },
  }

  it.each(Object.keys(registrations))('happy: a value ticket replaces a code in %s', async (name) => {
    expect(await registrations[name]?.(world.person())).toMatchObject({ ok: true })
  })

  it('happy: a value ticket replaces a code in a rebinding', async () => {
    const { client, mobile: old } = await world.registerMobile()
    const ticket = await proveMobile(world, client, old)
    const mobile = freshMobile()
    const type = mobilePurpose.changeToNew
    const code = await newMobileCode(world, client, { ticket, mobile })
    const { ticket: same, value_ticket } = dataOf(await client.validateCode({ mobile, code, type }))
    expect(value_ticket).toBe(same)
    dataOf(await client.rebindMobile({ ticket, mobile, value_ticket }))
  })

  it('happy: a value ticket is not issued for a purpose without a new address', async () => {
    const { client, mobile } = await world.registerMobile()
    const type = mobilePurpose.resetPassword
    const validated = await client.validateCode({ mobile, code: await world.codeFor(mobile, type, client), type })
    expect(dataOf(validated)).toEqual({ ticket: expect.any(String) })
  })

  it('error: without a code or a ticket, the code is reported as missing', async () => {
    const missing = isInvalid('code', 'missing')
    expect(await world.person().registerByMobile({ mobile: freshMobile() })).toMatchObject(missing)
    const { client } = await world.registerEmail()
    expect(await client.bindMobile({ mobile: freshMobile() })).toMatchObject(missing)
  })

  it('error: a code and a ticket together are refused, and neither is used up', async () => {
    const { client, mobile, value_ticket } = await registering()
    expect(await client.registerByMobile({ mobile, code: '123456', value_ticket })).toMatchObject(
      isInvalid('value_ticket', 'contradicts'),
    )
    expect(await client.registerByMobile({ mobile, value_ticket })).toMatchObject({ ok: true })
  })

  it('security: a ticket to register binds nothing, and a ticket to bind registers nobody', async () => {
    const { client, mobile, value_ticket } = await binding()
    expect(await client.registerByMobile({ mobile, value_ticket })).toMatchObject(refused)
    const other = freshMobile()
    const forRegistration = await world.validatedTicket(other, mobilePurpose.register, client)
    expect(await client.bindMobile({ mobile: other, value_ticket: forRegistration })).toMatchObject(refused)
  })

  it('security: a value ticket resets no password and removes no number, and the tickets for these register nobody', async () => {
    const { mobile } = await world.registerMobile()
    const { client, value_ticket: ticket } = await registering(mobile)
    expect(await client.resetPasswordByTicket({ ticket, password: 'seven lamps over the bay' })).toMatchObject(refused)
    expect(await client.unbindUnusableMobile({ ticket, without_address: 1 })).toMatchObject(refused)
    const free = freshMobile()
    for (const type of [mobilePurpose.resetPassword, mobilePurpose.notSignedIn]) {
      world.passMinutes(2)
      const value_ticket = await world.validatedTicket(mobile, type)
      expect(await client.registerByMobile({ mobile: free, value_ticket })).toMatchObject(refused)
    }
  })

  it('security: another session, even of the same account, cannot use the ticket', async () => {
    const { client, email, mobile, value_ticket } = await binding()
    const second = world.person()
    dataOf(await second.emailLogin({ email, password }))
    expect(await second.bindMobile({ mobile, value_ticket })).toMatchObject(refused)
    const thief = await world.registerEmail()
    expect(await thief.client.bindMobile({ mobile, value_ticket })).toMatchObject(refused)
    expect(await client.bindMobile({ mobile, value_ticket })).toMatchObject({ ok: true })
  })

  it('security: a ticket is refused for another value or in another browser, and works once for its own', async () => {
    const { client, mobile, value_ticket } = await registering()
    expect(await client.registerByMobile({ mobile: freshMobile(), value_ticket })).toMatchObject(refused)
    expect(await world.person().registerByMobile({ mobile, value_ticket })).toMatchObject(refused)
    dataOf(await client.registerUserOnlyByMobile({ mobile, value_ticket }))
    expect(await client.registerByMobile({ mobile, value_ticket })).toMatchObject(refused)
  })

  it('security: an expired ticket is refused', async () => {
    const { client, mobile, value_ticket } = await registering()
    world.passMinutes(16)
    expect(await client.registerByMobile({ mobile, value_ticket })).toMatchObject(refused)
  })

  it('security: one of 20 concurrent registrations with the same ticket succeeds', async () => {
    const { jar, mobile, value_ticket } = await registering()
    const kept = jar.toJSON()
    const answers = await atOnce(20, () =>
      world.person({ jar: new CookieJar(kept) }).registerUserOnlyByMobile({ mobile, value_ticket }),
    )
    expect(endsOf(answers)).toEqual({ ok: 1, ticket_refused: 19 })
  })

  it('security: one of 20 concurrent bindings with the same ticket succeeds', async () => {
    const { client, mobile, value_ticket } = await binding()
    const ends = endsOf(await atOnce(20, () => client.bindMobile({ mobile, value_ticket })))
    expect(ends).toEqual({ ok: 1, already_bound: 19 })
  })

  it('security: a ticket is not a fresh proof: an old session must give one, and the ticket stays valid', async () => {
    const person = await world.registerEmail()
    world.passMinutes(11)
    const mobile = freshMobile()
    const value_ticket = await world.validatedTicket(mobile, mobilePurpose.bind, person.client)
    const asked = await person.client.bindMobile({ mobile, value_ticket })
    expect(asked).toMatchObject({ code: 'second_verification_required' })
    dataOf(await verifyByPassword(person.client, asked as never))
    expect(await person.client.bindMobile({ mobile, value_ticket })).toMatchObject({ ok: true })
  })
})
