import { describe, expect, it } from 'vitest'
import { tally } from '#account-api/kernel/limits/rolling'
import { days } from '#account-api/kernel/time'
import { workOnBatches } from '#account-api/organisations/invitation-batches/work'
import { allowanceOf } from '#account-api/organisations/invitations/sms-standing'
import type { Client } from '#contract/client'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { openOrganisation } from '#tests/account-api/organisations/members/members'
import {
  atOnce,
  dataOf,
  describeWorlds,
  endsOf,
  freshAddress,
  freshEmail,
  freshMobile,
  goodPassword,
  refused,
  type World,
  worldForTest,
} from '#tests/account-api/worlds/worlds'
import { databases } from '#tests/fixtures/databases/databases'
import { lookInto, writeInto } from '#tests/fixtures/databases/look-into'
import { inviteMobile, joinByMobile } from './invitations'

const numbers = (count: number) => Array.from({ length: count }, freshMobile)

/** A person with only an email at a client address, and their organisation. */
const throwAway = async (world: World, address = freshAddress()) => {
  const [email, jar] = [freshEmail(), new CookieJar()]
  const client = world.person({ address, jar })
  const code = await world.codeFor(email, emailPurpose.register, client)
  dataOf(await client.registerByEmail({ email, code, password: goodPassword }))
  const { sec_subject_uid } = dataOf(await client.createSubject({ subject_name: 'Orchard' }))
  return { client, sec_subject_uid, at: { address, jar } }
}

type Sender = { client: Client; sec_subject_uid: string }

/** An organisation whose manager has a mobile number, and sends. */
const withNumber = async (world: World) => {
  const opened = await openOrganisation(world)
  return { ...opened, client: opened.manager.client }
}

/** Creates a list of numbers, ready to be sent. */
const listOf = async ({ client, sec_subject_uid }: Sender, mobiles: readonly string[]) => {
  const made = await client.createInvitationBatch({ sec_subject_uid, list: mobiles.join('\n'), format: 'lines' })
  return { sec_subject_uid, batch_id: dataOf(made).batch_id }
}

/** How many of these numbers received an SMS. */
const smsTo = async (world: World, mobiles: readonly string[]): Promise<number> => {
  const quoted = mobiles.map((each) => `'${each}'`)
  return (await lookInto(world.place, `select 1 from outbox where recipient in (${quoted})`)).length
}

const linesOf = async ({ client }: Sender, named: { sec_subject_uid: string; batch_id: string }) =>
  dataOf(await client.invitationBatch({ ...named, page: 1 })).counts.lines

const leftOf = async ({ client, sec_subject_uid }: Sender) =>
  dataOf(await client.listInvitationChannels({ sec_subject_uid })).sms

