import * as oidc from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../contract/client'
import { CookieJar } from '../../../contract/cookie-jar'
import { databases } from '../../fixtures/databases'
import { writeInto } from '../../fixtures/look-into'
import { everyRow } from '../../fixtures/tables'
import { activityOf, registerMobileOnly } from '../bindings'
import { operate } from '../sso/services'
import { freshAddress, worldOn } from '../world'
import { Browser } from './browser'
import {
  agree,
  exchange,
  locationOf,
  namesAt,
  newRequest,
  openToClients,
  type Party,
  registerParty,
  signedIn,
} from './parties'

const expired = { ok: true, data: { status: 'expired', auth_ticket: null } }
const gone = { ok: false, code: 'no_such_qrcode' }
const requestOver = { ok: false, code: 'no_such_open_request' }
const overBy = (state: string) => ({ ok: false, code: 'qrcode_over', data: { state } })

describe.each(databases)('a QR code for a request of an application on $name', (database) => {
  const world = worldOn(database)
  let orchard: Party
  beforeAll(async () => {
    openToClients(world)
    orchard = await registerParty(world)
  })

  /** A browser that is signed out, in which an application asks for something and a code is shown. */
  const screen = async (more: Record<string, string> = {}, party = orchard) => {
    const browser = new Browser(world, new CookieJar())
    const request = await newRequest(party, more)
    const page = locationOf(await browser.visit(request.url))
    const names = namesAt(browser, page)
    const client = world.person({ address: freshAddress() })
    const got = await client.openQrGet(names)
    if (!got.ok) throw new Error(`no code: ${got.code}`)
    const { token: polling, qrcode_url, letters, matching_number: number } = got.data
    const url = new URL(qrcode_url)
    const token = url.searchParams.get('token') ?? ''
    const poll = () => client.openQrCheck({ token: polling, ...names, look: 1 })
    const take = () => client.openQrCheck({ token: polling, ...names })
    return { party, browser, request, page, names, client, polling, url, token, letters, number, poll, take }
  }
  type Screen = Awaited<ReturnType<typeof screen>>

  const phone = () => registerMobileOnly(world)
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
  const ticketOf = async ({ take }: Pick<Screen, 'take'>): Promise<string> => {
    const taken = await take()
    return (taken.ok && taken.data.auth_ticket) || ''
  }
  const statusOf = async ({ poll }: Screen) => {
    const polled = await poll()
    return polled.ok ? polled.data.status : polled.code
  }

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
    const { names, client, browser, request, party } = shown
    expect(await client.openAuthInfo({ ...names, auth_ticket })).toMatchObject({
      data: { person: { username: expect.any(String) }, needs: [], scopes: [{}, { value: expect.any(String) }] },
    })
    const answered = await client.openWebAuth({ ...names, auth_ticket, scopes: 'openid mobile' })
    const back = new URL(locationOf(await browser.visit(answered.ok ? answered.data.redirect_url : '')))
    const tokens = await exchange(party, { ...request, back })
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
    const code = await scanned()
    const thief = await phone()
    for (const attempt of [
      () => thief.client.openQrToScan({ token: code.token }),
      () => thief.client.openQrScan({ token: code.token }),
      () => confirm(thief.client, code),
      () => deny(thief.client, code),
    ])
      expect(await attempt()).toMatchObject(overBy('scanned'))
    expect(await confirm((await phone()).client, await screen())).toMatchObject(gone)
    expect(await confirm(world.person(), code)).toMatchObject({ code: 'not_signed_in' })
    expect(await statusOf(code)).toBe('scanned')
  })

  it('security: of ten phones that scan at once, one has the code', async () => {
    const shown = await screen()
    const phones = await Promise.all(Array.from({ length: 10 }, phone))
    const answers = await Promise.all(phones.map(({ client }) => client.openQrScan({ token: shown.token })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
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
    expect(await world.person().openQrGet({ ...names, browser_key: '' })).toMatchObject({
      code: 'open_request_elsewhere',
    })
    expect(await ticketOf(code)).not.toBe('')
  })

  it('security: a code of one purpose is none of another', async () => {
    const [mine, { client }] = [await confirmed(), await phone()]
    const stranger = world.person()
    const got = await stranger.getQrcode({})
    const signIn = got.ok ? got.data : { token: '', qrcode_url: 'http://localhost', matching_number: 10 }
    const signInToken = new URL(signIn.qrcode_url).searchParams.get('token') ?? ''
    const fresh = await screen()
    const moving = await (await phone()).client.getChangeBindQrcode({})
    const movingToken = new URL(moving.ok ? moving.data.qrcode_url : signIn.qrcode_url).searchParams.get('token') ?? ''
    for (const [answer, purpose] of [
      [await client.openQrToScan({ token: movingToken }), 'change_bind'],
      [await client.openQrConfirm({ token: movingToken, deny: 1 }), 'change_bind'],
      [await client.toScanQrcode({ token: fresh.token }), 'open_request'],
      [await client.scanQrcode({ token: fresh.letters }), 'open_request'],
      [await client.confirmQrcode({ token: fresh.token, matching_number: fresh.number }), 'open_request'],
      [await client.confirmQrcode({ token: fresh.token, deny: 1 }), 'open_request'],
      [await client.toScanChangeBindQrcode({ token: fresh.token }), 'open_request'],
      [await client.openQrToScan({ token: signInToken }), 'sign_in'],
      [await client.openQrScan({ token: signInToken }), 'sign_in'],
      [await client.openQrConfirm({ token: signInToken, matching_number: signIn.matching_number }), 'sign_in'],
      [await client.openQrConfirm({ token: signInToken, deny: 1 }), 'sign_in'],
    ] as const)
      expect(answer).toMatchObject({ ok: false, code: 'qrcode_for_other', data: { purpose } })
    expect(await statusOf(fresh)).toBe('new')
    // A confirmed one signs nobody in, and one that signs in gives no ticket.
    expect(await stranger.checkQrconnect({ token: mine.polling })).toMatchObject({ data: { status: 'expired' } })
    const taken = { ok: true, data: { status: 'expired', session: null } }
    expect(await mine.phone.client.checkChangeBindQrcode({ token: mine.polling })).toMatchObject({
      data: { status: 'expired', done: false },
    })
    expect(await stranger.checkQrconnect({ token: mine.polling, look: 1 })).toMatchObject(taken)
    await client.scanQrcode({ token: signInToken })
    await client.confirmQrcode({ token: signInToken, matching_number: signIn.matching_number })
    expect(await fresh.client.openQrCheck({ token: signIn.token, ...fresh.names })).toMatchObject(expired)
    expect(await stranger.checkQrconnect({ token: signIn.token, look: 1 })).toMatchObject({
      data: { status: 'confirmed' },
    })
  })

  it('security: a wrong number ends the code, and guessed letters are limited with those of other codes', async () => {
    const code = await scanned()
    const wrong = await confirm(code.phone.client, { ...code, number: code.number === 99 ? 10 : code.number + 1 })
    expect(wrong).toMatchObject({ ok: false, code: 'qrcode_wrong_number' })
    expect(await confirm(code.phone.client, code)).toMatchObject(overBy('denied'))
    const { client } = await phone()
    for (let count = 0; count < 5; count += 1) {
      expect(await client.openQrToScan({ token: 'BCDFGHJK' })).toMatchObject(gone)
      expect(await client.toScanQrcode({ token: 'BCDFGHJK' })).toMatchObject(gone)
    }
    for (const answer of [
      await client.openQrToScan({ token: 'BCDFGHJK' }),
      await client.openQrScan({ token: 'BCDFGHJK' }),
      await client.openQrConfirm({ token: 'BCDFGHJK', deny: 1 }),
    ])
      expect(answer).toMatchObject({ code: 'too_many_requests' })
  })

  it('security: nothing is scanned, confirmed or taken after the end of the code', async () => {
    const [shown, taken, waiting] = [await screen(), await scanned(), await confirmed()]
    world.passMinutes(5.1)
    const { client } = await phone()
    expect(await client.openQrToScan({ token: shown.token })).toMatchObject(gone)
    expect(await client.openQrScan({ token: shown.token })).toMatchObject(gone)
    expect(await confirm(taken.phone.client, taken)).toMatchObject(gone)
    for (const { poll, take } of [shown, taken, waiting]) {
      expect(await poll()).toMatchObject(expired)
      expect(await take()).toMatchObject(expired)
    }
    world.passMinutes(-5.1)
  })

  it('security: a request that ended or was answered another way takes no confirmation and gives no ticket', async () => {
    const ends = {
      answered: async ({ names }: Screen) => {
        const person = await signedIn(world)
        await person.client.openWebAuth({ ...names, scopes: 'openid' })
      },
      declined: ({ client, names }: Screen) => client.openWebAuth({ ...names, scopes: '', deny: 1 }),
      over: async ({ browser, page }: Screen) => {
        const person = await signedIn(world)
        await agree(browser, person.client, page, 'openid')
      },
    }
    for (const end of Object.values(ends)) {
      const [shown, taken, waiting] = [await screen(), await scanned(), await confirmed()]
      for (const each of [shown, taken, waiting]) await end(each)
      const { client } = await phone()
      expect(await client.openQrToScan({ token: shown.token })).toMatchObject(requestOver)
      expect(await client.openQrScan({ token: shown.token })).toMatchObject(requestOver)
      expect(await confirm(taken.phone.client, taken)).toMatchObject(requestOver)
      expect(await waiting.take()).toMatchObject(requestOver)
      expect(await shown.client.openQrGet(shown.names)).toMatchObject(requestOver)
      expect(await deny(taken.phone.client, taken)).toMatchObject({ ok: true })
    }
  })

  it('security: a client that is disabled meanwhile is let in by no code', async () => {
    const party = await registerParty(world)
    const [shown, taken, waiting] = [await screen({}, party), await scanned({}, party), await confirmed({}, party)]
    await operate(world, 'client', 'disable', party.key)
    const { client } = await phone()
    for (const answer of [
      await client.openQrToScan({ token: shown.token }),
      await confirm(taken.phone.client, taken),
      await waiting.take(),
      await shown.client.openQrGet(shown.names),
    ])
      expect(answer).toMatchObject({ ok: false, code: 'no_such_client' })
  })

  it('security: whatever ends the session that has confirmed a code ends the code, and then its ticket', async () => {
    const ends = {
      signOut: ({ phone: { client } }: Awaited<ReturnType<typeof confirmed>>) => client.logout({ all: 1 }),
      cancel: ({ phone: { userId } }: Awaited<ReturnType<typeof confirmed>>) =>
        world.storage.cancellations.begin(userId, world.setting.now() + 1_000_000),
    }
    for (const end of Object.values(ends)) {
      const [waiting, taken] = [await confirmed(), await confirmed()]
      const auth_ticket = await ticketOf(taken)
      for (const each of [waiting, taken]) await end(each)
      expect(await waiting.take()).toMatchObject(expired)
      const { client, names } = taken
      for (const answer of [
        await client.openAuthInfo({ ...names, auth_ticket }),
        await client.openWebAuth({ ...names, auth_ticket, scopes: 'openid' }),
      ])
        expect(answer).toMatchObject({ ok: false, code: 'ticket_refused' })
    }
    const asked = await scanned()
    await world.storage.cancellations.begin(asked.phone.userId, world.setting.now() + 1_000_000)
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
    const { browser, client, names, request, party } = code
    expect(await confirm(code.phone.client, code)).toMatchObject({ ok: true })
    const answered = await client.openWebAuth({ ...names, auth_ticket: await ticketOf(code), scopes: 'openid' })
    const back = new URL(locationOf(await browser.visit(answered.ok ? answered.data.redirect_url : '')))
    const claims = (await exchange(party, { ...request, back })).claims()
    const ageSeconds = world.setting.now() / 1000 - Number(claims?.auth_time)
    expect([claims?.sub, ageSeconds > 3500]).toEqual([code.phone.userId, true])
  })

  it('security: an application that wants one person is not answered by another', async () => {
    const wanted = await signedIn(world)
    const first = await newRequest(orchard)
    const page = locationOf(await wanted.browser.visit(first.url))
    const tokens = await exchange(orchard, {
      ...first,
      back: await agree(wanted.browser, wanted.client, page, 'openid'),
    })
    const shown = await screen({ id_token_hint: tokens.id_token ?? '' })
    const { client } = await phone()
    for (const answer of [
      await client.openQrToScan({ token: shown.token }),
      await client.openQrScan({ token: shown.token }),
    ])
      expect(answer).toMatchObject({ ok: false, code: 'open_request_for_other' })
    expect(await wanted.client.openQrScan({ token: shown.token })).toMatchObject({ ok: true })
    expect(await confirm(wanted.client, shown)).toMatchObject({ ok: true })
    expect(await ticketOf(shown)).not.toBe('')
  })

  it('security: tokens of such an answer belong to no session of the phone, whose sign-out leaves them', async () => {
    const code = await confirmed()
    const { browser, client, names, request, party } = code
    const answered = await client.openWebAuth({ ...names, auth_ticket: await ticketOf(code), scopes: 'openid' })
    const back = new URL(locationOf(await browser.visit(answered.ok ? answered.data.redirect_url : '')))
    const tokens = await exchange(party, { ...request, back })
    await code.phone.client.logout({})
    const sub = code.phone.userId
    expect(await oidc.fetchUserInfo(party.config, tokens.access_token, sub)).toEqual({ sub })
  })

  it('security: the database has neither half, nor the letters, nor the ticket', async () => {
    const [waiting, taken] = [await confirmed(), await confirmed()]
    const rows = JSON.stringify(await everyRow(world.place))
    for (const secret of [waiting.polling, waiting.token, waiting.letters, await ticketOf(taken)])
      expect(rows).not.toContain(secret)
  })
})
