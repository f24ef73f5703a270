import { press } from '#tests/e2e/controls'
import { expect, test as journey, startedAt } from '#tests/e2e/journey'
import { expectPage, open, send } from '#tests/e2e/steps/pages'
import { operateOn } from '#tests/fixtures/programs/sibling'
import { type SiteProxy, startSiteProxy } from '#tests/fixtures/programs/site-proxy'

const test = journey.extend<{ nginx: SiteProxy }>({
  nginx: startedAt(({ url }) => startSiteProxy('nginx', url)),
})

test.use({ javaScriptEnabled: false })

test('happy: nginx protects a program by the recipe, up to the sign-out', async ({ visitor, pair, nginx }) => {
  const { page, accounts } = visitor
  const account = await accounts.withEmail()
  const id = `nginx-${new URL(nginx.origin).port}`
  const wanted = `${nginx.origin}/page?x=1&y=%C3%A9`
  const ask = (options = {}) => page.context().request.fetch(wanted, { maxRedirects: 0, ...options })

  // Not registered: requests are refused without a redirect.
  expect((await ask({ headers: { accept: 'text/html' } })).status()).toBe(403)
  await operateOn(pair, 'site', 'add', id, nginx.origin, 'everyone', 'Wiki')
  await operateOn(pair, 'site', 'facts', id, 'name,email')

  await page.goto(wanted)
  await expectPage(visitor, 'signIn')
  await page.getByRole('link', { name: visitor.t('ways.email_code') }).click()
  await page.getByRole('link', { name: visitor.t('ways.email_password') }).click()
  await send(visitor, 'emailPassword', account)
  await expect(page.getByRole('heading', { name: 'For members' })).toBeVisible()
  expect(page.url()).toBe(wanted)
  const headers = nginx.reached.at(-1)
  expect(headers).toMatchObject({ 'x-butterfly-email': account.email, host: new URL(nginx.origin).host })
  expect(headers?.['x-butterfly-user']).toMatch(/^[\da-f]{32}$/)
  // What there is nothing to report does not reach the program, whatever a client makes up.
  const forged = { 'x-butterfly-user': 'f'.repeat(32), 'x-butterfly-groups': 'admins', x_butterfly_user: 'x' }
  expect((await ask({ headers: forged })).status()).toBe(200)
  expect(nginx.reached.at(-1)).toMatchObject({ 'x-butterfly-user': headers?.['x-butterfly-user'] })
  for (const name of ['x-butterfly-groups', 'x-butterfly-organisation', 'x_butterfly_user'])
    expect(nginx.reached.at(-1)).not.toHaveProperty(name)

  const reached = nginx.reached.length
  await open(visitor, 'settings')
  await page.goto(`${nginx.origin}/.butterfly/sign-out`)
  await press(visitor, 'logout.submit')
  // A form and a script are refused; a page leads to the sign-in.
  for (const options of [{ method: 'POST' }, { headers: { 'sec-fetch-mode': 'cors', accept: '*/*' } }]) {
    const refused = await ask(options)
    expect([refused.status(), refused.headers().location]).toEqual([401, undefined])
  }
  const led = await ask({ headers: { accept: 'text/html' } })
  expect([led.status(), new URL(led.headers().location ?? '').origin]).toEqual([302, nginx.origin])
  expect(nginx.reached).toHaveLength(reached)
  await page.goto(wanted)
  await expectPage(visitor, 'signIn')
  await operateOn(pair, 'site', 'remove', id)
})