describeWorlds('invitations by SMS on $name', (world) => {
  it('security: a stranger with three throw-away emails, who is offered email first, pastes lists of 500 numbers: few SMS are sent, after a captcha', async () => {
    const address = freshAddress()
    const invited: string[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      const sender = await throwAway(world, address)
      const { client, sec_subject_uid } = sender
      const { channels } = dataOf(await client.listInvitationChannels({ sec_subject_uid }))
      expect(channels).toEqual(['email', 'mobile', 'link'])
      const mobiles = numbers(500)
      invited.push(...mobiles)
      const named = await listOf(sender, mobiles)
      await workOnBatches(world.service)
      await refused(client.sendInvitationBatch(named), 'captcha_required')
      const sent = await world.insist(sender.at, (client) => client.sendInvitationBatch(named))
      expect(sent).toMatchObject({ ok: true, data: { people: 10 } })
      await workOnBatches(world.service)
      expect(await linesOf(sender, named)).toEqual({ invited: 10, sms_limit: 490 })
      const more = client.inviteByMobile({ ...named, mobile: freshMobile() })
      await refused(more, 'too_many_sms_invitations', { limit: 'allowance', most: 10 })
    }
    expect(await smsTo(world, invited)).toBe(30)
  })

  it('happy: a new organisation whose manager has a mobile number invites 50 colleagues without a captcha', async () => {
    const sender = await withNumber(world)
    const { client, manager, sec_subject_uid } = sender
    expect(await leftOf(sender)).toEqual({ most: 50, left: 50, raises: ['domain', 'age', 'accepted'] })
    const mobiles = numbers(50)
    const named = await listOf(sender, mobiles)
    const answers = await atOnce(20, () => client.sendInvitationBatch(named))
    expect(endsOf(answers)).toEqual({ ok: 1, batch_not_ready: 19 })
    await workOnBatches(world.service)
    expect(await smsTo(world, mobiles)).toBe(50)
    expect(await leftOf(sender)).toMatchObject({ left: 0 })
    // The next list waits unchanged until tomorrow.
    const next = await listOf(sender, numbers(2))
    await refused(client.sendInvitationBatch(next), 'too_many_sms_invitations', { limit: 'allowance', most: 50 })
    expect(await client.inviteByEmail({ sec_subject_uid, email: freshEmail() })).toMatchObject({ ok: true })
    world.passMinutes(27 * 60)
    const fresh = await world.secondSession(manager)
    expect(await fresh.sendInvitationBatch(next)).toMatchObject({ ok: true, data: { people: 2 } })
  })

  it('security: several organisations of one account, and 20 concurrent calls, share one allowance', async () => {
    const sender = await throwAway(world)
    const others = await Promise.all(
      [1, 2].map(() => sender.client.createSubject({ subject_name: 'Meadow' }).then(dataOf)),
    )
    const subjects = [sender, ...others].map(({ sec_subject_uid }) => sec_subject_uid)
    const answers = await atOnce(30, (turn) =>
      sender.client.inviteByMobile({ sec_subject_uid: subjects[turn % 3] ?? '', mobile: freshMobile() }),
    )
    expect(endsOf(answers)).toEqual({ ok: 10, too_many_sms_invitations: 20 })
  })

  it('security: accounts of one network together send few SMS until somebody accepts', async () => {
    const [one, other] = [await throwAway(world, '198.18.7.1'), await throwAway(world, '198.18.7.2')]
    const network = { name: 'smsInvitationsFromANetwork' as const, subject: '198.18.7' }
    await tally(world.storage, { add: [{ ...network, by: 297 }] }, world.deployment.now())
    const invite = ({ client, sec_subject_uid }: Sender) =>
      client.inviteByMobile({ sec_subject_uid, mobile: freshMobile() })
    for (const sender of [one, one, other]) expect(await invite(sender)).toMatchObject({ ok: true })
    await refused(invite(other), 'too_many_sms_invitations', { limit: 'network', most: 300 })
  })

  it('happy: accepted invitations raise the allowance, and each person counts once', async () => {
    const sender = await withNumber(world)
    for (let accepted = 0; accepted < 5; accepted += 1) {
      expect(await leftOf(sender)).toMatchObject({ most: 50 })
      const invitee = await world.registerMobile()
      await joinByMobile(sender, invitee)
      if (accepted > 0) continue
      await writeInto(world.place, 'delete from identities where account_id = $1', [invitee.userId])
      await joinByMobile(sender, invitee)
    }
    expect(await leftOf(sender)).toMatchObject({ most: 70, left: 64 })
  })

  it('security: an inviter whom few people answer loses the raised allowance after three days', async () => {
    const sender = await withNumber(world)
    const count = (name: 'smsInvitationsAccepted' | 'smsInvitationsToJudge', by: number) =>
      tally(world.storage, { add: [{ name, subject: sender.id, by }] }, world.deployment.now())
    await count('smsInvitationsAccepted', 10)
    await count('smsInvitationsToJudge', 41)
    expect(await leftOf(sender)).toMatchObject({ most: 90 })
    world.passMinutes(3 * 24 * 60 - 1)
    expect(await leftOf(sender)).toMatchObject({ most: 90 })
    world.passMinutes(24 * 60 + 1)
    expect(await leftOf(sender)).toMatchObject({ most: 50 })
    await count('smsInvitationsAccepted', 1)
    expect(await leftOf(sender)).toMatchObject({ most: 94 })
  })

  it('security: a stranger with five organisations uses one inviter’s allowance, and others still reach the person', async () => {
    const stranger = await world.registerMobile()
    const [mobile, email] = [freshMobile(), freshEmail()]
    const answers: { ok: boolean; code?: string }[] = []
    for (let made = 0; made < 5; made += 1) {
      const { sec_subject_uid } = dataOf(await stranger.client.createSubject({ subject_name: 'Orchard' }))
      answers.push(await stranger.client.inviteByMobile({ sec_subject_uid, mobile }))
      answers.push(await stranger.client.inviteByEmail({ sec_subject_uid, email }))
    }
    expect(answers.filter(({ ok }) => ok)).toHaveLength(6)
    for (const { code } of answers.filter(({ ok }) => !ok)) expect(code).toBe('too_many_requests')
    const { manager, sec_subject_uid } = await openOrganisation(world)
    expect(await manager.client.inviteByMobile({ sec_subject_uid, mobile })).toMatchObject({ ok: true })
    expect(await manager.client.inviteByEmail({ sec_subject_uid, email })).toMatchObject({ ok: true })
  })

  it('security: SMS from some organisations to a person leave other organisations their share', async () => {
    const mobile = freshMobile()
    const use = (part: string, by: number) =>
      tally(world.storage, { add: [{ name: 'invitationsToAnAddress', subject: `sms:${mobile}`, part, by }] }, at)
    const at = world.deployment.now()
    const cheap = await throwAway(world)
    await use('unproven', 5)
    await refused(cheap.client.inviteByMobile({ ...cheap, mobile }), 'too_many_requests')
    const { id, client, sec_subject_uid } = await withNumber(world)
    const invite = () => client.inviteByMobile({ sec_subject_uid, mobile })
    const { invite_id } = dataOf(await invite())
    dataOf(await client.cancelInvitation({ sec_subject_uid, invite_id }))
    await use('new', 4)
    await refused(invite(), 'too_many_requests')
    await tally(world.storage, { add: [{ name: 'smsInvitationsAccepted', subject: id, by: 5 }] }, at)
    expect(await invite()).toMatchObject({ ok: true })
  })
})

