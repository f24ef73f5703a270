import { expect, it } from 'vitest'
import { resetBy } from '#tests/account-api/addresses/binding/bindings'
import {
  ask,
  authorise,
  exchange,
  type Party,
  registerParty,
  signedIn,
} from '#tests/account-api/applications/protocol/parties'
import { describeProtocolWorlds } from '#tests/account-api/applications/protocol/protocol-world'
import { areGood, areOver } from '#tests/account-api/applications/protocol/tokens'
import { operate } from '#tests/account-api/applications/services/services'
import { askedPerson, proveMobileToo } from '#tests/account-api/verification/authenticators/apps'
import { days, press, ticketTo } from '#tests/account-api/worlds/attacks'
import { dataOf, goodPassword, verifyByPassword } from '#tests/account-api/worlds/world'
import { writeInto } from '#tests/fixtures/databases/look-into'
import { visitorOf } from './browser'
import { requestCodes } from './qr-codes'

const newPassword = 'seven lamps over the bay'
const scopes = 'openid,profile,email,mobile,mobile_plain,offline_access'
const lasting = { scope: 'openid email mobile_plain offline_access', prompt: 'consent' }

describeProtocolWorlds('what an application gets by a stolen session on $name', (world) => {
  /** Backdates everything in an account, because the OIDC library’s clock cannot be moved. */
  const age = async (userId: string, minutes: number) => {
    const [ms, ofUser] = [minutes * 60_000, 'where account_id = $1']
    for (const statement of [
      `update sessions set proven_at = proven_at - ${ms}, created_at = created_at - ${ms} ${ofUser}`,
      `update authorisations set granted_at = granted_at - ${ms} ${ofUser}`,
      `update protocol_records set answered_at = answered_at - ${ms} where authorisation_id in (select id from authorisations ${ofUser})`,
    ])
      await writeInto(world.place, statement, [userId])
  }

  const newParty = () => registerParty(world, { scopes })
  type Owner = Awaited<ReturnType<typeof signedIn>>

  /** A session of an owner that was proven again, in its own browser: anyone who has it may agree to anything. */
  const anotherSession = async ({ mobile }: Owner, password = goodPassword) => {
    const visitor = visitorOf(world)
    dataOf(await visitor.client.accountLoginV2({ account: mobile, password }))
    return visitor
  }

  const tokensFor = async (person: Pick<Owner, 'browser' | 'client'>, party: Party, more = lasting) =>
    exchange(party, await authorise(person, party, more))

  it('security: a 13-day-old session cannot grant sensitive scopes, and a password thief’s grant is reported and can be undone', async () => {
    const owner = await signedIn(world, 'registerBoth')
    const [party, known] = [await newParty(), await newParty()]
    const ofOwner = await tokensFor(owner, known)
    await age(owner.userId, days(13))
    for (const scope of ['email', 'mobile_plain', 'offline_access']) {
      const { names } = await ask(owner.browser, party, { ...lasting, scope: `openid ${scope}` })
      const refused = await owner.client.openWebAuth({ ...names, scopes: `openid ${scope}` })
      expect([scope, refused]).toMatchObject([scope, { code: 'second_verification_required' }])
      // A grant that reveals no address and does not last needs no proof.
      expect(await owner.client.openWebAuth({ ...names, scopes: 'openid' })).toMatchObject({ ok: true })
    }
    const { names } = await ask(owner.browser, party, lasting)
    const refused = await owner.client.openWebAuth({ ...names, scopes: lasting.scope })
    expect(await verifyByPassword(owner.client, refused as never)).toMatchObject({ ok: true })
    const tokens = await tokensFor(owner, party)
    const latest = await areGood(party, tokens)
    expect((await world.activityOf(owner.userId))[0]).toEqual(['application_authorised', 'Orchard'])
    const { mobile, email } = await world.addressesOf(owner.userId)
    const told = { purpose: 'application_authorised', link: expect.stringContaining('/account-help/not-me?ticket=') }
    for (const address of [mobile, email]) expect(await world.toldLast(address ?? '')).toMatchObject(told)
    expect(await press(world, await ticketTo(world, owner.mobile))).toMatchObject({ ok: true })
    await areOver(party, latest)
    // What the owner gave 13 days ago stays.
    await areGood(known, ofOwner)
  })

  it('happy: an owner who signs in to an application again, or to a first-party one, gets no message and needs no proof', async () => {
    const owner = await signedIn(world, 'registerBoth')
    const [party, own] = [await newParty(), await newParty()]
    await operate(world, 'client', 'first-party', own.key, 'yes')
    await tokensFor(owner, party)
    const before = await world.messagesTo(owner.mobile)
    await age(owner.userId, 60)
    await tokensFor(owner, party)
    await tokensFor(owner, own, { scope: 'openid email', prompt: 'consent' })
    expect(await world.messagesTo(owner.mobile)).toBe(before)
    expect(await world.activityOf(owner.userId)).toHaveLength(2)
  })

  const asksForApp = async ({ client, mobile }: Owner) => {
    await proveMobileToo(world, client, mobile)
    return askedPerson(world, { client })
  }
  const resets = async ({ mobile }: Owner) => dataOf(await resetBy(world, mobile, newPassword))

  it.each<[string, (owner: Owner) => Promise<unknown>, { keepsOwn: boolean }]>([
    ['resets the password', resets, { keepsOwn: false }],
    ['signs out everywhere', ({ client }) => client.logout({ all: 1 }), { keepsOwn: false }],
    ['ends all other sessions', ({ client }) => client.endOtherSessions({}), { keepsOwn: true }],
    ['has sign-ins ask for an app', asksForApp, { keepsOwn: true }],
  ])(
    'security: a thief used a stolen session for a new and a known application; the owner %s, and both grants end',
    async (_what, act, { keepsOwn }) => {
      const owner = await signedIn(world)
      const [trap, known, older, own] = [await newParty(), await newParty(), await newParty(), await newParty()]
      await tokensFor(owner, known)
      const ofOlder = await tokensFor(owner, older)
      await age(owner.userId, days(4))
      const thief = await anotherSession(owner)
      const [newest, stolen] = [await tokensFor(thief, trap), await tokensFor(thief, known)]
      const present = await anotherSession(owner)
      const ofPresent = await tokensFor(present, own)
      await act({ ...owner, ...present })
      await areOver(trap, newest)
      await areOver(known, stolen)
      await areGood(older, ofOlder)
      if (keepsOwn) await areGood(own, ofPresent)
      else await areOver(own, ofPresent)
      // The owner has agreed to the known application, and is not asked again.
      const after = keepsOwn ? present : await anotherSession(owner, act === resets ? newPassword : goodPassword)
      const listed = await after.client.listAuthorisations({})
      const keys = listed.ok ? listed.data.authorisations.map(({ client }) => client.client_key) : []
      expect(new Set(keys)).toEqual(new Set([known, older, ...(keepsOwn ? [own] : [])].map(({ key }) => key)))
    },
  )

  it('security: an answer that a thief holds back until after a sign-out everywhere is refused', async () => {
    const owner = await signedIn(world)
    const party = await newParty()
    await tokensFor(owner, party)
    await age(owner.userId, days(4))
    const thief = await anotherSession(owner)
    const { names } = await ask(thief.browser, party, lasting)
    const { redirect_url } = dataOf(await thief.client.openWebAuth({ ...names, scopes: lasting.scope }))
    world.passMinutes(1)
    await owner.client.logout({ all: 1 })
    const location = (await thief.browser.visit(redirect_url)).headers.get('location') ?? ''
    expect([location.includes('code='), location]).toEqual([false, expect.stringContaining('/login/authorize/')])
    world.passMinutes(-1)
  })

  it('security: a stale session on a phone cannot confirm a code for sensitive scopes until it is proven again', async () => {
    const party = await newParty()
    const { screen, phone, confirm } = requestCodes(world, () => party)
    const person = await phone()
    await age(person.userId, 60)
    for (const [scope, code] of [
      ['openid mobile', undefined],
      ['openid email', 'second_verification_required'],
    ] as const) {
      const shown = await screen({ scope }, party)
      expect(dataOf(await person.client.openQrScan({ token: shown.token })).needs_proof).toBe(code !== undefined)
      const confirmed = await confirm(person.client, shown)
      expect(confirmed.ok ? undefined : confirmed.code).toBe(code)
    }
  })

  it('security: an account can agree to 20 new applications a day, with a message about each', async () => {
    const { client, browser, mobile } = await signedIn(world)
    const party = await newParty()
    const again = async () => {
      const { names } = await ask(browser, party)
      const answer = await client.openWebAuth({ ...names, scopes: 'openid' })
      await client.revokeAuthorisation({ client_key: party.key })
      return answer.ok ? 'ok' : answer.code
    }
    const before = await world.messagesTo(mobile)
    for (let count = 0; count < 20; count++) expect(await again()).toBe('ok')
    expect(await again()).toBe('too_many_requests')
    expect((await world.messagesTo(mobile)) - before).toBe(20)
  })
})
