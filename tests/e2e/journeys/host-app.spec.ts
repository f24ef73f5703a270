import { createHash, randomBytes } from 'node:crypto'
import type { Client } from '../../../contract/client'
import { appSchemes } from '../../fixtures/pair'
import { type Guest, signedInWithMobile } from '../accounts'
import { expect, test } from '../journey'
import { expectPage, open, send } from '../pages'
import { chooseUsername } from '../roads'

const [scheme, otherScheme] = appSchemes

/** A host app, as docs/app-bridge.md describes it: it opens pages, and its server exchanges what deep links bring. */
const openHostApp = (own: string = scheme) => {
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const state = randomBytes(8).toString('hex')
  return {
    page: `/login/app?${new URLSearchParams({ scheme: own, code_challenge, state })}`,
    exchange: (server: Client, link: string) => {
      const { searchParams } = new URL(link)
      expect(searchParams.get('state')).toBe(state)
      return server.exchangeAppCode({ scheme: own, code: searchParams.get('code') ?? '', code_verifier })
    },
  }
}

/** Does what makes the browser follow a deep link, and answers the link. No app is there to take it. */
const followed = async ({ page }: Guest, act: () => Promise<void>): Promise<string> => {
  const leaving = page.waitForResponse(
    async (response) =>
      response.status() === 303 && !/^(\/|http)/.test((await response.headerValue('location')) ?? '/'),
  )
  await act()
  return (await (await leaving).headerValue('location')) ?? ''
}

const goOn = (visitor: Guest): Promise<string> =>
  followed(visitor, () =>
    visitor.page
      .getByRole('main')
      .getByRole('button', { name: visitor.t('hostApp.submit') })
      .click(),
  )

const back = (visitor: Guest): Promise<string> =>
  followed(visitor, () => visitor.page.getByRole('link', { name: visitor.t('hostApp.back') }).click())

test('happy: a host app signs a person in by a deep link, and hears what the person does on the pages', async ({
  visitor,
  page,
  t,
}) => {
  const [account, app] = [await visitor.accounts.withMobile(), openHostApp()]
  await page.goto(app.page)
  await send(visitor, 'signIn', { account: account.mobile, password: account.password })
  await expect(page.getByRole('main')).toContainText(scheme)
  const link = await goOn(visitor)
  expect(link).toMatch(/^com\.example\.app:\/signed-in\?/)
  const server = visitor.accounts.stranger()
  expect(await app.exchange(server, link)).toMatchObject({ ok: true, data: { is_new_user: false } })
  expect(await server.accountInfo({})).toMatchObject({ ok: true })

  await open(visitor, 'settings')
  await expect(page.getByText(t('activity.way.app'))).toBeVisible()
  expect(await back(visitor)).toBe('com.example.app:/closed')
  await chooseUsername(visitor)
  expect(await back(visitor)).toBe('com.example.app:/account-changed')
})

test('security: a code is used once, and another app that caught it lacks the verifier', async ({ visitor, page }) => {
  await signedInWithMobile(visitor)
  const { accounts } = visitor
  const refused = { ok: false, code: 'app_code_refused' }

  const app = openHostApp()
  await page.goto(app.page)
  const link = await goOn(visitor)
  expect(await app.exchange(accounts.stranger(), link)).toMatchObject({ ok: true })
  expect(await app.exchange(accounts.stranger(), link)).toMatchObject(refused)

  const asking = openHostApp()
  await page.goto(asking.page)
  const caught = new URL(await goOn(visitor)).searchParams.get('code') ?? ''
  const code_verifier = randomBytes(32).toString('base64url')
  for (const own of [scheme, otherScheme])
    expect(await accounts.stranger().exchangeAppCode({ scheme: own, code: caught, code_verifier })).toMatchObject(
      refused,
    )
})

test('security: an app whose scheme is not on the list gets nothing', async ({ visitor, page, t }) => {
  await signedInWithMobile(visitor)
  for (const own of ['com.example.evil', 'javascript', 'https', 'com.example.app.evil']) {
    await page.goto(openHostApp(own).page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('hostApp.unknown.title'))
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await page.goto(`/login/app/back?${new URLSearchParams({ scheme: own, event: 'closed' })}`)
    await expectPage(visitor, 'settings')
  }
})
