import { describe, expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { mobilePurpose } from '#contract/terms/purposes'
import { cancelByMobile, endElsewhere, proveFactor, takeOver } from '#tests/account-api/addresses/binding/bindings'
import { browserAt, registerApplication, ticketFor } from '#tests/account-api/applications/share/applications'
import { codeFor, hostApp, scheme } from '#tests/account-api/sign-in/host-app/app-codes'
import { newIdentity, outsiders, platform } from '#tests/account-api/sign-in/platforms/outsiders'
import { signInCodes } from '#tests/account-api/sign-in/qr-codes/qr-codes'
import { disown, methodsOf, registeredSettled, signInByCode } from '#tests/account-api/worlds/attacks'
import { codeOf, dataOf, describeWorldsWith, isSignedIn, ticketIn } from '#tests/account-api/worlds/worlds'

const dayMinutes = 24 * 60

const { providers, arrive, bind } = outsiders()

describeWorldsWith({ providers })('where sessions come from on $name', (world) => {
  const { screen, scan, confirm } = signInCodes(world)

  const byQrCode = async (phone: Client): Promise<Client> => {
    const shown = await screen()
    dataOf(await scan(phone, shown))
    dataOf(await confirm(phone, shown))
    dataOf(await shown.take())
    return shown.client
  }

  /** How a session is passed on. */
  const passings: [string, (client: Client) => Promise<Client>][] = [
    ['a QR code', byQrCode],
    [
      'a host app',
      async (client) => {
        const [{ asked, code_verifier }, app] = [hostApp(), world.person()]
        const { code } = await codeFor(client, asked)
        dataOf(await app.exchangeAppCode({ scheme, code, code_verifier }))
        return app
      },
    ],
    [
      'a share ticket',
      async (client) => {
        const sibling = await registerApplication(world)
        const there = browserAt(world, sibling)
        dataOf(await there.client.shareLogin({ share_ticket: await ticketFor(client, sibling) }))
        return there.client
      },
    ],
    ['a QR code after a QR code', async (client) => byQrCode(await byQrCode(client))],
  ]

  describe.each(passings)('a session passed on by %s', (_name, passOn) => {
    it('security: a passed-on session ends when its parent’s number is removed, but not when the email is', async () => {
      const owner = await registeredSettled(world)
      const thiefs = await passOn(await signInByCode(world, owner.mobile))
      const byEmail = await passOn(await signInByCode(world, owner.email))
      expect(await takeOver(world, owner.mobile)).toEqual({ ok: true })
      expect([await isSignedIn(thiefs), await isSignedIn(byEmail)]).toEqual([false, true])
    })

    it('security: a passed-on session ends when its parent is ended from elsewhere', async () => {
      const owner = await world.registerMobile()
      const stolen = await world.secondSession(owner)
      const [passed, other] = [await passOn(stolen), await passOn(owner.client)]
      const { device_token } = dataOf(await passed.rememberAccount({}))
      dataOf(await endElsewhere(stolen, owner.client))
      expect([await isSignedIn(passed), await isSignedIn(other)]).toEqual([false, true])
      // No device can continue with it either.
      expect(await passed.quickLogin({ device_token })).toMatchObject({ code: 'remembered_over' })
    })

    it('security: a passed-on session has proven no factor', async () => {
      const owner = await registeredSettled(world)
      const passed = await passOn(await signInByCode(world, owner.mobile))
      // A fresh proof of the mobile, or a second factor, would do it at once.
      expect(codeOf(await passed.unbindPlatform({ platform: 'mobile' }))).toBe('second_verification_required')
      const [session] = await world.sessionsOf(owner.userId)
      const origin = { lastProof: { way: 'sms' }, letInBy: ['mobile'] }
      expect(session).toMatchObject({ factors: { mobile: null, email: null, password: null }, origin })
    })
  })

  it('security: a thief’s session from a QR code ends with the identity that opened the phone’s session', async () => {
    const [owner, thief] = [await registeredSettled(world), await world.registerMobile()]
    const [identity, at] = [newIdentity(), () => world.deployment.now()]
    await bind(await world.secondSession(owner), { ...identity, provenAt: at() })
    world.passMinutes(4 * dayMinutes)
    const phone = world.person()
    dataOf(await arrive(phone, { ...identity, provenAt: at() }))
    const his = await byQrCode(phone)
    const { device_token } = dataOf(await his.rememberAccount({}))
    const present = await world.secondSession(owner)
    await proveFactor(world, present, owner.mobile)
    dataOf(await present.unbindPlatform({ platform }))
    expect([await isSignedIn(his), await isSignedIn(phone)]).toEqual([false, false])
    expect(await his.quickLogin({ device_token })).toMatchObject({ code: 'remembered_over' })
    // By then the thief had the identity in their own account.
    const fresh = await world.secondSession(thief)
    await bind(fresh, { ...identity, provenAt: at() })
    dataOf(await disown(world, owner.mobile))
    expect(await methodsOf(world, owner.userId)).toMatchObject({ openids: [identity.openid] })
    expect(await methodsOf(world, thief.userId)).toMatchObject({ openids: [], mobile: thief.mobile })
  })

  it('security: the session of a restored account ends with the method that signed in to restore it', async () => {
    const owner = await registeredSettled(world)
    const client = await world.secondSession(owner)
    await cancelByMobile(world, { ...owner, client })
    const thief = world.person()
    const code = await world.codeFor(owner.mobile, mobilePurpose.login, thief)
    const offered = await thief.smsLogin({ mobile: owner.mobile, code, need_frozen_user: 1 })
    dataOf(await thief.undoCancellation({ ticket: ticketIn(offered) }))
    expect(await takeOver(world, owner.mobile)).toEqual({ ok: true })
    expect(await isSignedIn(thief)).toBe(false)
  })

  it('security: a chain of QR sign-ins ends after 90 days without a proof, and a proof in a session extends it', async () => {
    const { client, mobile } = await world.registerMobile()
    let last = client
    for (let hops = 0; hops < 6; hops += 1) {
      world.passMinutes(13 * dayMinutes)
      last = await byQrCode(last)
    }
    const proven = await byQrCode(last)
    await proveFactor(world, proven, mobile)
    world.passMinutes(13 * dayMinutes)
    expect([await isSignedIn(last), await isSignedIn(proven)]).toEqual([false, true])
  })

  it('security: a session can be passed on at most sixteen times', async () => {
    let { client: last } = await world.registerMobileOnly()
    for (let hops = 0; hops < 16; hops += 1) last = await byQrCode(last)
    const shown = await screen()
    dataOf(await scan(last, shown))
    await confirm(last, shown)
    expect(await shown.take()).toMatchObject({ data: { status: 'expired' } })
  })
})
