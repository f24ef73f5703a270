import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { tellOfEnd } from '#account-api/applications/services/service-sign-out'
import { signOutRule, startSigningOut } from '#account-api/applications/services/sign-out'
import type { Client } from '#contract/client'
import { mobilePurpose } from '#contract/terms/purposes'
import { endElsewhere } from '#tests/account-api/addresses/binding/bindings'
import { deliverBy } from '#tests/account-api/channels/deliveries'
import { proveByPassword } from '#tests/account-api/organisations/transfers/handover'
import { dataOf, describeWorlds, freshMobile } from '#tests/account-api/worlds/worlds'
import { everyRow } from '#tests/fixtures/databases/tables'
import { untilTestEnds } from '#tests/fixtures/hooks'
import { serve } from '#tests/fixtures/programs/loopback'
import { eventually } from '#tests/fixtures/time/eventually'
import { operate, registerService, ticketFor } from './services'

const log = { info: () => undefined, error: () => undefined }
/** Looks often. An attempt outlasts the test, so that whatever passes by one was not held up. */
const quick = { ...signOutRule, lookEveryMs: 20, attemptMs: 60_000, claimMs: 120_000 }

describeWorlds('single sign-out on $name', (world) => {
  /** A website on this machine, which is registered. By default it takes what it is told. */
  const website = async (answer: RequestListener = (_request, response) => response.end()) => {
    const posted: { type: string | undefined; body: string }[] = []
    const server = await serve(async (request, response) => {
      posted.push({ type: request.headers['content-type'], body: await text(request) })
      answer(request, response)
    })
    const url = `${untilTestEnds(server).url}/app`
    const { id } = await registerService(world, { url })
    // The port may be that of another website soon.
    onTestFinished(async () => void (await operate(world, 'service', 'remove', id)))
    const tickets = () =>
      posted.map(({ body }) => /SessionIndex>([^<]+)</.exec(new URLSearchParams(body).get('logoutRequest') ?? '')?.[1])
    const until = (count: number) => eventually(`${count} posts`, () => posted.length >= count || undefined)
    return { id, url, posted, tickets, until }
  }

  /** Notifies services until the test ends. */
  const start = (rule = quick) =>
    onTestFinished(startSigningOut({ service: world.service, tell: tellOfEnd, log, rule }))

  /** Signs in to a website with the session of a client. */
  const visit = async (client: Client, service: string) => {
    const ticket = await ticketFor(client, service)
    dataOf(await world.person().validateServiceTicket({ service, ticket }))
    return ticket
  }

  /** The rows of the tickets of services. */
  const ticketsOf = async (ids: string[]) =>
    ((await everyRow(world.place)).service_tickets ?? []).filter(({ service_id }) => ids.includes(String(service_id)))

  /** Waits until all pending ends are sent to services. */
  const nothingLeft = (ids: string[]) =>
    eventually('nothing left', async () => (await ticketsOf(ids)).length === 0 || undefined)

  it('happy: every service that the session signed in to receives the logout document with its ticket', async () => {
    const [one, two, never] = [await website(), await website(), await website()]
    const { client } = await world.registerMobile()
    const tickets = [await visit(client, one.url), await visit(client, two.url), await visit(client, two.url)]
    // It got a ticket and never validated it, so it has no session.
    await ticketFor(client, never.url)
    start()
    await client.logout({})
    await Promise.all([one.until(1), two.until(2)])
    expect([one.tickets(), two.tickets().sort()]).toEqual([[tickets[0]], [tickets[1], tickets[2]].sort()])
    const [{ type, body } = { type: '', body: '' }] = one.posted
    expect(type).toMatch(/^application\/x-www-form-urlencoded/)
    // So much, and only in this order, is what mod_auth_cas reads.
    expect(body.startsWith('logoutRequest=') && body.length < 1024).toBe(true)
    expect(new URLSearchParams(body).get('logoutRequest')).toMatch(
      /^<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2\.0:protocol" ID="LR-[\w-]+" Version="2\.0" IssueInstant="\d{4}-\d\d-\d\dT[\d:.]+Z"><saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2\.0:assertion">@NOT_USED@<\/saml:NameID><samlp:SessionIndex>ST-\w+<\/samlp:SessionIndex><\/samlp:LogoutRequest>$/,
    )
    expect(never.posted).toEqual([])
  })

  it('happy: however a session ends, the service is notified', async () => {
    const { url, until, tickets } = await website()
    start()
    const expected: string[] = []
    const ways: ((client: Client, other: Client, password: string) => Promise<unknown>)[] = [
      (client) => client.logout({ all: 1 }),
      (client, other) => endElsewhere(client, other),
      (_client, other) => other.endOtherSessions({}),
      (_client, other, password) => other.updatePassword({ current_password: password, password: `${password} again` }),
      async (client) => client.cancelConfirm({ cancel_ticket: await proveByPassword({ client }) }),
      // Nobody was here for two weeks.
      async () => {
        world.passMinutes(15 * 24 * 60)
        await world.storage.sweep(world.deployment.now())
        return { ok: true }
      },
    ]
    for (const end of ways) {
      const { client, password, ...person } = await world.registerMobile()
      const other = await world.secondSession(person)
      expected.push(await visit(client, url))
      expect(await end(client, other, password)).toMatchObject({ ok: true })
      await until(expected.length)
      expect(tickets()).toEqual(expected)
    }
  })

  it('happy: the end of a session leaves nothing of its tickets except sign-out notices, which wait for 92 days at most', async () => {
    const { url, id } = await website()
    const { client, userId } = await world.registerMobile()
    const ticket = await visit(client, url)
    await world.storage.transaction((stores) => stores.sessions.endAll(userId))
    const rows = await ticketsOf([id])
    expect(rows).toEqual([expect.objectContaining({ session_id: null, ticket })])
    expect(JSON.stringify(rows)).not.toContain(userId)
    world.passMinutes(92 * 24 * 60)
    await world.storage.sweep(world.deployment.now())
    expect(await ticketsOf([id])).toEqual([])
  })

  it('happy: a service is notified at its logout address, and one without an address is not', async () => {
    const [app, logout] = [await website(), await website()]
    await operate(world, 'service', 'logout-url', app.id, logout.url)
    const person = await world.registerMobile()
    await visit(person.client, app.url)
    start()
    await person.client.logout({})
    await logout.until(1)
    await operate(world, 'service', 'logout-url', app.id, 'none')
    const again = await world.secondSession(person)
    await visit(again, app.url)
    await again.logout({})
    const pending = await world.storage.serviceTickets.toTell(world.deployment.now())
    expect(pending.map(({ id }) => id)).not.toContain(app.id)
    expect([app.posted.length, logout.posted.length]).toEqual([0, 1])
  })

  it('security: a failed sign-out notice is retried; one that is refused or redirected is not, and goes nowhere else', async () => {
    let failures = 2
    const failing = await website((_request, response) => {
      response.writeHead(failures > 0 ? 503 : 200).end()
      failures -= 1
    })
    const refusing = await website((_request, response) => response.writeHead(404).end())
    const other = await website()
    const redirecting = await website((_request, response) => response.writeHead(307, { location: other.url }).end())
    const told = [failing, refusing, redirecting]
    const { client } = await world.registerMobile()
    for (const { url } of told) await visit(client, url)
    await client.logout({})
    start({ ...quick, firstRestMs: 1 })
    await nothingLeft(told.map(({ id }) => id))
    expect([...told, other].map(({ posted }) => posted.length)).toEqual([3, 1, 1, 0])
  })

  it('security: a service that is silent or sends without end delays no other service and no code', async () => {
    const hanging = await website(() => undefined)
    const endless = await website((_request, response) => {
      response.writeHead(200)
      const more = setInterval(() => response.write('x'.repeat(65_536)), 1)
      response.on('close', () => clearInterval(more))
    })
    const good = await website()
    const { client } = await world.registerMobile()
    for (const { url } of [hanging, endless]) for (let count = 0; count < 6; count += 1) await visit(client, url)
    await client.logout({})
    const { client: another } = await world.registerMobile()
    const mobile = freshMobile()
    await world.codeFor(mobile, mobilePurpose.register)
    const sent: string[] = []
    const sms = async ({ to }: { to: string }) => void sent.push(to)
    onTestFinished(deliverBy(world, { sms }))
    start()
    await hanging.until(quick.endsAtOnce)
    const ticket = await visit(another, good.url)
    await another.logout({})
    await good.until(1)
    expect(good.tickets()).toEqual([ticket])
    await eventually('the code', () => sent.includes(mobile) || undefined)
    expect(hanging.posted).toHaveLength(quick.endsAtOnce)
  })

  it('error: two copies send each sign-out notice once', async () => {
    const { url, until, tickets } = await website()
    const { client } = await world.registerMobile()
    const visited: string[] = []
    for (let count = 0; count < 12; count += 1) visited.push(await visit(client, url))
    await client.logout({})
    start()
    start()
    await until(12)
    expect(tickets().sort()).toEqual(visited.sort())
  })
})
