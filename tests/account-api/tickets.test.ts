import { beforeAll, describe, expect, it } from 'vitest'
import { tellAddresses } from '../../account-api/domain/notice/notice'
import { issueProfile } from '../../account-api/domain/platform/platform'
import { hashToken } from '../../account-api/domain/random'
import type { Client } from '../../contract/client'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { lookInto } from '../fixtures/look-into'
import { activityOf, profileOf, proveEmail, proveMobile, secondSession } from './bindings'
import { freshEmail, freshMobile, goodPassword, registerBoth, type World, worldOn } from './world'

type Person = Awaited<ReturnType<typeof registerBoth>>
type Answered = { ok: true } | { ok: false; code: string }

const another = 'seven lamps over the bay'

const takenFrom = async <Data>(
  answered: Promise<{ ok: true; data: Data } | { ok: false; code: string }>,
  read: (data: Data) => string,
): Promise<string> => {
  const answer = await answered
  if (!answer.ok) throw new Error(`no ticket: ${answer.code}`)
  return read(answer.data)
}

/** The ticket in the newest link to a page that an address received. */
const linkTicket = async (world: World, address: string, page: string): Promise<string> => {
  const links = (await world.storage.outbox.newest(address, 100)).flatMap(({ link }) => link ?? [])
  const link = links.find((each) => new URL(each).pathname === page)
  return new URL(link ?? 'about:blank').searchParams.get('ticket') ?? ''
}

const keyOf = (client: Client) => takenFrom(client.cancelVerifyWay({}), ({ sms_code_key }) => sms_code_key)

/** The ticket for a code that a signed-out visitor enters. */
const validated = {
  mobile: async (world: World, mobile: string, type: number) => {
    const visitor = world.person()
    await visitor.sendCode({ mobile, type })
    return takenFrom(visitor.validateCode({ mobile, type, code: await world.codeTo(mobile) }), ({ ticket }) => ticket)
  },
  email: async (world: World, email: string, type: number) => {
    const visitor = world.person()
    await visitor.sendEmailCode({ email, type })
    return takenFrom(
      visitor.validateEmailCode({ email, type, code: await world.codeTo(email) }),
      ({ ticket }) => ticket,
    )
  },
}

/** Every kind of ticket that one person can have at a time, and how to get it. */
const kinds = {
  'a proven mobile': (world, { client, mobile }) => proveMobile(world, client, mobile),
  'a proven email': (world, { client, email }) => proveEmail(world, client, email),
  'an email proven for another password': async (world, { client, email }) => {
    const type = emailPurpose.modifyPassword
    await client.sendEmailCode({ type })
    return takenFrom(client.verifyEmail({ type, code: await world.codeTo(email) }), (data) => data.verify_ticket)
  },
  'a second verification': async (_world, { client }) => {
    const asked = { sms_code_key: await keyOf(client), way: 'password' as const, code: goodPassword }
    return takenFrom(client.verifySecond(asked), ({ verify_ticket }) => verify_ticket)
  },
  'the key of a second verification': (_world, { client }) => keyOf(client),
  'the code of a reset by SMS': (world, { mobile }) => validated.mobile(world, mobile, mobilePurpose.resetPassword),
  'the code of a reset by email': (world, { email }) => validated.email(world, email, emailPurpose.resetPassword),
  'the link of a reset': (world, { email }) => linkTicket(world, email, '/account-help/password/link'),
  'a mobile proven signed out': (world, { mobile }) => validated.mobile(world, mobile, mobilePurpose.notSignedIn),
  'an email proven signed out': (world, { email }) => validated.email(world, email, emailPurpose.notSignedIn),
  'a password proven signed out': (world, { mobile }) =>
    takenFrom(world.person().verifyPassword({ account: mobile, password: goodPassword }), ({ ticket }) => ticket),
  'a registration of a number that has an account': async (world, { mobile }) => {
    const visitor = world.person()
    await visitor.sendCode({ mobile, type: mobilePurpose.register })
    const refused = await visitor.registerByMobile({ mobile, code: await world.codeTo(mobile) })
    if (refused.ok || refused.code !== 'already_registered') throw new Error('not registered already')
    return refused.data.ticket ?? ''
  },
  'a third-party profile': (world) =>
    issueProfile(world.setting, world.storage, { platform: 'example', openid: freshEmail(), name: 'Ann' }),
  'the link of a message': async (world, { mobile, userId }) => {
    const account = await world.storage.accounts.profile(userId)
    if (!account) throw new Error('no account')
    await world.storage.transaction((stores) =>
      tellAddresses(world.setting, stores, { account, change: 'password_changed' }),
    )
    return linkTicket(world, mobile, '/account-help/not-me')
  },
} satisfies Record<string, (world: World, person: Person) => Promise<string>>

type Kind = keyof typeof kinds

const proofs: Kind[] = ['a proven mobile', 'a proven email', 'a second verification']

/** Every call that takes a ticket, with the kinds that it takes. It is made in the person's session or signed out. */
const takers: Record<
  string,
  { takes: Kind[]; use: (who: { client: Client; visitor: Client }, ticket: string) => Promise<Answered> }
