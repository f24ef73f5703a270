import { createServer } from 'node:http'
import { follow, press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import type { Guest } from '#tests/e2e/steps/accounts'
import { openAsManager } from '#tests/e2e/steps/organisations'
import { errorsOf, expectFlash } from '#tests/e2e/steps/pages'
import { listenOnLoopback, stopServer } from '#tests/fixtures/programs/loopback'

const back = 'https://ledger.example/back'

const requestOf = (client_id: string, redirect_uri: string) => ({
  response_type: 'code',
  client_id,
  redirect_uri,
  scope: 'openid profile',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
})

/** Whether a secret is accepted at the public URL, by a request that an application pushes (RFC 9126). */
const accepted = async ({ page }: Guest, key: string, secret: string): Promise<boolean> => {
  const pushed = await page.request.post('/oidc/request', {
    headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
    form: requestOf(key, back),
  })
  return pushed.status() === 201
}

/** The client id and the secret, which the page shows once. */
const shown = async ({ page }: Guest): Promise<[key: string, secret: string]> => {
  const [key = '', secret = ''] = await page.locator('dl code').allTextContents()
  return [key, secret]
}

test('happy: an application is registered, its secret is replaced while both work, and it is removed', {
  tag: ['@small', '@postgresql'],
}, async ({ visitor, page, t }) => {
  await openAsManager(visitor, 'Riverside School')
  await follow(visitor, 'organisation.links.applications')
  await expect(page.getByText(t('clients.none'))).toBeVisible()
  await follow(visitor, 'clients.register')
  await page.locator('[name=name]').fill('Ledger')
  await page.locator('[name=redirect_uris]').fill(`\n${back}\nhttp://ledger.example/`)
  await page.locator('[name=scopes][value=email]').check()
  await press(visitor, 'clients.register_it')
  expect(await errorsOf(visitor)).toEqual([t('clientUrlRefusal.not_https', { line: 3 })])
  await expect(page.locator('[name=scopes][value=email]')).toBeChecked()
  await page.locator('[name=redirect_uris]').fill(back)
  await press(visitor, 'clients.register_it')
  const [key, secret] = await shown(visitor)
  expect(await accepted(visitor, key, secret)).toBe(true)
  await follow(visitor, 'clients.kept_secret')
  await expect(page.getByRole('main')).not.toContainText(secret)

  await follow(visitor, 'clients.rotate')
  await press(visitor, 'clients.rotate_it')
  const [, second] = await shown(visitor)
  expect(second).not.toBe(secret)
  expect([await accepted(visitor, key, secret), await accepted(visitor, key, second)]).toEqual([true, true])
  // A reload posts the same form again, and creates no third secret.
  await page.reload()
  expect((await shown(visitor))[1]).toBe(second)
  expect([await accepted(visitor, key, secret), await accepted(visitor, key, second)]).toEqual([true, true])

  await follow(visitor, 'clients.kept_secret')
  await follow(visitor, 'clients.remove')
  await press(visitor, 'clients.remove')
  await expectFlash(visitor, 'client_removed')
  expect(await accepted(visitor, key, second)).toBe(false)
})

/** Where the program of an application opens its request in the browser. */
const urlOf = (key: string, redirectUri: string): string =>
  `/oidc/auth?${new URLSearchParams(requestOf(key, redirectUri))}`

test('happy: an application on a person’s device gets its answer there, and asks each time', async ({ visitor }) => {
  const { page, t } = visitor
  await openAsManager(visitor, 'Riverside School')
  await follow(visitor, 'organisation.links.applications')
  await follow(visitor, 'clients.register')
  await page.locator('[name=name]').fill('Ledger')
  await page.locator('[name=redirect_uris]').fill('ledger:/back')
  await page.locator('[name=kind][value=public]').check()
  await press(visitor, 'clients.register_it')
  expect(await errorsOf(visitor)).toEqual([t('clientUrlRefusal.scheme', { line: 1 })])
  await page.locator('[name=redirect_uris]').fill('com.example.ledger:/back\nhttp://127.0.0.1/back')
  await press(visitor, 'clients.register_it')
  // Without a secret, the page of the application is shown, where the issuer comes first.
  const [, key = ''] = await page.locator('dl code').allTextContents()

  const arrived: string[] = []
  const program = createServer(({ url = '' }, response) => {
    arrived.push(url)
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><title>Ledger</title><h1>Hello</h1>')
  })
  const port = await listenOnLoopback(program)
  for (let times = 1; times <= 2; times++) {
    await page.goto(urlOf(key, `http://127.0.0.1:${port}/back`))
    await press(visitor, 'authorise.agree')
    await expect(page.getByRole('heading', { name: 'Hello' })).toBeVisible()
    expect(arrived.filter((url) => url.startsWith('/back?code='))).toHaveLength(times)
  }
  await stopServer(program)

  // Nothing on this machine opens the app, so the browser stays; it was sent there, and the page let it go.
  const refused: string[] = []
  page.on('console', (message) => refused.push(message.text()))
  await page.goto(urlOf(key, 'com.example.ledger:/back'))
  const sent = page.waitForResponse((response) => response.url().includes('/oidc/auth/'))
  await page.getByRole('button', { name: t('authorise.agree') }).click()
  expect((await sent).headers().location).toMatch(/^com\.example\.ledger:\/back\?code=/)
  expect(refused.filter((text) => text.includes('form-action'))).toEqual([])
})
