import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Deliver, lanes } from '#account-api/channels/delivery'
import { composeFor } from '#account-api/channels/texts/templates'
import { larkChannel } from '#account-api/channels/workplace/lark'
import { webhookChannel } from '#account-api/channels/workplace/webhook'
import type { Message } from '#account-api/kernel/outbox/message'
import { invitationLimits } from '#account-api/organisations/invitations/limits'
import { deliverBy } from '#tests/account-api/channels/deliveries'
import { invitationOf, inviteByWorkplace } from '#tests/account-api/organisations/invitations/invitations'
import { type Organisation, openOrganisation } from '#tests/account-api/organisations/members/members'
import { atOnce, codeOf, dataOf, describeWorldsWith, freshEmail, refused } from '#tests/account-api/worlds/worlds'
import { startWorkplaceReceiver } from '#tests/fixtures/messages/workplace-receiver'
import { startFakeLark } from '#tests/fixtures/parties/fake-lark'
import { eventually } from '#tests/fixtures/time/eventually'

const freshId = () => `w-${randomUUID()}`

// A message that is no code may wait a second for a look at the outbox.
const { lookEveryMs } = lanes.others
beforeAll(() => Object.assign(lanes.others, { lookEveryMs: 20 }))
afterAll(() => Object.assign(lanes.others, { lookEveryMs }))

