import { describe, expect, it } from 'vitest'
import { issueProof } from '../../account-api/domain/proof/proof'
import { hashToken } from '../../account-api/domain/random'
import { type Act, acts } from '../../contract/acts'
import type { Client } from '../../contract/client'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { lookInto } from '../fixtures/look-into'
import { activityOf, profileOf, proveMobile } from './bindings'
import { freshEmail, freshMobile, goodPassword, registerBoth, registerMobile, type World, worldOn } from './world'

type Person = Awaited<ReturnType<typeof registerBoth>>
type Answered = { ok: true } | { ok: false; code: string; data: unknown }
type Ticketed = { ok: true; data: { verify_ticket: string } } | { ok: false; code: string }

const another = 'seven lamps over the bay'
const code = '123456'

const ticketOf = (answer: Ticketed): string => {
  if (!answer.ok) throw new Error(`no ticket: ${answer.code}`)
  return answer.data.verify_ticket
}

/** The ticket of the second verification that a call asks for once the sign-in is eleven minutes old. */
const verifiedAfter =
  (ask: (client: Client) => Promise<Answered>) =>
  async (world: World, { client, mobile }: Person): Promise<string> => {
    world.passMinutes(11)
    const asked = await ask(client)
    if (asked.ok || asked.code !== 'second_verification_required') throw new Error('nothing more was asked for')
    const { sms_code_key } = asked.data as { sms_code_key: string }
    await client.sendSecondCode({ sms_code_key, way: 'mobile' })
    return ticketOf(await client.verifySecond({ sms_code_key, way: 'mobile', code: await world.codeTo(mobile) }))
  }

const verified = {
  mobile:
    (type: number, act?: Act) =>
    async (world: World, { client, mobile }: Person) => {
      await client.sendCode({ type })
      return ticketOf(await client.verifyMobile({ type, act, code: await world.codeTo(mobile) }))
    },
  email:
    (type: number, act?: Act) =>
    async (world: World, { client, email }: Person) => {
      await client.sendEmailCode({ type })
      return ticketOf(await client.verifyEmail({ type, act, code: await world.codeTo(email) }))
    },
}

/** Every way to get a proof, with the one act that it is for. */
const issued: [string, Act, (world: World, person: Person) => Promise<string>][] = [
  ...acts.map((act): (typeof issued)[number] => [
    `verifyMobile 22 for ${act}`,
    act,
    verified.mobile(mobilePurpose.verifyOld, act),
  ]),
  ...acts.map((act): (typeof issued)[number] => [
    `verifyEmail 6 for ${act}`,
    act,
    verified.email(emailPurpose.verifyOld, act),
  ]),
  ['verifyMobile 22 that names no act', 'binding', verified.mobile(mobilePurpose.verifyOld)],
  ['verifyMobile 28', 'binding', verified.mobile(mobilePurpose.verifyOldForChange)],
  ['verifyEmail 6 that names no act', 'binding', verified.email(emailPurpose.verifyOld)],
  ['verifyEmail 11', 'password', verified.email(emailPurpose.modifyPassword)],
  [
    'verifySecond after bindMobile',
    'binding',
    verifiedAfter((client) => client.bindMobile({ mobile: freshMobile(), code })),
  ],
  [
    'verifySecond after unbindPlatform',
    'binding',
    verifiedAfter((client) => client.unbindPlatform({ platform: 'email' })),
  ],
  [
    'verifySecond after bindAuth',
    'binding',
    verifiedAfter((client) => client.bindAuth({ platform: 'example', profile_key: 'a key that is long enough' })),
  ],
  [
    'verifySecond after cancelVerifyWay',
    'cancellation',
    async (world, { client, mobile }) => {
      const asked = await client.cancelVerifyWay({})
      const sms_code_key = asked.ok ? asked.data.sms_code_key : ''
      await client.sendSecondCode({ sms_code_key, way: 'mobile' })
      return ticketOf(await client.verifySecond({ sms_code_key, way: 'mobile', code: await world.codeTo(mobile) }))
    },
  ],
  ['verifySecond after accountInfo', 'data', verifiedAfter((client) => client.accountInfo({ need_plaintext: 1 }))],
  ['verifySecond after exportData', 'data', verifiedAfter((client) => client.exportData({}))],
]

/** A call that redeems a proof, for each act that has one. */
const redeeming: [Act, (client: Client, ticket: string) => Promise<Answered>][] = [
  ['binding', (client, verify_ticket) => client.unbindPlatform({ platform: 'email', verify_ticket })],
  ['password', (client, verify_ticket) => client.changePassword({ verify_ticket, password: another })],
  ['cancellation', (client, cancel_ticket) => client.cancelConfirm({ cancel_ticket })],
]

/** Every call that takes a proof, with the act of that proof. It gets a proof by each address. */
const takers: [string, Act, (client: Client, proof: { mobile: string; email: string }) => Promise<Answered>][] = [
  [
    'bindMobile',
    'binding',
    (client, { mobile }) => client.bindMobile({ mobile: freshMobile(), code, verify_ticket: mobile }),
  ],
  [
    'bindEmail',
    'binding',
    (client, { email }) => client.bindEmail({ email: freshEmail(), code, verify_ticket: email }),
  ],
  ['switchBind', 'binding', (client, { mobile }) => client.switchBind({ email: freshEmail(), code, ticket: mobile })],
  [
    'rebindMobile',
    'binding',
    (client, { mobile }) => client.rebindMobile({ mobile: freshMobile(), code, ticket: mobile }),
  ],
  ['rebindEmail', 'binding', (client, { email }) => client.rebindEmail({ email: freshEmail(), code, ticket: email })],
  [
    'unbindPlatform',
    'binding',
    (client, { mobile }) => client.unbindPlatform({ platform: 'example', verify_ticket: mobile }),
  ],
  [
    'sendCode 20',
    'binding',
    (client, { mobile }) => client.sendCode({ mobile: freshMobile(), type: mobilePurpose.changeToNew, ticket: mobile }),
  ],
  [
    'sendEmailCode 7',
    'binding',
    (client, { email }) => client.sendEmailCode({ email: freshEmail(), type: emailPurpose.changeToNew, ticket: email }),
  ],
  [
    'changePassword',
    'password',
    (client, { mobile }) => client.changePassword({ verify_ticket: mobile, password: 'short' }),
  ],
  ['cancelConfirm', 'cancellation', (client, { mobile }) => client.cancelConfirm({ cancel_ticket: mobile })],
]

