import { beforeAll, expect, it } from 'vitest'
import {
  authorise,
  exchange,
  type Party,
  registerParty,
  signedIn,
} from '#tests/account-api/applications/protocol/parties'
import { describeProtocolWorlds } from '#tests/account-api/applications/protocol/protocol-world'
import { userInfo } from '#tests/account-api/applications/protocol/tokens'
import { operate } from '#tests/account-api/applications/services/services'
import { overBy, statusOf } from '#tests/account-api/sign-in/qr-codes/qr-codes'
import { refused } from '#tests/account-api/worlds/world'
import { writeInto } from '#tests/fixtures/databases/look-into'
import { agree } from './answers'
import { requestCodes } from './qr-codes'

const expired = { ok: true, data: { status: 'expired', auth_ticket: null } }
const requestOver = 'no_such_open_request'

describeProtocolWorlds('a QR code for a request of an application on $name', (world) => {
  let orchard: Party
  beforeAll(async () => {
    orchard = await registerParty(world)
  })

  const { screen, phone, scanned, confirmed, confirm, deny } = requestCodes(world, () => orchard)
  type Screen = Awaited<ReturnType<typeof screen>>
  const openidFor = ({ names }: Screen) => ({ ...names, scopes: 'openid' })

  /** Makes a session’s last proof older. */
  const age = (userId: string, minutes: number) =>
    writeInto(world.place, `update sessions set proven_at = proven_at - ${minutes * 60_000} where account_id = $1`, [
      userId,
    ])

  it('happy: a QR code is shown, scanned and confirmed, and the screen answers as the phone’s person', async () => {
    const [shown, person] = [await screen({ scope: 'openid mobile' }), await phone()]
    expect(shown.url.pathname).toBe('/login/qr/authorize')
    const asked = {
      asker: { name: 'Orchard', is_verified: true },
      scopes: [
        { scope: 'openid', is_sensitive: false },
        { scope: 'mobile', value: expect.stringMatching(/^\+86 138\*{4}\d{4}$/) },
      ],
      address: expect.stringMatching(/^10\./),
      needs_proof: false,
    }
    const looked = await person.client.openQrToScan({ token: shown.letters })
    expect(looked).toMatchObject({ ok: true, data: { ...asked, status: 'new', matching_numbers: [] } })
    const taken = await person.client.openQrScan({ token: shown.token })
    expect(taken).toMatchObject({ ok: true, data: { ...asked, status: 'scanned' } })
    expect(taken.ok && taken.data.matching_numbers).toContain(shown.number)
    expect(await confirm(person.client, shown)).toMatchObject({ ok: true })
    const auth_ticket = await shown.ticket()
    const { names, client } = shown
    expect(await client.openAuthInfo({ ...names, auth_ticket })).toMatchObject({
      data: { person: { username: expect.any(String) }, needs: [], scopes: [{}, { value: expect.any(String) }] },
    })
    const tokens = await shown.tokensBy('openid mobile', auth_ticket)
    expect([tokens.claims()?.sub, tokens.scope]).toEqual([person.userId, 'openid mobile'])
    expect((await world.activityOf(person.userId))[1]).toEqual(['proven_for_application', 'Orchard'])
  })

  it('security: an attacker who shows their own request’s code gets no session, but a ticket for that request alone', async () => {
    const [code, other] = [await confirmed(), await screen()]
    const { client, names } = code
    const auth_ticket = await code.ticket()
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    expect(await client.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    await refused(client.openWebAuth({ ...other.names, auth_ticket, scopes: 'openid' }), 'ticket_refused')
    expect(await world.sessionsOf(code.phone.userId)).toHaveLength(1)
    expect(await client.openWebAuth({ ...names, auth_ticket, scopes: 'openid' })).toMatchObject({ ok: true })
    expect(await client.openWebAuth({ ...names, auth_ticket, scopes: 'openid' })).toMatchObject({ ok: false })
  })

  it('security: one of ten concurrent polls gets the ticket, and no later one does', async () => {
    const code = await confirmed()
    const answers = await Promise.all(Array.from({ length: 10 }, code.take))
    expect(answers.filter((answer) => answer.ok && answer.data.auth_ticket !== null)).toHaveLength(1)
    expect(await code.take()).toMatchObject(expired)
    expect(await deny(code.phone.client, code)).toMatchObject(overBy('used'))
  })

  it('security: a polling token belongs to one request', async () => {
    const [code, other] = [await confirmed(), await screen()]
    for (const look of [0, 1]) expect(await other.check(code.polling, look)).toMatchObject(expired)
    expect(await code.ticket()).not.toBe('')
  })

  it.each<[string, string, (code: Screen, party: Party) => Promise<unknown>]>([
    ['was answered', requestOver, async (code) => (await signedIn(world)).client.openWebAuth(openidFor(code))],
    ['was declined', requestOver, ({ client, names }) => client.openWebAuth({ ...names, scopes: '', deny: 1 })],
    [
      'is over',
      requestOver,
      async (code) => agree({ ...code, client: (await signedIn(world)).client }, openidFor(code)),
    ],
    ['has a client that is disabled', 'no_such_client', (_, { key }) => operate(world, 'client', 'disable', key)],
  ])('security: a request that %s accepts no confirmation and issues no ticket', async (_what, code, end) => {
    const party = await registerParty(world)
    const [shown, taken, waiting] = [await screen({}, party), await scanned({}, party), await confirmed({}, party)]
    for (const each of [shown, taken, waiting]) await end(each, party)
    const { client } = await phone()
    for (const answer of [
      await client.openQrToScan({ token: shown.token }),
      await client.openQrScan({ token: shown.token }),
      await confirm(taken.phone.client, taken),
      await waiting.take(),
      await shown.client.openQrGet(shown.names),
    ])
      expect(answer).toMatchObject({ ok: false, code })
    expect(await deny(taken.phone.client, taken)).toMatchObject({ ok: true })
  })

  it('security: an application that requires a new proof gets it on the phone', async () => {
    const code = await scanned({ prompt: 'login' })
    await age(code.phone.userId, 60)
    expect(await code.phone.client.openQrToScan({ token: code.token })).toMatchObject({ data: { needs_proof: true } })
    expect(await confirm(code.phone.client, code)).toMatchObject({ ok: false, code: 'second_verification_required' })
    expect(await statusOf(code)).toBe('scanned')
    await age(code.phone.userId, -60)
    expect(await confirm(code.phone.client, code)).toMatchObject({ ok: true })
    expect(await code.ticket()).not.toBe('')
  })

  it('security: a ticket proves no more than the session that confirmed the code', async () => {
    const code = await scanned({ max_age: '7200' })
    await age(code.phone.userId, 60)
    expect(await confirm(code.phone.client, code)).toMatchObject({ ok: true })
    const claims = (await code.tokensBy('openid', await code.ticket())).claims()
    const ageSeconds = world.deployment.now() / 1000 - Number(claims?.auth_time)
    expect([claims?.sub, ageSeconds > 3500]).toEqual([code.phone.userId, true])
  })

  it('security: a request for one person cannot be answered by another person', async () => {
    const wanted = await signedIn(world)
    const tokens = await exchange(orchard, await authorise(wanted, orchard))
    const shown = await screen({ id_token_hint: tokens.id_token ?? '' })
    const { client } = await phone()
    for (const call of ['openQrToScan', 'openQrScan'] as const)
      expect(await client[call]({ token: shown.token })).toMatchObject({ ok: false, code: 'open_request_for_other' })
    expect(await wanted.client.openQrScan({ token: shown.token })).toMatchObject({ ok: true })
    expect(await confirm(wanted.client, shown)).toMatchObject({ ok: true })
    expect(await shown.ticket()).not.toBe('')
  })

  it('security: tokens from a QR answer belong to no session of the phone, so its sign-out keeps them', async () => {
    const code = await confirmed()
    const { access_token } = await code.tokensBy('openid', await code.ticket())
    await code.phone.client.logout({})
    expect(await userInfo(orchard, access_token)).toEqual({ sub: code.phone.userId })
  })
})
