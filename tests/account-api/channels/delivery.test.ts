import { expect, it } from 'vitest'
import { smsGatewayChannel } from '#account-api/channels/sms-gateway'
import { smtpChannel } from '#account-api/channels/smtp'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { deliverBy } from '#tests/account-api/channels/deliveries'
import { describeWorlds, freshEmail, freshMobile } from '#tests/account-api/worlds/worlds'
import { runningHere } from '#tests/fixtures/hooks'
import { startMailbox } from '#tests/fixtures/messages/mailbox'
import { startSmsGateway } from '#tests/fixtures/messages/sms-gateway'
import { eventually } from '#tests/fixtures/time/eventually'

describeWorlds('delivery on $name', (world) => {
  const [mailbox, gateway] = [runningHere(() => startMailbox()), runningHere(() => startSmsGateway())]

  it('happy: a code by email arrives by SMTP in the person’s language', async () => {
    const email = freshEmail()
    const code = await world.codeFor(email, emailPurpose.register, world.person({ language: 'zh-Hans' }))
    const stop = deliverBy(world, {
      email: smtpChannel({ url: mailbox.url, from: 'Butterfly <no-reply@example.com>' }),
    })
    const mail = await eventually('the mail', () => mailbox.mailsTo(email)[0])
    await stop()
    expect(mail.subject).toBe(`${code} 是你的 Butterfly 验证码`)
    expect(mail.text).toContain(`${code} 是你的验证码，用于注册账号，10 分钟内有效。`)
    expect(mail.from?.address).toBe('no-reply@example.com')
  })

  /** Sends a code to a new mobile. */
  const sentTo = async () => {
    const mobile = freshMobile()
    await world.codeFor(mobile, mobilePurpose.register)
    return mobile
  }

  it('happy: a code by SMS arrives through the gateway, and is removed from the outbox', async () => {
    const mobile = await sentTo()
    const code = await world.codeTo(mobile)
    const stop = deliverBy(world, { sms: smsGatewayChannel(gateway.url) })
    const message = await eventually('the SMS', () => gateway.messagesTo(mobile)[0])
    await stop()
    expect(message.body).toContain(`${code} is your code to create your account.`)
    expect((await world.storage.outbox.newest(mobile, 1))[0]).toMatchObject({ code: null, body: '' })
  })

  it('error: an expired code is not delivered', async () => {
    const mobile = await sentTo()
    world.passMinutes(11)
    const stop = deliverBy(world, { sms: smsGatewayChannel(gateway.url) })
    const code = async () => (await world.storage.outbox.newest(mobile, 1))[0]?.code
    await eventually('giving up', async () => (await code()) === null || undefined)
    await stop()
    expect(gateway.messagesTo(mobile)).toEqual([])
  })

  it('error: the log names the cause of a failed delivery, but not the recipient', async () => {
    const reasons: unknown[] = []
    const quiet = { info: () => undefined, error: () => undefined }
    const log = { ...quiet, warn: (fields: object) => void reasons.push((fields as { reason?: unknown }).reason) }
    const unreachable = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
    const refused = Object.assign(new Error('550 ann@example.com unknown'), { code: 'EENVELOPE', responseCode: 550 })
    const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    const failing = (error: Error) => () => Promise.reject(error)
    for (const sms of [failing(unreachable), failing(refused), failing(late)]) {
      await sentTo()
      const known = reasons.length
      const stop = deliverBy(world, { sms }, { log })
      await eventually('the line in the log', () => reasons.length > known || undefined)
      await stop()
    }
    expect(reasons).toEqual(['ECONNREFUSED', 'EENVELOPE 550', 'ETIMEDOUT'])
  })
})
