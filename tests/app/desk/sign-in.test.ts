import { createHash } from 'node:crypto'
import { beforeEach, describe, expect } from 'vitest'
import { done, infoOf, refuse } from '#tests/app/browser/answers'
import { expectRedirect, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'
import { deskToken } from '#tests/fake-account-api/fake'

const fake = withFakeAccountApi()
const it = visiting(fake)

const ticket = 't'.repeat(43)
const challenge = 'c'.repeat(43)
const at = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`
const enter = at('/login/desk', { challenge, to: '/desk/names' })
const arrive = at('/desk/arrive', { ticket, to: '/desk/names' })

beforeEach(() => {
  fake.answer('accountInfo', done(infoOf()))
  fake.answer('redeemDeskTicket', done({ token: deskToken, renews: false }))
})

describe('the way to the desk', () => {
  it('happy: the sign-in begins at the desk, which gives the browser a value that binds its ticket', async () => {
    const browser = openBrowser()
    const landed = await browser.visit('/desk/sign-in?to=/desk/names')
    const verifier = browser.jar.get('butterfly_desk_start') ?? ''
    const bound = createHash('sha256').update(verifier).digest('base64url')
    expectRedirect(landed, `http://localhost:3299${at('/login/desk', { challenge: bound, to: '/desk/names' })}`)
    expect(landed.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('happy: a person who is signed out is asked to sign in, and then returns', async () => {
    expect((await openBrowser().visit(enter)).location).toBe(`/login?${new URLSearchParams({ next: enter })}`)
  })

  it('happy: a browser that enters again keeps its open forms valid, and one that enters for the first time does not', async () => {
    const browser = openBrowser()
    browser.enterDesk()
    await browser.visit('/desk/sign-in')
    for (const renews of [false, true]) {
      fake.answer('redeemDeskTicket', done({ token: deskToken, renews }))
      const id = browser.jar.get('butterfly_desk_browser')
      await browser.visit(arrive)
      expect(browser.jar.get('butterfly_desk_browser') === id).toBe(renews)
    }
  })

  it('happy: a reload of the page with a used ticket continues', async ({ browser }) => {
    browser.enterDesk()
    expectRedirect(await browser.visit(arrive), '/desk/names')
  })

  it('error: an account without a second factor is asked to set one up', async () => {
    fake.answer('issueDeskTicket', refuse('second_factor_needed', { reason: 'none' }))
    const page = await (await signedInBrowser(fake)).show(enter, { fields: {} })
    expect(page.main).toContain('href="/settings/authenticator"')
  })

  it('error: a refused ticket redirects to the beginning', async ({ browser }) => {
    fake.answer('redeemDeskTicket', refuse('desk_ticket_refused', {}))
    await browser.visit('/desk/sign-in')
    expect(await browser.show(arrive)).toMatchObject({
      status: 400,
      main: expect.stringContaining('href="/desk/sign-in?to=%2Fdesk%2Fnames"'),
    })
    expect(browser.jar.has('butterfly_desk')).toBe(false)
  })

  it('error: a truncated address says so', async () => {
    const page = await (await signedInBrowser(fake)).show('/login/desk?challenge=short')
    expect(page).toMatchObject({ status: 404, main: expect.stringContaining('not complete') })
  })

  it('security: a ticket opened in a browser that did not begin the sign-in admits nobody', async () => {
    expect((await openBrowser().show(at('/desk/arrive', { ticket, to: '/desk' }))).status).toBe(400)
    expect(fake.inputsOf('redeemDeskTicket')).toEqual([])
  })

  it.each([
    'https://evil.example/desk',
    '//evil.example/desk',
    '/desk/../login',
    '/settings',
    '/desks',
    'javascript:1',
  ])('security: the sign-in at the desk does not end at %s', async (to) => {
    const browser = openBrowser()
    expect((await browser.visit(at('/desk/sign-in', { to }))).location).toMatch(/&to=%2Fdesk$/)
    expectRedirect(await browser.visit(at('/desk/arrive', { ticket, to })), '/desk')
  })
})

describe('leaving the desk', () => {
  it('happy: leaving ends the session at the desk', async ({ browser }) => {
    fake.answer('leaveDesk', done({}))
    browser.enterDesk()
    expectRedirect(await browser.submit('/desk/sign-out'), '/desk/sign-out')
    expect(fake.inputsOf('leaveDesk')).toEqual([{ token: deskToken }])
    expect((await browser.show('/desk/sign-out')).main).toContain('You have left')
  })

  it('error: a person who left the desk, or has no session, gets a page that says so', async () => {
    expect((await openBrowser().show('/desk/sign-out')).main).toContain('href="/desk/sign-in"')
  })
})
