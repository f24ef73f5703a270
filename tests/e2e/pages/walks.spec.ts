import { test as base, expect } from '@playwright/test'
import { done } from '../../../contract/server'
import { emailSent, infoOf, signedIn, smsSent } from '../../app/answers'
import { AppBrowser } from './app-browser'
import { loadBuiltApp } from './built-app'
import { accounts, code, email, masked, mobile, password, ticket } from './states/samples'
import { openedSignedIn, picturesAreThere } from './states/steps'

/** A browser in front of the fake account API, where every code arrives. */
const test = base.extend<{ browserAlone: AppBrowser }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  browserAlone: async ({}, use) => {
    const app = await loadBuiltApp()
    app.fake.start()
    app.fake.reset()
    app.fake.answer('sendCode', smsSent())
    app.fake.answer('sendEmailCode', emailSent())
    await use(new AppBrowser(app, { language: 'en' }))
    app.fake.stop()
  },
})

const registering = [
  { by: 'mobile', start: '/login/register', named: mobile, call: 'registerByMobile' },
  { by: 'email', start: '/login/register/email', named: email, call: 'registerByEmail' },
] as const

for (const { by, start, named, call } of registering)
  test(`happy: two pages register by ${by}, and the account is the third`, async ({ browserAlone: browser }) => {
    browser.fake.answer(call, signedIn(true))
    picturesAreThere(browser)
    browser.fake.answer('accountInfo', done(infoOf()))
    const seen = [await browser.open(start), await browser.send(named), await browser.send({ ...code, password })]
    expect(seen.map(({ path }) => path)).toEqual([start, `${start}/code`, '/settings'])
  })

const changing = [
  { kind: 'mobile', named: { mobile: '139 0000 0002', region: 'CN' }, verify: 'verifyMobile', rebind: 'rebindMobile' },
  { kind: 'email', named: { email: 'bob@example.com' }, verify: 'verifyEmail', rebind: 'rebindEmail' },
] as const

for (const { kind, named, verify, rebind } of changing)
  test(`happy: four pages change the ${kind} of an account, and the last says that it is done`, async ({
    browserAlone: browser,
  }) => {
    const home = `/settings/${kind}`
    picturesAreThere(browser)
    browser.fake.answer(verify, done({ verify_ticket: ticket }))
    if (rebind === 'rebindMobile') browser.fake.answer(rebind, done({ mobile: masked.mobile }))
    else browser.fake.answer(rebind, done({ email: masked.email }))
    await openedSignedIn('/settings', accounts.both)(browser)
    expect(browser.shown.html).toContain(`href="${home}"`)
    const seen = [
      await browser.open(home),
      await browser.send({}, { action: `${home}/change` }),
      await browser.send({ ...code, ...named }),
      await browser.send(code),
    ]
    expect(seen.map(({ path }) => path)).toEqual([home, `${home}/change/old`, `${home}/change/confirm`, home])
    expect(browser.shown.html).toContain('role="status"')
  })