describeWorldsWith({ channels: ['sms', 'email', 'workplace'] })('workplace invitations on $name', (world) => {
  const lines: string[] = []
  const log = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))

  /** A receiver of messages, and the channel that sends to it. */
  const startReceiver = async (...answer: Parameters<typeof startWorkplaceReceiver>) => {
    const receiver = await startWorkplaceReceiver(...answer)
    onTestFinished(receiver.stop)
    return { receiver, workplace: webhookChannel({ url: receiver.url, secrets: [receiver.secret] }) }
  }
  /** Delivers by workplace messaging while some work is done. */
  const delivering = (workplace: Deliver, work: () => Promise<void>) => {
    const stop = deliverBy(world, { workplace }, { log: { info: log, warn: log, error: log } })
    return work().finally(stop)
  }

  /** The invitation, once it is undeliverable. */
  const undeliverable = (organisation: Organisation, id: string) =>
    eventually('the end', async () => {
      const info = await invitationOf(organisation, id)
      return info.state === 'undeliverable' ? info : undefined
    })

  it('happy: a webhook delivers an invitation with its link, which admits one person, once', async () => {
    const organisation = await openOrganisation(world, 'Riverside School')
    const { receiver, workplace } = await startReceiver()
    const id = freshId()
    await delivering(workplace, async () => {
      const offer = { role_key: 'administrator', deputy_name: 'Bo' }
      const { invite_id, link, invite_ticket } = await inviteByWorkplace(organisation, id, offer)
      const { data } = await eventually('the message', () => receiver.messagesTo(id)[0])
      expect(data).toMatchObject({ to: id, to_kind: 'user_id', link })
      expect(data.body).toContain('Riverside School')
      const [first, second] = [await world.registerMobile(), await world.registerEmail()]
      const { fit, invitation } = dataOf(await first.client.checkInvitation({ invite_ticket }))
      expect([fit, invitation.channel, invitation.address]).toEqual(['fits', 'workplace', `w-***${id.slice(-2)}`])
      expect(await first.client.acceptInvitation({ invite_ticket })).toMatchObject({ ok: true })
      const acting = await world.storage.members.acting(first.userId, organisation.sec_subject_uid)
      expect(acting).toMatchObject({ member: { name: 'Bo' }, roles: [{ key: 'administrator' }] })
      await refused(second.client.acceptInvitation({ invite_ticket }), 'invitation_over', { state: 'accepted' })
      const { state, undeliverable_reason } = await invitationOf(organisation, invite_id)
      expect([state, undeliverable_reason]).toEqual(['accepted', null])
    })
  })

  it('happy: a Lark app delivers an invitation, and gives no reason for a person unknown to Lark', async () => {
    const organisation = await openOrganisation(world)
    const bo = { open_id: `ou_${randomUUID()}`, user_id: 'b0b0b0b0', email: freshEmail() }
    const lark = await startFakeLark([bo])
    onTestFinished(lark.stop)
    const workplace = larkChannel({ url: lark.url, ...lark.app })
    await delivering(workplace, async () => {
      const sent = await inviteByWorkplace(organisation, bo.email)
      // Its message went to the workplace, so it does not prove the email.
      const seen = await world.person().checkInvitation({ invite_ticket: sent.invite_ticket })
      expect(seen).toMatchObject({ data: { fit: 'signed_out', proven_address: null } })
      await eventually('the message', () => lark.messages()[0])
      expect(JSON.stringify(lark.messages())).toContain(sent.link)
      const lost = await inviteByWorkplace(organisation, 'ou_nobody')
      const unknown = { undeliverable_reason: 'unknown_recipient', address: 'ou***dy' }
      expect(await undeliverable(organisation, lost.invite_id)).toMatchObject(unknown)
      const { manager, sec_subject_uid } = organisation
      const resent = await manager.client.resendInvitation({ sec_subject_uid, invite_id: lost.invite_id })
      expect(resent).toMatchObject({ ok: true })
      await refused(manager.client.checkInvitation({ invite_ticket: lost.invite_ticket }), 'no_such_invitation')
    })
  })

  it('error: an invitation that a receiver refuses is undeliverable, and can be sent again', async () => {
    const organisation = await openOrganisation(world)
    const { workplace } = await startReceiver((_message, response) => response.writeHead(422).end())
    const id = freshId()
    await delivering(workplace, async () => {
      const { invite_id } = await inviteByWorkplace(organisation, id)
      expect((await undeliverable(organisation, invite_id)).undeliverable_reason).toBe('refused')
    })
    await inviteByWorkplace(organisation, id)
  })

  it('error: without workplace messaging nobody is invited, and earlier invitations are not resent', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const { invite_id } = await inviteByWorkplace(organisation, freshId())
    const ask = () => manager.client.listInvitationChannels({ sec_subject_uid })
    expect(await ask()).toMatchObject({ data: { channels: ['mobile', 'email', 'workplace', 'link'] } })
    const { channels } = world.deployment
    world.deployment.channels = ['email']
    expect(await ask()).toMatchObject({ data: { channels: ['email', 'link'] } })
    const asked = { sec_subject_uid, workplace_id: freshId() }
    await refused(manager.client.inviteByWorkplace(asked), 'workplace_not_set_up')
    await refused(manager.client.resendInvitation({ sec_subject_uid, invite_id }), 'workplace_not_set_up')
    world.deployment.channels = channels
    expect(await manager.client.cancelInvitation({ sec_subject_uid, invite_id })).toMatchObject({ ok: true })
  })

  it('security: a workplace address is a separate kind of address, with one pending invitation', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world)
    const email = freshEmail()
    const { invite_id } = await inviteByWorkplace(organisation, email)
    const again = await atOnce(5, () => manager.client.inviteByWorkplace({ sec_subject_uid, workplace_id: email }))
    for (const each of again) expect(codeOf(each)).toMatch(/^(already_invited|too_many_requests)$/)
    expect(await manager.client.inviteByEmail({ sec_subject_uid, email })).toMatchObject({ ok: true })
    expect(await invitationOf(organisation, invite_id)).toMatchObject({ state: 'pending', channel: 'workplace' })
  })

  it('security: an address gets at most five invitations a day, by any channel', async () => {
    const email = freshEmail()
    const inviteFrom = ({ manager, sec_subject_uid }: Organisation) => [
      () => manager.client.inviteByEmail({ sec_subject_uid, email }),
      () => manager.client.inviteByWorkplace({ sec_subject_uid, workplace_id: email }),
    ]
    for (let sent = 0; sent < invitationLimits.toAnAddress; sent += 1)
      expect(await inviteFrom(await openOrganisation(world))[sent % 2]?.()).toMatchObject({ ok: true })
    const before = await world.messagesTo(email)
    for (const invite of inviteFrom(await openOrganisation(world)))
      await refused(invite(), 'too_many_requests', { retry_after: expect.any(Number) })
    expect(await world.messagesTo(email)).toBe(before)
  })

  it('happy: a person who has proven the email finds the invitation without the message; others need the link', async () => {
    const organisation = await openOrganisation(world)
    const [invitee, stranger] = [await world.registerEmail(), await world.registerMobile()]
    const { invite_id } = await inviteByWorkplace(organisation, invitee.email)
    const byId = await inviteByWorkplace(organisation, freshId())
    await refused(stranger.client.acceptInvitation({ invite_id }), 'no_such_invitation')
    await refused(invitee.client.acceptInvitation({ invite_id: byId.invite_id }), 'no_such_invitation')
    const mine = await invitee.client.myInvitations({})
    expect(mine).toMatchObject({ data: { invitations: [{ invite_id, channel: 'workplace' }] } })
    expect(await invitee.client.acceptInvitation({ invite_id })).toMatchObject({ ok: true })
    // Anyone who has the link accepts it, so it does not tell the organisation whose email that is.
    await inviteByWorkplace(organisation, invitee.email)
  })

  it('error: a busy receiver is asked again when it says', async () => {
    const organisation = await openOrganisation(world)
    const { receiver, workplace } = await startReceiver((_message, response) =>
      response.writeHead(429, { 'retry-after': '90' }).end(),
    )
    const id = freshId()
    await delivering(workplace, async () => {
      await inviteByWorkplace(organisation, id)
      await eventually('the first attempt', () => receiver.messagesTo(id)[0])
    })
    const due = async () => {
      const at = world.deployment.now()
      const claimed = await world.storage.outbox.claim({ channel: 'workplace', kind: 'others' }, at, at, 100)
      return claimed.some(({ to }) => to === id)
    }
    world.passMinutes(1)
    expect(await due()).toBe(false)
    world.passMinutes(1)
    expect(await due()).toBe(true)
  })

  it('security: neither the ticket nor the recipient of an invitation is in the log', async () => {
    const organisation = await openOrganisation(world)
    const id = freshId()
    const { invite_ticket } = await inviteByWorkplace(organisation, id)
    const { workplace } = await startReceiver((_message, response) => response.writeHead(410).end(id))
    lines.length = 0
    await delivering(workplace, async () => {
      await eventually('the refusal', () => lines.some((line) => line.includes('410')) || undefined)
    })
    const said = lines.join('') + world.logged()
    expect(said).not.toContain(id)
    expect(said).not.toContain(invite_ticket)
  })
})

