import { expect, it } from 'vitest'
import { operate } from '#tests/account-api/applications/services/services'
import { openOrganisation } from '#tests/account-api/organisations/members/members'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { operatorCommandsIn, read } from '#tests/docs/documents'

describeWorlds('the operator’s sites on $name', (world) => {
  const site = (...words: string[]) => operate(world, 'site', ...words)

  it('happy: a site is added, changed, listed and removed', async () => {
    const { sec_subject_uid } = await openOrganisation(world)
    expect(await site()).toEqual({ ok: true, text: 'No site is registered.' })
    expect(await site('add', 'first', 'https://wiki.example:8443', 'everyone', '维基 Wiki')).toMatchObject({ ok: true })
    expect(await site('list')).toEqual({
      ok: true,
      text: 'first\t维基 Wiki\thttps://wiki.example:8443\tpeople everyone\tfacts none',
    })
    const groups = `${sec_subject_uid},${sec_subject_uid}/manager,${sec_subject_uid}/administrator`
    expect(await site('people', 'first', groups)).toMatchObject({ ok: true })
    expect(await site('facts', 'first', 'name,email,groups,organisation')).toMatchObject({ ok: true })
    expect((await site()).text).toContain(`\tpeople ${groups}\tfacts name,email,groups,organisation`)
    expect(await site('remove', 'first')).toEqual({ ok: true, text: 'first is removed.' })
    expect(await site()).toEqual({ ok: true, text: 'No site is registered.' })
  })

  it('happy: the commands of the recipe work as documented', async () => {
    const { sec_subject_uid: id } = await openOrganisation(world)
    const recipe = read('docs/integrators/recipes/forward-auth.md').replaceAll('<organisation>', id)
    const commands = operatorCommandsIn(recipe.replaceAll('<role>', 'manager'), 'site')
    expect(commands.map(([, second]) => second)).toEqual(['add', 'people', 'facts', 'list', 'remove'])
    for (const words of commands) expect(await operate(world, ...words), words.join(' ')).toMatchObject({ ok: true })
  })

  it('error: an id is never reused, and an origin belongs to one site at a time', async () => {
    const add = (id: string, origin: string) => site('add', id, origin, 'everyone', 'Name')
    await add('one', 'https://one.example')
    expect(await add('one', 'https://other.example')).toMatchObject({ ok: false })
    expect(await add('two', 'https://one.example')).toMatchObject({ ok: false })
    await site('remove', 'one')
    expect(await add('one', 'https://one.example')).toMatchObject({ ok: false })
    expect(await add('two', 'https://one.example')).toMatchObject({ ok: true })
    await site('remove', 'two')
  })

  it('error: an unknown id or an invalid value changes nothing', async () => {
    const { sec_subject_uid } = await openOrganisation(world)
    await site('add', 'kept', 'https://kept.example', sec_subject_uid, 'Kept')
    const before = (await site()).text
    for (const words of [
      ['people', 'nobody', 'everyone'],
      ['facts', 'nobody', 'none'],
      ['remove', 'nobody'],
      ['people', 'kept', ''],
      ['people', 'kept', 'staff'],
      ['people', 'kept', `${sec_subject_uid}/`],
      ['people', 'kept', `${sec_subject_uid}/no-such-role`],
      ['people', 'kept', `${sec_subject_uid}/manager/more`],
      ['people', 'kept', Array.from({ length: 21 }, (_, nth) => `organisation-${nth}`).join(',')],
      ['facts', 'kept', 'name,password_hash'],
      ['add', 'Kept', 'https://other.example', 'everyone', 'Name'],
      ['add', 'other', 'https://other.example', 'everyone', ''],
    ])
      expect(await site(...words), words.join(' ')).toMatchObject({ ok: false })
    expect((await site()).text).toBe(before)
  })

  it.each([
    ['http://wiki.example', /https/],
    ['https://ann@wiki.example', /https/],
    ['https://wiki.example/', /https:\/\/wiki\.example$/],
    ['https://wiki.example/page', /https:\/\/wiki\.example$/],
    ['https://Wiki.example', /https:\/\/wiki\.example$/],
    ['https://wiki.example:443', /https:\/\/wiki\.example$/],
    ['http://localhost:3000', /itself/],
    ['javascript:alert(1)', /https/],
    ['wiki', /https/],
  ])('security: %s is refused at registration', async (origin, reason) => {
    const said = await site('add', 'wiki-2', origin, 'everyone', 'Wiki')
    expect(said).toEqual({ ok: false, text: expect.stringMatching(reason) })
  })
})
