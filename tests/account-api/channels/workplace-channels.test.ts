import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { beforeEach, describe, expect, it } from 'vitest'
import { larkChannel } from '#account-api/channels/workplace/lark'
import { webhookChannel } from '#account-api/channels/workplace/webhook'
import type { OutboxEntry } from '#account-api/kernel/outbox/message'
import { postRule } from '#account-api/kernel/outside/answers'
import { atOnce } from '#tests/account-api/worlds/world'
import { changeForTest, untilTestEnds } from '#tests/fixtures/hooks'
import { startWorkplaceReceiver, type WorkplaceMessage } from '#tests/fixtures/messages/workplace-receiver'
import { selfSigned } from '#tests/fixtures/network/self-signed'
import { type FakeLark, messagesPath, startFakeLark } from '#tests/fixtures/parties/fake-lark'
import { listenOnLoopback } from '#tests/fixtures/programs/loopback'
import { endOf, outboxEntry, unlimited } from './deliveries'

const link = 'https://accounts.example.com/login/invitation?invite_ticket=secret'
const invitation = {
  ...{ purpose: 'invitation', subject: 'ann invites you', link },
  body: `ann invites you.\n\nOpen this link:\n${link}\n\nIt is for you.`,
}
const message = (to: string, otherwise: Partial<OutboxEntry> = {}): OutboxEntry =>
  outboxEntry({ to, channel: 'workplace', ...invitation, ...otherwise })

const patient = (patienceMs: number) => changeForTest(postRule, { patienceMs })

describe('the workplace webhook', () => {
  let receiver: Awaited<ReturnType<typeof startWorkplaceReceiver>>
  beforeEach(async () => {
    receiver = untilTestEnds(await startWorkplaceReceiver())
  })

  const send = (sent: OutboxEntry, secrets = [receiver.secret], { url } = receiver) =>
    endOf(webhookChannel({ url, secrets })(sent, unlimited()))

  /** The result of a message with this answer by the receiver. */
  const answered = async (answer: (message: WorkplaceMessage, response: ServerResponse) => void) => {
    const answering = untilTestEnds(await startWorkplaceReceiver(answer))
    return send(message('bo'), [answering.secret], answering)
  }

  it.each([
    ['bo@example.com', 'email'],
    ['+8613800000001', 'mobile'],
    ['bo.w-1', 'user_id'],
  ])('happy: a message to %s is signed, and names its recipient as %s', async (to, to_kind) => {
    const sent = message(to)
    await send(sent)
    const { subject, body, language } = sent
    expect(receiver.messagesTo(to)).toEqual([
      { type: 'invitation', timestamp: expect.any(String), data: { to, to_kind, language, subject, body, link } },
    ])
    const type = 'application/json; charset=utf-8'
    expect(receiver.headers()[0]).toMatchObject({ 'webhook-id': sent.id, 'content-type': type })
  })

  it('happy: during a secret rotation, a receiver with the old or the new secret accepts the message', async () => {
    expect(await send(message('bo'), [Buffer.alloc(32, 'n'), receiver.secret])).toBeUndefined()
    expect(String(receiver.headers()[0]?.['webhook-signature']).split(' ')).toHaveLength(2)
  })

  it.each([400, 401, 404, 410, 422])('error: a receiver’s answer %i is final', async (status) => {
    const end = await answered((_message, response) => response.writeHead(status).end('bo@example.com'))
    expect(end).toEqual({ reason: `the workplace webhook answered ${status}`, isFinal: true })
  })

  it.each([
    [307, { location: 'https://10.0.0.1/' }, {}],
    [408, {}, {}],
    [429, { 'retry-after': '90' }, { retryAfterMs: 90_000 }],
    [500, {}, {}],
    [502, {}, {}],
  ])(
    'error: after an answer %i, the message is retried at the time that the receiver gives',
    async (status, headers, otherwise) => {
      const end = await answered((_message, response) => response.writeHead(status, headers).end('bo@example.com'))
      expect(end).toEqual({ reason: `the workplace webhook answered ${status}`, isFinal: false, ...otherwise })
    },
  )

  it('security: a silent receiver is given up, and so is an endless answer', async () => {
    patient(100)
    expect(await answered(() => undefined)).toEqual({ reason: 'ETIMEDOUT', isFinal: false })
    // The status alone decides. It has to arrive in this time, on a busy machine too.
    patient(1000)
    expect(await answered((_message, response) => response.writeHead(200).write('a'))).toBeUndefined()
  })

  it('security: an untrusted certificate is refused before anything is sent', async () => {
    let requests = 0
    const server = createServer(selfSigned, (_request, response) => {
      requests += 1
      response.end()
    })
    const url = `https://localhost:${await listenOnLoopback(untilTestEnds(server))}/`
    const end = await send(message('bo'), [receiver.secret], { ...receiver, url })
    expect(end).toEqual({ reason: 'DEPTH_ZERO_SELF_SIGNED_CERT', isFinal: false })
    expect(requests).toBe(0)
  })

  it('security: markup and line breaks in a message stay in its text, and add no header', async () => {
    const subject = '<b>ann</b>\r\nx-injected: 1'
    await send(message('bo', { subject }))
    expect(receiver.messagesTo('bo')[0]?.data.subject).toBe(subject)
    expect(receiver.headers()[0]).not.toHaveProperty('x-injected')
  })
})

