import { expect, it } from 'vitest'
import { findCommand } from '#account-api/command-line/commands'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { operate } from './services'

describeWorlds('the operator’s services on $name', (world) => {
  const service = (...words: string[]) => operate(world, 'service', ...words)

  it('happy: a service is added, changed, listed and removed', async () => {
    expect(await service()).toEqual({ ok: true, text: 'No service is registered.' })
    expect(await service('add', 'shop', 'https://shop.example/cas', '小店 Shop')).toMatchObject({ ok: true })
    expect(await service('list')).toEqual({
      ok: true,
      text: 'shop\t小店 Shop\thttps://shop.example/cas\tattributes none\tlogout-url https://shop.example/cas\tgateway no',
    })
    expect(await service('attributes', 'shop', 'username,email')).toMatchObject({ ok: true })
    expect(await service('logout-url', 'shop', 'none')).toMatchObject({ ok: true })
    expect(await service('gateway', 'shop', 'yes')).toMatchObject({ ok: true })
    expect((await service()).text).toMatch(/\tattributes username,email\tlogout-url none\tgateway yes$/)
    expect(await service('remove', 'shop')).toEqual({ ok: true, text: 'shop is removed.' })
    expect(await service()).toEqual({ ok: true, text: 'No service is registered.' })
  })

  it('error: an id is never reused, and an address belongs to one service at a time', async () => {
    const add = (id: string, url: string) => service('add', id, url, 'Name')
    await add('one', 'https://one.example/')
    expect(await add('one', 'https://other.example/')).toMatchObject({ ok: false })
    expect(await add('two', 'https://one.example/')).toMatchObject({ ok: false })
    await service('remove', 'one')
    expect(await add('one', 'https://one.example/')).toMatchObject({ ok: false })
    expect(await add('two', 'https://one.example/')).toMatchObject({ ok: true })
    await service('remove', 'two')
  })

  it('error: an unknown id or an invalid value changes nothing', async () => {
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

  it.each([
    ['http://shop.example/', /https/],
    ['https://ann@shop.example/', /https/],
    ['https://shop.example/#top', /fragment/],
    ['https://shop.example/?ticket=1', /ticket/],
    ['https://shop.example', /https:\/\/shop\.example\/$/],
    ['https://Shop.example/', /https:\/\/shop\.example\/$/],
    ['https://shop.example:443/', /https:\/\/shop\.example\/$/],
    ['https://shop.example/a/../b', /https:\/\/shop\.example\/b$/],
    ['https://shop.example/店', /%E5%BA%97$/],
    [`https://shop.example/${'x'.repeat(500)}`, /500/],
    ['javascript:alert(1)', /https/],
    ['shop', /https/],
  ])('security: %s is refused at registration', async (url, reason) => {
    expect(await service('add', 'shop', url, 'Shop')).toEqual({ ok: false, text: expect.stringMatching(reason) })
    expect((await service()).text).not.toContain('shop')
  })
})
