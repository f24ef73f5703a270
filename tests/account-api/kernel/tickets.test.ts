import { beforeAll, expect, it } from 'vitest'
import { recordAndTell } from '#account-api/accounts/notices/notice'
import { issueProfile } from '#account-api/addresses/platforms/platform'
import { nowhere } from '#account-api/kernel/from'
import { hashToken } from '#account-api/kernel/random'
import type { Client } from '#contract/client'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { passwordTicket, proveEmail, proveMobile } from '#tests/account-api/addresses/binding/bindings'
import {
  dataOf,
  freshEmail,
  freshMobile,
  ticketIn,
  verifyByPassword,
  type World,
} from '#tests/account-api/worlds/world'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { lookInto } from '#tests/fixtures/databases/look-into'

type Person = Awaited<ReturnType<World['registerBoth']>>
type Answered = { ok: true } | { ok: false; code: string }

const another = 'seven lamps over the bay'

/** The ticket in the newest link to a page that an address received. */
const linkTicket = async (world: World, address: string, page: string): Promise<string> => {
  const links = (await world.storage.outbox.newest(address, 100)).flatMap(({ link }) => link ?? [])
  const link = links.find((each) => new URL(each).pathname === page)
  return new URL(link ?? 'about:blank').searchParams.get('ticket') ?? ''
}

const keyOf = async (client: Client) => dataOf(await client.cancelVerifyWay({})).sms_code_key

/** Every kind of ticket that one person can have at a time, and how to get it. */
const kinds = {
  'a proven mobile': (world, { client, mobile }) => proveMobile(world, client, mobile),
  'a proven email': (world, { client, email }) => proveEmail(world, client, email),
  'an email proven for another password': async (world, { client, email }) => {
    const type = emailPurpose.modifyPassword
    return ticketIn(await client.verifyEmail({ type, code: await world.codeFor(email, type, client) }))
  },
  'a second verification': async (_world, { client }) =>
    ticketIn(await verifyByPassword(client, await client.cancelVerifyWay({}))),
  'the key of a second verification': (_world, { client }) => keyOf(client),
  'the code of a reset by SMS': (world, { mobile }) => world.validatedTicket(mobile, mobilePurpose.resetPassword),
  'the code of a reset by email': (world, { email }) => world.validatedTicket(email, emailPurpose.resetPassword),
  'the link of a reset': (world, { email }) => linkTicket(world, email, '/account-help/password/link'),
  'a mobile proven signed out': (world, { mobile }) => world.validatedTicket(mobile, mobilePurpose.notSignedIn),
  'an email proven signed out': (world, { email }) => world.validatedTicket(email, emailPurpose.notSignedIn),
  'a password proven signed out': (world, { mobile }) => passwordTicket(world, mobile),
  'a registration of a number that has an account': async (world, { mobile }) => {
    const code = await world.codeFor(mobile, mobilePurpose.register)
    return ticketIn(await world.person().registerByMobile({ mobile, code }))
  },
  'a third-party profile': (world) =>
    issueProfile(world.service, { platform: 'example', openid: freshEmail(), name: 'Ann' }),
  'the link of a message': async (world, { mobile, userId }) => {
    const account = await world.storage.accounts.profile(userId)
    if (!account) throw new Error('no account')
    await world.storage.transaction((stores) =>
      recordAndTell(stores, { account, change: 'password_changed', from: nowhere }),
    )
    return linkTicket(world, mobile, '/account-help/not-me')
  },
} satisfies Record<string, (world: World, person: Person) => Promise<string>>

type Kind = keyof typeof kinds

type Use = (who: { client: Client; visitor: Client }, ticket: string) => Promise<Answered>

const oldAddress: Kind[] = ['a proven mobile', 'a proven email']
const newMobile = () => ({ mobile: freshMobile(), code: '123456' })
const newEmail = () => ({ email: freshEmail(), code: '123456' })

/** Calls that take the same kinds of tickets, each made in the person's session or signed out. */
const taking = (takes: Kind[], uses: Record<string, Use>) =>
  Object.entries(uses).map(([name, use]) => [name, takes, use] as const)

