import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { maskedMobile, proveFactor } from '#tests/account-api/addresses/binding/bindings'
import { signInByCode } from '#tests/account-api/worlds/attacks'
import { atOnce, dataOf, describeWorlds, endsOf, freshMobile } from '#tests/account-api/worlds/worlds'
import { writeInto } from '#tests/fixtures/databases/look-into'
import { gone, moveCodes, statusOf } from './qr-codes'

const expired = { ok: true, data: { status: 'expired', moves: null, from: null, done: false } }
const asks = (...ways: string[]) => ({
  ok: false,
  code: 'second_verification_required',
  data: { ways: ways.map((way) => expect.objectContaining({ way })) },
})

describeWorlds('a QR code that moves a sign-in method on $name', (world) => {
  const { screen, phone, scanned, confirmed: agreed, confirm: agree } = moveCodes(world)
  type Screen = Pick<Awaited<ReturnType<typeof screen>>, 'token' | 'number'>
  const agreeTo = (platform: string, client: Client, { token, number }: Screen) =>
    client.confirmChangeBindQrcode({ token, platform, matching_number: number })

  const older = (userId: string) => {
    const columns = ['proven_at', 'mobile_proven_at', 'email_proven_at'].map((each) => `${each} = ${each} - 3600000`)
    return writeInto(world.place, `update sessions set ${columns} where account_id = $1`, [userId])
  }
  const mobilesOf = async (...ids: string[]) =>
    (await Promise.all(ids.map((id) => world.storage.accounts.profile(id)))).map((account) => account?.mobile)

  it('happy: the phone shows what would move and where to, both sides agree, and the mobile moves', async () => {
    const [shown, giver] = [await screen(), await phone()]
    expect(shown.url.pathname).toBe('/login/qr/move')
    const looked = await giver.client.toScanChangeBindQrcode({ token: shown.token })
    const to = { username: expect.stringMatching(/^.\*\*\*.?$/), mobile: null, email: 'p***@example.com' }
    const methods = [
      { platform: 'mobile', name: maskedMobile(giver.mobile), obstacle: null },
      { platform: 'email', name: 'p***@example.com', obstacle: 'already_bound' },
    ]
    expect(looked).toMatchObject({ ok: true, data: { status: 'new', matching_numbers: [], to, methods } })
    const taken = dataOf(await giver.client.scanChangeBindQrcode({ token: shown.token }))
    expect(taken.matching_numbers).toContain(shown.number)
    expect(await agree(giver.client, shown)).toMatchObject({ ok: true })
    const moves = { platform: 'mobile', name: maskedMobile(giver.mobile) }
    const from = { mobile: maskedMobile(giver.mobile), email: 'p***@example.com' }
    expect(await shown.poll()).toMatchObject({ data: { status: 'confirmed', moves, from, done: false } })
    expect(await mobilesOf(shown.userId, giver.userId)).toEqual([null, giver.mobile])
    for (const _ of ['click', 'second click'])
      expect(await shown.take()).toMatchObject({ ok: true, data: { status: 'confirmed', done: true } })
    expect(await mobilesOf(shown.userId, giver.userId)).toEqual([giver.mobile, null])
    // Both accounts record it, every address is notified, and sessions begun by the mobile end.
    const masked = maskedMobile(giver.mobile)
    expect((await world.activityOf(giver.userId))[0]).toEqual(['mobile_removed', masked])
    expect((await world.activityOf(shown.userId))[0]).toEqual(['mobile_bound', masked])
    expect(await world.toldLast(giver.email)).toMatchObject({ purpose: 'mobile_removed' })
    expect(await world.toldLast(shown.email)).toMatchObject({ purpose: 'mobile_bound' })
    expect((await world.newsTo(giver.mobile, 2)).sort()).toEqual(['mobile_bound', 'mobile_removed'])
    expect(await giver.client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
  })

  it('happy: a third-party identity moves after two factors, and both accounts record it', async () => {
    const { phone: giver, userId, take, ...code } = await scanned()
    const identity = { platform: 'example', openid: giver.mobile, accountId: giver.userId, name: 'Ann', at: 1 }
    await world.storage.platforms.bind(identity)
    expect(await agreeTo('example', giver.client, code)).toMatchObject({ ok: true })
    expect(await take()).toMatchObject({ data: { done: true } })
    expect(await world.storage.platforms.of(giver.userId)).toEqual([])
    expect(await world.storage.platforms.of(userId)).toMatchObject([{ openid: giver.mobile, name: 'Ann' }])
    expect((await world.activityOf(giver.userId))[0]).toEqual(['platform_removed', 'example'])
    expect((await world.activityOf(userId))[0]).toEqual(['platform_bound', 'example'])
  })

  it('error: the last sign-in method stays, and so does one that the other account already has', async () => {
    const shown = await screen()
    const only = await world.registerMobileOnly()
    const scan = await only.client.scanChangeBindQrcode({ token: shown.token })
    expect(scan).toMatchObject({ data: { methods: [{ platform: 'mobile', obstacle: 'last_way' }] } })
    expect(await agree(only.client, shown)).toMatchObject({ code: 'last_way', data: { of: 'own' } })
    const { phone: giver, ...code } = await scanned()
    const bound = { code: 'already_bound', data: { field: 'email' } }
    expect(await agreeTo('email', giver.client, code)).toMatchObject(bound)
    expect(await agreeTo('wechat', giver.client, code)).toMatchObject({ code: 'nothing_bound' })
    expect(await statusOf(code)).toBe('scanned')
  })

  it('error: a method that became the last one, or was bound meanwhile, stays when the screen continues', async () => {
    const last = await agreed()
    await world.storage.accounts.unbind({ kind: 'email', value: last.phone.email, accountId: last.phone.userId })
    expect(await last.take()).toMatchObject({ code: 'last_way', data: { of: 'other' } })
    const bound = await agreed()
    const own = { kind: 'mobile', value: freshMobile(), accountId: bound.userId, at: 1 } as const
    await world.storage.accounts.bind(own)
    expect(await bound.take()).toMatchObject({ code: 'already_bound', data: { field: 'mobile' } })
    expect(await mobilesOf(bound.userId, bound.phone.userId)).toEqual([own.value, bound.phone.mobile])
  })

  it('error: an account cannot move a method to itself', async () => {
    const shown = await screen()
    for (const call of [shown.client.toScanChangeBindQrcode, shown.client.scanChangeBindQrcode])
      expect(await call({ token: shown.token })).toMatchObject({ ok: false, code: 'qrcode_of_own_account' })
    expect(await statusOf(shown)).toBe('new')
  })

  it('security: both sides need a fresh proof to show, agree and continue', async () => {
    const { phone: giver, userId, client, poll, take, ...code } = await scanned()
    await older(giver.userId)
    expect(await agree(giver.client, code)).toMatchObject(asks('mobile'))
    await proveFactor(world, giver.client, giver.email)
    // A borrowed phone with an open mailbox proves the mailbox, not the number.
    expect(await agree(giver.client, code)).toMatchObject(asks('mobile'))
    await older(giver.userId)
    await proveFactor(world, giver.client, giver.mobile)
    // A stolen number is not enough either.
    expect(await agree(giver.client, code)).toMatchObject(asks('email'))
    await proveFactor(world, giver.client, giver.email)
    expect(await agree(giver.client, code)).toMatchObject({ ok: true })
    await older(userId)
    expect(await take()).toMatchObject({ code: 'second_verification_required' })
    expect(await client.getChangeBindQrcode({})).toMatchObject({ code: 'second_verification_required' })
    expect(await mobilesOf(userId, giver.userId)).toEqual([null, giver.mobile])
    expect(await poll()).toMatchObject({ data: { status: 'confirmed' } })
  })

  it('security: the polling token works only in the session that shows the code', async () => {
    const { polling, email, phone: giver, userId } = await agreed()
    // Another session of the account that shows the code cannot continue with it either.
    for (const client of [(await screen()).client, giver.client, await signInByCode(world, email)])
      for (const look of [0, 1])
        expect(await client.checkChangeBindQrcode({ token: polling, look })).toMatchObject(expired)
    expect(await mobilesOf(userId)).toEqual([null])
  })

  it('security: anything that ends the screen’s session ends the code', async () => {
    const left = await scanned()
    await left.client.logout({})
    expect(await agree(left.phone.client, left)).toMatchObject({ ok: false })
    expect(await left.phone.client.toScanChangeBindQrcode({ token: left.token })).toMatchObject(gone)
  })

  it('security: an address that the phone’s account has replaced does not move, nor does the new one', async () => {
    const { phone: giver, userId, take } = await agreed()
    const of = { kind: 'mobile', accountId: giver.userId } as const
    await world.storage.accounts.unbind({ ...of, value: giver.mobile })
    await world.storage.accounts.bind({ ...of, value: freshMobile(), at: 1 })
    expect(await take()).toMatchObject(expired)
    expect(await mobilesOf(userId)).toEqual([null])
  })

  it('security: a guarded account gives no address away except the guarding one', async () => {
    const { phone: giver, ...code } = await scanned()
    const at = world.deployment.now()
    const guard = { accountId: giver.userId, boundAt: 1, since: at, until: at + 3_600_000 }
    await world.storage.guards.put({ ...guard, kind: 'email', value: giver.email })
    expect(await agree(giver.client, code)).toMatchObject({ code: 'guarded', data: { retry_after: 3600 } })
    await world.storage.guards.put({ ...guard, kind: 'mobile', value: giver.mobile })
    expect(await agree(giver.client, code)).toMatchObject({ ok: true })
    await world.storage.guards.put({ ...guard, kind: 'email', value: giver.email })
    expect(await code.take()).toMatchObject({ code: 'guarded' })
  })

  it('security: one of twenty concurrent confirmations and clicks moves the mobile, and all get the same answer', async () => {
    const { phone: giver, userId, take, ...code } = await scanned()
    expect(endsOf(await atOnce(20, () => agree(giver.client, code)))).toEqual({ ok: 20 })
    const taken = await atOnce(20, () => take())
    expect(taken.every((answer) => answer.ok && answer.data.done)).toBe(true)
    expect(await mobilesOf(userId, giver.userId)).toEqual([giver.mobile, null])
    expect((await world.activityOf(userId)).filter(([kind]) => kind === 'mobile_bound')).toHaveLength(1)
  })

  it('security: a mobile promised to two screens at the same time moves to one of them', async () => {
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