const unused = async (world: World, ticket: string): Promise<boolean> => {
  const rows = await lookInto<{ hash: string }>(world.place, 'select hash from tickets where used_at is null')
  return rows.some(({ hash }) => hash === hashToken(ticket))
}

describe.each(databases)('the act of a proof on $name', (database) => {
  const world = worldOn(database)

  const stateOf = async ({ userId }: Person) => [await profileOf(world, userId), await activityOf(world, userId)]

  /** Proofs by both addresses for every act, issued in the newest session. */
  const proofsOf = async ({ userId, mobile, email }: Person) => {
    const account = await world.storage.accounts.profile(userId)
    const [session] = await world.storage.sessions.living(userId, { seen: 0, begun: 0 })
    if (!account || !session) throw new Error('not signed in')
    const person = { account, session }
    const proofs = {} as Record<Act, { mobile: string; email: string }>
    for (const act of acts)
      proofs[act] = {
        mobile: await issueProof(world.setting, world.storage, { person, act, address: mobile }),
        email: await issueProof(world.setting, world.storage, { person, act, address: email }),
      }
    return proofs
  }

  it.each(issued)('security: %s entitles to %s and to nothing else', async (_name, act, issue) => {
    const person = await registerBoth(world)
    const ticket = await issue(world, person)
    const before = await stateOf(person)
    for (const [other, redeem] of redeeming.filter(([other]) => other !== act))
      expect([other, await redeem(person.client, ticket)]).toMatchObject([other, { code: 'ticket_refused' }])
    expect(await stateOf(person)).toEqual(before)
    expect(await unused(world, ticket)).toBe(true)
    for (const [, redeem] of redeeming.filter(([right]) => right === act))
      expect(await redeem(person.client, ticket)).toMatchObject({ ok: true })
  })

  it.each(takers)('security: %s takes a proof for %s and no other', async (_name, act, take) => {
    const person = await registerBoth(world)
    const proofs = await proofsOf(person)
    const isRefused = async (given: Act) => {
      const answer = await take(person.client, proofs[given])
      return !answer.ok && answer.code === 'ticket_refused'
    }
    for (const other of acts.filter((each) => each !== act))
      expect([other, await isRefused(other)]).toEqual([other, true])
    expect(await isRefused(act)).toBe(false)
  })

  it('security: setPassword takes a proof for another password and no other', async () => {
    const mobile = freshMobile()
    const client = world.person()
    await client.sendCode({ mobile, type: mobilePurpose.register })
    await client.registerByMobile({ mobile, code: await world.codeTo(mobile) })
    const refused: Act[] = []
    for (const act of acts) {
      const verify_ticket = await proveMobile(world, client, mobile, act)
      const answer = await client.setPassword({ verify_ticket, password: 'short' })
      if (!answer.ok && answer.code === 'ticket_refused') refused.push(act)
    }
    expect(refused).toEqual(acts.filter((act) => act !== 'password'))
  })

  it('error: a purpose of one act refuses another act, and the code stays valid', async () => {
    const { client, mobile, email } = await registerBoth(world)
    const refused = { code: 'invalid_input', data: { fields: [{ field: 'act', reason: 'unsupported' }] } }
    await client.sendCode({ type: mobilePurpose.verifyOldForChange })
    const change = { type: mobilePurpose.verifyOldForChange, code: await world.codeTo(mobile) }
    expect(await client.verifyMobile({ ...change, act: 'password' })).toMatchObject(refused)
    expect(await client.verifyMobile({ ...change, act: 'binding' })).toMatchObject({ ok: true })
    await client.sendEmailCode({ type: emailPurpose.modifyPassword })
    const modify = { type: emailPurpose.modifyPassword, code: await world.codeTo(email) }
    expect(await client.verifyEmail({ ...modify, act: 'binding' })).toMatchObject(refused)
    expect(await client.verifyEmail({ ...modify, act: 'password' })).toMatchObject({ ok: true })
  })

  it('error: the code of a purpose that is not for an own address proves nothing', async () => {
    const { client, mobile } = await registerMobile(world, { password: goodPassword })
    world.passMinutes(2)
    const type = mobilePurpose.resetPassword
    await client.sendCode({ mobile, type })
    expect(await client.verifyMobile({ type, code: await world.codeTo(mobile) })).toMatchObject({
      code: 'invalid_input',
      data: { fields: [{ field: 'type', reason: 'unsupported' }] },
    })
  })

  it('error: an unknown act is refused', async () => {
    const { client } = await registerMobile(world)
    const act = 'everything' as Act
    expect(await client.verifyMobile({ type: mobilePurpose.verifyOld, code, act })).toMatchObject({
      code: 'invalid_input',
      data: { fields: [{ field: 'act', reason: 'invalid' }] },
    })
  })
})
