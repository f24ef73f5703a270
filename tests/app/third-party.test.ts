import { expect, it } from 'vitest'
import { translator } from '../../app/i18n/texts'
import * as keep from '../../app/routes/settings/third-party/$platform/keep/route'
import * as disconnect from '../../app/routes/settings/third-party/$platform/route'
import * as list from '../../app/routes/settings/third-party/route'
import { done, refuse } from '../../contract/server'
import { errorsAt, openBrowser, withFakeAccountApi } from './browser'
import { askFor } from './page'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()
const home = '/settings/third-party'
const removed = `${home}?notice=platform_removed`

const platforms = [
  { platform: 'wechat', name: 'Ann at WeChat', bound_at: '2026-01-02T03:04:05.000Z' },
  { platform: 'qq', name: 'Ann at QQ', bound_at: '2026-02-03T04:05:06.000Z' },
]
const connectedBrowser = async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('bindVerifyInfo', done({ ways: [{ way: 'mobile', masked: '+86 138****0001' }], platforms }))
  const at = (platform: string) => ({ params: { platform } })
  return {
    open: (platform: string) => browser.open(disconnect, `${home}/${platform}`, at(platform)),
    send: (platform: string) => browser.send(disconnect, `${home}/${platform}`, {}, at(platform)),
    browser,
  }
}

it('happy: lists the third-party identities, and shows the flash message', async () => {
  const { browser } = await connectedBrowser()
  const page = await browser.land(list, removed)
  expect(page).toMatchObject({ status: 200, data: { platforms, notice: 'platform_removed' } })
})

it('happy: an identity with a picture is shown with it, from here', async () => {
  const { browser } = await connectedBrowser()
  const pictured = platforms.map((each, nth) => ({ ...each, picture: nth === 0 ? 'key-of-the-picture' : null }))
  fake.answer('bindVerifyInfo', done({ ways: [], platforms: pictured }))
  const { main } = await askFor(browser, list, home)
  expect(main.match(/<img [^>]*src="([^"]+)"/g)).toHaveLength(1)
  expect(main).toContain('src="/passport/image/key-of-the-picture"')
})

it('happy: without a third-party identity the list is empty', async () => {
  const { browser } = await connectedBrowser()
  fake.answer('bindVerifyInfo', done({ ways: [], platforms: [] }))
  expect((await browser.open(list, home)).data).toEqual({ platforms: [], offered: [], notice: null, goesOn: null })
})

it('happy: the page names the third-party identity, and its form unbinds it', async () => {
  const { open, send } = await connectedBrowser()
  expect((await open('qq')).data).toEqual({ platform: 'qq', name: 'Ann at QQ' })
  fake.answer('unbindPlatform', done({ done: true }))
  expect((await send('qq')).location).toBe(removed)
  expect(fake.inputsOf('unbindPlatform')).toEqual([{ platform: 'qq', wait: 0, without_address: 0 }])
})

it('happy: an identity that will be unbound later is shown with its time, and can be kept', async () => {
  const { send, browser } = await connectedBrowser()
  const at = '2030-01-03T00:00:00.000Z'
  fake.answer('unbindPlatform', done({ done: false, takes_effect_at: at }))
  expect((await send('qq')).location).toBe(`${home}?notice=platform_removal_asked`)
  const pending = platforms.map((each) => ({ ...each, changes_at: at, becomes: null }))
  fake.answer('bindVerifyInfo', done({ ways: [], platforms: pending }))
  const shown = { pending: { at, becomes: null } }
  expect((await browser.open(list, home)).data).toMatchObject({ platforms: [shown, shown] })
  const params = { params: { platform: 'qq' } }
  expect((await browser.open(keep, `${home}/qq/keep`, params)).data).toMatchObject({ pending: { at } })
  fake.answer('stopPendingChange', done({ done: true }))
  expect((await browser.send(keep, `${home}/qq/keep`, {}, params)).location).toBe(`${home}?notice=platform_kept`)
  expect(fake.inputsOf('stopPendingChange')).toEqual([{ platform: 'qq' }])
})

it('happy: what will be disconnected is told once, by the name of its platform, and not offered again', async () => {
  const { browser, open, send } = await connectedBrowser()
  const at = '2030-01-03T00:00:00.000Z'
  fake.answer('unbindPlatform', done({ done: false, takes_effect_at: at }))
  const { location } = await send('qq')
  const pending = platforms.map((each) => ({ ...each, changes_at: at, becomes: null }))
  fake.answer('bindVerifyInfo', done({ ways: [], platforms: pending.slice(1) }))
  const { main } = await askFor(browser, list, location ?? '')
  expect(main).toContain('<strong>QQ</strong>')
  expect(main.match(/role="status"/g)).toHaveLength(1)
  expect(main).not.toContain(translator('en')('notice.platform_removal_asked'))
  expect(main).not.toContain(`href="${home}/qq"`)
  expect((await open('qq')).location).toBe(home)
})

it('error: signed out, both pages redirect to the sign-in, which leads back', async () => {
  const browser = openBrowser()
  expect((await browser.open(list, home)).location).toBe('/login?next=%2Fsettings%2Fthird-party')
  const one = await browser.open(disconnect, `${home}/qq`, { params: { platform: 'qq' } })
  expect(one.location).toBe('/login?next=%2Fsettings%2Fthird-party%2Fqq')
})

it('error: the last sign-in method is not unbound, and the page says so', async () => {
  const { send, browser } = await connectedBrowser()
  fake.answer('unbindPlatform', refuse('last_way', { of: 'own' }))
  const landed = await send('qq')
  expect(landed.status).toBe(422)
  expect(errorsAt(landed, '')[0]).toMatch(/last way to sign in/)
  // Nothing was filled in that could be checked.
  const { main } = await askFor(browser, disconnect, `${home}/qq`, { fields: {}, pattern: `${home}/:platform` })
  expect(main).toContain(`<h2>${translator('en')('form.errors_title_general')}</h2><p>`)
})

it('error: the second of two clicks is answered like the first', async () => {
  const { send } = await connectedBrowser()
  fake.answer('unbindPlatform', refuse('nothing_bound', { field: 'platform' }))
  expect((await send('qq')).location).toBe(removed)
})

it('error: a platform that is not bound redirects to the list', async () => {
  const { open } = await connectedBrowser()
  expect((await open('nowhere')).location).toBe(home)
})

it.each(['mobile', 'email', '__proto__'])('security: %s is no platform, and nothing is unbound', async (platform) => {
  const { open, send } = await connectedBrowser()
  expect((await open(platform)).location).toBe(home)
  expect((await send(platform)).location).toBe(removed)
  expect(fake.inputsOf('unbindPlatform')).toEqual([])
})

it('security: a form of another browser unbinds nothing', async () => {
  const { browser } = await connectedBrowser()
  const landed = await browser.send(
    disconnect,
    `${home}/qq`,
    {},
    { token: openBrowser().formToken(), params: { platform: 'qq' } },
  )
  expect(landed.status).toBe(403)
  expect(fake.inputsOf('unbindPlatform')).toEqual([])
})
