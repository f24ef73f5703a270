import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../contract/client'
import { databases } from '../../fixtures/databases'
import { writeInto } from '../../fixtures/look-into'
import { activityOf, registerMobileOnly } from '../bindings'
import { operate } from '../sso/services'
import { dataOf } from '../world'
import { agree } from './answers'
import { Browser } from './browser'
import { ask, authorise, exchange, type Party, registerParty, signedIn } from './parties'
import { protocolWorldOn } from './protocol-world'
import { userInfo } from './tokens'

const expired = { ok: true, data: { status: 'expired', auth_ticket: null } }
const gone = { ok: false, code: 'no_such_qrcode' }
const requestOver = 'no_such_open_request'
const overBy = (state: string) => ({ ok: false, code: 'qrcode_over', data: { state } })

describe.each(databases)('a QR code for a request of an application on $name', (database) => {
  const world = protocolWorldOn(database)
  let orchard: Party
  beforeAll(async () => {
    orchard = await registerParty(world)
  })

  /** A browser that is signed out, in which an application asks for something and a code is shown. */
  const screen = async (more: Record<string, string> = {}, party = orchard) => {
    const browser = new Browser(world)
    const { names, ...request } = await ask(browser, party, more)
    const client = world.person()
    const { token: polling, qrcode_url, letters, matching_number: number } = dataOf(await client.openQrGet(names))
    const url = new URL(qrcode_url)
    const token = url.searchParams.get('token') ?? ''
    const poll = () => client.openQrCheck({ token: polling, ...names, look: 1 })
    const take = () => client.openQrCheck({ token: polling, ...names })
    /** Takes the ticket, answers as its person, and has the application get its tokens. */
    const tokensBy = async (scopes: string, ticket?: string) => {
      const auth_ticket = ticket ?? (await ticketOf({ take }))
      const back = await agree({ browser, client }, { ...names, auth_ticket, scopes })
      return exchange(party, { ...request, back })
    }
    return { browser, names, client, polling, url, token, letters, number, poll, take, tokensBy }
  }
  type Screen = Awaited<ReturnType<typeof screen>>

  const phone = () => registerMobileOnly(world)
  type Phone = Awaited<ReturnType<typeof phone>>
  const confirm = (client: Client, { token, number }: Pick<Screen, 'token' | 'number'>) =>
    client.openQrConfirm({ token, matching_number: number })
  const deny = (client: Client, { token }: Pick<Screen, 'token'>) => client.openQrConfirm({ token, deny: 1 })

  /** A code that a phone has scanned, and perhaps confirmed. */
  const scanned = async (more: Record<string, string> = {}, party = orchard) => {
    const [shown, person] = [await screen(more, party), await phone()]
    expect(await person.client.openQrScan({ token: shown.token })).toMatchObject({ ok: true })
    return { ...shown, phone: person }
  }
  const confirmed = async (more: Record<string, string> = {}, party = orchard) => {
    const code = await scanned(more, party)
    expect(await confirm(code.phone.client, code)).toMatchObject({ ok: true, data: { done: true } })
    return code
  }
  const ticketOf = async ({ take }: Pick<Screen, 'take'>): Promise<string> => dataOf(await take()).auth_ticket ?? ''
  const statusOf = async ({ poll }: Screen) => dataOf(await poll()).status
  const openidFor = ({ names }: Screen) => ({ ...names, scopes: 'openid' })

  /** Lets the last proof of a person’s session be older. */
  const age = (userId: string, minutes: number) =>
    writeInto(world.place, `update sessions set proven_at = proven_at - ${minutes * 60_000} where account_id = $1`, [
      userId,
    ])

  it('happy: it is shown, scanned and confirmed, and the screen answers as the person of the phone', async () => {
    const [shown, person] = [await screen({ scope: 'openid mobile' }), await phone()]
    expect(shown.url.pathname).toBe('/login/qr/authorize')
    expect(await statusOf(shown)).toBe('new')
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
    expect(await statusOf(shown)).toBe('new')
    const taken = await person.client.openQrScan({ token: shown.token })
    expect(taken).toMatchObject({ ok: true, data: { ...asked, status: 'scanned' } })
    expect(taken.ok && taken.data.matching_numbers).toContain(shown.number)
    expect(await shown.take()).toMatchObject({ data: { status: 'scanned', auth_ticket: null } })
    for (const _ of ['click', 'second click']) expect(await confirm(person.client, shown)).toMatchObject({ ok: true })
    expect(await shown.poll()).toMatchObject({ data: { status: 'confirmed', auth_ticket: null } })

    const auth_ticket = await ticketOf(shown)
    const { names, client } = shown
    expect(await client.openAuthInfo({ ...names, auth_ticket })).toMatchObject({
      data: { person: { username: expect.any(String) }, needs: [], scopes: [{}, { value: expect.any(String) }] },
    })
    const tokens = await shown.tokensBy('openid mobile', auth_ticket)
    expect([tokens.claims()?.sub, tokens.scope]).toEqual([person.userId, 'openid mobile'])
    expect((await activityOf(world, person.userId))[0]).toEqual(['proven_for_application', 'Orchard'])
  })

  it('happy: a phone that refuses is told to the screen, and nothing is given', async () => {
    for (const code of [{ ...(await screen()), phone: await phone() }, await scanned(), await confirmed()]) {
      const { client } = code.phone
      for (const _ of ['click', 'second click']) expect(await deny(client, code)).toMatchObject({ ok: true })
      expect(await code.take()).toMatchObject({ data: { status: 'denied', auth_ticket: null } })
      expect(await confirm(client, code)).toMatchObject(overBy('denied'))
    }
  })

  it('security: an attacker who shows the code of their own request gets no session, and a ticket for it alone', async () => {
    const [code, other] = [await confirmed(), await screen()]
    const { client, names } = code
    const auth_ticket = await ticketOf(code)
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    expect(await client.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    const elsewhere = await client.openWebAuth({ ...other.names, auth_ticket, scopes: 'openid' })
    expect(elsewhere).toMatchObject({ ok: false, code: 'ticket_refused' })
    expect(await world.storage.sessions.living(code.phone.userId, { seen: 0, begun: 0 })).toHaveLength(1)
    expect(await client.openWebAuth({ ...names, auth_ticket, scopes: 'openid' })).toMatchObject({ ok: true })
    expect(await client.openWebAuth({ ...names, auth_ticket, scopes: 'openid' })).toMatchObject({ ok: false })
  })

  it('security: what one phone has scanned is not scanned, confirmed or denied by another', async () => {
    const [code, { client }] = [await scanned(), await phone()]
    for (const answer of [
      await client.openQrToScan({ token: code.token }),
      await client.openQrScan({ token: code.token }),
      await confirm(client, code),
      await deny(client, code),
    ])
      expect(answer).toMatchObject(overBy('scanned'))
    expect(await statusOf(code)).toBe('scanned')
  })

  it('security: nobody confirms without a session, what they have not scanned, or by a wrong number', async () => {
    const code = await scanned()
    expect(await confirm(world.person(), code)).toMatchObject({ code: 'not_signed_in' })
    expect(await confirm((await phone()).client, await screen())).toMatchObject(gone)
    expect(await statusOf(code)).toBe('scanned')
    const wrong = await confirm(code.phone.client, { ...code, number: code.number === 99 ? 10 : code.number + 1 })
    expect(wrong).toMatchObject({ ok: false, code: 'qrcode_wrong_number' })
    expect(await confirm(code.phone.client, code)).toMatchObject(overBy('denied'))
  })

  it('security: of ten that ask for the ticket at once, one gets it, and nobody afterwards', async () => {
    const code = await confirmed()
    const answers = await Promise.all(Array.from({ length: 10 }, code.take))
    expect(answers.filter((answer) => answer.ok && answer.data.auth_ticket !== null)).toHaveLength(1)
    expect(await code.take()).toMatchObject(expired)
    expect(await deny(code.phone.client, code)).toMatchObject(overBy('used'))
  })

  it('security: whoever asks from another browser, or by the picture, learns nothing', async () => {
    const [code, other] = [await confirmed(), await screen()]
    const { polling, names, token, letters } = code
    for (const look of [0, 1]) {
      for (const browser_key of ['', 'x'.repeat(43), other.names.browser_key]) {
        const asked = { token: polling, ...names, browser_key, look }
        expect(await world.person().openQrCheck(asked)).toMatchObject({ ok: false, code: 'open_request_elsewhere' })
      }
      // A polling half belongs to one request, and a scanned half is none.
      expect(await other.client.openQrCheck({ token: polling, ...other.names, look })).toMatchObject(expired)
      expect(await code.client.openQrCheck({ token, ...names, look })).toMatchObject(expired)
      expect(await code.client.openQrCheck({ token: letters, ...names, look })).toMatchObject({ code: 'invalid_input' })
    }
    const got = await world.person().openQrGet({ ...names, browser_key: '' })
    expect(got).toMatchObject({ code: 'open_request_elsewhere' })
    expect(await ticketOf(code)).not.toBe('')
  })

  it('security: a code of one purpose is none of another', async () => {
    const [mine, { client }] = [await confirmed(), await phone()]
    const stranger = world.person()
    const signIn = dataOf(await stranger.getQrcode({}))
    const scannedHalf = (url: string) => new URL(url).searchParams.get('token') ?? ''
    const toSignIn = { token: scannedHalf(signIn.qrcode_url), matching_number: signIn.matching_number }
    const fresh = await screen()
    const toAnswer = { token: fresh.token, matching_number: fresh.number }
    const moving = dataOf(await (await phone()).client.getChangeBindQrcode({}))
    const toMove = { token: scannedHalf(moving.qrcode_url) }
    for (const [answer, purpose] of [
      [await client.openQrToScan(toMove), 'change_bind'],
      [await client.openQrConfirm({ ...toMove, deny: 1 }), 'change_bind'],
      [await client.toScanQrcode(toAnswer), 'open_request'],
      [await client.scanQrcode({ token: fresh.letters }), 'open_request'],
      [await client.confirmQrcode(toAnswer), 'open_request'],
      [await client.confirmQrcode({ ...toAnswer, deny: 1 }), 'open_request'],
      [await client.toScanChangeBindQrcode(toAnswer), 'open_request'],
      [await client.openQrToScan(toSignIn), 'sign_in'],
      [await client.openQrScan(toSignIn), 'sign_in'],
      [await client.openQrConfirm(toSignIn), 'sign_in'],
      [await client.openQrConfirm({ ...toSignIn, deny: 1 }), 'sign_in'],
    ] as const)
      expect(answer).toMatchObject({ ok: false, code: 'qrcode_for_other', data: { purpose } })
    expect(await statusOf(fresh)).toBe('new')
    // A confirmed one signs nobody in, and one that signs in gives no ticket.
    const ofMine = { token: mine.polling }
    const signsIn = { ok: true, data: { status: 'expired', session: null } }
    for (const look of [0, 1]) expect(await stranger.checkQrconnect({ ...ofMine, look })).toMatchObject(signsIn)
    const moves = { data: { status: 'expired', done: false } }
    expect(await mine.phone.client.checkChangeBindQrcode(ofMine)).toMatchObject(moves)
    await client.scanQrcode(toSignIn)
    await client.confirmQrcode(toSignIn)
    expect(await fresh.client.openQrCheck({ token: signIn.token, ...fresh.names })).toMatchObject(expired)
    const looked = await stranger.checkQrconnect({ token: signIn.token, look: 1 })
    expect(looked).toMatchObject({ data: { status: 'confirmed' } })
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
  ])('security: a request that %s takes no confirmation and gives no ticket', async (_what, code, end) => {
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

  it('security: whatever ends the session that has confirmed a code ends the code, and then its ticket', async () => {
    const cancel = (userId: string) => world.storage.cancellations.begin(userId, world.setting.now() + 1_000_000)
    const ends = {
      signOut: ({ client }: Phone) => client.logout({ all: 1 }),
      cancel: ({ userId }: Phone) => cancel(userId),
    }
    for (const end of Object.values(ends)) {
      const [waiting, taken] = [await confirmed(), await confirmed()]
      const auth_ticket = await ticketOf(taken)
      for (const each of [waiting, taken]) await end(each.phone)
      expect(await waiting.take()).toMatchObject(expired)
      const answer = { ...taken.names, auth_ticket, scopes: 'openid' }
      for (const call of ['openAuthInfo', 'openWebAuth'] as const)
        expect(await taken.client[call](answer)).toMatchObject({ ok: false, code: 'ticket_refused' })
    }
    const asked = await scanned()
    await cancel(asked.phone.userId)
    expect(await confirm(asked.phone.client, asked)).toMatchObject({ ok: false, code: 'not_signed_in' })
  })

  it('security: an application that asks for a new proof gets it on the phone', async () => {
    const code = await scanned({ prompt: 'login' })
    await age(code.phone.userId, 60)
    expect(await code.phone.client.openQrToScan({ token: code.token })).toMatchObject({ data: { needs_proof: true } })
    expect(await confirm(code.phone.client, code)).toMatchObject({ ok: false, code: 'second_verification_required' })
    expect(await statusOf(code)).toBe('scanned')
    await age(code.phone.userId, -60)
    expect(await confirm(code.phone.client, code)).toMatchObject({ ok: true })
    expect(await ticketOf(code)).not.toBe('')
  })

  it('security: the ticket proves no more than the session that has confirmed the code', async () => {
    const code = await scanned({ max_age: '7200' })
    await age(code.phone.userId, 60)
    expect(await confirm(code.phone.client, code)).toMatchObject({ ok: true })
    const claims = (await code.tokensBy('openid')).claims()
    const ageSeconds = world.setting.now() / 1000 - Number(claims?.auth_time)
    expect([claims?.sub, ageSeconds > 3500]).toEqual([code.phone.userId, true])
  })

  it('security: an application that wants one person is not answered by another', async () => {
    const wanted = await signedIn(world)
    const tokens = await exchange(orchard, await authorise(wanted, orchard))
    const shown = await screen({ id_token_hint: tokens.id_token ?? '' })
    const { client } = await phone()
    for (const call of ['openQrToScan', 'openQrScan'] as const)
      expect(await client[call]({ token: shown.token })).toMatchObject({ ok: false, code: 'open_request_for_other' })
    expect(await wanted.client.openQrScan({ token: shown.token })).toMatchObject({ ok: true })
    expect(await confirm(wanted.client, shown)).toMatchObject({ ok: true })
    expect(await ticketOf(shown)).not.toBe('')
  })

  it('security: tokens of such an answer belong to no session of the phone, whose sign-out leaves them', async () => {
    const code = await confirmed()
    const { access_token } = await code.tokensBy('openid')
    await code.phone.client.logout({})
    expect(await userInfo(orchard, access_token)).toEqual({ sub: code.phone.userId })
  })
})
