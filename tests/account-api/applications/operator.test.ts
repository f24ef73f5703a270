import { expect, it } from 'vitest'
import { findCommand } from '#account-api/command-line/commands'
import { createOperatorClient } from '#contract/client'
import type { Application } from '#contract/wire/signing'
import { openOrganisation } from '#tests/account-api/organisations/members/members'
import { describeWorlds, application as own } from '#tests/account-api/worlds/worlds'
import { operatorCommandsIn, read } from '#tests/docs/documents'
import { everyRow } from '#tests/fixtures/databases/tables'
import { operate } from './services/services'
import { browserAt, keyIn, registerApplication } from './share/applications'

const signatureRefused = { kind: 'signature', refused: 'key' }

describeWorlds('the operator’s applications on $name', (world) => {
  const command = (...words: string[]) => operate(world, 'application', ...words)
  const look = ({ aid, key }: Application, by = key) => browserAt(world, { aid, key: by }).client.checkLogin({})

  it('happy: an application is added, changed, listed, disabled and enabled', async () => {
    expect(await command()).toEqual({ ok: true, text: 'No application is registered.' })
    expect(await command('add', 'shop', 'https://id.shop.example/', '小店 Shop')).toMatchObject({ ok: true })
    expect((await command('list')).text).toBe('shop\t小店 Shop\thttps://id.shop.example\tkey 1\tenabled')
    expect(await command('name', 'shop', 'Shop')).toMatchObject({ ok: true })
    expect(await command('url', 'shop', 'https://shop.example')).toMatchObject({ ok: true })
    expect(await command('disable', 'shop')).toMatchObject({ ok: true })
    expect((await command()).text).toBe('shop\tShop\thttps://shop.example\tkey 1\tdisabled')
    expect(await command('enable', 'shop')).toMatchObject({ ok: true })
    expect((await command()).text).toMatch(/enabled$/)
  })

  it('happy: an application signs by its own key, which can be shown again, and by no other', async () => {
    const application = await registerApplication(world)
    expect(await look(application)).toMatchObject({ ok: true })
    expect(keyIn((await command('key', application.aid)).text)).toBe(application.key)
    const other = await registerApplication(world)
    expect(JSON.stringify(await everyRow(world.place)) + world.logged()).not.toContain(application.key)
    for (const key of [other.key, own.key]) await expect(look(application, key)).rejects.toMatchObject(signatureRefused)
    await expect(look(own, application.key)).rejects.toMatchObject(signatureRefused)
  })

  it('happy: a new key works next to the previous one, and ends the one before that', async () => {
    const application = await registerApplication(world)
    const second = keyIn((await command('new-key', application.aid)).text)
    expect(second).not.toBe(application.key)
    for (const key of [application.key, second]) expect(await look(application, key)).toMatchObject({ ok: true })
    const third = keyIn((await command('new-key', application.aid)).text)
    for (const key of [second, third]) expect(await look(application, key)).toMatchObject({ ok: true })
    await expect(look(application, application.key)).rejects.toMatchObject(signatureRefused)
  })

  it('happy: an application’s key works while the secret that it is derived from is in the key ring', async () => {
    const application = await registerApplication(world)
    const ring = world.deployment.secrets
    Object.assign(world.deployment, { secrets: ['a newer key that is long enough, too', ...ring] })
    expect(await look(application)).toMatchObject({ ok: true })
    const newer = keyIn((await command('key', application.aid)).text)
    expect(newer).not.toBe(application.key)
    Object.assign(world.deployment, { secrets: world.deployment.secrets.slice(0, 1) })
    expect(await look(application, newer)).toMatchObject({ ok: true })
    await expect(look(application)).rejects.toMatchObject(signatureRefused)
    Object.assign(world.deployment, { secrets: ring })
  })

  it('security: an application’s key runs no operator commands', async () => {
    const application = await registerApplication(world)
    const baseUrl = await world.listen()
    const look = (by: Application) =>
      createOperatorClient({ baseUrl, application: by }).showApplicationKey({ aid: 'shop' })
    expect(await look(own)).toMatchObject({ ok: true })
    const refused = { ok: false, code: 'signature_refused', description: expect.stringContaining('application keys') }
    expect(await look(application)).toMatchObject(refused)
  })

  it('security: an unregistered application is refused', async () => {
    for (const aid of ['nobody', '', 'a b', 'x'.repeat(65)])
      await expect(look({ aid, key: own.key })).rejects.toMatchObject(signatureRefused)
  })

  it('error: an unknown, taken or invalid value changes no application', async () => {
    const { aid, url } = await registerApplication(world)
    for (const words of [
      ['name', 'nobody', 'Name'],
      ['url', 'nobody', 'https://nobody.example'],
      ['key', 'nobody'],
      ['new-key', 'nobody'],
      ['disable', 'nobody'],
      ['enable', 'nobody'],
      ['name', aid, ''],
      ['name', aid, 'Shop\u0007'],
      ['url', aid, 'https://shop.example'],
      ['add', aid, 'https://free.example', 'Name'],
      ['add', 'free', url, 'Name'],
      ['add', own.aid, 'https://free.example', 'Name'],
      ['add', 'a b', 'https://free.example', 'Name'],
      ['add', 'free', 'https://free.example', ' '],
    ])
      expect(await command(...words), words.join(' ')).toMatchObject({ ok: false })
    expect((await command('list')).text).not.toContain('free')
    expect(findCommand(['application', 'add', 'shop'])).toBeUndefined()
  })
})

