import { expect, it } from 'vitest'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { authorise, exchange, registerParty, signedIn } from '#tests/account-api/applications/protocol/parties'
import { describeProtocolWorlds } from '#tests/account-api/applications/protocol/protocol-world'
import { refresh, userInfo } from '#tests/account-api/applications/protocol/tokens'
import {
  operate,
  registerService,
  ticketFor as serviceTicketFor,
} from '#tests/account-api/applications/services/services'
import {
  browserAt,
  registerApplication,
  ticketFor as shareTicketFor,
} from '#tests/account-api/applications/share/applications'
import { codeFor, hostApp, scheme } from '#tests/account-api/sign-in/host-app/app-codes'
import { signInCodes } from '#tests/account-api/sign-in/qr-codes/qr-codes'
import { dataOf, refused } from '#tests/account-api/worlds/world'

const reason = 'your number was reported stolen'
const frozen = { ok: false, code: 'account_frozen', data: { reason } }

describeProtocolWorlds('an account that an operator has frozen on $name', (world) => {
  const freeze = (userId: string) => operate(world, 'users', 'freeze', userId, '--reason', `${reason}.`)
  const unfreeze = (userId: string) => operate(world, 'users', 'unfreeze', userId, '--reason', 'it is yours again')

  it('security: a thief’s session and password do not open a suspended account, and its owner is told why and signs in once it is unsuspended', async () => {
    const { client: thief, mobile, email, password, userId } = await world.registerBoth()
    expect(await freeze(userId)).toMatchObject({ ok: true })
    const told = { purpose: 'account_frozen', body: expect.stringContaining(`${reason}.`), link: null }
    expect(await world.toldLast(mobile)).toMatchObject(told)
    expect((await operate(world, 'users', 'show', mobile)).text).toContain(reason)
    expect(await thief.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
    const late = world.person()
    const mobileCode = async (type: number) => {
      world.passMinutes(2)
      return world.codeFor(mobile, type, late)
    }
    expect(await late.accountLoginV2({ account: email, password })).toMatchObject(frozen)
    expect(await late.smsLogin({ mobile, code: await mobileCode(mobilePurpose.login) })).toMatchObject(frozen)
    const code = await world.codeFor(email, emailPurpose.login, late)
    expect(await late.emailCodeLogin({ email, code, need_frozen_user: 1 })).toMatchObject(frozen)
    const reset = { mobile, code: await mobileCode(mobilePurpose.resetPassword), password: 'another long password' }
    expect(await late.resetPasswordByMobile(reset)).toMatchObject(frozen)
    expect(await world.sessionsOf(userId)).toEqual([])
    expect(await world.toldLast(mobile)).not.toMatchObject({ purpose: 'password_reset' })

    expect(await unfreeze(userId)).toMatchObject({ ok: true })
    expect(await world.toldLast(mobile)).toMatchObject({ purpose: 'account_unfrozen' })
    expect(await thief.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
    expect(await late.accountLoginV2({ account: mobile, password })).toMatchObject({ ok: true })
    expect((await world.activityOf(userId)).slice(1, 3)).toEqual([
      ['account_unfrozen', 'it is yours again'],
      ['account_frozen', reason],
    ])
  })

  it('security: everything that a thief got from a session is refused while the account is suspended', async () => {
    const person = await signedIn(world)
    const { client, userId, jar } = person
    const party = await registerParty(world)
    const asked = { scope: 'openid offline_access', prompt: 'consent' }
    const tokens = await exchange(party, await authorise(person, party, asked))
    const [service, sibling] = [await registerService(world), await registerApplication(world)]
    const [app, device] = [hostApp(), dataOf(await client.rememberAccount({}))]
    const otherwise = world.person()
    const ticket = await serviceTicketFor(client, service.url)
    const share_ticket = await shareTicketFor(client, sibling)
    const { code } = await codeFor(client, app.asked)
    const qr = await signInCodes(world).screen()
    dataOf(await client.scanQrcode({ token: qr.token }))
    dataOf(await client.confirmQrcode({ token: qr.token, matching_number: qr.number }))

    // As if the sessions could not be ended.
    await world.storage.standing.suspend(userId, { at: world.deployment.now(), reason })
    for (const asked of [client.accountInfo({}), client.shareTicket({ to_aid: 'any' })])
      await refused(asked, 'not_signed_in')
    await expect(userInfo(party, tokens.access_token)).rejects.toThrow()
    await expect(refresh(party, tokens.refresh_token)).rejects.toThrow()
    const validated = await otherwise.validateServiceTicket({ service: service.url, ticket })
    expect(validated).toMatchObject({ ok: false, data: { reason: 'invalid_ticket' } })
    const there = browserAt(world, sibling).client
    await refused(there.checkShareTicket({ share_ticket }), 'share_refused')
    await refused(there.shareLogin({ share_ticket }), 'share_refused')
    await refused(otherwise.exchangeAppCode({ scheme, code, code_verifier: app.code_verifier }), 'app_code_refused')
    expect(await qr.take()).toMatchObject({ data: { session: null } })
    const tapped = await world.person({ jar }).quickLogin({ device_token: device.device_token })
    expect(tapped.ok).toBe(false)

    expect(await unfreeze(userId)).toMatchObject({ ok: true })
    expect(await userInfo(party, tokens.access_token)).toMatchObject({ sub: expect.any(String) })
  })

  it('happy: suspending a cancelled account keeps it from being erased', async () => {
    const { mobile, userId, password } = await world.registerMobile()
    await world.storage.standing.cancel(userId, world.deployment.now() + 1_000_000)
    expect((await freeze(userId)).text).toContain('which has ended')
    expect(await world.profileOf(userId)).toMatchObject({ eraseAt: null })
    expect(await world.person().accountLoginV2({ account: mobile, password })).toMatchObject(frozen)
  })

  it('security: an operator ends all sessions of a user, who is notified and can sign in again', async () => {
    const { client, mobile, password, userId } = await world.registerMobile()
    const thief = await world.secondSession({ mobile, password })
    expect(await operate(world, 'users', 'end-sessions', userId, '--reason', reason)).toMatchObject({ ok: true })
    for (const each of [client, thief]) expect(await each.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    expect(await world.toldLast(mobile)).toMatchObject({ purpose: 'sessions_ended' })
    expect((await world.activityOf(userId))[0]).toEqual(['sessions_ended', reason])
    expect(await client.accountLoginV2({ account: mobile, password })).toMatchObject({ ok: true })
  })

  it('error: a freeze command without a reason, an account or an effect changes nothing', async () => {
    const { userId } = await world.registerMobile()
    for (const words of [
      ['freeze', userId, '--because', reason],
      ['freeze', userId, '--reason', ' '],
      ['freeze', userId, '--reason', 'x'.repeat(151)],
      ['freeze', 'nobody', '--reason', reason],
      ['unfreeze', userId, '--reason', reason],
      ['unfreeze', 'nobody', '--reason', reason],
      ['end-sessions', 'nobody', '--reason', reason],
      ['show', 'nobody'],
    ])
      expect(await operate(world, 'users', ...words), words.join(' ')).toMatchObject({ ok: false })
    expect(await world.profileOf(userId)).toMatchObject({ suspendedAt: null })
    await freeze(userId)
    expect(await freeze(userId)).toMatchObject({ ok: false })
  })
})
