import { describe, expect, it } from 'vitest'
import type { Client } from '../../contract/client'
import { databases } from '../fixtures/databases'
import { writeInto } from '../fixtures/look-into'
import { signInByCode } from './attacks'
import { activityOf, maskedMobile, proveFactor, registerBothFast, registerMobileOnly, toldLast } from './bindings'
import { gone, overBy, shownOf } from './qr-codes'
import { atOnce, dataOf, endsOf, freshAddress, freshMobile, worldOn } from './world'

const expired = { ok: true, data: { status: 'expired', moves: null, from: null, done: false } }
const asks = (...ways: string[]) => ({
  ok: false,
  code: 'second_verification_required',
  data: { ways: ways.map((way) => expect.objectContaining({ way })) },
})

describe.each(databases)('a QR code that moves a sign-in method on $name', (database) => {
  const world = worldOn(database)

  /** A person at a computer, with an email and no mobile. */
  const taker = async () => {
    const { mobile, userId, ...person } = await registerBothFast(world)
    await world.storage.accounts.unbind({ kind: 'mobile', value: mobile, accountId: userId })
    return { ...person, userId }
  }

  /** A screen on which a person shows a code. */
  const screenOf = async (person: { client: Client; userId: string; email: string }) => {
    const shown = shownOf(dataOf(await person.client.getChangeBindQrcode({})))
    const { polling: token } = shown
    const poll = () => person.client.checkChangeBindQrcode({ token, look: 1 })
    const take = () => person.client.checkChangeBindQrcode({ token })
    return { ...person, ...shown, poll, take }
  }
  const screen = async () => screenOf(await taker())
  type Screen = Pick<Awaited<ReturnType<typeof screen>>, 'token' | 'number'>

  /** A person at a phone, with a mobile that was just proven, and an email. */
  const phone = () => registerBothFast(world)

  const agree = (client: Client, { token, number }: Screen, platform = 'mobile') =>
    client.confirmChangeBindQrcode({ token, platform, matching_number: number })
  const deny = (client: Client, { token }: Screen) => client.confirmChangeBindQrcode({ token, deny: 1 })

  const scanned = async () => {
    const [shown, giver] = [await screen(), await phone()]
    expect(await giver.client.scanChangeBindQrcode({ token: shown.token })).toMatchObject({ ok: true })
    return { ...shown, giver }
  }
  const agreed = async () => {
    const code = await scanned()
    expect(await agree(code.giver.client, code)).toMatchObject({ ok: true, data: { done: true } })
    return code
  }
  const older = (userId: string) => {
    const earlier = ['proven_at', 'mobile_proven_at'].map((column) => `${column} = ${column} - 3600000`)
    return writeInto(world.place, `update sessions set ${earlier} where account_id = $1`, [userId])
  }
  const statusOf = async ({ poll }: Awaited<ReturnType<typeof screen>>) => dataOf(await poll()).status
  /** That the mobile of the phone has not moved. */
  const expectKept = async ({ userId, giver }: { userId: string; giver: { userId: string; mobile: string } }) =>
    expect(await mobilesOf(userId, giver.userId)).toEqual([null, giver.mobile])
  const mobilesOf = async (...ids: string[]) =>
    (await Promise.all(ids.map((id) => world.storage.accounts.profile(id)))).map((account) => account?.mobile)

  describe('from the picture to the move', () => {
    it('happy: the phone sees what would move and where to, both agree, and the mobile moves', async () => {
      const [shown, giver] = [await screen(), await phone()]
      expect(shown.url.pathname).toBe('/login/qr/move')
      const looked = await giver.client.toScanChangeBindQrcode({ token: shown.token })
      const to = { username: expect.stringMatching(/^.\*\*\*.?$/), mobile: null, email: 'p***@example.com' }
      const methods = [
        { platform: 'mobile', name: maskedMobile(giver.mobile), obstacle: null },
        { platform: 'email', name: 'p***@example.com', obstacle: 'already_bound' },
      ]
      expect(looked).toMatchObject({ ok: true, data: { status: 'new', matching_numbers: [], to, methods } })
      expect(await statusOf(shown)).toBe('new')
      const taken = dataOf(await giver.client.scanChangeBindQrcode({ token: shown.token }))
      expect(taken.matching_numbers).toContain(shown.number)
      expect(await statusOf(shown)).toBe('scanned')
      expect(await shown.take()).toMatchObject({ ok: true, data: { status: 'scanned', done: false } })
      expect(await agree(giver.client, shown)).toMatchObject({ ok: true })
      const moves = { platform: 'mobile', name: maskedMobile(giver.mobile) }
      const from = { mobile: maskedMobile(giver.mobile), email: 'p***@example.com' }
      expect(await shown.poll()).toMatchObject({ data: { status: 'confirmed', moves, from, done: false } })
      expect(await mobilesOf(shown.userId, giver.userId)).toEqual([null, giver.mobile])
      for (const _ of ['click', 'second click'])
        expect(await shown.take()).toMatchObject({ ok: true, data: { status: 'confirmed', done: true } })
      expect(await mobilesOf(shown.userId, giver.userId)).toEqual([giver.mobile, null])
    })

    it('happy: both accounts note it, every address is told, and the sessions that began by the mobile end', async () => {
      const { giver, userId, email, take } = await agreed()
      await take()
      const masked = maskedMobile(giver.mobile)
      expect((await activityOf(world, giver.userId))[0]).toEqual(['mobile_removed', masked])
      expect((await activityOf(world, userId))[0]).toEqual(['mobile_bound', masked])
      expect(await toldLast(world, giver.email)).toMatchObject({ purpose: 'mobile_removed' })
      expect(await toldLast(world, email)).toMatchObject({ purpose: 'mobile_bound' })
      const toTheMobile = (await world.storage.outbox.newest(giver.mobile, 2)).map(({ purpose }) => purpose)
      expect(toTheMobile.sort()).toEqual(['mobile_bound', 'mobile_removed'])
      expect(await giver.client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    })

    it('happy: the letters do what the picture does, and lead here from the page for sign-ins', async () => {
      const [shown, giver] = [await screen(), await phone()]
      const typed = { token: shown.letters, number: shown.number }
      const other = { code: 'qrcode_for_other', data: { purpose: 'change_bind' } }
      expect(await giver.client.toScanQrcode(typed)).toMatchObject(other)
      expect(await giver.client.scanChangeBindQrcode(typed)).toMatchObject({ ok: true })
      for (const _ of ['click', 'second click']) expect(await agree(giver.client, typed)).toMatchObject({ ok: true })
      expect(await shown.take()).toMatchObject({ data: { done: true } })
    })

    it('happy: a third-party identity moves after two factors, and both accounts note it', async () => {
      const { giver, userId, take, ...code } = await scanned()
      const identity = { platform: 'example', openid: giver.mobile, accountId: giver.userId, name: 'Ann', at: 1 }
      await world.storage.platforms.bind(identity)
      expect(await agree(giver.client, code, 'example')).toMatchObject(asks('email'))
      await proveFactor(world, giver.client, 'email', giver.email)
      expect(await agree(giver.client, code, 'example')).toMatchObject({ ok: true })
      expect(await take()).toMatchObject({ data: { done: true } })
      expect(await world.storage.platforms.of(giver.userId)).toEqual([])
      expect(await world.storage.platforms.of(userId)).toMatchObject([{ openid: giver.mobile, name: 'Ann' }])
      expect((await activityOf(world, giver.userId))[0]).toEqual(['platform_removed', 'example'])
      expect((await activityOf(world, userId))[0]).toEqual(['platform_bound', 'example'])
    })
  })

  describe('what is refused', () => {
    it('error: the last sign-in method stays, and so does what the other account has already', async () => {
      const shown = await screen()
      const only = await registerMobileOnly(world)
      const scan = await only.client.scanChangeBindQrcode({ token: shown.token })
      expect(scan).toMatchObject({ data: { methods: [{ platform: 'mobile', obstacle: 'last_way' }] } })
      expect(await agree(only.client, shown)).toMatchObject({ code: 'last_way', data: { of: 'own' } })
      const { giver, ...code } = await scanned()
      const bound = { code: 'already_bound', data: { field: 'email' } }
      expect(await agree(giver.client, code, 'email')).toMatchObject(bound)
      expect(await agree(giver.client, code, 'wechat')).toMatchObject({ code: 'nothing_bound' })
      expect(await statusOf(code)).toBe('scanned')
    })

    it('error: what has become the last sign-in method since, or was bound since, stays when the screen goes on', async () => {
      const last = await agreed()
      await world.storage.accounts.unbind({ kind: 'email', value: last.giver.email, accountId: last.giver.userId })
      expect(await last.take()).toMatchObject({ code: 'last_way', data: { of: 'other' } })
      const bound = await agreed()
      const own = { kind: 'mobile', value: freshMobile(), accountId: bound.userId, at: 1 } as const
      await world.storage.accounts.bind(own)
      expect(await bound.take()).toMatchObject({ code: 'already_bound', data: { field: 'mobile' } })
      expect(await mobilesOf(bound.userId, bound.giver.userId)).toEqual([own.value, bound.giver.mobile])
    })

    it('error: an account moves nothing to itself', async () => {
      const shown = await screen()
      for (const call of [shown.client.toScanChangeBindQrcode, shown.client.scanChangeBindQrcode])
        expect(await call({ token: shown.token })).toMatchObject({ ok: false, code: 'qrcode_of_own_account' })
      expect(await statusOf(shown)).toBe('new')
    })
  })

  describe('attacks', () => {
    it('security: both sides need a fresh proof: to show, to agree and to go on', async () => {
      const { giver, userId, client, poll, take, ...code } = await scanned()
      await older(giver.userId)
      expect(await agree(giver.client, code)).toMatchObject(asks('mobile'))
      await proveFactor(world, giver.client, 'email', giver.email)
      // A borrowed phone with an open mailbox proves the mailbox, not the number.
      expect(await agree(giver.client, code)).toMatchObject(asks('mobile'))
      await proveFactor(world, giver.client, 'mobile', giver.mobile)
      expect(await agree(giver.client, code)).toMatchObject({ ok: true })
      await older(userId)
      expect(await take()).toMatchObject({ code: 'second_verification_required' })
      expect(await client.getChangeBindQrcode({})).toMatchObject({ code: 'second_verification_required' })
      await expectKept({ userId, giver })
      expect(await poll()).toMatchObject({ data: { status: 'confirmed' } })
    })

    it('security: whoever photographs the screen adds nothing to its account: its person has to agree, too', async () => {
      const shown = await agreed()
      expect(await shown.poll()).toMatchObject({ data: { moves: { name: maskedMobile(shown.giver.mobile) } } })
      await expectKept(shown)
      // A code that one phone has is not scanned, confirmed or denied by another.
      const { client } = await phone()
      const { token } = shown
      for (const answer of [
        await client.toScanChangeBindQrcode({ token }),
        await client.scanChangeBindQrcode({ token }),
        await agree(client, shown),
        await deny(client, shown),
      ])
        expect(answer).toMatchObject(overBy('confirmed'))
    })

    it('security: the polling half works in the session that shows the code alone, and only for a move', async () => {
      const { polling, email, giver, userId, token } = await agreed()
      // Another session of the account that shows the code cannot go on with it either.
      for (const client of [(await taker()).client, giver.client, await signInByCode(world, email)])
        for (const look of [0, 1])
          expect(await client.checkChangeBindQrcode({ token: polling, look })).toMatchObject(expired)
      const noSession = { data: { status: 'expired', session: null } }
      for (const half of [polling, token])
        expect(await world.person().checkQrconnect({ token: half })).toMatchObject(noSession)
      expect(await mobilesOf(userId)).toEqual([null])
    })

    it('security: the calls of sign-ins take no code of a move, nor the other way round', async () => {
      const { giver, token, number } = await agreed()
      const other = { ok: false, code: 'qrcode_for_other', data: { purpose: 'change_bind' } }
      expect(await giver.client.scanQrcode({ token })).toMatchObject(other)
      for (const answer of [{ matching_number: number }, { deny: 1 }])
        expect(await giver.client.confirmQrcode({ token, ...answer })).toMatchObject(other)
      const { token: signIn } = shownOf(dataOf(await world.person({ address: freshAddress() }).getQrcode({})))
      const back = { ok: false, code: 'qrcode_for_other', data: { purpose: 'sign_in' } }
      expect(await giver.client.scanChangeBindQrcode({ token: signIn })).toMatchObject(back)
      expect(await agree(giver.client, { token: signIn, number })).toMatchObject(back)
    })

    it('security: a wrong number ends the code, nobody agrees to what they have not scanned, nor after its end', async () => {
      const wrong = await scanned()
      const answer = await agree(wrong.giver.client, { ...wrong, number: wrong.other })
      expect(answer).toMatchObject({ ok: false, code: 'qrcode_wrong_number' })
      expect(await agree(wrong.giver.client, wrong)).toMatchObject(overBy('denied'))
      const [unseen, late, waiting] = [await screen(), await scanned(), await agreed()]
      expect(await agree(wrong.giver.client, unseen)).toMatchObject(gone)
      world.passMinutes(5.1)
      expect(await agree(late.giver.client, late)).toMatchObject(gone)
      expect(await waiting.poll()).toMatchObject(expired)
      expect(await waiting.take()).toMatchObject(expired)
      expect(await mobilesOf(waiting.userId)).toEqual([null])
    })

    it('security: a phone that has agreed can refuse until the screen goes on, and not after', async () => {
      const regretted = await agreed()
      expect(await deny(regretted.giver.client, regretted)).toMatchObject({ ok: true })
      expect(await regretted.take()).toMatchObject({ data: { status: 'denied', done: false } })
      expect(await mobilesOf(regretted.userId)).toEqual([null])
      const unscanned = await screen()
      expect(await deny((await phone()).client, unscanned)).toMatchObject({ ok: true })
      expect(await statusOf(unscanned)).toBe('denied')
    })

    it('security: whatever ends the session of the phone or of the screen ends the code', async () => {
      const ended = await agreed()
      await ended.giver.client.logout({ all: 1 })
      expect(await ended.poll()).toMatchObject(expired)
      expect(await ended.take()).toMatchObject(expired)
      await expectKept(ended)
      const left = await scanned()
      await left.client.logout({})
      expect(await agree(left.giver.client, left)).toMatchObject({ ok: false })
      expect(await left.giver.client.toScanChangeBindQrcode({ token: left.token })).toMatchObject(gone)
    })

    it('security: an address that the phone’s account has exchanged since does not move, nor does the new one', async () => {
      const { giver, userId, take } = await agreed()
      const of = { kind: 'mobile', accountId: giver.userId } as const
      await world.storage.accounts.unbind({ ...of, value: giver.mobile })
      await world.storage.accounts.bind({ ...of, value: freshMobile(), at: 1 })
      expect(await take()).toMatchObject(expired)
      expect(await mobilesOf(userId)).toEqual([null])
    })

    it('security: a guarded account gives no address away but the guarding one, as to any other taker', async () => {
      const { giver, ...code } = await scanned()
      const at = world.setting.now()
      const guard = { accountId: giver.userId, boundAt: 1, since: at, until: at + 3_600_000 }
      await world.storage.guards.put({ ...guard, kind: 'email', value: giver.email })
      expect(await agree(giver.client, code)).toMatchObject({ code: 'guarded', data: { retry_after: 3600 } })
      await world.storage.guards.put({ ...guard, kind: 'mobile', value: giver.mobile })
      expect(await agree(giver.client, code)).toMatchObject({ ok: true })
      await world.storage.guards.put({ ...guard, kind: 'email', value: giver.email })
      expect(await code.take()).toMatchObject({ code: 'guarded' })
    })

    it('security: of twenty confirmations and twenty clicks at once, one moves it, and all are answered alike', async () => {
      const { giver, userId, take, ...code } = await scanned()
      expect(endsOf(await atOnce(20, () => agree(giver.client, code)))).toEqual({ ok: 20 })
      const taken = await atOnce(20, () => take())
      expect(taken.every((answer) => answer.ok && answer.data.done)).toBe(true)
      expect(await mobilesOf(userId, giver.userId)).toEqual([giver.mobile, null])
      expect((await activityOf(world, userId)).filter(([kind]) => kind === 'mobile_bound')).toHaveLength(1)
    })

    it('security: a mobile that two screens were promised at once goes to one of them', async () => {
      const giver = await phone()
      const screens = [await screen(), await screen()]
      for (const shown of screens) {
        await giver.client.scanChangeBindQrcode({ token: shown.token })
        expect(await agree(giver.client, shown)).toMatchObject({ ok: true })
      }
      const taken = await Promise.all(screens.map(({ take }) => take()))
      expect(taken.filter((answer) => answer.ok && answer.data.done)).toHaveLength(1)
      const held = await mobilesOf(giver.userId, ...screens.map(({ userId }) => userId))
      expect(held.filter((mobile) => mobile === giver.mobile)).toHaveLength(1)
    })
  })
})
