import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { deliveryRule, lanes } from '#account-api/channels/delivery'
import { smsGatewayChannel } from '#account-api/channels/sms-gateway'
import { smtpChannel, verifySmtp } from '#account-api/channels/smtp'
import type { OutboxEntry } from '#account-api/kernel/outbox/message'
import { NotAccepted } from '#account-api/kernel/outside/not-accepted'
import { untilTestEnds } from '#tests/fixtures/hooks'
import { startMailbox } from '#tests/fixtures/messages/mailbox'
import { startSmsGateway } from '#tests/fixtures/messages/sms-gateway'
import { selfSigned } from '#tests/fixtures/network/self-signed'
import { listenOnLoopback } from '#tests/fixtures/programs/loopback'
import { eventually } from '#tests/fixtures/time/eventually'
import { endOf, outboxEntry, unlimited } from './deliveries'

const message = (to: string): OutboxEntry =>
  outboxEntry({ to, channel: to.includes('@') ? 'email' : 'sms', code: '123456', body: '123456 is your code.' })
const from = 'Butterfly <no-reply@example.com>'

const mobile = '+8613800000001'

describe('mail by SMTP', () => {
  /** A channel that is closed with the test. */
  const smtpTo = (url: string) => {
    const smtp = smtpChannel({ url, from })
    onTestFinished(() => smtp.close?.())
    return smtp
  }
  const openMailbox = async (...of: Parameters<typeof startMailbox>) => untilTestEnds(await startMailbox(...of))

  it('happy: connections are reused, are limited in number, and are closed by a stop', async () => {
    const mailbox = await openMailbox()
    const smtp = smtpTo(mailbox.url)
    for (let count = 0; count < 3; count += 1) await smtp(message('ann@example.com'), unlimited())
    expect(mailbox.connections()).toEqual({ made: 1, open: 1 })
    const many = Array.from({ length: 40 }, (_, index) => `person${index}@example.com`)
    await Promise.all(many.map((to) => smtp(message(to), unlimited())))
    expect(many.map((to) => mailbox.mailsTo(to).length)).toEqual(many.map(() => 1))
    const mostAtOnce = Object.values(lanes).reduce((sum, { atOnce }) => sum + atOnce, 0)
    expect(mailbox.connections().made).toBeLessThanOrEqual(mostAtOnce)
    smtp.close?.()
    await eventually('the connections to close', () => mailbox.connections().open === 0 || undefined)
  })

  it('happy: HELO uses the sender’s domain, unless SMTP_URL names another', async () => {
    const mailbox = await openMailbox()
    const greetedBy = async (url: string) => {
      await smtpTo(url)(message('ann@example.com'), unlimited())
      return mailbox.greetings().at(-1)
    }
    expect(await greetedBy(mailbox.url)).toBe('example.com')
    expect(await greetedBy(`${mailbox.url}?name=mail.example.net`)).toBe('mail.example.net')
  })

  it('error: a mail server that offers no sign-in has not accepted the user of SMTP_URL', async () => {
    const mailbox = await openMailbox()
    await verifySmtp(mailbox.url, from)
    const withUser = mailbox.url.replace('smtp://', 'smtp://ann:secret@')
    await expect(verifySmtp(withUser, from)).rejects.toMatchObject({ code: 'EAUTH' })
  })

  it('error: a delivery error names the certificate that caused it', async () => {
    const port = await listenOnLoopback(untilTestEnds(createTlsServer(selfSigned)))
    const end = await endOf(smtpTo(`smtps://127.0.0.1:${port}`)(message('ann@example.com'), unlimited()))
    expect(end).toEqual({ reason: 'DEPTH_ZERO_SELF_SIGNED_CERT', isFinal: false })
  })

  it.each([
    ['550 5.1.1 no such mailbox', 'EENVELOPE 550', true],
    ['553 the name is not allowed', 'EENVELOPE 553', true],
    ['450 4.2.0 greylisted', 'EENVELOPE 450', false],
    ['452 4.2.2 the mailbox is full', 'EENVELOPE 452', false],
    ['550 5.7.1 relaying denied', 'EENVELOPE 550', false],
  ])('error: a recipient refused by “%s” is a final or temporary failure', async (refusal, reason, isFinal) => {
    const mailbox = await openMailbox({ refusalOf: (to) => (to.startsWith('nobody') ? refusal : undefined) })
    const smtp = smtpTo(mailbox.url)
    expect(await endOf(smtp(message('nobody@example.com'), unlimited()))).toEqual({ reason, isFinal })
    // The connection can be used for the next message.
    expect(await endOf(smtp(message('ann@example.com'), unlimited()))).toBeUndefined()
  })

  it('security: a mail server that answers a byte at a time delays a message only for one attempt', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      const drip = setInterval(() => socket.write('2'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    const smtp = smtpTo(`smtp://127.0.0.1:${await listenOnLoopback(untilTestEnds(server))}`)
    const attempt = new AbortController()
    const ended = endOf(smtp(message('ann@example.com'), attempt.signal))
    expect(await Promise.race([ended, pause(100, 'under way')])).toBe('under way')
    attempt.abort(new NotAccepted('ETIMEDOUT'))
    expect(await ended).toMatchObject({ isFinal: false })
  })

  it('happy: an attempt ends before its claim expires, and in time for a stop', () => {
    expect(deliveryRule.attemptMs).toBeLessThan(deliveryRule.claimMs)
    expect(deliveryRule.stopGraceMs).toBeLessThan(10_000)
  })
})

describe('SMS by a gateway', () => {
  const openGateway = async (...of: Parameters<typeof startSmsGateway>) => untilTestEnds(await startSmsGateway(...of))

  /** A gateway with this answer to each message, and the result of one message. */
  const answered = async (answer: (response: ServerResponse) => void, to = mobile) => {
    const gateway = await openGateway((_message, response) => answer(response))
    return endOf(smsGatewayChannel(gateway.url)(message(to), unlimited()))
  }

  it('happy: messages share connections, whatever the answers are', async () => {
    const gateway = await openGateway((_message, response) => response.writeHead(200).end('x'.repeat(20_000)))
    const sms = smsGatewayChannel(gateway.url)
    for (let count = 0; count < 5; count += 1) await sms(message(mobile), unlimited())
    expect(gateway.messagesTo(mobile)).toHaveLength(5)
    expect(gateway.connectionsMade()).toBeLessThan(5)
  })

  it('security: an endless answer is read only in part', async () => {
    let isCut = false
    const end = await answered((response) => {
      response.writeHead(200)
      const feed = setInterval(() => response.write('x'.repeat(16_384)), 1)
      response.on('close', () => {
        isCut = true
        clearInterval(feed)
      })
    })
    expect(end).toBeUndefined()
    await eventually('the connection to be closed', () => isCut || undefined)
  })

  it.each([301, 302, 303, 307, 308])('security: a %i redirects the code to another host', async (status) => {
    const elsewhere = await openGateway()
    const end = await answered((response) => response.writeHead(status, { location: elsewhere.url }).end())
    expect(end).toEqual({ reason: `the SMS gateway answered ${status}`, isFinal: false })
    expect(elsewhere.messagesTo(mobile)).toEqual([])
  })

  it.each([
    [400, true],
    [404, false],
    [401, false],
    [403, false],
    [410, true],
    [422, true],
    [429, false],
    [500, false],
    [503, false],
  ])('error: the SMS gateway’s status %i is final: %s', async (status, isFinal) => {
    const end = await answered((response) => response.writeHead(status).end('{"error":"…"}'))
    expect(end).toEqual({ reason: `the SMS gateway answered ${status}`, isFinal })
  })

  it('happy: a rate-limited gateway says when the next attempt may come', async () => {
    const gateway = await openGateway((_message, response) => response.writeHead(429, { 'retry-after': '90' }).end())
    const delivery = smsGatewayChannel(gateway.url)(message(mobile), unlimited())
    await expect(delivery).rejects.toMatchObject({ isFinal: false, retryAfterMs: 90_000 })
  })

  it('happy: a user and a password in the address are sent as Basic authentication', async () => {
    const gateway = await openGateway()
    const url = gateway.url.replace('//', '//key:p%40ss@')
    expect(await endOf(smsGatewayChannel(url)(message(mobile), unlimited()))).toBeUndefined()
    expect(gateway.headers()[0]?.authorization).toBe(`Basic ${Buffer.from('key:p@ss').toString('base64')}`)
  })
})
