import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { sessionCookie } from '#contract/wire/headers'
import { maskedMobile } from '#tests/account-api/addresses/binding/bindings'
import { registerService, ticketFor } from '#tests/account-api/applications/services/services'
import { atOnce, dataOf, describeWorlds, endsOf } from '#tests/account-api/worlds/worlds'
import { writeInto } from '#tests/fixtures/databases/look-into'
import { recordStatements } from '#tests/fixtures/databases/plans'
import { everyRow } from '#tests/fixtures/databases/tables'
import { gone, overBy, signInCodes, statusOf } from './qr-codes'

const expired = { ok: true, data: { status: 'expired', session: null } }

describeWorlds('a QR code to sign in with on $name', (world) => {
  const { screen, phone, scanned, confirmed, confirm, deny } = signInCodes(world)
  const entered = (userId: string) => ({ data: { status: 'confirmed', session: { user_id: userId } } })

  const userOf = async (client: Client) => dataOf(await client.checkLogin({})).account?.user_id

  it('happy: a code is shown, scanned and confirmed, and the screen gets its own session', async () => {
    const [shown, person] = [await screen(), await phone()]
    expect(shown.url.pathname).toBe('/login/qr/confirm')
    expect(shown.letters).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/)
    expect(await statusOf(shown)).toBe('new')
    const looked = await person.client.toScanQrcode({ token: shown.token })
    expect(looked).toMatchObject({ ok: true, data: { status: 'new', matching_numbers: [] } })
    expect(await statusOf(shown)).toBe('new')
    const taken = dataOf(await person.client.scanQrcode({ token: shown.token }))
    expect(taken).toMatchObject({ status: 'scanned', address: expect.stringMatching(/^10\./) })
    const { matching_numbers: numbers } = taken
    expect(numbers).toContain(shown.number)
    expect([new Set(numbers).size, numbers.every((number) => number > 9 && number < 100)]).toEqual([3, true])
    expect(await statusOf(shown)).toBe('scanned')
    expect(await shown.take()).toMatchObject({ ok: true, data: { status: 'scanned', session: null } })
    expect(await confirm(person.client, shown)).toMatchObject({ ok: true })
    // Polling shows the screen whose account it is, and signs nobody in.
    expect(await shown.poll()).toMatchObject({ data: { status: 'confirmed', masked: maskedMobile(person.mobile) } })
    expect(await userOf(shown.client)).toBeUndefined()
    expect(await shown.take()).toMatchObject(entered(person.userId))
    expect(await userOf(shown.client)).toBe(person.userId)
    expect((await world.activityOf(person.userId))[0]).toEqual(['signed_in', 'qr'])
  })

  it('happy: signing out on either screen keeps the other’s session', async () => {
    for (const isPhoneFirst of [true, false]) {
      const { phone, client, take } = await confirmed()
      await take()
      const [first, second] = isPhoneFirst ? [phone.client, client] : [client, phone.client]
      expect(await first.logout({})).toMatchObject({ ok: true })
      expect([await userOf(first), await userOf(second)]).toEqual([undefined, phone.userId])
    }
  })

  it('happy: a code confirmed just before its expiry stays valid for two more minutes', async () => {
    const code = await scanned()
    world.passMinutes(4.9)
    expect(await confirm(code.phone.client, code)).toMatchObject({ ok: true })
    world.passMinutes(1.9)
    expect(await code.take()).toMatchObject(entered(code.phone.userId))
  })

  it('security: one of twenty phones that scan a code at the same time gets it, and one of twenty screens that use it', async () => {
    const shown = await screen()
    const phones = await atOnce(20, phone)
    const scans = await Promise.all(phones.map(({ client }) => client.scanQrcode({ token: shown.token })))
    expect(endsOf(scans)).toMatchObject({ ok: 1 })
    const first = phones[scans.findIndex(({ ok }) => ok)]
    dataOf(await confirm(first?.client ?? world.person(), shown))
    const answers = await atOnce(20, () => world.person().checkQrconnect({ token: shown.polling }))
    expect(answers.filter((answer) => answer.ok && answer.data.session !== null)).toHaveLength(1)
  })

  it('security: a code that is confirmed and denied at the same time ends as one of the two', async () => {
    const code = await scanned()
    const { client } = code.phone
    await Promise.all([deny(client, code), confirm(client, code), deny(client, code)])
    expect(await statusOf(code)).toBe('denied')
    expect(await code.take()).toMatchObject({ data: { status: 'denied', session: null } })
  })

  it('security: a used code signs nobody in again', async () => {
    const { take, polling, phone, ...code } = await confirmed()
    await take()
    // The phone’s second click gets the same answer as the first.
    expect(await confirm(phone.client, code)).toMatchObject({ ok: true })
    expect(await world.person().checkQrconnect({ token: polling })).toMatchObject(expired)
    expect(await phone.client.scanQrcode({ token: code.token })).toMatchObject(overBy('used'))
    expect(await deny(phone.client, code)).toMatchObject(overBy('used'))
  })

  it('security: another session of the same account cannot confirm a code that the first has scanned', async () => {
    const { phone, jar, take } = await confirmed()
    await take()
    const code = await screen()
    await phone.client.scanQrcode({ token: code.token })
    expect(jar.get(sessionCookie)).toBeDefined()
    expect(await confirm(world.person({ jar }), code)).toMatchObject(overBy('scanned'))
  })

  it('security: the database stores neither half of the code, nor the letters, in plain text', async () => {
    const { polling, token, letters } = await confirmed()
    const rows = JSON.stringify(await everyRow(world.place))
    for (const secret of [polling, token, letters]) expect(rows).not.toContain(secret)
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/a\r\nb', 'javascript:alert(1)', ''])(
    'security: %j is refused as a return address',
    async (next) => {
      expect(await world.person().getQrcode({ next })).toMatchObject({ ok: false, code: 'invalid_input' })
    },
  )

  it('happy: a screen signed in for a registered service gets a ticket for that service', async () => {
    const [{ url: service }, other] = [await registerService(world), await registerService(world)]
    const { client, polling: token, phone, take } = await confirmed({ service, next: '/settings' })
    for (const elsewhere of [{}, { service }, { next: '/settings' }, { service: other.url, next: '/settings' }])
      expect(await client.checkQrconnect({ token, ...elsewhere })).toMatchObject(expired)
    expect(await take()).toMatchObject(entered(phone.userId))
    const ticket = await ticketFor(client, service)
    const validated = await world.person().validateServiceTicket({ ticket, service })
    expect(validated).toMatchObject({ ok: true, data: { user_id: phone.userId } })
  })

  it('security: an unregistered service gets no code', async () => {
    const { url } = await registerService(world)
    const withUser = url.replace('https://', 'https://a@')
    for (const service of ['https://evil.example/', `${url}x`, withUser, url.slice(0, -1)])
      expect(await world.person().getQrcode({ service })).toMatchObject({ ok: false, code: 'no_such_service' })
  })

  it('security: an account has ten guesses at letters, and right letters cost none', async () => {
    const [shown, { client }] = [await screen(), await phone()]
    for (let count = 0; count < 12; count += 1)
      expect(await client.toScanQrcode({ token: shown.letters })).toMatchObject({ ok: true })
    for (let count = 0; count < 10; count += 1)
      expect(await client.toScanQrcode({ token: 'BCDFGHJK' })).toMatchObject(gone)
    expect(await client.toScanQrcode({ token: 'BCDFGHJK' })).toMatchObject({ code: 'too_many_requests' })
    expect(await client.toScanQrcode({ token: shown.letters })).toMatchObject({ code: 'too_many_requests' })
    expect(await client.toScanQrcode({ token: shown.token })).toMatchObject({ ok: true })
  })

  it('security: many wrong letters over all accounts disable letters, but no pictures', async () => {
    const [shown, { client }] = [await screen(), await phone()]
    const at = world.deployment.now()
    const key = `wrongLettersInAll:wrong:${Math.floor(at / 1_800_000)}:0`
    await world.storage.counters.addAll([{ key, subject: null, by: 1, expiresAt: at + 3_600_000 }])
    await writeInto(world.place, 'update counters set count = 3000 where key = $1', [key])
    expect(await client.toScanQrcode({ token: shown.letters })).toMatchObject({ code: 'too_many_requests' })
    expect(await client.toScanQrcode({ token: shown.token })).toMatchObject({ ok: true })
  })

  it('happy: polling is one read statement, and reads the account only once the code is confirmed', async () => {
    const codes = [await screen(), await scanned(), await confirmed()]
    const recording = recordStatements()
    for (const { poll } of codes) await poll()
    expect(recording.stop().map(({ text }) => text)).toEqual([
      expect.stringMatching(/^select \* from "qr_codes" where "polling_hash" = /),
      expect.stringMatching(/^select .* from "accounts" .* where "accounts"."id" = /),
    ])
  })
})
