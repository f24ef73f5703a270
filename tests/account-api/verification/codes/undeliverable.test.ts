import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FirstAttempts, firstAttemptRule } from '#account-api/channels/first-attempts'
import { smsGatewayChannel } from '#account-api/channels/sms-gateway'
import { smtpChannel } from '#account-api/channels/smtp'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { deliverBy } from '#tests/account-api/channels/deliveries'
import { codeOf, describeWorldsWith, freshEmail, freshMobile } from '#tests/account-api/worlds/worlds'
import { type Mailbox, startMailbox } from '#tests/fixtures/messages/mailbox'
import { type SmsGateway, startSmsGateway } from '#tests/fixtures/messages/sms-gateway'
import { eventually } from '#tests/fixtures/time/eventually'

const firstAttempts = new FirstAttempts()

describeWorldsWith({ isRefused: firstAttempts.isRefused })('permanently refused codes on $name', (world) => {
  const refused = new Set<string>()
  /** The answers that the gateway has not given yet, by number. */
  const hanging = new Map<string, ServerResponse | undefined>()
  const { mostMs } = firstAttemptRule
  let mailbox: Mailbox
  let gateway: SmsGateway
  let stop: () => Promise<void>
  beforeAll(async () => {
    mailbox = await startMailbox({ refusalOf: (to) => (refused.has(to) ? '550 5.1.1 unknown' : undefined) })
    gateway = await startSmsGateway(({ to }, response) => {
      if (hanging.has(to)) hanging.set(to, response)
      else response.writeHead(refused.has(to) ? 400 : 200).end()
    })
    const email = smtpChannel({ url: mailbox.url, from: 'no-reply@example.com' })
    const channels = { email, sms: smsGatewayChannel(gateway.url) }
    stop = deliverBy(world, channels, { firstAttempts })
    // Refusals arrive at once, even on a slow machine.
    firstAttemptRule.mostMs = 20_000
  })
  afterAll(async () => {
    firstAttemptRule.mostMs = mostMs
    await stop()
    await Promise.all([mailbox.stop(), gateway.stop()])
  })

  const refusing = (to: string) => {
    refused.add(to)
    return to
  }
  const undeliverable = (field: 'mobile' | 'email') => ({ ok: false, code: 'undeliverable', data: { field } })

  it('error: a number that the gateway refuses is reported at an application, and again at the next code request', async () => {
    const [client, asked] = [world.person(), { mobile: refusing(freshMobile()), type: mobilePurpose.smsAuthorize }]
    for (const _ of [1, 2]) expect(await client.sendCode(asked)).toMatchObject(undeliverable('mobile'))
    // The number works again.
    refused.delete(asked.mobile)
    expect(await client.sendCode(asked)).toMatchObject({ ok: true })
  })

  it('error: a refused email is reported at a registration and a binding, and an account’s own number at a proof', async () => {
    const email = refusing(freshEmail())
    const asked = await world.person().sendEmailCode({ email, type: emailPurpose.register })
    expect(asked).toMatchObject(undeliverable('email'))
    const { client, mobile } = await world.registerMobile()
    expect(await client.sendEmailCode({ email, type: emailPurpose.bind })).toMatchObject(undeliverable('email'))
    // And so is an account’s own number that is refused meanwhile.
    refusing(mobile)
    expect(await client.sendCode({ type: mobilePurpose.verifyOld })).toMatchObject(undeliverable('mobile'))
  })

  it('security: a refusal does not distinguish a known address from an unknown one', async () => {
    const { mobile, email } = await world.registerBothFast()
    const asked = async (to: string, type: number) => {
      // Few are sent in a minute.
      world.passMinutes(2)
      const client = world.person()
      const address = refusing(to)
      return to.includes('@')
        ? client.sendEmailCode({ email: address, type })
        : client.sendCode({ mobile: address, type })
    }
    for (const to of [mobile, freshMobile()])
      for (const type of [mobilePurpose.resetPassword, mobilePurpose.notSignedIn])
        expect(await asked(to, type)).toMatchObject({ ok: true })
    for (const to of [email, freshEmail()])
      for (const type of [emailPurpose.login, emailPurpose.resetPassword, emailPurpose.notSignedIn])
        expect(await asked(to, type)).toMatchObject({ ok: true })
    // Everybody gets the same message at these.
    for (const to of [mobile, freshMobile()])
      for (const type of [mobilePurpose.register, mobilePurpose.login])
        expect(await asked(to, type)).toMatchObject(undeliverable('mobile'))
  })

  it('security: a refusal ends only its requester’s code, and counts like a sent one', async () => {
    const [mobile, type] = [freshMobile(), mobilePurpose.register]
    const [other, jar] = [world.person(), new CookieJar()]
    await other.sendCode({ mobile, type })
    const code = /\d{6}/.exec(gateway.messagesTo(mobile)[0]?.body ?? '')?.[0] ?? ''
    refusing(mobile)
    const asked: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const answer = await world.person({ jar }).sendCode({ mobile, type })
      asked.push(codeOf(answer))
    }
    expect(asked).toEqual(['undeliverable', 'undeliverable', 'resend_too_soon'])
    expect(await other.validateCode({ mobile, type, code })).toMatchObject({ ok: true })
  })

  it('security: a gateway that hangs briefly delays as many requests as its lane has places, and no others', async () => {
    const many = Array.from({ length: firstAttemptRule.atOnce }, freshMobile)
    const answers: unknown[] = []
    const ask = async (mobile: string) => {
      hanging.set(mobile, undefined)
      answers.push(await world.person().sendCode({ mobile, type: mobilePurpose.register }))
    }
    const held = many.map(ask)
    await eventually('the last of them', () => [...hanging.values()].every(Boolean) || undefined)
    // One more waits for nothing, as long as the others do.
    await ask(freshMobile())
    expect(answers).toMatchObject([{ ok: true }])
    for (const [mobile, response] of hanging) {
      hanging.delete(mobile)
      response?.end()
    }
    await Promise.all(held)
    expect(answers).toHaveLength(many.length + 1)
  })
})
