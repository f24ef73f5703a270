import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { listenOnLoopback, stopServer } from '../../fixtures/loopback'
import { operateOn } from '../../fixtures/sibling'
import { signedInWithMobile } from '../accounts'
import { follow, press } from '../controls'
import { expect, test as journey } from '../journey'
import { expectFlash, expectPage, open } from '../pages'
import { choose, numberOn, readPicture, readText } from '../qr'
import { anotherBrowser } from '../roads'

interface Application {
  /** Where a person begins. */
  begin: string
  /** What it was told, by the names of OAuth 2. */
  told: URLSearchParams
  /** Exchanges the code that it was told, and answers what it learns of the person. */
  learn: () => Promise<Record<string, unknown>>
}

/** An application that asks people for their number. */
const test = journey.extend<{ application: Application }>({
  application: async ({ pair }, use) => {
    const told = new URLSearchParams()
    const server = createServer(({ url = '' }, response) => {
      for (const [name, value] of new URL(url, 'http://localhost').searchParams) told.set(name, value)
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><title>Orchard</title><h1>Back</h1>')
    })
    const port = await listenOnLoopback(server)
    const [client_id, redirect_uri] = [`orchard-${port}`, `http://127.0.0.1:${port}/back`]
    await operateOn(pair, 'client', 'add-public', client_id, redirect_uri, 'Orchard')
    await operateOn(pair, 'client', 'scopes', client_id, 'openid,mobile')
    const code_verifier = randomBytes(32).toString('base64url')
    const asked = new URLSearchParams({
      client_key: client_id,
      scope: 'openid mobile',
      redirect_uri,
      state: 'the-state',
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const learn = async () => {
      const code = told.get('code') ?? ''
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        client_id,
        redirect_uri,
        code,
        code_verifier,
      })
      const { access_token } = await (await fetch(`${pair.url}/oidc/token`, { method: 'POST', body })).json()
      const headers = { authorization: `Bearer ${access_token}` }
      return (await fetch(`${pair.url}/oidc/me`, { headers })).json()
    }
    await use({ begin: `/login/authorize?${asked}`, told, learn })
    await stopServer(server)
  },
})

const named = { name: 'Orchard' }

test('happy: a phone lets a screen that is signed out answer an application as its person', async ({
  page,
  t,
  visitor,
  application,
}) => {
  const phone = await anotherBrowser(visitor)
  const { mobile } = await signedInWithMobile(phone)
  await page.goto(application.begin)
  await follow(visitor, 'ways.qr')
  await expect(page.getByRole('heading', { name: t('qrRequest.named', named) })).toBeVisible()
  await press(visitor, 'qr.show')
  const number = await numberOn(visitor)
  const url = await readPicture(visitor)
  expect(await readText(visitor)).toBe(url)
  await follow(visitor, 'qr.text_page.back')

  await phone.page.goto(url)
  await expect(phone.page.getByRole('heading', { level: 1 })).toHaveText(t('qrRequest.confirm.title', named))
  for (const said of [t('qrRequest.confirm.means', named), t('authorise.verified'), mobile.slice(-4)])
    await expect(phone.page.getByRole('main')).toContainText(said)
  await press(phone, 'qr.confirm.go_on')
  // Without script the screen loads itself.
  await expect(page.getByText(t('qr.code.scanned'))).toBeVisible()
  await choose(phone, number)
  await expectFlash(phone, 'qr_request_confirmed')
  await expect(page.getByRole('heading', { name: t('qr.code.title_confirmed') })).toBeVisible({ timeout: 15_000 })
  await press(visitor, 'qr.confirm.go_on')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('authorise.asks', named))
  await expect(page.getByRole('main')).toContainText(mobile.slice(-4))
  await press(visitor, 'authorise.agree')
  await expect(page.getByRole('heading', { name: 'Back' })).toBeVisible()
  expect(application.told.get('state')).toBe('the-state')
  expect(await application.learn()).toMatchObject({ phone_number_masked: expect.stringContaining(mobile.slice(-4)) })
  // Nobody is signed in at the screen.
  await open(visitor, 'settings')
  await expectPage(visitor, 'signIn')
})

test('error: the phone refuses, the screen says so, and the application is told that the person declined', async ({
  page,
  t,
  visitor,
  application,
}) => {
  const phone = await anotherBrowser(visitor)
  await signedInWithMobile(phone)
  await page.goto(application.begin)
  await follow(visitor, 'ways.qr')
  await press(visitor, 'qr.show')
  await phone.page.goto(await readPicture(visitor))
  await press(phone, 'qr.confirm.deny')
  await expectFlash(phone, 'qr_request_denied')
  await page.reload()
  await expect(page.getByText(t('qrRequest.code.denied'))).toBeVisible()
  await follow(visitor, 'authorise.other_way')
  await press(visitor, 'authorise.deny')
  await expect(page.getByRole('heading', { name: 'Back' })).toBeVisible()
  expect([application.told.get('error'), application.told.get('code')]).toEqual(['access_denied', null])
})
