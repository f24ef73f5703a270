import { expect, it } from 'vitest'
import { ask, authorise, exchange, type Party, signedIn } from '#tests/account-api/applications/protocol/parties'
import { describeProtocolWorlds } from '#tests/account-api/applications/protocol/protocol-world'
import { operate } from '#tests/account-api/applications/services/services'
import { clientsOf, facts } from '#tests/account-api/organisations/clients/clients'
import { dataOf } from '#tests/account-api/worlds/world'
import { agree } from './answers'

type Person = Awaited<ReturnType<typeof signedIn>>

describeProtocolWorlds('an application that changed since the agreement on $name', (world) => {
  const { open, partyOf } = clientsOf(world)

  /** A person who has agreed to an organisation's application, and what its organisation may do. */
  const agreed = async () => {
    const [opened, person] = [await open(), await signedIn(world)]
    const party = await partyOf(opened)
    await exchange(party, await authorise(person, party))
    return { ...opened, party, person }
  }

  const silently = async ({ browser }: Person, party: Party) =>
    new URL((await ask(browser, party, { prompt: 'none' })).page, world.baseUrl).searchParams

  it('security: if a client has a redirect to another host, the page asks again and says why, and nothing is granted silently', async () => {
    const { by, named, party, person } = await agreed()
    expect((await silently(person, party)).get('code')).not.toBeNull()
    const redirectUri = 'https://thief.example/back'
    dataOf(await by.updateClient({ ...named, redirect_uris: [redirectUri] }))
    const moved = { ...party, redirectUri }
    // The person has not agreed to this redirect, so a page names the host.
    expect((await ask(person.browser, moved, { prompt: 'none' })).page).toContain('/login/leave/')
    const { names, ...request } = await ask(person.browser, moved)
    expect(await person.client.openAuthInfo(names)).toMatchObject({
      ok: true,
      data: { already_granted: false, changed: [{ what: 'place', was: 'https://ledger.example' }] },
    })
    const told = await world.messagesTo(person.mobile)
    await exchange(moved, { ...request, back: await agree(person, { ...names, scopes: 'openid profile' }) })
    expect(await world.messagesTo(person.mobile)).toBeGreaterThan(told)
    expect((await silently(person, moved)).get('code')).not.toBeNull()
  })

  it('security: a client with another name, or another organisation name, asks again', async () => {
    const { by, named, party, person, sec_subject_uid } = await agreed()
    dataOf(await by.updateClient({ ...named, name: 'Bank' }))
    expect((await silently(person, party)).get('error')).toBe('consent_required')
    await authorise(person, party)
    expect((await silently(person, party)).get('code')).not.toBeNull()
    const was = (await world.storage.organisations.find(sec_subject_uid))?.name ?? ''
    expect(await operate(world, 'organisations', 'name', sec_subject_uid, 'Meadow')).toMatchObject({ ok: true })
    const { names } = await ask(person.browser, party)
    expect(await person.client.openAuthInfo(names)).toMatchObject({ data: { changed: [{ what: 'owner', was }] } })
  })

  it('happy: a changed path, an extra host, a new picture or a new sign-out address needs no new agreement', async () => {
    const { by, named, party, person } = await agreed()
    const [first = ''] = facts.redirect_uris
    const more = ['https://ledger.example/other', 'https://new.example/back']
    dataOf(await by.updateClient({ ...named, redirect_uris: [first, ...more] }))
    dataOf(await by.updateClient({ ...named, post_logout_uris: ['https://elsewhere.example/out'] }))
    await world.storage.openClients.change(party.key, { icon: 'a'.repeat(40) })
    for (const redirectUri of [first, 'https://ledger.example/other'])
      expect((await silently(person, { ...party, redirectUri })).get('code')).not.toBeNull()
    // The added host is a different redirect target.
    const added = { ...party, redirectUri: 'https://new.example/back' }
    expect((await ask(person.browser, added, { prompt: 'none' })).page).toContain('/login/leave/')
  })
})