> = {
  'unbinding an address': {
    takes: ['a proven mobile', 'a proven email'],
    use: ({ client }, verify_ticket) => client.unbindPlatform({ platform: 'email', verify_ticket }),
  },
  'a code to another mobile': {
    takes: ['a proven mobile'],
    use: ({ client }, ticket) => client.sendCode({ mobile: freshMobile(), type: mobilePurpose.changeToNew, ticket }),
  },
  'rebinding the mobile': {
    takes: ['a proven mobile'],
    use: ({ client }, ticket) => client.rebindMobile({ mobile: freshMobile(), code: '123456', ticket }),
  },
  'a code to another email': {
    takes: ['a proven email'],
    use: ({ client }, ticket) => client.sendEmailCode({ email: freshEmail(), type: emailPurpose.changeToNew, ticket }),
  },
  'rebinding the email': {
    takes: ['a proven email'],
    use: ({ client }, ticket) => client.rebindEmail({ email: freshEmail(), code: '123456', ticket }),
  },
  'changing the password': {
    takes: ['an email proven for another password'],
    use: ({ client }, verify_ticket) => client.changePassword({ verify_ticket, password: another }),
  },
  'cancelling the account': {
    takes: ['a second verification'],
    use: ({ client }, cancel_ticket) => client.cancelConfirm({ cancel_ticket }),
  },
  'a second verification': {
    takes: ['the key of a second verification'],
    use: ({ client }, sms_code_key) => client.verifySecond({ sms_code_key, way: 'password', code: goodPassword }),
  },
  'a reset of the password': {
    takes: ['the code of a reset by SMS', 'the code of a reset by email', 'the link of a reset'],
    use: ({ visitor }, ticket) => visitor.resetPasswordByTicket({ ticket, password: another }),
  },
  'unbinding a lost mobile': {
    takes: ['an email proven signed out', 'a password proven signed out'],
    use: ({ visitor }, ticket) => visitor.unbindUnusableMobile({ ticket, without_address: 1 }),
  },
  'signing in to the account of a proven mobile': {
    takes: ['a registration of a number that has an account'],
    use: ({ visitor }, ticket) => visitor.smsLoginContinue({ ticket }),
  },
  'restoring the account': {
    takes: [],
    use: ({ visitor }, ticket) => visitor.undoCancellation({ ticket }),
  },
  'saying that it was not me': {
    takes: ['the link of a message'],
    use: ({ visitor }, ticket) => visitor.secureAccount({ ticket }),
  },
  'reading a third-party profile': {
    takes: ['a third-party profile'],
    use: ({ visitor }, profile_key) => visitor.oauthProfile({ profile_key }),
  },
}

/** A person with a valid ticket of every kind. */
const withTickets = async (world: World) => {
  const person = await registerBoth(world)
  // The codes of the registration no longer delay the next ones.
  world.passMinutes(2)
  const tickets = {} as Record<Kind, string>
  for (const kind of Object.keys(kinds) as Kind[]) tickets[kind] = await kinds[kind](world, person)
  return { person, tickets }
}

/** The kinds of the tickets that are neither used nor deleted. */
const unused = async (world: World, tickets: Record<Kind, string>): Promise<string[]> => {
  const rows = await lookInto<{ hash: string }>(world.place, 'select hash from tickets where used_at is null')
  const living = new Set(rows.map(({ hash }) => hash))
  return Object.keys(tickets).filter((kind) => living.has(hashToken(tickets[kind as Kind])))
}

describe.each(databases)('tickets on $name', (database) => {
  const world = worldOn(database)
  let { person, tickets } = {} as Awaited<ReturnType<typeof withTickets>>
  beforeAll(async () => {
    ;({ person, tickets } = await withTickets(world))
  })

  const stateOf = async () => [await profileOf(world, person.userId), await activityOf(world, person.userId)]

  it.each(Object.keys(takers))('security: %s refuses other kinds of tickets, and keeps them', async (taker) => {
    const { takes, use } = takers[taker] as (typeof takers)[string]
    const before = await stateOf()
    for (const [kind, ticket] of Object.entries(tickets).filter(([kind]) => !takes.includes(kind as Kind)))
      expect([kind, await use({ client: person.client, visitor: world.person() }, ticket)]).toMatchObject([
        kind,
        { ok: false, code: 'ticket_refused' },
      ])
    expect(await stateOf()).toEqual(before)
    expect(await unused(world, tickets)).toEqual(Object.keys(kinds))
  })

  it('security: a ticket of one session is refused in another and is not used up', async () => {
    const client = await secondSession(world, person)
    const before = await stateOf()
    for (const kind of [...proofs, 'an email proven for another password', 'the key of a second verification'] as const)
      for (const [taker, { use }] of Object.entries(takers).filter(([, { takes }]) => takes.includes(kind)))
        expect([kind, taker, await use({ client, visitor: client }, tickets[kind])]).toMatchObject([
          kind,
          taker,
          { ok: false, code: 'ticket_refused' },
        ])
    expect(await stateOf()).toEqual(before)
    expect(await unused(world, tickets)).toEqual(Object.keys(kinds))
  })
})

describe.each(databases)('old tickets on $name', (database) => {
  const world = worldOn(database)

  it('security: every ticket expires after 15 minutes, except the one in the link of a message', async () => {
    const { person, tickets } = await withTickets(world)
    world.passMinutes(15)
    const taken: string[] = []
    for (const [taker, { takes, use }] of Object.entries(takers))
      for (const kind of takes)
        if ((await use({ client: person.client, visitor: world.person() }, tickets[kind])).ok)
          taken.push(`${taker} by ${kind}`)
    expect(taken).toEqual(['saying that it was not me by the link of a message'])
  })
})
