import { beforeEach, expect, it } from 'vitest'
import { done, refuse } from '#contract/server'
import { expectTexts, withFakeAccountApi } from '#tests/app/browser/browser'
import { withPerson } from '#tests/app/browser/person'
import { translator } from '~/i18n/texts'

const fake = withFakeAccountApi()
const home = '/settings/third-party'
const removed = `${home}?notice=platform_removed`

const platforms = [
  { platform: 'wechat', name: 'Ann at WeChat', bound_at: '2026-01-02T03:04:05.000Z' },
  { platform: 'qq', name: 'Ann at QQ', bound_at: '2026-02-03T04:05:06.000Z' },
]
const browser = withPerson(fake)
beforeEach(() => {
  fake.answer('bindVerifyInfo', done({ ways: [{ way: 'mobile', masked: '+86 138****0001' }], platforms }))
})

it('happy: the page lists the third-party identities, and shows the flash message', async () => {
  expect(await browser.arrive(removed)).toMatchObject({ status: 200, data: { platforms, notice: 'platform_removed' } })
})

it('happy: an identity with a picture is shown with it, served from our site', async () => {
  const pictured = platforms.map((each, nth) => ({ ...each, picture: nth === 0 ? 'key-of-the-picture' : null }))
  fake.answer('bindVerifyInfo', done({ ways: [], platforms: pictured }))
  const main = await browser.mainAt(home)
  expect(main.match(/<img [^>]*src="([^"]+)"/g)).toHaveLength(1)
  expect(main).toContain('src="/passport/image/key-of-the-picture"')
})

it('happy: without a third-party identity the list is empty', async () => {
  fake.answer('bindVerifyInfo', done({ ways: [], platforms: [] }))
  expect((await browser.visit(home)).data).toEqual({ platforms: [], offered: [], notice: null, goesOn: null })
})

it('happy: the page names the third-party identity, and its form unbinds it', async () => {
  expect((await browser.visit(`${home}/qq`)).data).toEqual({ platform: 'qq', name: 'Ann at QQ' })
  fake.answer('unbindPlatform', done({ done: true }))
  expect((await browser.submit(`${home}/qq`)).location).toBe(removed)
  expect(fake.inputsOf('unbindPlatform')).toEqual([{ platform: 'qq', wait: 0, without_address: 0 }])
})

it('happy: a pending removal is shown once, with its time and platform, and can be stopped but not repeated', async () => {
  const at = '2030-01-03T00:00:00.000Z'
  fake.answer('unbindPlatform', done({ done: false, takes_effect_at: at }))
  const { location } = await browser.submit(`${home}/qq`)
  expect(location).toBe(`${home}?notice=platform_removal_asked`)
  const pending = platforms.slice(1).map((each) => ({ ...each, changes_at: at, becomes: null }))
  fake.answer('bindVerifyInfo', done({ ways: [], platforms: pending }))
  expect((await browser.visit(home)).data).toMatchObject({ platforms: [{ pending: { at, becomes: null } }] })
  const main = await browser.mainAt(location ?? '')
  expect(main).toContain('<strong>QQ</strong>')
  expect(main.match(/role="status"/g)).toHaveLength(1)
  expectTexts(main, { hidden: [translator('en')('notice.platform_removal_asked'), `href="${home}/qq"`] })
  expect((await browser.visit(`${home}/qq`)).location).toBe(home)
  expect((await browser.visit(`${home}/qq/keep`)).data).toMatchObject({ pending: { at } })
  fake.answer('stopPendingChange', done({ done: true }))
  expect((await browser.submit(`${home}/qq/keep`)).location).toBe(`${home}?notice=platform_kept`)
  expect(fake.inputsOf('stopPendingChange')).toEqual([{ platform: 'qq' }])
})

it('error: the page that cannot unbind the last sign-in method says so without a form error', async () => {
  fake.answer('unbindPlatform', refuse('last_way', { of: 'own' }))
  const { main } = await browser.show(`${home}/qq`, { fields: {} })
  expect(main).toContain(`<h2>${translator('en')('form.errors_title_general')}</h2><p>`)
})

it('error: an unbound platform redirects to the list', async () => {
  expect((await browser.visit(`${home}/nowhere`)).location).toBe(home)
})

it.each(['mobile', 'email', '__proto__'])(
  'security: the platform %s does not exist, and nothing is unbound',
  async (platform) => {
    expect((await browser.visit(`${home}/${platform}`)).location).toBe(home)
    expect((await browser.submit(`${home}/${platform}`)).location).toBe(removed)
    expect(fake.inputsOf('unbindPlatform')).toEqual([])
  },
)
