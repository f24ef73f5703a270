import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Deliver, startDelivery } from '../../account-api/channels/delivery'
import { smsGatewayChannel } from '../../account-api/channels/sms-gateway'
import { smtpChannel } from '../../account-api/channels/smtp'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { eventually } from '../fixtures/eventually'
import { listenOnLoopback } from '../fixtures/loopback'
import { type Mailbox, startMailbox } from '../fixtures/mailbox'
import { type SmsGateway, startSmsGateway } from '../fixtures/sms-gateway'
import { freshEmail, freshMobile, worldOn } from './world'

describe.each(databases)('delivery on $name', (database) => {
  const world = worldOn(database)
  let mailbox: Mailbox
  let gateway: SmsGateway
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  beforeAll(async () => {
    ;[mailbox, gateway] = await Promise.all([startMailbox(), startSmsGateway()])
  })
  afterAll(async () => {
    await Promise.all([mailbox.stop(), gateway.stop()])
  })

  const start = (channels: { email?: Deliver; sms?: Deliver }) =>
    startDelivery({ storage: world.storage, channels, log: quiet, now: world.setting.now })

  it('happy: a code by email arrives by SMTP in the person’s language', async () => {
    const email = freshEmail()
    await world.person({ language: 'zh-Hans' }).sendEmailCode({ email, type: emailPurpose.register })
    const code = await world.codeTo(email)
    const stop = start({ email: smtpChannel({ url: mailbox.url, from: 'Butterfly <no-reply@example.com>' }) })
    const mail = await eventually('the mail', () => mailbox.mailsTo(email)[0])
    await stop()
    expect(mail.subject).toBe(`${code} 是你的 Butterfly 验证码`)
    expect(mail.text).toContain(`${code} 是你的验证码，用于注册账号，10 分钟内有效。`)
    expect(mail.from?.address).toBe('no-reply@example.com')
  })

  it('happy: a code by SMS arrives through the gateway', async () => {
    const mobile = freshMobile()
    await world.person().sendCode({ mobile, type: mobilePurpose.register })
    const code = await world.codeTo(mobile)
    const stop = start({ sms: smsGatewayChannel(gateway.url) })
    const message = await eventually('the SMS', () => gateway.messagesTo(mobile)[0])
    await stop()
    expect(message.body).toContain(`${code} is your code to create your account.`)
  })

  it('security: a delivered message no longer contains its code', async () => {
    const mobile = freshMobile()
    await world.person().sendCode({ mobile, type: mobilePurpose.register })
    const stop = start({ sms: smsGatewayChannel(gateway.url) })
    await eventually('the SMS', () => gateway.messagesTo(mobile)[0])
    await stop()
    expect((await world.storage.outbox.newest(mobile, 1))[0]).toMatchObject({ code: null, body: '' })
  })

  it('error: a message that was not accepted is sent again', async () => {
    const mobile = freshMobile()
    await world.person().sendCode({ mobile, type: mobilePurpose.register })
    let attempts = 0
    const stop = start({
      sms: async () => {
        attempts++
        if (attempts === 1) throw new Error('busy')
      },
    })
    await eventually('the first attempt', () => (attempts === 1 ? true : undefined))
    await eventually('its postponement', async () => {
      world.passMinutes(0.2)
      return attempts === 2 ? true : undefined
    })
    await stop()
  })

  it('error: an expired code is not delivered', async () => {
    const mobile = freshMobile()
    await world.person().sendCode({ mobile, type: mobilePurpose.register })
    world.passMinutes(11)
    const stop = start({ sms: smsGatewayChannel(gateway.url) })
    await eventually('giving up', async () =>
      (await world.storage.outbox.newest(mobile, 1))[0]?.code === null ? true : undefined,
    )
    await stop()
    expect(gateway.messagesTo(mobile)).toEqual([])
  })

  it('error: a hanging mail server does not delay an SMS', async () => {
    const mobile = freshMobile()
    await world.person().sendEmailCode({ email: freshEmail(), type: emailPurpose.register })
    let hang = () => {}
    const hanging = new Promise<void>((resolve) => {
      hang = resolve
    })
    let isHanging = false
    const email: Deliver = () => {
      isHanging = true
      return hanging
    }
    const stop = start({ email, sms: smsGatewayChannel(gateway.url) })
    await eventually('the mail to hang', () => (isHanging ? true : undefined))
    await world.person().sendCode({ mobile, type: mobilePurpose.register })
    await eventually('the SMS', () => gateway.messagesTo(mobile)[0], { seconds: 5 })
    hang()
    await stop()
  })

  it('error: the log names the cause of a failed delivery, and not the recipient', async () => {
    const reasons: unknown[] = []
    const log = { ...quiet, warn: (fields: object) => reasons.push((fields as { reason?: unknown }).reason) }
    const busy = createServer((_request, response) => response.writeHead(503).end())
    const port = await listenOnLoopback(busy)
    const unreachable = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
    const refused = Object.assign(new Error('550 ann@example.com unknown'), { code: 'EENVELOPE', responseCode: 550 })
    const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    const failing = (error: Error) => () => Promise.reject(error)
    for (const sms of [
      smsGatewayChannel(`http://127.0.0.1:${port}`),
      failing(unreachable),
      failing(refused),
      failing(late),
    ]) {
      await world.person().sendCode({ mobile: freshMobile(), type: mobilePurpose.register })
      const known = reasons.length
      const stop = startDelivery({ storage: world.storage, channels: { sms }, log, now: world.setting.now })
      await eventually('the line in the log', () => (reasons.length > known ? true : undefined))
      await stop()
    }
    busy.close()
    expect(reasons).toEqual(['the SMS gateway answered 503', 'ECONNREFUSED', 'EENVELOPE 550', 'ETIMEDOUT'])
  })

  it('happy: two workers deliver each message once', async () => {
    const mobiles = Array.from({ length: 12 }, freshMobile)
    for (const mobile of mobiles)
      await world
        .person({ address: `198.51.100.${mobiles.indexOf(mobile)}` })
        .sendCode({ mobile, type: mobilePurpose.register })
    const stops = [start({ sms: smsGatewayChannel(gateway.url) }), start({ sms: smsGatewayChannel(gateway.url) })]
    await eventually('all of them', () =>
      mobiles.every((mobile) => gateway.messagesTo(mobile).length > 0) ? true : undefined,
    )
    await pause(50)
    await Promise.all(stops.map((stop) => stop()))
    expect(mobiles.map((mobile) => gateway.messagesTo(mobile).length)).toEqual(mobiles.map(() => 1))
  })
})