describe('the text of an invitation by workplace messaging', () => {
  const link = 'https://example.com/l'
  const say = (language: string, otherwise: Partial<Extract<Message, { kind: 'invitation' }>> = {}) =>
    composeFor()(
      { kind: 'invitation', organisation: 'Orchard', inviter: 'Ann', link, page: '', days: 7, ...otherwise },
      { channel: 'workplace', language },
    )

  it('happy: the text says who invites, to what and for how long, in both languages', () => {
    expect(say('en')).toMatchObject({ subject: '“Ann” invites you to join “Orchard”' })
    expect(say('en').body).toMatch(
      /^“Ann” invites you to join “Orchard”, an organisation on Butterfly\. The invitation works for 7 days\./,
    )
    expect(say('en', { domain: 'orchard.example' }).body).toContain(' on Butterfly (orchard.example, verified).')
    expect(say('zh-Hans')).toMatchObject({ subject: '“Ann”邀请你加入 Butterfly 上的组织“Orchard”' })
    expect(say('zh-Hans').body).toContain('邀请 7 天内有效')
    for (const language of ['en', 'zh-Hans']) expect(say(language).body.split('\n')).toContain(link)
  })

  it('security: names in an invitation contain no links, mentions or line breaks, and are shortened', () => {
    const organisation = '[free](https://evil.example) <at user_id="all">all</at>\n<!channel>'
    const { subject, body } = say('en', { organisation, inviter: `@everyone ${'x'.repeat(500)}` })
    for (const text of [subject, body.replace(link, '')]) expect(text).not.toMatch(/[<>@[\]]|https:|evil\.example/)
    expect(subject.length).toBeLessThan(180)
    expect(subject).not.toContain('\n')
  })
})
