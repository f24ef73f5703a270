import { createServer } from 'node:http'
import { listenOnLoopback } from '../../fixtures/loopback'
import { signedInWithMobile } from '../accounts'
import { expect, test } from '../journey'
import { expectPage, open, send } from '../pages'
import { newMobile } from '../people'

test('security: a form on another site is refused with a page of ours', async ({ page, t, pair }) => {
  const foreign = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(
      `<form method="post" action="${pair.url}/login"><input name="account" value="x"><button>Go</button></form>`,
    )
  })
  await page.goto(`http://127.0.0.1:${await listenOnLoopback(foreign)}/`)
  await page.getByRole('button', { name: 'Go' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('problem.origin.title'))
  await new Promise((resolve) => foreign.close(resolve))
})

test('security: a link from elsewhere asks before it signs out, a form of ours does not', async ({
  page,
  t,
  visitor,
}) => {
  await signedInWithMobile(visitor)
  await page.goto('/passport/web/logout')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('logout.title'))
  await open(visitor, 'settings')
  await expectPage(visitor, 'settings')
  await page.goto('/passport/web/logout')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('logout.submit') })
    .click()
  await expectPage(visitor, 'signIn')
  await open(visitor, 'settings')
  await expectPage(visitor, 'signIn')
})

test('security: no script can read the cookies, and other sites do not send them', async ({ visitor, context }) => {
  await signedInWithMobile(visitor)
  // A flow and a flash message have cookies of their own.
  await open(visitor, 'email')
  await send(visitor, 'email', { email: `${newMobile().slice(1)}@example.com` })
  await expectPage(visitor, 'emailBind')
  const cookies = await context.cookies()
  expect(cookies.length).toBeGreaterThan(2)
  for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
})
