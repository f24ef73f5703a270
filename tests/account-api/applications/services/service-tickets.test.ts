import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { openWithMember } from '#tests/account-api/organisations/members/members'
import { signInBy, withOldPasskey } from '#tests/account-api/verification/passkeys/devices'
import { dataOf, describeWorlds, goodPassword, verifyByPassword } from '#tests/account-api/worlds/worlds'
import { operate, registerService, ticketFor } from './services'

const refused = (reason: string) => ({ ok: false, code: 'service_ticket_refused', data: { reason } })

const notRegistered = { ok: false, code: 'no_such_service' }

describeWorlds('service tickets on $name', (world) => {
  /** What the web app asks for a service, which has no session. */
  const validate = (service: string, ticket: string, renew: 0 | 1 = 0) =>
    world.person().validateServiceTicket({ service, ticket, renew })

  /** A signed-in person, a service, and a ticket for it. */
  const ticketed = async () => {
    const person = await world.registerMobile()
    const service = await registerService(world)
    return { ...person, service, ticket: await ticketFor(person.client, service.url) }
  }

  it('happy: a ticket leads to the registered address, identifies the person, and says whether the sign-in was new', async () => {
    const [{ client, userId }, { url }] = [await world.registerMobile(), await registerService(world)]
    const issued = dataOf(await client.issueServiceTicket({ service: url })).url
    expect(issued).toMatch(/^https:\S+\/app\/\?page=1&ticket=ST-[a-z0-9]{25}$/)
    const validated = await validate(url, new URL(issued).searchParams.get('ticket') ?? '', 1)
    expect(validated).toMatchObject({ ok: true, data: { user_id: userId, is_fresh: true, attributes: {} } })
    const second = await ticketFor(client, url)
    expect(await validate(url, second)).toMatchObject({ ok: true, data: { user_id: userId, is_fresh: false } })
    const plain = await registerService(world, { url: 'https://plain.example/app' })
    const issuedPlain = dataOf(await client.issueServiceTicket({ service: plain.url })).url
    expect(issuedPlain).toMatch(/^https:\/\/plain\.example\/app\?ticket=ST-\w+$/)
  })

  it('happy: a service gets only the attributes that the operator released to it', async () => {
    const { client, mobile, email } = await world.registerBoth()
    await client.accountSet({ username: `ann-${mobile.slice(-8)}` })
    const names = 'username,email,mobile,mobile_masked,organisations'
    const [all, none] = [await registerService(world, { attributes: names }), await registerService(world)]
    const attributesFor = async (url: string) => dataOf(await validate(url, await ticketFor(client, url))).attributes
    expect(await attributesFor(all.url)).toEqual({
      username: [`ann-${mobile.slice(-8)}`],
      email: [email],
      mobile: [mobile],
      mobile_masked: [expect.stringMatching(/\*/)],
    })
    expect(await attributesFor(none.url)).toEqual({})
  })

  it('security: a service learns of an organisation that requires a passkey only if the session has proven it', async () => {
    const { bo, organisation, sec_subject_uid } = await openWithMember(world)
    const rules = { secondFactorFrom: world.deployment.now(), proofMinutes: null, actingHours: null }
    await world.storage.organisations.setRules(organisation.id, rules)
    const { device } = await withOldPasskey(world, { ...bo, password: goodPassword })
    const { url } = await registerService(world, { attributes: 'organisations' })
    const told = async (client: Client) => dataOf(await validate(url, await ticketFor(client, url))).attributes
    expect(await told(bo.client)).toEqual({})
    const { client, answer } = await signInBy(world, device)
    dataOf(answer)
    expect(await told(client)).toEqual({ organisations: [sec_subject_uid] })
  })

  it('error: renew requires a new proof, and one proof gives only one such ticket', async () => {
    const { client, service } = await ticketed()
    const renew = () => client.issueServiceTicket({ service: service.url, renew: 1 })
    const required = { ok: false, code: 'second_verification_required' }
    const asked = await renew()
    expect(asked).toMatchObject(required)
    expect(await verifyByPassword(client, asked)).toMatchObject({ ok: true })
    const ticket = await ticketFor(client, service.url, 1)
    expect(await validate(service.url, ticket, 1)).toMatchObject({ ok: true, data: { is_fresh: true } })
    expect(await renew()).toMatchObject(required)
    // A ticket of an existing session is refused with renew, and is used up.
    const later = await ticketFor(client, service.url)
    expect(await validate(service.url, later, 1)).toMatchObject(refused('not_fresh'))
    expect(await validate(service.url, later)).toMatchObject(refused('invalid_ticket'))
  })

  it('security: an address that looks like the registered one is not registered', async () => {
    const { client } = await world.registerMobile()
    const url = 'https://exact.example:8443/app/in?x=1'
    await registerService(world, { url })
    const asked = world.person()
    expect(await client.registeredService({ service: url })).toMatchObject({ ok: true, data: { url } })
    const paths = [
      ...['/App/in?x=1', '/app/in', '/app/in?x=1&y=2', '/app/in?x=1#top', '/app/in/?x=1', '/app/../app/in?x=1'],
      ...['/app/%2e%2e/app/in?x=1', '/app/%69n?x=1', '//app/in?x=1', '\\app\\in?x=1', '/app/in?x=1 ', '/ap\tp/in?x=1'],
      ...['/app/in?x=1\n', '/app/in?x=%31', "/app/in?x=1' or '1'='1"],
    ].map((path) => `https://exact.example:8443${path}`)
    const origins = [
      ...['https://EXACT.example:8443', 'https://exact.example:8443@evil.example', 'https://user@exact.example:8443'],
      ...['https://evil.example/https://exact.example:8443', 'https://exact.example', 'https://exact.example:443'],
      ...['http://exact.example:8443', 'https://exact.example.:8443', '//exact.example:8443'],
      ...['javascript:alert(1)//https://exact.example:8443', ' https://exact.example:8443'],
    ].map((origin) => `${origin}/app/in?x=1`)
    for (const service of [...paths, ...origins])
      expect(await asked.registeredService({ service }), service).toMatchObject(notRegistered)
    for (const service of [`${url}#`, url.toUpperCase(), `${url}&ticket=ST-1`])
      expect(await client.issueServiceTicket({ service }), service).toMatchObject(notRegistered)
  })

  it('security: if a ticket is validated during a sign-out, the validation fails or the service is notified', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { client, service, ticket } = await ticketed()
      const [validated] = await Promise.all([validate(service.url, ticket), client.logout({})])
      const at = world.deployment.now()
      const told = await world.storage.serviceTickets.claim(service.id, { at, until: at + 60_000, limit: 5 })
      expect(told.map((ended) => ended.ticket)).toEqual(validated.ok ? [ticket] : [])
    }
  })

  it('security: an invented ticket, another text, or a ticket of a removed service is refused', async () => {
    const { client, service, ticket } = await ticketed()
    for (const invented of [`ST-${'0'.repeat(25)}`, 'ST-', 'PT-1', "' or 1=1", '../', 'x'.repeat(256)])
      expect(await validate(service.url, invented)).toMatchObject(refused('invalid_ticket'))
    await operate(world, 'service', 'remove', service.id)
    expect(await validate(service.url, ticket)).toMatchObject(refused('invalid_service'))
    expect(await client.issueServiceTicket({ service: service.url })).toMatchObject(notRegistered)
  })

  it('security: an account gets at most 300 tickets an hour', async () => {
    const { client, service, userId } = await ticketed()
    const at = world.deployment.now()
    const counted = { subject: userId, durationMs: 3_600_000, cap: 300, at }
    for (let count = 1; count < 300; count += 1) await world.storage.counters.add(`serviceTickets:${userId}`, counted)
    const tooMany = { ok: false, code: 'too_many_requests' }
    expect(await client.issueServiceTicket({ service: service.url })).toMatchObject(tooMany)
  })
})