describeWorlds('the operator’s sites and services on $name', (world) => {
  const site = (...words: string[]) => operate(world, 'site', ...words)
  const service = (...words: string[]) => operate(world, 'service', ...words)

  it.each([
    ['site', (id: string, origin: string) => site('add', id, origin, 'everyone', 'Name'), site],
    ['service', (id: string, origin: string) => service('add', id, `${origin}/`, 'Name'), service],
  ] as const)(
    'error: an id of a %s is never reused, and its address belongs to one at a time',
    async (_, add, command) => {
      await add('one', 'https://one.example')
      expect(await add('one', 'https://other.example')).toMatchObject({ ok: false })
      expect(await add('two', 'https://one.example')).toMatchObject({ ok: false })
      await command('remove', 'one')
      expect(await add('one', 'https://one.example')).toMatchObject({ ok: false })
      expect(await add('two', 'https://one.example')).toMatchObject({ ok: true })
      await command('remove', 'two')
    },
  )

  it('happy: a site is added, changed, listed and removed', async () => {
    const { sec_subject_uid } = await openOrganisation(world)
    expect(await site()).toEqual({ ok: true, text: 'No site is registered.' })
    expect(await site('add', 'first', 'https://wiki.example:8443', 'everyone', '维基 Wiki')).toMatchObject({ ok: true })
    const first = 'first\t维基 Wiki\thttps://wiki.example:8443\tpeople everyone\tfacts none'
    expect((await site('list')).text).toBe(first)
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

  it('error: an unknown id or an invalid value changes no site', async () => {
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

  it('happy: a service is added, changed, listed and removed', async () => {
    expect(await service()).toEqual({ ok: true, text: 'No service is registered.' })
    expect(await service('add', 'shop', 'https://shop.example/cas', '小店 Shop')).toMatchObject({ ok: true })
    const facts = 'attributes none\tlogout-url https://shop.example/cas\tgateway no'
    expect((await service('list')).text).toBe(`shop\t小店 Shop\thttps://shop.example/cas\t${facts}`)
    expect(await service('attributes', 'shop', 'username,email')).toMatchObject({ ok: true })
    expect(await service('logout-url', 'shop', 'none')).toMatchObject({ ok: true })
    expect(await service('gateway', 'shop', 'yes')).toMatchObject({ ok: true })
    expect((await service()).text).toMatch(/\tattributes username,email\tlogout-url none\tgateway yes$/)
    expect(await service('remove', 'shop')).toEqual({ ok: true, text: 'shop is removed.' })
    expect(await service()).toEqual({ ok: true, text: 'No service is registered.' })
  })

  it('error: an unknown id or an invalid value changes no service', async () => {
    for (const words of [
      ['attributes', 'nobody', 'email'],
      ['logout-url', 'nobody', 'none'],
      ['gateway', 'nobody', 'yes'],
      ['remove', 'nobody'],
      ['gateway', 'nobody', 'perhaps'],
      ['attributes', 'nobody', 'email,password_hash'],
      ['logout-url', 'nobody', 'ftp://shop.example/'],
      ['add', 'Shop', 'https://shop.example/', 'Name'],
      ['add', 'shop', 'https://shop.example/', ''],
      ['add', 'shop', 'https://shop.example/', 'Shop\u202e'],
    ])
      expect(await service(...words), words.join(' ')).toMatchObject({ ok: false })
    expect(findCommand(['service', 'add', 'shop'])).toBeUndefined()
  })

  const addingAt = {
    application: (url: string) => operate(world, 'application', 'add', 'free', url, 'Free'),
    site: (url: string) => site('add', 'free', url, 'everyone', 'Free'),
    service: (url: string) => service('add', 'free', url, 'Free'),
  }

  it.each([
    ['application', 'http://free.example', /https/],
    ['application', 'https://free.example/login', /https:\/\/free\.example$/],
    ['application', 'https://free.example/?a=1', /https:\/\/free\.example$/],
    ['application', 'https://Free.example:443', /https:\/\/free\.example$/],
    ['application', 'http://localhost:3000', /PUBLIC_URL/],
    ['site', 'http://wiki.example', /https/],
    ['site', 'https://wiki.example/', /https:\/\/wiki\.example$/],
    ['site', 'https://wiki.example/page', /https:\/\/wiki\.example$/],
    ['site', 'https://Wiki.example', /https:\/\/wiki\.example$/],
    ['site', 'https://wiki.example:443', /https:\/\/wiki\.example$/],
    ['site', 'http://localhost:3000', /itself/],
    ['service', 'http://shop.example/', /https/],
    ['service', 'https://shop.example/#top', /fragment/],
    ['service', 'https://shop.example/?ticket=1', /ticket/],
    ['service', 'https://shop.example', /https:\/\/shop\.example\/$/],
    ['service', 'https://Shop.example/', /https:\/\/shop\.example\/$/],
    ['service', 'https://shop.example:443/', /https:\/\/shop\.example\/$/],
    ['service', 'https://shop.example/a/../b', /https:\/\/shop\.example\/b$/],
    ['service', 'https://shop.example/店', /%E5%BA%97$/],
    ['service', `https://shop.example/${'x'.repeat(500)}`, /500/],
  ] as const)('security: no %s is registered at the address %s', async (kind, url, reason) => {
    expect(await addingAt[kind](url)).toEqual({ ok: false, text: expect.stringMatching(reason) })
    expect((await operate(world, kind)).text).not.toContain('free')
  })
})
