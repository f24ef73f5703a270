import { beforeAll, describe, expect, it } from 'vitest'
import { requestCodes } from '#tests/account-api/applications/authorisation/qr-codes'
import { type Party, registerParty } from '#tests/account-api/applications/protocol/parties'
import { describeProtocolWorlds } from '#tests/account-api/applications/protocol/protocol-world'
import { gone, moveCodes, overBy, signInCodes, statusOf } from './qr-codes'

const twice = ['click', 'second click']

describeProtocolWorlds('QR codes of every purpose on $name', (world) => {
  let orchard: Party
  beforeAll(async () => {
    orchard = await registerParty(world)
  })
  const kinds = [signInCodes(world), moveCodes(world), requestCodes(world, () => orchard)]

  describe.each(kinds)('for $purpose', (kind) => {
    const { purpose, screen, phone, toScan, scan, answer, confirm, deny, scanned, confirmed, nothing, gives } = kind
    const others = kinds.filter((other) => other.purpose !== purpose)
    const ended = (status: string) => ({ ok: true, data: { status, ...nothing } })

    type Code = Pick<Awaited<ReturnType<typeof screen>>, 'poll' | 'take' | 'hasGiven'>

    /** Expects that a code has ended and its screen gets nothing. */
    const expectEnded = async ({ poll, take, hasGiven }: Code, status: string) => {
      for (const call of [poll, take]) expect(await call()).toMatchObject(ended(status))
      expect(await hasGiven()).toBe(false)
    }
    const expectGiven = async ({ take }: Code, userId: string) =>
      expect(await take()).toMatchObject({ ok: true, data: { status: 'confirmed', ...gives(userId) } })

    it('happy: letters work like the picture, and a second click gets the same answer as the first', async () => {
      const [code, { client, userId }] = [await screen(), await phone()]
      const typed = { token: code.letters, number: code.number }
      expect(await toScan(client, typed)).toMatchObject({ ok: true, data: { status: 'new', matching_numbers: [] } })
      for (const _ of twice) expect(await scan(client, typed)).toMatchObject({ data: { status: 'scanned' } })
      expect(await code.take()).toMatchObject(ended('scanned'))
      for (const _ of twice) expect(await confirm(client, typed)).toMatchObject({ ok: true, data: { done: true } })
      expect(await statusOf(code)).toBe('confirmed')
      expect(await code.hasGiven()).toBe(false)
      await expectGiven(code, userId)
    })

    it('security: a code cannot be scanned, confirmed or denied by another phone, nor confirmed by one that has not scanned', async () => {
      const thief = await phone()
      for (const code of [await scanned(), await confirmed()]) {
        const state = await statusOf(code)
        for (const attempt of [toScan, scan, confirm, deny])
          expect(await attempt(thief.client, code)).toMatchObject(overBy(state))
        expect(await statusOf(code)).toBe(state)
        expect(await confirm(code.phone.client, code)).toMatchObject({ ok: true })
        await expectGiven(code, code.phone.userId)
      }
      const code = await screen()
      expect(await confirm(thief.client, code)).toMatchObject(gone)
      expect(await statusOf(code)).toBe('new')
    })

    it('security: a wrong or missing number ends the code', async () => {
      for (const isNamed of [true, false]) {
        const { token, other, phone, ...code } = await scanned()
        const wrong = await answer(phone.client, { token, matching_number: isNamed ? other : undefined })
        expect(wrong).toMatchObject({ ok: false, code: 'qrcode_wrong_number' })
        expect(await confirm(phone.client, { ...code, token })).toMatchObject(overBy('denied'))
        await expectEnded(code, 'denied')
      }
    })

    it('security: a phone can deny a code until it is used, and nobody can confirm it afterwards', async () => {
      for (const code of [{ ...(await screen()), phone: await phone() }, await scanned(), await confirmed()]) {
        for (const _ of twice) expect(await deny(code.phone.client, code)).toMatchObject({ ok: true })
        expect(await confirm(code.phone.client, code)).toMatchObject(overBy('denied'))
        await expectEnded(code, 'denied')
      }
    })

    it('security: nothing can be scanned, confirmed or used after the code’s expiry', async () => {
      const [shown, taken, waiting] = [await screen(), await scanned(), await confirmed()]
      world.passMinutes(5.1)
      const { client } = await phone()
      for (const call of [toScan, scan]) expect(await call(client, shown)).toMatchObject(gone)
      for (const call of [confirm, deny]) expect(await call(taken.phone.client, taken)).toMatchObject(gone)
      for (const code of [shown, taken, waiting]) await expectEnded(code, 'expired')
    })

    it('security: anything that ends the phone’s session ends the code', async () => {
      const [signedOut, cancelled] = [await confirmed(), await scanned()]
      await signedOut.phone.client.logout({ all: 1 })
      expect(await signedOut.take()).toMatchObject(ended('expired'))
      expect(await signedOut.hasGiven()).toBe(false)
      await world.storage.standing.cancel(cancelled.phone.userId, world.deployment.now() + 1_000_000)
      expect(await confirm(cancelled.phone.client, cancelled)).toMatchObject({ ok: false, code: 'not_signed_in' })
    })

    it('security: a code is refused by the calls for another purpose', async () => {
      const elsewhere = { ok: false, code: 'qrcode_for_other', data: { purpose } }
      for (const code of [{ ...(await screen()), phone: await phone() }, await confirmed()]) {
        const state = await statusOf(code)
        for (const other of others)
          for (const call of [other.toScan, other.scan, other.confirm, other.deny])
            for (const token of [code.token, code.letters])
              expect(await call(code.phone.client, { ...code, token })).toMatchObject(elsewhere)
        expect(await statusOf(code)).toBe(state)
      }
    })

    it('security: the polling token works only for its purpose, and the picture alone gives nothing', async () => {
      const { polling, token, letters, check, ...code } = await confirmed()
      for (const look of [0, 1]) {
        for (const other of others) {
          const elsewhere = await other.screen()
          const expired = { ok: true, data: { status: 'expired', ...other.nothing } }
          for (const half of [polling, token]) expect(await elsewhere.check(half, look)).toMatchObject(expired)
        }
        expect(await check(token, look)).toMatchObject(ended('expired'))
        expect(await check(letters, look)).toMatchObject({ ok: false, code: 'invalid_input' })
      }
      await expectGiven(code, code.phone.userId)
    })
  })
})
