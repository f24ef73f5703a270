import { describe, expect, it } from 'vitest'
import { findCommand } from '../../../account-api/domain/operator/commands'
import { databases } from '../../fixtures/databases'
import { everyRow } from '../../fixtures/tables'
import { operate } from '../sso/services'
import { application as own, registerEmail, registerMobile, worldOn } from '../world'
import { browserAt, registerApplication, ticketFor } from './applications'

const refused = { ok: false, code: 'share_refused' }

describe.each(databases)('share login on $name', (database) => {
  const world = worldOn(database)

  /** A person who is signed in at our own application, another application, and a ticket for it. */
  const shared = async () => {
    const [person, sibling] = [await registerMobile(world), await registerApplication(world)]
    const share_ticket = await ticketFor(person.client, sibling)
    return { ...person, sibling, share_ticket, there: browserAt(world, sibling) }
  }

  it('happy: a ticket leads to the other application, which says whose it is and gets a session of its own', async () => {
    const { client, userId, mobile, sibling, there } = await shared()
    const issued = await client.shareTicket({ to_aid: sibling.aid })
    const { url = '', share_ticket = '' } = issued.ok ? issued.data : {}
    expect(url).toBe(`${sibling.url}/login/share?share_ticket=${share_ticket}`)
    const checked = await there.client.checkShareTicket({ share_ticket })
    expect(checked).toMatchObject({ ok: true, data: { application: 'Orchard', is_signed_in: false } })
    expect(JSON.stringify(checked)).not.toContain(mobile)
    expect(await there.client.shareLogin({ share_ticket })).toMatchObject({
      ok: true,
      data: { user_id: userId, is_new_user: false },
    })
    // Signing out of one does not end the other.
    expect(await client.logout({})).toMatchObject({ ok: true })
    expect(await there.client.accountInfo({})).toMatchObject({ ok: true, data: { user_id: userId } })
  })

  it('happy: signing out everywhere ends the session at the other application', async () => {
    const { client, there, share_ticket } = await shared()
    await there.client.shareLogin({ share_ticket })
    await client.logout({ all: 1 })
    expect(await there.client.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
  })

  it('happy: it goes back from there to the application of the settings, and to a third one', async () => {
    const { there, userId, share_ticket } = await shared()
    await there.client.shareLogin({ share_ticket })
    const third = await registerApplication(world)
    const listed = await there.client.siblingApplications({})
    const aids = listed.ok ? listed.data.applications.map(({ aid }) => aid) : []
    expect(aids).toEqual(expect.arrayContaining([own.aid, third.aid]))
    const back = await ticketFor(there.client, own)
    expect(await world.person().shareLogin({ share_ticket: back })).toMatchObject({ data: { user_id: userId } })
    const on = await ticketFor(there.client, third)
    const further = browserAt(world, third)
    expect(await further.client.shareLogin({ share_ticket: on })).toMatchObject({ data: { user_id: userId } })
  })

  it('security: the proof is as old as that of the session that the ticket comes from', async () => {
    const { client, userId, sibling, there } = await shared()
    world.passMinutes(11)
    await there.client.shareLogin({ share_ticket: await ticketFor(client, sibling) })
    const [first, second] = await world.storage.sessions.living(userId, { seen: 0, begun: 0 })
    expect([first?.way, second?.way].sort()).toEqual(['share', 'sms'])
    expect(first?.provenAt).toBe(second?.provenAt)
    expect((first?.way === 'share' ? first : second)?.factors).toEqual({ mobile: null, email: null, password: null })
  })

  it('security: a ticket is used once, also by many at once', async () => {
    const { there, sibling, share_ticket } = await shared()
    const tries = Array.from({ length: 4 }, () => browserAt(world, sibling).client.shareLogin({ share_ticket }))
    expect((await Promise.all(tries)).filter(({ ok }) => ok)).toHaveLength(1)
    expect(await there.client.shareLogin({ share_ticket })).toMatchObject(refused)
    expect(await there.client.checkShareTicket({ share_ticket })).toMatchObject(refused)
  })

  it('security: another application learns nothing by a ticket, and its try uses the ticket up', async () => {
    const { there, share_ticket } = await shared()
    const stranger = browserAt(world, await registerApplication(world))
    for (const client of [stranger.client, world.person()])
      expect(await client.checkShareTicket({ share_ticket })).toMatchObject(refused)
    expect(await there.client.checkShareTicket({ share_ticket })).toMatchObject({ ok: true })
    expect(await stranger.client.shareLogin({ share_ticket })).toMatchObject(refused)
    expect(await there.client.shareLogin({ share_ticket })).toMatchObject(refused)
  })

  it('error: a ticket is over after a minute', async () => {
    const { there, share_ticket } = await shared()
    world.passMinutes(1)
    expect(await there.client.checkShareTicket({ share_ticket })).toMatchObject(refused)
    expect(await there.client.shareLogin({ share_ticket })).toMatchObject(refused)
  })

  it('security: a ticket is over with the session that it comes from', async () => {
    const { client, there, share_ticket } = await shared()
    await client.logout({})
    expect(await there.client.checkShareTicket({ share_ticket })).toMatchObject(refused)
    expect(await there.client.shareLogin({ share_ticket })).toMatchObject(refused)
  })

  it('security: a ticket is over with the account that it is of', async () => {
    const { userId, there, share_ticket } = await shared()
    await world.storage.transaction((stores) => stores.cancellations.begin(userId, world.setting.now() + 1))
    expect(await there.client.shareLogin({ share_ticket })).toMatchObject(refused)
  })

  it('security: a ticket is over when either application is disabled', async () => {
    const { there, sibling, share_ticket } = await shared()
    await there.client.shareLogin({ share_ticket })
    const third = await registerApplication(world)
    const from = await ticketFor(there.client, third)
    await operate(world, 'application', 'disable', sibling.aid)
    expect(await browserAt(world, third).client.shareLogin({ share_ticket: from })).toMatchObject(refused)
    // No call of a disabled application is answered.
    await expect(there.client.accountInfo({})).rejects.toMatchObject({ kind: 'signature', refused: 'key' })
  })

  it('error: nobody is led to an application that is unknown, disabled, or the one that they are at', async () => {
    const { client, sibling } = await shared()
    await operate(world, 'application', 'disable', sibling.aid)
    for (const to_aid of ['nobody', sibling.aid, own.aid])
      expect(await client.shareTicket({ to_aid }), to_aid).toMatchObject({ ok: false, code: 'no_such_application' })
    const listed = await client.siblingApplications({})
    expect(JSON.stringify(listed)).not.toContain(sibling.aid)
    await operate(world, 'application', 'enable', sibling.aid)
    expect(await client.shareTicket({ to_aid: sibling.aid })).toMatchObject({ ok: true })
  })

  it('security: whoever is signed in there to another account is signed out of it, and only there', async () => {
    const { userId, sibling, share_ticket } = await shared()
    const [other, there] = [await registerEmail(world), browserAt(world, sibling)]
    await there.client.emailLogin({ email: other.email, password: other.password })
    const before = there.jar.toJSON()
    expect(await there.client.checkShareTicket({ share_ticket })).toMatchObject({ data: { is_signed_in: false } })
    expect(await there.client.shareLogin({ share_ticket })).toMatchObject({ data: { user_id: userId } })
    const copy = browserAt(world, sibling)
    copy.jar.store(Object.entries(before).map(([name, value]) => `${name}=${value}`))
    expect(await copy.client.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
    expect(await other.client.accountInfo({})).toMatchObject({ ok: true })
  })

  it('security: a try that is refused leaves whoever is signed in there signed in', async () => {
    const { sibling } = await shared()
    const [other, there] = [await registerEmail(world), browserAt(world, sibling)]
    await there.client.emailLogin({ email: other.email, password: other.password })
    expect(await there.client.shareLogin({ share_ticket: 't'.repeat(22) })).toMatchObject(refused)
    expect(await there.client.accountInfo({})).toMatchObject({ ok: true })
  })

  it('security: a copied device token ends what was continued from it', async () => {
    const [person, sibling] = [await registerMobile(world), await registerApplication(world)]
    const remembered = await person.client.rememberAccount({})
    const device_token = remembered.ok ? remembered.data.device_token : ''
    const entered = await person.client.quickLogin({ device_token })
    expect(entered).toMatchObject({ ok: true })
    const there = browserAt(world, sibling)
    await there.client.shareLogin({ share_ticket: await ticketFor(person.client, sibling) })
    world.passMinutes(2)
    expect(await person.client.quickLogin({ device_token })).toMatchObject({ ok: false, code: 'remembered_over' })
    expect(await there.client.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
  })

  it('security: neither ticket nor key stands in the database or in the log', async () => {
    const { there, sibling, share_ticket } = await shared()
    await there.client.shareLogin({ share_ticket })
    const rows = JSON.stringify(await everyRow(world.place))
    for (const secret of [share_ticket, sibling.key]) {
      expect(rows).not.toContain(secret)
      expect(world.logged()).not.toContain(secret)
    }
    expect(findCommand(['application', 'key', sibling.aid])).toBeDefined()
  })
})
