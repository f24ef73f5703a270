import { expect, it } from 'vitest'
import { operate } from '#tests/account-api/applications/services/services'
import { dataOf, describeWorlds, application as own } from '#tests/account-api/worlds/worlds'
import { browserAt, registerApplication, ticketFor } from './applications'

const refused = { ok: false, code: 'share_refused' }

describeWorlds('share login on $name', (world) => {
  /** A person who is signed in at our own application, another application, and a ticket for it. */
  const shared = async () => {
    const [person, sibling] = [await world.registerMobile(), await registerApplication(world)]
    const share_ticket = await ticketFor(person.client, sibling)
    return { ...person, sibling, share_ticket, there: browserAt(world, sibling) }
  }

  it('happy: a ticket leads to the other application, which shows its account and gets its own session', async () => {
    const { client, userId, mobile, sibling, there } = await shared()
    const { url, share_ticket } = dataOf(await client.shareTicket({ to_aid: sibling.aid }))
    expect(url).toBe(`${sibling.url}/login/share?share_ticket=${share_ticket}`)
    const checked = await there.client.checkShareTicket({ share_ticket })
    expect(checked).toMatchObject({ ok: true, data: { application: 'Butterfly', is_signed_in: false } })
    expect(JSON.stringify(checked)).not.toContain(mobile)
    const entered = await there.client.shareLogin({ share_ticket })
    expect(entered).toMatchObject({ ok: true, data: { user_id: userId, is_new_user: false } })
    // Signing out of one does not end the other.
    expect(await client.logout({})).toMatchObject({ ok: true })
    expect(await there.client.accountInfo({})).toMatchObject({ ok: true, data: { user_id: userId } })
  })

  it('happy: a person can go back to the deployment’s own application, and on to a third one', async () => {
    const { there, userId, share_ticket } = await shared()
    await there.client.shareLogin({ share_ticket })
    const third = await registerApplication(world)
    const { applications } = dataOf(await there.client.siblingApplications({}))
    expect(applications.map(({ aid }) => aid)).toEqual(expect.arrayContaining([own.aid, third.aid]))
    const back = await ticketFor(there.client, own)
    expect(await world.person().shareLogin({ share_ticket: back })).toMatchObject({ data: { user_id: userId } })
    const on = await ticketFor(there.client, third)
    const further = browserAt(world, third)
    expect(await further.client.shareLogin({ share_ticket: on })).toMatchObject({ data: { user_id: userId } })
  })

  it('security: another application learns nothing from a ticket', async () => {
    const { there, share_ticket } = await shared()
    const stranger = browserAt(world, await registerApplication(world))
    for (const client of [stranger.client, world.person()])
      expect(await client.checkShareTicket({ share_ticket })).toMatchObject(refused)
    expect(await there.client.checkShareTicket({ share_ticket })).toMatchObject({ ok: true })
  })

  it.each<[string, (at: Awaited<ReturnType<typeof shared>>) => unknown]>([
    ['was used', ({ there, share_ticket }) => there.client.shareLogin({ share_ticket })],
    ['is a minute old', () => world.passMinutes(1)],
  ])('security: nobody is notified of a ticket that %s', async (_, end) => {
    const at = await shared()
    await end(at)
    const { share_ticket } = at
    expect(await at.there.client.checkShareTicket({ share_ticket })).toMatchObject(refused)
  })

  it('security: a ticket ends when either application is disabled', async () => {
    const { there, sibling, share_ticket } = await shared()
    await there.client.shareLogin({ share_ticket })
    const third = await registerApplication(world)
    const from = await ticketFor(there.client, third)
    await operate(world, 'application', 'disable', sibling.aid)
    expect(await browserAt(world, third).client.shareLogin({ share_ticket: from })).toMatchObject(refused)
    // No call of a disabled application is answered.
    await expect(there.client.accountInfo({})).rejects.toMatchObject({ kind: 'signature', refused: 'key' })
  })

  it('error: an application that is unknown, disabled or the current one is refused as target', async () => {
    const { client, sibling } = await shared()
    await operate(world, 'application', 'disable', sibling.aid)
    for (const to_aid of ['nobody', sibling.aid, own.aid])
      expect(await client.shareTicket({ to_aid }), to_aid).toMatchObject({ ok: false, code: 'no_such_application' })
    expect(JSON.stringify(await client.siblingApplications({}))).not.toContain(sibling.aid)
    await operate(world, 'application', 'enable', sibling.aid)
    expect(await client.shareTicket({ to_aid: sibling.aid })).toMatchObject({ ok: true })
  })

  it('security: only the ticket’s account is shown as signed in there', async () => {
    const { sibling, share_ticket } = await shared()
    const [other, there] = [await world.registerEmail(), browserAt(world, sibling)]
    await there.client.emailLogin({ email: other.email, password: other.password })
    expect(await there.client.checkShareTicket({ share_ticket })).toMatchObject({ data: { is_signed_in: false } })
  })
})