describe.each(databases)('a region’s share of SMS for invitations on $name', (database) => {
  it('security: 20 throw-away emails use up their own share, and block neither codes nor other organisations', async () => {
    const world = await worldForTest(database, { smsDailyCap: 100 })
    const { manager, sec_subject_uid } = await openOrganisation(world)
    const answers: { ok: true }[] | { ok: false; code: string }[] = []
    for (let nth = 0; nth < 20; nth += 1) {
      const { client, sec_subject_uid } = await throwAway(world)
      answers.push((await client.inviteByMobile({ sec_subject_uid, mobile: freshMobile() })) as never)
    }
    expect(endsOf(answers)).toEqual({ ok: 10, too_many_sms_invitations: 10 })
    expect(await manager.client.inviteByMobile({ sec_subject_uid, mobile: freshMobile() })).toMatchObject({ ok: true })
    const type = mobilePurpose.register
    expect(await world.person().sendCode({ mobile: freshMobile(), type })).toMatchObject({ ok: true })
    expect(world.logged()).toMatch(/"region":"CN","purpose":"invitation","part":"unproven","sent":8,"cap":10/)
  })

  it('security: an organisation that sends many SMS is stopped before one that sends few', async () => {
    const world = await worldForTest(database, { smsDailyCap: 100 })
    const [large, small] = [await withNumber(world), await withNumber(world)]
    const earn = [large, small].map(({ id: subject }) => ({ name: 'smsInvitationsAccepted' as const, subject, by: 30 }))
    await tally(world.storage, { add: earn }, world.deployment.now())
    const named = await listOf(large, numbers(60))
    expect(await large.client.sendInvitationBatch(named)).toMatchObject({ ok: true, data: { people: 60 } })
    await workOnBatches(world.service)
    expect(await linesOf(large, named)).toEqual({ invited: 30, sms_limit: 30 })
    const more = large.client.inviteByMobile({ ...named, mobile: freshMobile() })
    await refused(more, 'too_many_sms_invitations', { limit: 'region', most: 30 })
    await inviteMobile(small, freshMobile())
  })
})

describe('the allowance of SMS', () => {
  const stranger = { hasMobile: false, hasDomain: false, age: 0, accepted: 0 }

  it.each([
    [10, stranger],
    [40, { ...stranger, age: days(30) }],
    [50, { ...stranger, hasMobile: true }],
    [100, { ...stranger, hasMobile: true, age: days(7) }],
    [150, { ...stranger, hasMobile: true, hasDomain: true }],
    [600, { ...stranger, hasMobile: true, hasDomain: true, age: days(400) }],
    [450, { ...stranger, hasMobile: true, accepted: 100 }],
    [10_000, { ...stranger, accepted: 100_000 }],
  ])('happy: the allowance is %i of %o', (most, earned) => expect(allowanceOf(earned)).toBe(most))
})
