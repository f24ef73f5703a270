import { press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import { signInOnTheWay } from '#tests/e2e/roads'
import { expectPage, expectSignedOut, open } from '#tests/e2e/steps/pages'
import { byOpenId, startApache } from '#tests/fixtures/programs/apache'
import { freePort } from '#tests/fixtures/programs/free-port'
import type { Pair } from '#tests/fixtures/programs/pair'
import { startProgram } from '#tests/fixtures/programs/program'
import { root } from '#tests/fixtures/programs/server'
import { operateOn } from '#tests/fixtures/programs/sibling'
import { eventually } from '#tests/fixtures/time/eventually'

// On servers with an unmoved clock, because clients compare the times of tokens with the machine's.
test.use({ javaScriptEnabled: false, settings: {} })
test.describe.configure({ mode: 'default' })

/** Registers a client, and answers its secret. */
const register = async (
  pair: Pair,
  key: string,
  redirectUri: string,
  name: string,
  scopes: string,
): Promise<string> => {
  const said = await operateOn(pair, 'client', 'add', key, redirectUri, name)
  await operateOn(pair, 'client', 'scopes', key, scopes)
  return said.split(' ').at(-1) ?? ''
}

test('happy: mod_auth_openidc signs people in, and is notified of the sign-out', async ({ visitor, pair }) => {
  const { page, t, accounts } = visitor
  const account = await accounts.withEmail()
  const port = await freePort()
  const [clientId, back] = [`apache-${port}`, `http://127.0.0.1:${port}/members/callback`]
  const clientSecret = await register(pair, clientId, back, 'Orchard', 'openid,profile,email')
  await operateOn(pair, 'client', 'logout-url', clientId, `${back}?logout=backchannel`)
  const apache = await startApache(byOpenId({ issuer: pair.url, clientId, clientSecret }), port)

  await page.goto(apache.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('authorise.signed_out', { name: 'Orchard' }))
  await signInOnTheWay(visitor, account.email, account.password)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('authorise.asks', { name: 'Orchard' }))
  await expect(page.getByRole('main')).toContainText(`a***@${account.email.split('@')[1]}`)
  const arrived = page.waitForResponse((response) => response.url() === apache.url && response.status() === 200)
  await press(visitor, 'authorise.agree')
  const headers = (await arrived).headers()
  await expect(page.getByRole('heading', { name: 'For members' })).toBeVisible()
  expect(headers['x-email']).toBe(account.email)
  expect(headers['x-user']).toMatch(/^[\da-f-]{32,36}$/)

  // Given before: another browser session of Apache needs no answer.
  await page.context().clearCookies({ domain: '127.0.0.1' })
  await page.goto(apache.url)
  await expect(page.getByRole('heading', { name: 'For members' })).toBeVisible()

  const ask = async () => (await page.context().request.get(apache.url, { maxRedirects: 0 })).status()
  await expect.poll(ask).toBe(200)
  await open(visitor, 'settings')
  await press(visitor, 'settings.sign_out')
  await expect.poll(ask).not.toBe(200)
  await apache.stop()
})

test('happy: the example signs a person in, refreshes the token, and notices its end', async ({ visitor, pair }) => {
  const { page, t, accounts } = visitor
  const account = await accounts.withMobile()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const key = `example-${port}`
  const secret = await register(pair, key, `${url}/callback`, 'Example', 'openid,profile,mobile,offline_access')
  await operateOn(pair, 'client', 'logout-url', key, `${url}/signed-out-there`)
  await operateOn(pair, 'client', 'post-logout-uris', key, `${url}/`)
  const example = startProgram(process.execPath, [`${root}examples/relying-party/main.mjs`], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      ISSUER: pair.url,
      CLIENT_ID: key,
      CLIENT_SECRET: secret,
      SCOPE: 'openid profile mobile offline_access',
    },
  })
  await eventually('the example', async () => ((await fetch(url)).ok ? true : undefined))
  const begin = () => page.getByRole('button', { name: 'Sign in with Butterfly' }).click()

  await page.goto(url)
  await begin()
  await press(visitor, 'authorise.deny')
  await expect(page.getByRole('heading', { name: 'You have declined' })).toBeVisible()

  await page.goto(url)
  await begin()
  await signInOnTheWay(visitor, account.mobile, account.password)
  await press(visitor, 'authorise.agree')
  await expect(page.getByRole('heading', { name: 'Signed in' })).toBeVisible()
  await expect(page.locator('body')).toContainText(account.mobile.slice(-4))
  await page.getByRole('button', { name: 'Get a new access token' }).click()
  await expect(page.getByRole('heading', { name: 'Signed in' })).toBeVisible()

  await page.goto(`${pair.url}/settings/authorisations`)
  await page.getByRole('link', { name: t('authorisations.change_one', { name: 'Example' }) }).click()
  await page.getByRole('link', { name: t('authorisations.revoke') }).click()
  await press(visitor, 'authorisations.revoke')
  await expect(page.getByText(t('authorisations.none'))).toBeVisible()
  await page.goto(url)
  await page.getByRole('button', { name: 'Get a new access token' }).click()
  await expect(page.getByRole('button', { name: 'Sign in with Butterfly' })).toBeVisible()
  // The person is signed in here still.
  await open(visitor, 'settings')
  await expectPage(visitor, 'settings')

  await page.goto(url)
  await begin()
  await press(visitor, 'authorise.agree')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText(t('appSignOut.asked', { name: 'Example' }))).toBeVisible()
  await press(visitor, 'logout.submit')
  await expect(page).toHaveURL(`${url}/`)
  await expectSignedOut(visitor)
  await example.stop()
})