describe('a Lark app', () => {
  const bo = { open_id: 'ou_b0', user_id: 'b0b0b0b0', email: 'bo@example.com', mobile: '13800000001' }
  const cy = { open_id: 'ou_c1', user_id: 'c1c1c1c1', mobile: '+12025550123' }
  const away = { open_id: 'ou_d2', user_id: 'd2d2d2d2', isInRange: false }
  let lark: FakeLark
  beforeEach(async () => {
    lark = untilTestEnds(await startFakeLark([bo, cy, away]))
  })

  const channel = (now?: () => number) => larkChannel({ url: lark.url, ...lark.app }, now)
  const send = (to: string, otherwise: Partial<OutboxEntry> = {}) =>
    endOf(channel()(message(to, otherwise), unlimited()))

  it.each([
    ['an email', bo.email, bo],
    ['an open_id', bo.open_id, bo],
    ['a user_id', bo.user_id, bo],
    ['a mobile number of mainland China', '+8613800000001', bo],
    ['a mobile number of elsewhere', cy.mobile, cy],
  ])('happy: a message reaches its recipient by %s', async (_what, to, { open_id }) => {
    expect(await send(to)).toBeUndefined()
    const text = (line: string) => [{ tag: 'text', text: line }]
    const content = [
      text('ann invites you.'),
      text('Open this link:'),
      [{ tag: 'a', href: link, text: link }],
      text('It is for you.'),
    ]
    expect(lark.messages()).toEqual([
      { open_id, msg_type: 'post', content: { en_us: { title: 'ann invites you', content } } },
    ])
  })

  it('security: a Lark message contains names as text, whatever markup they contain', async () => {
    const body = '<at user_id="all">everybody</at> invites you.'
    await send(bo.email, { body, language: 'zh-Hans' })
    expect(lark.messages()[0]?.content.zh_cn?.content).toEqual([[{ tag: 'text', text: body }]])
  })

  it('happy: a retried message is sent once', async () => {
    const [send, sent] = [channel(), message(bo.email)]
    await send(sent, unlimited())
    await send(sent, unlimited())
    expect(lark.messages()).toHaveLength(1)
  })

  it('happy: calls share one token until shortly before it expires', async () => {
    let aheadMs = 0
    const send = channel(() => Date.now() + aheadMs)
    const sendOne = () => send(message(bo.email), unlimited())
    await atOnce(10, sendOne)
    expect(lark.tokensGiven()).toBe(1)
    aheadMs = (lark.lifetime - 301) * 1000
    await sendOne()
    expect(lark.tokensGiven()).toBe(1)
    aheadMs += 2000
    await sendOne()
    expect(lark.tokensGiven()).toBe(2)
    expect(lark.messages()).toHaveLength(12)
  })

  it('error: a token that expires early is replaced once, by one request for all calls', async () => {
    const send = channel()
    const sendOne = () => send(message(bo.email), unlimited())
    await sendOne()
    lark.revokeToken()
    await atOnce(10, sendOne)
    expect(lark.messages()).toHaveLength(11)
    expect(lark.tokensGiven()).toBe(2)
  })

  it('security: if Lark refuses every token, it is asked twice, and then only later', async () => {
    const refusal = { status: 400, body: { code: 99991663, msg: 'Invalid access token' } }
    lark.next(messagesPath, refusal)
    lark.next(messagesPath, refusal)
    expect(await send(bo.email)).toEqual({ reason: 'Lark answered 400 with code 99991663', isFinal: false })
    expect(lark.asked().filter((path) => path === messagesPath)).toHaveLength(2)
  })

  it.each([
    ['an email', 'nobody@example.com', 'Lark answered 400 with code 230001'],
    ['an open_id', 'ou_nobody', 'Lark answered 400 with code 99992351'],
    ['somebody out of the range of the app', away.open_id, 'Lark answered 400 with code 230013'],
    ['a mobile number', '+8613899999999', 'Lark knows nobody with this mobile number'],
  ])('error: a message to an unknown recipient by %s fails permanently', async (_what, to, reason) => {
    expect(await send(to)).toEqual({ reason, isFinal: true, isRecipientUnknown: true })
  })

  const limited = (reset: string) => ({ 'x-ogw-ratelimit-reset': reset })
  it.each([
    ['a failure beside status 200', 200, 230006, {}, {}],
    ['too many requests', 429, 99991400, limited('7'), { retryAfterMs: 7000 }],
    ['too many requests of an older call', 400, 99991400, limited('7.5'), { retryAfterMs: 7500 }],
    ['too many messages to one person', 400, 230020, {}, {}],
    ['an outage', 500, 1663, {}, {}],
    ['an app without the permission', 400, 99991672, {}, {}],
  ])('error: a failure by %s is retried', async (_what, status, code, headers, otherwise) => {
    lark.next(messagesPath, { status, headers, body: { code, msg: 'limit of bo@example.com' } })
    const reason = `Lark answered ${status} with code ${code}`
    expect(await send(bo.email)).toEqual({ reason, isFinal: false, ...otherwise })
  })

  it('error: an answer that is not JSON, is endless, or redirects is retried', async () => {
    const withoutCode = (status: number) => ({ reason: `Lark answered ${status} without a code`, isFinal: false })
    lark.next(messagesPath, (response) => response.writeHead(200).end('<html>'))
    expect(await send(bo.email)).toEqual(withoutCode(200))
    lark.next(messagesPath, (response) => {
      const feed = setInterval(() => response.write(Buffer.alloc(64 * 1024, ' ')), 1)
      response.on('close', () => clearInterval(feed))
    })
    expect(await send(bo.email)).toEqual(withoutCode(200))
    const elsewhere = untilTestEnds(await startFakeLark([bo]))
    lark.next(messagesPath, (response) => response.writeHead(307, { location: elsewhere.url + messagesPath }).end())
    expect(await send(bo.email)).toEqual(withoutCode(307))
    expect(elsewhere.asked()).toEqual([])
  })

  it('error: a wrong secret is retried because the operator can fix it, and is not in the reason', async () => {
    const app = { url: lark.url, id: lark.app.id, secret: 'another secret that is wrong' }
    const end = await endOf(larkChannel(app)(message(bo.email), unlimited()))
    expect(end).toEqual({ reason: 'Lark answered 200 with code 10014', isFinal: false })
  })

  it('security: a silent Lark is given up, and a token that does not arrive is requested again', async () => {
    const { patienceMs } = postRule
    patient(100)
    lark.next('/open-apis/auth/v3/tenant_access_token/internal', () => undefined)
    const send = channel()
    expect(await endOf(send(message(bo.email), unlimited()))).toEqual({ reason: 'ETIMEDOUT', isFinal: false })
    patient(patienceMs)
    expect(await endOf(send(message(bo.email), unlimited()))).toBeUndefined()
  })
})
