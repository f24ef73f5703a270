import { expect, test } from '#tests/e2e/journey'
import { errorsOf, expectFlash, expectPage, open, send, whoAmI } from '#tests/e2e/steps/pages'
import { newMobile } from '#tests/e2e/steps/people'

test('happy: account help is linked from the first pages, and is grouped by topic', async ({ visitor }) => {
  const { page, t } = visitor
  await page.goto('/')
  await page.getByRole('link', { name: t('home.help'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('help.title'))
  for (const path of ['/login', '/login/sms', '/login/email', '/login/email/password']) {
    await page.goto(path)
    await page.getByRole('link', { name: t('ways.help'), exact: true }).click()
    await expect(page).toHaveURL(/\/account-help$/)
  }
  for (const topic of ['password', 'mobile_lost', 'no_code', 'not_me', 'restore', 'cancel']) {
    await page.goto('/account-help')
    const answered = page.waitForResponse((response) => response.request().isNavigationRequest())
    await page.getByRole('link', { name: t(`help.${topic}`), exact: true }).click()
    expect((await answered).status(), topic).toBeLessThan(400)
  }
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile: newMobile() })
  await page.getByRole('link', { name: t('resend.no_code'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('noCode.title'))
})

test('happy: a lost number is unbound by an email code and the password, and a new number replaces it', {
  tag: '@postgresql',
}, async ({ page, t, visitor }) => {
  const { mobile, email, password } = await visitor.accounts.withBoth()
  await page.goto('/account-help')
  await page.getByRole('link', { name: t('help.mobile_lost'), exact: true }).click()
  await page.getByRole('link', { name: t('lost.by_email'), exact: true }).click()
  await send(visitor, 'lostEmail', { email })
  await send(visitor, 'lostEmailCode', { code: await visitor.code(email, 2) })
  await expectPage(visitor, 'lostConfirm')
  await expect(page.getByRole('main')).toContainText(mobile.slice(-4))
  await page.reload()
  await send(visitor, 'lostConfirm', { password: 'not the password' })
  expect(await errorsOf(visitor)).toEqual([t('error.wrong_credentials_password')])
  await send(visitor, 'lostConfirm', { password })
  // Signed in, on the page of the number, which is free for a new one.
  await expectPage(visitor, 'mobile')
  await expectFlash(visitor, 'lost_mobile_removed')
  const fresh = newMobile()
  await send(visitor, 'mobile', { mobile: fresh })
  await send(visitor, 'mobileBind', { code: await visitor.code(fresh) })
  await expectPage(visitor, 'mobile')
  await open(visitor, 'settings')
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(fresh.slice(-4))
  expect(await visitor.accounts.stranger().accountLoginV2({ account: mobile, password })).toMatchObject({
    code: 'wrong_credentials',
  })
})
