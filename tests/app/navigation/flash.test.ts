import { describe, expect } from 'vitest'
import { done, infoOf, signedIn, ticket } from '#tests/app/browser/answers'
import { expectRedirect, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'
import { flashNames } from '~/navigation/flash/flash-names'

const fake = withFakeAccountApi()
const it = visiting(fake)
const changed = '/settings?notice=password_changed'

const afterChange = async () => {
  const browser = await signedInBrowser(fake)
  fake.answers({ updatePassword: done({ done: true }), accountInfo: done(infoOf()) })
  const fields = { current_password: 'wide green kettle', password: 'wide blue kettle' }
  expect((await browser.submit('/settings/password', fields)).location).toBe(changed)
  return browser
}

describe('the flash message of a page', () => {
  it('happy: a flash message is shown after the redirect, after a reload and in the other language', async () => {
    const browser = await afterChange()
    for (const address of [changed, changed, `${changed}&lng=zh-Hans`])
      expect(await browser.visit(address)).toMatchObject({ data: { notice: 'password_changed' } })
  })

  it('security: a link cannot make a page say any of them', async ({ browser, person }) => {
    fake.answer('accountInfo', done(infoOf()))
    for (const notice of flashNames) {
      expect(await browser.visit(`/login?notice=${notice}`), notice).toMatchObject({ data: { notice: null } })
      expect(await person.visit(`/settings?notice=${notice}`), notice).toMatchObject({ data: { notice: null } })
    }
  })

  it('security: a flash message is shown at the URL of the redirect only', async () => {
    const browser = await afterChange()
    for (const address of ['/settings?notice=password_set', `${changed}&username=x`, '/settings'])
      expect(await browser.visit(address), address).toMatchObject({ data: { notice: null } })
  })

  it('security: a flash message cannot be smuggled in by a return address', async ({ browser }) => {
    fake.answers({ accountLoginV2: signedIn(), accountInfo: done(infoOf()) })
    const link = `/login?${new URLSearchParams({ next: changed })}`
    expect((await browser.submit(link, { account: 'ann', password: 'x' })).location).toBe(changed)
    expect(await browser.visit(changed)).toMatchObject({ data: { notice: null } })
  })

  it('security: the flash cookie cannot be read by a script, and expires after ten minutes', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('logout', done({ done: true }))
    const landed = await browser.submit('/passport/web/logout')
    expect(landed.setCookies.find((each) => each.startsWith('butterfly_flash='))).toBe(
      'butterfly_flash=/login?notice=signed_out; Path=/; Max-Age=600; HttpOnly; SameSite=Lax',
    )
  })
})

describe('a page about the state of an account', () => {
  it('security: the page about an account’s state cannot be opened by a link', async ({ browser }) => {
    const end = `/account-help/cancelled?${new URLSearchParams({ until: '2026-12-21T12:00:00.000Z' })}`
    expect(await browser.visit(end)).toMatchObject({ status: 303, location: '/account-help/restore' })
    for (const query of ['', '?password=stays'])
      expectRedirect(await browser.visit(`/account-help/not-me/done${query}`), '/account-help/not-me')
  })

  it('security: the page about an account’s state only reports what has happened', async ({ browser }) => {
    fake.answer('secureAccount', done({ done: true, put_back: [], password_ended: true }))
    const { location } = await browser.submit(`/account-help/not-me?ticket=${ticket}`)
    expect(await browser.visit(location ?? '')).toMatchObject({ data: { passwordStays: false } })
    expect(await browser.visit(`${location}?password=stays`)).toMatchObject({ status: 303 })
  })
})
