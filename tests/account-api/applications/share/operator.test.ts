import { expect, it } from 'vitest'
import { findCommand } from '#account-api/command-line/commands'
import { createOperatorClient } from '#contract/client'
import type { Application } from '#contract/wire/signing'
import { operate } from '#tests/account-api/applications/services/services'
import { describeWorlds, application as own } from '#tests/account-api/worlds/worlds'
import { everyRow } from '#tests/fixtures/databases/tables'
import { browserAt, keyIn, registerApplication } from './applications'

const signatureRefused = { kind: 'signature', refused: 'key' }

describeWorlds('the operator’s applications on $name', (world) => {
  const command = (...words: string[]) => operate(world, 'application', ...words)
  const look = ({ aid, key }: Application, by = key) => browserAt(world, { aid, key: by }).client.checkLogin({})

  it('happy: an application is added, changed, listed, disabled and enabled', async () => {
    expect(await command()).toEqual({ ok: true, text: 'No application is registered.' })
    expect(await command('add', 'shop', 'https://id.shop.example/', '小店 Shop')).toMatchObject({ ok: true })
    expect(await command('list')).toEqual({
      ok: true,
      text: 'shop\t小店 Shop\thttps://id.shop.example\tkey 1\tenabled',
    })
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
    const ring = world.setting.secrets
    Object.assign(world.setting, { secrets: ['a newer key that is long enough, too', ...ring] })
    expect(await look(application)).toMatchObject({ ok: true })
    const newer = keyIn((await command('key', application.aid)).text)
    expect(newer).not.toBe(application.key)
    Object.assign(world.setting, { secrets: world.setting.secrets.slice(0, 1) })
    expect(await look(application, newer)).toMatchObject({ ok: true })
    await expect(look(application)).rejects.toMatchObject(signatureRefused)
    Object.assign(world.setting, { secrets: ring })
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

  it('error: an unknown, taken or invalid value changes nothing', async () => {
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

  it.each([
    ['http://free.example', /https/],
    ['https://ann@free.example', /https/],
    ['https://free.example/login', /https:\/\/free\.example$/],
    ['https://free.example/?a=1', /https:\/\/free\.example$/],
    ['https://Free.example:443', /https:\/\/free\.example$/],
    ['javascript:alert(1)', /https/],
    ['http://localhost:3000', /PUBLIC_URL/],
  ])('security: %s is refused at registration', async (url, reason) => {
    expect(await command('add', 'free', url, 'Free')).toEqual({ ok: false, text: expect.stringMatching(reason) })
  })
})
