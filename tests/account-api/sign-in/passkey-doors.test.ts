import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { judgeFactors } from '#account-api/accounts/methods/ledger'
import { startPasskeySignIn } from '#account-api/sign-in/ways/passkey-sign-in'
import type { Client } from '#contract/client'
import { CookieJar } from '#contract/wire/cookie-jar'
import { cancelByMobile } from '#tests/account-api/addresses/binding/bindings'
import { askedPerson, proveMobileToo } from '#tests/account-api/verification/authenticators/apps'
import { signInBy, withOldPasskey, withPasskey } from '#tests/account-api/verification/passkeys/devices'
import {
  codeOf,
  dataOf,
  describeWorlds,
  freshAddress,
  isSignedIn,
  refused,
  serviceWith,
  ticketIn,
} from '#tests/account-api/worlds/worlds'
import { type Forged, softwarePasskey } from '#tests/fixtures/authenticators/passkey'

describeWorlds('a sign-in by a passkey on $name', (world) => {
  const owner = async () => withPasskey(await world.registerMobile())

  it('happy: a passkey signs in on its own, and the activity says so', async () => {
    const ann = await owner()
    const { client, answer } = await signInBy(world, ann.device)
    expect(answer).toMatchObject({ ok: true, data: { user_id: ann.userId } })
    expect(await isSignedIn(client)).toBe(true)
    expect((await world.activityOf(ann.userId))[0]).toEqual(['signed_in', 'passkey'])
    expect(dataOf(await ann.client.listPasskeys({})).passkeys).toMatchObject([{ used_at: expect.any(String) }])
  })

  const forgeries: Record<string, Forged> = {
    'of a page of another origin': { origin: 'https://localhost.example' },
    'of another site': { rpId: 'example.com' },
    'without user verification': { isVerified: false },
    'of a page in a frame of another site': { crossOrigin: true },
    'of an enrolment': { type: 'webauthn.create' },
    'that no account has': { credentialId: randomBytes(16).toString('base64url') },
    'that says that it is of another account': { userHandle: Buffer.from('another').toString('base64url') },
    'that does not say whose it is': { userHandle: undefined },
  }

  it.each(Object.entries(forgeries))('security: a proof by a passkey %s signs nobody in', async (_name, forged) => {
    const ann = await owner()
    const { client, answer } = await signInBy(world, ann.device, { forged })
    expect(codeOf(answer)).toBe('passkey_refused')
    expect(await isSignedIn(client)).toBe(false)
  })

  it('security: a proof signs in once, only in its own browser, and not by the challenge for adding a passkey', async () => {
    const ann = await owner()
    const jar = new CookieJar()
    const { options } = dataOf(await world.person({ jar }).startPasskeySignIn({}))
    const credential = ann.device.get(options)
    const victim = world.person()
    await victim.checkLogin({})
    await refused(victim.passkeySignIn({ credential }), 'ticket_refused')
    expect(await isSignedIn(victim)).toBe(false)
    expect(codeOf(await world.person({ jar }).passkeySignIn({ credential }))).toBe('ok')
    await refused(world.person({ jar }).passkeySignIn({ credential }), 'ticket_refused')
    const adding = { ...options, ...dataOf(await ann.client.startPasskey({})).options }
    await refused(ann.client.passkeySignIn({ credential: ann.device.get(adding) }), 'ticket_refused')
  })

  it('security: a signature of another key signs nobody in', async () => {
    const ann = await owner()
    const thief = softwarePasskey()
    const userHandle = Buffer.from(ann.userId).toString('base64url')
    const forged = { credentialId: ann.device.credentialId, userHandle }
    expect(codeOf((await signInBy(world, thief, { forged })).answer)).toBe('passkey_refused')
  })

  it('security: a counter that goes back, as in a copied passkey, is refused and logged; a passkey may have none', async () => {
    const ann = await owner()
    const signInAt = async (counter: number) =>
      codeOf((await signInBy(world, ann.device, { forged: { counter } })).answer)
    expect([await signInAt(0), await signInAt(0)]).toEqual(['ok', 'ok'])
    expect([await signInAt(7), await signInAt(7)]).toEqual(['ok', 'passkey_refused'])
    expect(world.logged()).toContain('a passkey was refused: its counter went back')
    expect(await signInAt(8)).toBe('ok')
  })

  it.each<[string, (client: Client) => Promise<{ ok: boolean }>]>([
    ['challenges', (client) => client.startPasskeySignIn({})],
    ['QR codes', (client) => client.getQrcode({})],
  ])('security: one client address gets a hundred %s immediately, and then one every ten seconds', async (_, ask) => {
    const client = world.person({ address: freshAddress() })
    await world.atOneMoment(async () => {
      for (let count = 0; count < 100; count += 1) expect((await ask(client)).ok).toBe(true)
      expect(await ask(client)).toMatchObject({ code: 'too_many_requests', data: { retry_after: 10 } })
    })
    expect(await ask(world.person())).toMatchObject({ ok: true })
  })

  it('error: if browsers offer no passkeys, there is no challenge', async () => {
    const bare = serviceWith(world, { publicUrl: 'https://192.0.2.1' })
    const asked = { visitor: 'a visitor', from: { clientAddress: '203.0.113.9', client: '' } }
    expect(codeOf(await startPasskeySignIn(bare, asked))).toBe('passkeys_not_offered')
  })

  it('security: guesses at the password do not lock the passkey, and a passkey does not unlock the password', async () => {
    const ann = await owner()
    for (let count = 0; count < 11; count += 1)
      await world.person().accountLoginV2({ account: ann.mobile, password: `wrong ${count}` })
    expect(codeOf((await signInBy(world, ann.device)).answer)).toBe('ok')
    expect(codeOf(await world.person().accountLoginV2({ account: ann.mobile, password: ann.password }))).not.toBe('ok')
  })

  it('security: a suspension is reported only to the account’s owner, and no session is opened', async () => {
    const ann = await owner()
    await world.storage.standing.suspend(ann.userId, { at: world.deployment.now(), reason: 'Fraud' })
    const { client, answer } = await signInBy(world, ann.device)
    expect(answer).toMatchObject({ code: 'account_frozen', data: { reason: 'Fraud' } })
    expect(await isSignedIn(client)).toBe(false)
    const forged = { isVerified: false }
    expect(codeOf((await signInBy(world, ann.device, { forged })).answer)).toBe('passkey_refused')
  })

  it('happy: a cancelled account is restored by its passkey', async () => {
    const ann = await owner()
    world.passMinutes(1)
    await cancelByMobile(world, ann)
    const client = world.person()
    const { options } = dataOf(await client.startPasskeySignIn({}))
    const refused = await client.passkeySignIn({ credential: ann.device.get(options), need_frozen_user: 1 })
    dataOf(await client.undoCancellation({ ticket: ticketIn(refused) }))
    expect(await isSignedIn(client)).toBe(true)
  })

  it('happy: a passkey replaces the authenticator at a sign-in, and its device remembers the account', async () => {
    const ann = await withOldPasskey(world, await world.registerMobile())
    const client = await world.secondSession(ann)
    await proveMobileToo(world, client, ann.mobile)
    await askedPerson(world, { ...ann, client })
    const { client: here, answer } = await signInBy(world, ann.device)
    expect(answer).not.toHaveProperty('data.authenticator_ticket')
    expect(await isSignedIn(here)).toBe(true)
    const { device_token } = dataOf(await here.rememberAccount({}))
    await here.logout({})
    expect(codeOf(await here.quickLogin({ device_token }))).toBe('ok')
  })

  it('security: a passkey added by a thief does not replace the authenticator', async () => {
    const ann = await withPasskey(await world.registerMobile())
    await askedPerson(world, ann)
    const { client, answer } = await signInBy(world, ann.device)
    expect(answer).toMatchObject({ ok: true, data: { authenticator_ticket: expect.any(String) } })
    expect(await isSignedIn(client)).toBe(false)
  })

  it('security: a mobile that is the only other factor changes as usual, although the account has a passkey', async () => {
    const ann = await withOldPasskey(world, await world.registerMobile())
    const account = { ...(await world.profileOf(ann.userId)), passwordHash: null }
    const [session] = await world.sessionsOf(ann.userId)
    if (!session) throw new Error('no session')
    const proven = { ...session, factors: { ...session.factors, mobile: world.deployment.now() } }
    expect(judgeFactors(world.deployment, { account, session: proven }, undefined).lacking).toEqual([])
  })
})
