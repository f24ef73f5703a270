import { expect, it } from 'vitest'
import { hashToken } from '#account-api/kernel/random'
import type { Client } from '#contract/client'
import { type Act, acts } from '#contract/terms/acts'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { proveMobile } from '#tests/account-api/addresses/binding/bindings'
import { describeWorlds, freshMobile, ticketIn, verifyByCode, type World } from '#tests/account-api/worlds/worlds'
import { lookInto } from '#tests/fixtures/databases/look-into'

type Person = Awaited<ReturnType<World['registerBoth']>>
type Answered = { ok: true; data: object } | { ok: false; code: string; data: object }

const another = 'seven lamps over the bay'
const code = '123456'

/** The ticket of the second verification that a call needs, by the code sent to the mobile. */
const proveSecond = async (world: World, { client, mobile }: Person, asked: Answered) =>
  ticketIn(await verifyByCode(world, client, asked, mobile))

/** The ticket of the second verification that a call needs once the sign-in is eleven minutes old. */
const verifiedAfter =
  (ask: (client: Client) => Promise<Answered>) =>
  async (world: World, person: Person): Promise<string> => {
    world.passMinutes(11)
    const asked = await ask(person.client)
    expect(asked).toMatchObject({ code: 'second_verification_required' })
    return proveSecond(world, person, asked)
  }

const verified = {
  mobile:
    (type: number, act?: Act) =>
    async (world: World, { client, mobile }: Person) =>
      ticketIn(await client.verifyMobile({ type, act, code: await world.codeFor(mobile, type, client) })),
  email:
    (type: number, act?: Act) =>
    async (world: World, { client, email }: Person) =>
      ticketIn(await client.verifyEmail({ type, act, code: await world.codeFor(email, type, client) })),
}

const bindings: Record<string, (client: Client) => Promise<Answered>> = {
  bindMobile: (client) => client.bindMobile({ mobile: freshMobile(), code }),
  unbindPlatform: (client) => client.unbindPlatform({ platform: 'email' }),
  bindAuth: (client) => client.bindAuth({ platform: 'example', profile_key: 'a key that is long enough' }),
}

type Issued = [name: string, act: Act, issue: (world: World, person: Person) => Promise<string>]

/** Every way to get a proof, with the one act that it is for. */
const issued: Issued[] = [
  ...acts.flatMap((act): Issued[] => [
    [`verifyMobile 22 for ${act}`, act, verified.mobile(mobilePurpose.verifyOld, act)],
    [`verifyEmail 6 for ${act}`, act, verified.email(emailPurpose.verifyOld, act)],
  ]),
  ['verifyMobile 22 that names no act', 'binding', verified.mobile(mobilePurpose.verifyOld)],
  ['verifyMobile 28', 'binding', verified.mobile(mobilePurpose.verifyOldForChange)],
  ['verifyEmail 6 that names no act', 'binding', verified.email(emailPurpose.verifyOld)],
  ['verifyEmail 11', 'password', verified.email(emailPurpose.modifyPassword)],
  ...Object.entries(bindings).map(
    ([name, ask]): Issued => [`verifySecond after ${name}`, 'binding', verifiedAfter(ask)],
  ),
  [
    'verifySecond after cancelVerifyWay',
    'cancellation',
    async (world, person) => proveSecond(world, person, await person.client.cancelVerifyWay({})),
  ],
  ['verifySecond after accountInfo', 'data', verifiedAfter((client) => client.accountInfo({ need_plaintext: 1 }))],
  ['verifySecond after exportData', 'data', verifiedAfter((client) => client.exportData({}))],
]

const redeeming: [Act, (client: Client, ticket: string) => Promise<Answered>][] = [
  ['binding', (client, verify_ticket) => client.unbindPlatform({ platform: 'email', verify_ticket })],
  ['password', (client, verify_ticket) => client.changePassword({ verify_ticket, password: another })],
  ['cancellation', (client, cancel_ticket) => client.cancelConfirm({ cancel_ticket })],
]

describeWorlds('the act of a proof on $name', (world) => {
  const stateOf = async ({ userId }: Person) => [await world.addressesOf(userId), await world.activityOf(userId)]

  it.each(issued)('security: %s entitles to the act %s, and to nothing else', async (_name, act, issue) => {
    const person = await world.registerBoth()
    const ticket = await issue(world, person)
    const before = await stateOf(person)
    for (const [other, redeem] of redeeming.filter(([other]) => other !== act))
      expect([other, await redeem(person.client, ticket)]).toMatchObject([other, { code: 'ticket_refused' }])
    expect(await stateOf(person)).toEqual(before)
    const unused = await lookInto<{ hash: string }>(world.place, 'select hash from tickets where used_at is null')
    expect(unused.map(({ hash }) => hash)).toContain(hashToken(ticket))
    for (const [, redeem] of redeeming.filter(([right]) => right === act))
      expect(await redeem(person.client, ticket)).toMatchObject({ ok: true })
  })

  it('security: setPassword accepts a proof for changing the password, and no other', async () => {
    const { client, mobile } = await world.registerMobileOnly()
    const refused: Act[] = []
    for (const act of acts) {
      const verify_ticket = await proveMobile(world, client, mobile, act)
      const answer = await client.setPassword({ verify_ticket, password: 'short' })
      if (!answer.ok && answer.code === 'ticket_refused') refused.push(act)
    }
    expect(refused).toEqual(acts.filter((act) => act !== 'password'))
  })

  it('error: a code with a purpose for one act is refused for another act, and stays valid', async () => {
    const { client, mobile, email } = await world.registerBoth()
    const refused = { code: 'invalid_input', data: { fields: [{ field: 'act', reason: 'unsupported' }] } }
    const type = mobilePurpose.verifyOldForChange
    const change = { type, code: await world.codeFor(mobile, type, client) }
    expect(await client.verifyMobile({ ...change, act: 'password' })).toMatchObject(refused)
    expect(await client.verifyMobile({ ...change, act: 'binding' })).toMatchObject({ ok: true })
    const modifying = emailPurpose.modifyPassword
    const modify = { type: modifying, code: await world.codeFor(email, modifying, client) }
    expect(await client.verifyEmail({ ...modify, act: 'binding' })).toMatchObject(refused)
    expect(await client.verifyEmail({ ...modify, act: 'password' })).toMatchObject({ ok: true })
  })

  it('error: a code with a purpose for a new address proves nothing', async () => {
    const { client, mobile } = await world.registerMobile()
    world.passMinutes(2)
    const type = mobilePurpose.resetPassword
    const answer = await client.verifyMobile({ type, code: await world.codeFor(mobile, type, client) })
    expect(answer).toMatchObject({
      code: 'invalid_input',
      data: { fields: [{ field: 'type', reason: 'unsupported' }] },
    })
  })
})