/** Every call that takes a ticket. */
const takers = [
  ...taking(oldAddress, {
    unbindPlatform: ({ client }, verify_ticket) => client.unbindPlatform({ platform: 'email', verify_ticket }),
    bindMobile: ({ client }, verify_ticket) => client.bindMobile({ ...newMobile(), verify_ticket }),
    bindEmail: ({ client }, verify_ticket) => client.bindEmail({ ...newEmail(), verify_ticket }),
    switchBind: ({ client }, ticket) => client.switchBind({ ...newEmail(), ticket }),
  }),
  ...taking(['a proven mobile'], {
    'a code to another mobile': ({ client }, ticket) =>
      client.sendCode({ mobile: freshMobile(), type: mobilePurpose.changeToNew, ticket }),
    rebindMobile: ({ client }, ticket) => client.rebindMobile({ ...newMobile(), ticket }),
  }),
  ...taking(['a proven email'], {
    'a code to another email': ({ client }, ticket) =>
      client.sendEmailCode({ email: freshEmail(), type: emailPurpose.changeToNew, ticket }),
    rebindEmail: ({ client }, ticket) => client.rebindEmail({ ...newEmail(), ticket }),
  }),
  ...taking(['an email proven for another password'], {
    changePassword: ({ client }, verify_ticket) => client.changePassword({ verify_ticket, password: another }),
  }),
  ...taking(['a second verification'], {
    cancelConfirm: ({ client }, cancel_ticket) => client.cancelConfirm({ cancel_ticket }),
  }),
  ...taking(['the key of a second verification'], {
    verifySecond: ({ client }, sms_code_key) => verifyByPassword(client, { data: { sms_code_key } }),
    secondVerificationWays: ({ client }, sms_code_key) => client.secondVerificationWays({ sms_code_key }),
    sendSecondCode: ({ client }, sms_code_key) => client.sendSecondCode({ way: 'mobile', sms_code_key }),
  }),
  ...taking(['the code of a reset by SMS', 'the code of a reset by email', 'the link of a reset'], {
    resetPasswordByTicket: ({ visitor }, ticket) => visitor.resetPasswordByTicket({ ticket, password: another }),
  }),
  ...taking(['the link of a reset'], {
    resetTicketCheck: ({ visitor }, ticket) => visitor.resetTicketCheck({ ticket }),
  }),
  ...taking(['a mobile proven signed out', 'an email proven signed out', 'a password proven signed out'], {
    unbindUnusableMobile: ({ visitor }, ticket) => visitor.unbindUnusableMobile({ ticket, without_address: 1 }),
  }),
  ...taking(['a registration of a number that has an account'], {
    smsLoginContinue: ({ visitor }, ticket) => visitor.smsLoginContinue({ ticket }),
  }),
  ...taking([], { undoCancellation: ({ visitor }, ticket) => visitor.undoCancellation({ ticket }) }),
  ...taking(['the link of a message'], {
    secureAccount: ({ visitor }, ticket) => visitor.secureAccount({ ticket }),
  }),
  ...taking(['a third-party profile'], {
    bindAuth: ({ client }, profile_key) => client.bindAuth({ platform: 'example', profile_key }),
    oauthProfile: ({ visitor }, profile_key) => visitor.oauthProfile({ profile_key }),
  }),
]

const withTickets = async (world: World) => {
  const person = await world.registerBoth()
  // The codes of the registration no longer delay the next ones.
  world.passMinutes(2)
  const tickets = {} as Record<Kind, string>
  for (const kind of Object.keys(kinds) as Kind[]) tickets[kind] = await kinds[kind](world, person)
  return { person, tickets }
}

const unused = async (world: World, tickets: Record<Kind, string>): Promise<string[]> => {
  const rows = await lookInto<{ hash: string }>(world.place, 'select hash from tickets where used_at is null')
  const living = new Set(rows.map(({ hash }) => hash))
  return Object.keys(tickets).filter((kind) => living.has(hashToken(tickets[kind as Kind])))
}

describeWorlds('tickets on $name', (world) => {
  let { person, tickets } = {} as Awaited<ReturnType<typeof withTickets>>
  beforeAll(async () => {
    ;({ person, tickets } = await withTickets(world))
  })

  const stateOf = async () => [await world.addressesOf(person.userId), await world.activityOf(person.userId)]

  /** A refusal does not use up the person’s tickets. */
  const expectUntouched = async (before: Awaited<ReturnType<typeof stateOf>>) => {
    expect(await stateOf()).toEqual(before)
    expect(await unused(world, tickets)).toEqual(Object.keys(kinds))
  }
  const refused = { ok: false, code: 'ticket_refused' }

  it.each(takers)(
    'security: %s refuses other or invented tickets, and does not use them up',
    async (_name, takes, use) => {
      const before = await stateOf()
      const others = Object.entries(tickets).filter(([kind]) => !takes.includes(kind as Kind))
      for (const [kind, ticket] of [...others, ['invented', 'a ticket of no one at all'] as const])
        expect(await use({ client: person.client, visitor: world.person() }, ticket), kind).toMatchObject(refused)
      await expectUntouched(before)
    },
  )

  it('security: a ticket of one session is refused in another and is not used up', async () => {
    const client = await world.secondSession(person)
    const before = await stateOf()
    const ofSession: Kind[] = [
      ...oldAddress,
      'a second verification',
      'an email proven for another password',
      'the key of a second verification',
    ]
    for (const kind of ofSession)
      for (const [taker, , use] of takers.filter(([, takes]) => takes.includes(kind)))
        expect(await use({ client, visitor: client }, tickets[kind]), `${kind} ${taker}`).toMatchObject(refused)
    await expectUntouched(before)
  })
})

describeWorlds('old tickets on $name', (world) => {
  it('security: every ticket expires after 15 minutes, except the one in the link of a message', async () => {
    const { person, tickets } = await withTickets(world)
    world.passMinutes(15)
    const taken: string[] = []
    for (const [taker, takes, use] of takers)
      for (const kind of takes)
        if ((await use({ client: person.client, visitor: world.person() }, tickets[kind])).ok)
          taken.push(`${taker} by ${kind}`)
    expect(taken).toEqual(['secureAccount by the link of a message'])
  })
})
