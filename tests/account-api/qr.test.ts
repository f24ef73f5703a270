import { describe, expect, it } from 'vitest'
import type { Client } from '../../contract/client'
import { CookieJar } from '../../contract/cookie-jar'
import { sessionCookie } from '../../contract/headers'
import { databases } from '../fixtures/databases'
import { writeInto } from '../fixtures/look-into'
import { recordStatements } from '../fixtures/plans'
import { everyRow } from '../fixtures/tables'
import { activityOf, registerMobileOnly } from './bindings'
import { registerService, ticketFor } from './sso/services'
import { freshAddress, freshMobile, worldOn } from './world'

const expired = { ok: true, data: { status: 'expired', session: null } }
const gone = { ok: false, code: 'no_such_qrcode' }
const overBy = (state: string) => ({ ok: false, code: 'qrcode_over', data: { state } })

describe.each(databases)('a QR code to sign in with on $name', (database) => {
  const world = worldOn(database)

  /** A screen that shows a code, in a browser of its own. */
  const screen = async (leadsTo: { next?: string; service?: string } = {}) => {
    const jar = new CookieJar()
    const client = world.person({ jar, address: freshAddress() })
    const got = await client.getQrcode(leadsTo)
    if (!got.ok) throw new Error(`no code: ${got.code}`)
    const { token: polling, qrcode_url, letters, matching_number: number } = got.data
    const url = new URL(qrcode_url)
    const token = url.searchParams.get('token') ?? ''
    const other = number === 99 ? 10 : number + 1
    const poll = () => client.checkQrconnect({ token: polling, look: 1, ...leadsTo })
    const enter = () => client.checkQrconnect({ token: polling, ...leadsTo })
    return { jar, client, polling, token, url, letters, number, other, poll, enter }
  }

  const phone = () => registerMobileOnly(world)
  type Screen = Awaited<ReturnType<typeof screen>>

  const confirm = (client: Client, { token, number }: Pick<Screen, 'token' | 'number'>) =>
    client.confirmQrcode({ token, matching_number: number })
  const deny = (client: Client, { token }: Pick<Screen, 'token'>) => client.confirmQrcode({ token, deny: 1 })

  /** A code that a phone has scanned, and perhaps confirmed. */
  const scanned = async () => {
    const [shown, person] = [await screen(), await phone()]
    expect(await person.client.scanQrcode({ token: shown.token })).toMatchObject({ ok: true })
    return { ...shown, phone: person }
  }
  const confirmed = async () => {
    const code = await scanned()
    expect(await confirm(code.phone.client, code)).toMatchObject({ ok: true, data: { done: true } })
    return code
  }

  const statusOf = async ({ poll }: Screen) => {
    const polled = await poll()
    return polled.ok ? polled.data.status : polled.code
  }
  const userOf = async (client: Client) => {
    const checked = await client.checkLogin({})
    return checked.ok ? checked.data.account?.user_id : undefined
  }

  describe('from the picture to the session', () => {
    it('happy: it is shown, scanned and confirmed, and the screen is signed in by a session of its own', async () => {
      const [shown, person] = [await screen(), await phone()]
      expect(shown.url.pathname).toBe('/login/qr/confirm')
      expect(shown.letters).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/)
      expect(await statusOf(shown)).toBe('new')
      const looked = await person.client.toScanQrcode({ token: shown.token })
      expect(looked).toMatchObject({ ok: true, data: { status: 'new', matching_numbers: [] } })
      expect(await statusOf(shown)).toBe('new')
      const taken = await person.client.scanQrcode({ token: shown.token })
      expect(taken).toMatchObject({ ok: true, data: { status: 'scanned', address: expect.stringMatching(/^10\./) } })
      const numbers = taken.ok ? taken.data.matching_numbers : []
      expect(numbers).toContain(shown.number)
      expect([new Set(numbers).size, numbers.every((number) => number > 9 && number < 100)]).toEqual([3, true])
      expect(await statusOf(shown)).toBe('scanned')
      expect(await shown.enter()).toMatchObject({ ok: true, data: { status: 'scanned', session: null } })
      expect(await confirm(person.client, shown)).toMatchObject({ ok: true })
      expect(await statusOf(shown)).toBe('confirmed')
      expect(await userOf(shown.client)).toBeUndefined()
      const entered = await shown.enter()
      expect(entered).toMatchObject({ data: { status: 'confirmed', session: { user_id: person.userId } } })
      expect(await userOf(shown.client)).toBe(person.userId)
      expect((await activityOf(world, person.userId))[0]).toEqual(['signed_in', 'qr'])
    })

    it('happy: the eight letters do what the picture does', async () => {
      const [shown, { client }] = [await screen(), await phone()]
      const typed = { token: shown.letters, number: shown.number }
      expect(await client.toScanQrcode(typed)).toMatchObject({ ok: true })
      expect(await client.scanQrcode(typed)).toMatchObject({ ok: true })
      expect(await confirm(client, typed)).toMatchObject({ ok: true })
      expect(await statusOf(shown)).toBe('confirmed')
    })

    it('happy: a second click of the phone changes nothing and is answered like the first', async () => {
      const { phone, token, number, enter } = await scanned()
      expect(await phone.client.scanQrcode({ token })).toMatchObject({ ok: true, data: { status: 'scanned' } })
      for (const _ of ['one', 'two']) expect(await confirm(phone.client, { token, number })).toMatchObject({ ok: true })
      await enter()
      expect(await confirm(phone.client, { token, number })).toMatchObject({ ok: true })
    })

    it('happy: signing out on either screen does not end the session of the other', async () => {
      for (const isPhoneFirst of [true, false]) {
        const { phone, client, enter } = await confirmed()
        await enter()
        const [first, second] = isPhoneFirst ? [phone.client, client] : [client, phone.client]
        expect(await first.logout({})).toMatchObject({ ok: true })
        expect([await userOf(first), await userOf(second)]).toEqual([undefined, phone.userId])
      }
    })

    it('happy: a code that is confirmed at its end waits two more minutes', async () => {
      const code = await scanned()
      world.passMinutes(4.9)
      expect(await confirm(code.phone.client, code)).toMatchObject({ ok: true })
      world.passMinutes(1.9)
      expect(await code.enter()).toMatchObject({ data: { session: { user_id: code.phone.userId } } })
    })
  })

  describe('attacks', () => {
    it('security: the new session is no fresher a proof than the session that has confirmed it', async () => {
      const { phone, token, number, client, enter } = await scanned()
      world.passMinutes(1)
      const older = 'update sessions set proven_at = proven_at - 3600000 where account_id = $1'
      await writeInto(world.place, older, [phone.userId])
      await confirm(phone.client, { token, number })
      expect(await enter()).toMatchObject({ data: { status: 'confirmed' } })
      const bound = await client.bindMobile({ mobile: freshMobile(), code: '000000' })
      expect(bound).toMatchObject({ ok: false, code: 'second_verification_required' })
    })

    it('security: a code that one phone has scanned is not scanned, confirmed or denied by another', async () => {
      const code = await scanned()
      const thief = await phone()
      for (const attempt of [
        () => thief.client.toScanQrcode({ token: code.token }),
        () => thief.client.scanQrcode({ token: code.token }),
        () => confirm(thief.client, code),
        () => deny(thief.client, code),
      ])
        expect(await attempt()).toMatchObject(overBy('scanned'))
      expect(await statusOf(code)).toBe('scanned')
      expect(await confirm(code.phone.client, code)).toMatchObject({ ok: true })
      expect(await code.enter()).toMatchObject({ data: { session: { user_id: code.phone.userId } } })
    })

    it('security: of twenty phones that scan at once, one has the code', async () => {
      const shown = await screen()
      const phones = await Promise.all(Array.from({ length: 20 }, phone))
      const answers = await Promise.all(phones.map(({ client }) => client.scanQrcode({ token: shown.token })))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    })

    it('security: of twenty screens that use a confirmed code at once, one is signed in', async () => {
      const { polling } = await confirmed()
      const screens = Array.from({ length: 20 }, () => world.person())
      const answers = await Promise.all(screens.map((client) => client.checkQrconnect({ token: polling })))
      expect(answers.filter((answer) => answer.ok && answer.data.session !== null)).toHaveLength(1)
    })

    it('security: a code is confirmed and denied at once, and is one of the two', async () => {
      const code = await scanned()
      await Promise.all([
        deny(code.phone.client, code),
        confirm(code.phone.client, code),
        deny(code.phone.client, code),
      ])
      expect(await statusOf(code)).toBe('denied')
      expect(await code.enter()).toMatchObject({ data: { status: 'denied', session: null } })
    })

    it('security: who has only the picture or the letters cannot poll, nor be signed in', async () => {
      const { token, letters } = await confirmed()
      const stranger = world.person()
      expect(await stranger.checkQrconnect({ token })).toMatchObject(expired)
      expect(await stranger.checkQrconnect({ token: letters })).toMatchObject({ ok: false, code: 'invalid_input' })
    })

    it('security: nobody confirms without a session, nor what they have not scanned', async () => {
      const shown = await screen()
      const stranger = world.person()
      for (const answer of [await confirm(stranger, shown), await stranger.toScanQrcode({ token: shown.token })])
        expect(answer).toMatchObject({ ok: false, code: 'not_signed_in' })
      expect(await confirm((await phone()).client, shown)).toMatchObject(gone)
      expect(await statusOf(shown)).toBe('new')
    })

    it('security: a wrong number ends the code, and so does none', async () => {
      for (const matching_number of ['other', undefined] as const) {
        const { phone, token, other, ...code } = await scanned()
        const wrong = matching_number && other
        const answer = await phone.client.confirmQrcode({ token, matching_number: wrong })
        expect(answer).toMatchObject({ ok: false, code: 'qrcode_wrong_number' })
        expect(await confirm(phone.client, { token, number: code.number })).toMatchObject(overBy('denied'))
        expect(await code.poll()).toMatchObject({ data: { status: 'denied' } })
      }
    })

    it('security: nothing is scanned, confirmed or used after its end', async () => {
      const [shown, taken] = [await screen(), await scanned()]
      const waiting = await confirmed()
      world.passMinutes(5.1)
      const { client } = await phone()
      expect(await client.toScanQrcode({ token: shown.token })).toMatchObject(gone)
      expect(await client.scanQrcode({ token: shown.token })).toMatchObject(gone)
      expect(await confirm(taken.phone.client, taken)).toMatchObject(gone)
      expect(await deny(taken.phone.client, taken)).toMatchObject(gone)
      for (const { poll, enter } of [shown, taken, waiting]) {
        expect(await poll()).toMatchObject(expired)
        expect(await enter()).toMatchObject(expired)
      }
    })

    it('security: a used code signs nobody in again', async () => {
      const { enter, polling, phone, token } = await confirmed()
      await enter()
      expect(await world.person().checkQrconnect({ token: polling })).toMatchObject(expired)
      expect(await phone.client.scanQrcode({ token })).toMatchObject(overBy('used'))
      expect(await deny(phone.client, { token })).toMatchObject(overBy('used'))
    })

    it('security: a denied code is confirmed by nobody, and a confirmed one can be denied until it is used', async () => {
      const denied = await scanned()
      expect(await deny(denied.phone.client, denied)).toMatchObject({ ok: true })
      expect(await deny(denied.phone.client, denied)).toMatchObject({ ok: true })
      expect(await confirm(denied.phone.client, denied)).toMatchObject(overBy('denied'))
      const unscanned = await screen()
      expect(await deny(denied.phone.client, unscanned)).toMatchObject({ ok: true })
      const regretted = await confirmed()
      expect(await deny(regretted.phone.client, regretted)).toMatchObject({ ok: true })
      for (const { enter } of [denied, unscanned, regretted])
        expect(await enter()).toMatchObject({ data: { status: 'denied', session: null } })
    })

    it('security: whatever ends the session that has confirmed a code ends the code', async () => {
      const code = await confirmed()
      await code.phone.client.logout({ all: 1 })
      expect(await code.enter()).toMatchObject(expired)
      const cancelled = await confirmed()
      await world.storage.cancellations.begin(cancelled.phone.userId, world.setting.now() + 1_000_000)
      expect(await cancelled.enter()).toMatchObject(expired)
      expect(await world.storage.sessions.living(cancelled.phone.userId, { seen: 0, begun: 0 })).toHaveLength(1)
      const asked = await scanned()
      await world.storage.cancellations.begin(asked.phone.userId, world.setting.now() + 1_000_000)
      expect(await confirm(asked.phone.client, asked)).toMatchObject({ ok: false, code: 'not_signed_in' })
    })

    it('security: another session of the same account does not confirm what the first has scanned', async () => {
      const { phone, jar, enter } = await confirmed()
      await enter()
      const code = await screen()
      await phone.client.scanQrcode({ token: code.token })
      expect(jar.get(sessionCookie)).toBeDefined()
      expect(await confirm(world.person({ jar }), code)).toMatchObject(overBy('scanned'))
    })

    it('security: the database has neither half, nor the letters', async () => {
      const { polling, token, letters } = await confirmed()
      const rows = JSON.stringify(await everyRow(world.place))
      for (const secret of [polling, token, letters]) expect(rows).not.toContain(secret)
    })
  })

  describe('where it leads', () => {
    it('security: only the return address that it was asked for gets the session', async () => {
      const person = await phone()
      const shown = await screen({ next: '/settings/profile' })
      await person.client.scanQrcode({ token: shown.token })
      await confirm(person.client, shown)
      for (const other of [{}, { next: '/settings' }])
        expect(await shown.client.checkQrconnect({ token: shown.polling, ...other })).toMatchObject(expired)
      expect(await shown.enter()).toMatchObject({ data: { session: { user_id: person.userId } } })
    })

    it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/a\r\nb', 'javascript:alert(1)', ''])(
      'security: %j is no return address',
      async (next) => {
        expect(await world.person().getQrcode({ next })).toMatchObject({ ok: false, code: 'invalid_input' })
      },
    )

    it('happy: a screen that is signed in for a registered service gets a ticket for it', async () => {
      const { url: service } = await registerService(world)
      const [shown, person] = [await screen({ service, next: '/settings' }), await phone()]
      await person.client.scanQrcode({ token: shown.token })
      await confirm(person.client, shown)
      const other = await registerService(world)
      for (const elsewhere of [{}, { service }, { next: '/settings' }, { service: other.url, next: '/settings' }])
        expect(await shown.client.checkQrconnect({ token: shown.polling, ...elsewhere })).toMatchObject(expired)
      expect(await shown.enter()).toMatchObject({ data: { session: { user_id: person.userId } } })
      const ticket = await ticketFor(shown.client, service)
      const validated = await world.person().validateServiceTicket({ ticket, service })
      expect(validated).toMatchObject({ ok: true, data: { user_id: person.userId } })
    })

    it('security: a service that is not registered gets no code', async () => {
      const { url } = await registerService(world)
      for (const service of [
        'https://evil.example/',
        `${url}x`,
        url.replace('https://', 'https://a@'),
        url.slice(0, -1),
      ])
        expect(await world.person().getQrcode({ service })).toMatchObject({ ok: false, code: 'no_such_service' })
    })
  })

  describe('limits', () => {
    it('security: one client address gets a hundred codes at once, and then one every ten seconds', async () => {
      const client = world.person({ address: freshAddress() })
      for (let count = 0; count < 100; count += 1) expect((await client.getQrcode({})).ok).toBe(true)
      const refused = await client.getQrcode({})
      expect(refused).toMatchObject({ code: 'too_many_requests', data: { retry_after: expect.closeTo(10, -1) } })
      expect(await world.person().getQrcode({})).toMatchObject({ ok: true })
    })

    it('security: an account guesses letters ten times, and the right ones cost no guess', async () => {
      const [shown, { client }] = [await screen(), await phone()]
      for (let count = 0; count < 12; count += 1)
        expect(await client.toScanQrcode({ token: shown.letters })).toMatchObject({ ok: true })
      for (let count = 0; count < 10; count += 1)
        expect(await client.toScanQrcode({ token: 'BCDFGHJK' })).toMatchObject(gone)
      expect(await client.toScanQrcode({ token: 'BCDFGHJK' })).toMatchObject({ code: 'too_many_requests' })
      expect(await client.toScanQrcode({ token: shown.letters })).toMatchObject({ code: 'too_many_requests' })
      expect(await client.toScanQrcode({ token: shown.token })).toMatchObject({ ok: true })
    })

    it('security: many wrong letters over all accounts stop letters, and no pictures', async () => {
      const [shown, { client }] = [await screen(), await phone()]
      const at = world.setting.now()
      const bucket = Math.floor(at / 1_800_000)
      const guessed = { subject: null, by: 1 as const, expiresAt: at + 3_600_000 }
      const key = `wrongLettersInAll:wrong:${bucket}:0`
      await world.storage.counters.addAll([{ key, ...guessed }])
      await writeInto(world.place, 'update counters set count = 3000 where key = $1', [key])
      expect(await client.toScanQrcode({ token: shown.letters })).toMatchObject({ code: 'too_many_requests' })
      expect(await client.toScanQrcode({ token: shown.token })).toMatchObject({ ok: true })
    })

    it('happy: polling is one statement that reads, whatever has happened', async () => {
      const codes = [await screen(), await scanned(), await confirmed()]
      const recording = recordStatements()
      for (const { poll } of codes) await poll()
      const statements = recording.stop().map(({ text }) => text)
      expect(statements).toEqual([expect.stringMatching(/^select \* from "qr_codes" where "polling_hash" = /)])
    })

    it('happy: expired codes are swept', async () => {
      await screen()
      world.passMinutes(10)
      await world.storage.sweep(world.setting.now())
      expect((await everyRow(world.place)).qr_codes).toEqual([])
    })
  })
})
