import { createHash, randomBytes } from 'node:crypto'
import { press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import { open, send } from '#tests/e2e/steps/pages'
import { newUsername } from '#tests/e2e/steps/people'
import { appSchemes } from '#tests/fixtures/programs/pair'

const [scheme] = appSchemes

test('happy: a host app signs a person in by a deep link, and learns what they do', async ({ visitor }) => {
  const { page, t } = visitor
  /** Does what makes the browser follow a deep link, and answers the link. No app is there to take it. */
  const followed = async (act: () => Promise<void>): Promise<string> => {
    const leaving = page.waitForResponse(
      async (response) =>
        response.status() === 303 && !/^(\/|http)/.test((await response.headerValue('location')) ?? '/'),
    )
    await act()
    return (await (await leaving).headerValue('location')) ?? ''
  }
  const back = () => followed(() => page.getByRole('link', { name: t('hostApp.back') }).click())
  const { mobile, password } = await visitor.accounts.withMobile()

  // As docs/integrators/app-bridge.md describes it: the app opens a page, and its server exchanges what the deep link brings.
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  await page.goto(`/login/app?${new URLSearchParams({ scheme, code_challenge, state: 'the-state' })}`)
  await send(visitor, 'signIn', { account: mobile, password })
  await expect(page.getByRole('main')).toContainText(scheme)
  const link = await followed(() => press(visitor, 'hostApp.submit'))
  expect(link).toMatch(/^com\.example\.app:\/signed-in\?/)
  const { searchParams } = new URL(link)
  expect(searchParams.get('state')).toBe('the-state')
  const server = visitor.accounts.stranger()
  const code = searchParams.get('code') ?? ''
  expect(await server.exchangeAppCode({ scheme, code, code_verifier })).toMatchObject({
    ok: true,
    data: { is_new_user: false },
  })
  expect(await server.accountInfo({})).toMatchObject({ ok: true })

  await open(visitor, 'settings')
  await expect(page.getByText(t('activity.way.app'))).toBeVisible()
  expect(await back()).toBe('com.example.app:/closed')
  await open(visitor, 'profile')
  await send(visitor, 'profile', { username: newUsername() })
  await page.getByRole('status').waitFor()
  expect(await back()).toBe('com.example.app:/account-changed')
})
