import { press } from '#tests/e2e/controls'
import { expect, test as journey, startedAt } from '#tests/e2e/journey'
import { expectPage, open, send } from '#tests/e2e/steps/pages'
import { passByPassword } from '#tests/e2e/steps/step-up'
import { type Apache, byCas, startApache } from '#tests/fixtures/programs/apache'
import { operateOn } from '#tests/fixtures/programs/sibling'

const test = journey.extend<{ apache: Apache }>({
  apache: startedAt(({ url }) => startApache(byCas(url))),
})

test.use({ javaScriptEnabled: false })

test('happy: mod_auth_cas signs people in, and is notified of the sign-out', async ({ visitor, pair, apache }) => {
  const { page, t, accounts } = visitor
  const account = await accounts.withEmail()
  const id = `apache-${new URL(apache.url).port}`
  await page.goto(apache.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('service.unknown.title'))

  await operateOn(pair, 'service', 'add', id, apache.url, 'Orchard')
  await operateOn(pair, 'service', 'attributes', id, 'username,email')
  const username = await accounts.rename({ account: account.email, password: account.password })
  await page.goto(apache.url)
  await expectPage(visitor, 'signIn')
  // Another way of signing in first: the service is still where it leads.
  await page.getByRole('link', { name: t('ways.email_code') }).click()
  await page.getByRole('link', { name: t('ways.email_password') }).click()
  const arrived = page.waitForResponse((response) => response.url() === apache.url && response.status() === 200)
  await send(visitor, 'emailPassword', account)
  const headers = (await arrived).headers()
  await expect(page.getByRole('heading', { name: 'For members' })).toBeVisible()
  expect(page.url()).toBe(apache.url)
  expect([headers['x-email'], headers['x-username'], headers['x-mobile']]).toEqual([account.email, username, ''])
  expect(headers['x-user']).toMatch(/^[\da-f]{32}$/)

  // A program behind Apache gets the attributes in its environment.
  const environment = await (await page.context().request.get(`${apache.url}environment.cgi`)).text()
  expect(environment.split('\n')).toEqual(
    expect.arrayContaining([`HTTP_CAS_EMAIL=${account.email}`, `HTTP_CAS_USERNAME=${username}`]),
  )

  // Signed in already: another browser session of Apache needs none of our pages.
  await page.context().clearCookies({ domain: '127.0.0.1' })
  await page.goto(apache.url)
  await expect(page.getByRole('heading', { name: 'For members' })).toBeVisible()

  // The service requires a fresh proof. The form of that page and of its step-up may lead to the service.
  await page.goto(`${pair.url}/login?${new URLSearchParams({ service: apache.url, renew: 'true' })}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('service.renew.title'))
  await press(visitor, 'service.renew.submit')
  await passByPassword(visitor, account.password)
  await expect(page.getByRole('heading', { name: 'For members' })).toBeVisible()

  // Each page is asked for again, with the cookie of Apache's own session.
  const ask = async () => (await page.context().request.get(apache.url, { maxRedirects: 0 })).status()
  expect(await ask()).toBe(200)
  await open(visitor, 'settings')
  await page.goto(`${pair.url}/passport/sso/logout?${new URLSearchParams({ service: apache.url })}`)
  await press(visitor, 'logout.submit')
  await expect.poll(ask).toBe(302)
  await page.goto(apache.url)
  await expectPage(visitor, 'signIn')
  await operateOn(pair, 'service', 'remove', id)
})
