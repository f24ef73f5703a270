import { beforeEach, describe, expect } from 'vitest'
import { vouchedUrl } from '#contract/terms/vouched-url'
import { done, infoOf, refuse, signedIn } from '#tests/app/browser/answers'
import { expectRedirect, expectTexts, withFakeAccountApi } from '#tests/app/browser/browser'
import { visiting } from '#tests/app/browser/person'

const fake = withFakeAccountApi()
const it = visiting(fake)

const ticket = 't'.repeat(22)
const url = `/login/share?share_ticket=${ticket}`
const there = vouchedUrl.parse('https://shop.example')
const shop = { aid: 'shop', name: 'Shop', url: there }
const asked = { masked: '+86 138****0001', application: 'Orchard', is_signed_in: false }

beforeEach(() => {
  fake.answer('siblingApplications', done({ applications: [shop] }))
  fake.answer('shareTicket', done({ share_ticket: ticket, url: vouchedUrl.parse(`${there}${url}`) }))
  fake.answers({ checkShareTicket: done(asked), shareLogin: signedIn(), accountInfo: done(infoOf()) })
})

describe('the way to another application', () => {
  it('happy: a button continues with a ticket, and reveals no previous page', async ({ person }) => {
    const page = await person.show('/settings/applications')
    expect(page.main).toContain('value="Continue in “Shop”"')
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${there};`)
    expect(fake.inputsOf('shareTicket')).toEqual([])
    const left = await person.show('/settings/applications', { fields: { to_aid: 'shop' } })
    expectRedirect(left, `${there}${url}`)
    expect(left.headers.get('referrer-policy')).toBe('no-referrer')
    expect(fake.inputsOf('shareTicket')).toEqual([{ to_aid: 'shop' }])
  })

  it('happy: the settings link to other applications only if there is one', async ({ person }) => {
    const overview = { ways: ['mobile', 'password'], activity: [] }
    for (const has_siblings of [true, false]) {
      fake.answer('accountInfo', done(infoOf({ overview: { ...overview, has_siblings } })))
      expect((await person.mainAt('/settings')).includes('href="/settings/applications"')).toBe(has_siblings)
    }
  })
})

describe('coming from another application', () => {
  it('security: the page names the account and where it is signed in, and only its button uses the ticket', async ({
    browser,
  }) => {
    const page = await browser.show(url)
    expectTexts(page.main, { shown: [asked.masked, 'Orchard'], hidden: ['signed out'] })
    expect(page.headers.get('cache-control')).toContain('no-store')
    expect(fake.inputsOf('shareLogin')).toEqual([])
    const before = browser.jar.get('butterfly_browser')
    expectRedirect(await browser.show(url, { fields: {} }), '/settings')
    expect(fake.inputsOf('shareLogin')).toMatchObject([{ share_ticket: ticket }])
    // Earlier forms and flows end.
    expect(browser.jar.get('butterfly_browser')).not.toBe(before)
  })

  it('security: a person with another account gets a message, and staying is offered first', async ({ person }) => {
    const main = await person.mainAt(url)
    expect(main).toContain('You are signed in here as ann')
    expect(main.indexOf('Stay as I am')).toBeLessThan(main.indexOf('type="submit"'))
    expect(main).toContain('button danger')
  })

  it('happy: a person with the same account continues immediately', async ({ person }) => {
    fake.answer('checkShareTicket', done({ ...asked, is_signed_in: true }))
    expectRedirect(await person.show(url), '/settings')
    expect(fake.inputsOf('shareLogin')).toEqual([])
  })

  it('error: a local session that ended elsewhere is ignored', async ({ person }) => {
    fake.answer('accountInfo', refuse('not_signed_in', {}))
    const page = await person.show(url)
    expect(page).toMatchObject({ status: 200, main: expect.not.stringContaining('signed out of that') })
  })

  it('error: an expired ticket redirects to a page that says what to do', async ({ browser }) => {
    await browser.show(url)
    fake.answers({ checkShareTicket: refuse('share_refused', {}), shareLogin: refuse('share_refused', {}) })
    expectRedirect(await browser.show(url, { fields: {} }), '/login/share')
    for (const each of [url, '/login/share', '/login/share?share_ticket=x']) {
      const { status, html } = await browser.show(each)
      expect(status).toBe(404)
      expectTexts(html, { shown: ['for one minute', '<title>This link no longer works – Butterfly</title>'] })
    }
  })
})
