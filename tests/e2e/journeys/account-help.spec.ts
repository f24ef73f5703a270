import { sentence } from '../../../app/i18n/sentence'
import { askForRemoval, proveEmail, provePassword } from '../account-help'
import { expect, test } from '../journey'
import { errorsOf, expectFlash, expectPage, open, send, whoAmI } from '../pages'
import { goodPassword, newMobile } from '../people'
import { anotherBrowser, signInByPassword, signOut } from '../roads'

const hours = (count: number) => count * 60

test('happy: account help is linked from the first page and the sign-in, and leads on by topic', async ({
  page,
  t,
}) => {
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
})

test('happy: a code page leads to what helps when none arrives', async ({ page, t, visitor }) => {
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile: newMobile() })
  await page.getByRole('link', { name: t('resend.no_code'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('noCode.title'))
})

test('happy: a lost number is unbound by a code to the email and the password, and a new one takes its place', {
  tag: '@postgresql',
}, async ({ page, t, visitor }) => {
  const { mobile, email, password } = await visitor.accounts.withBoth()
  await page.goto('/account-help')
  await page.getByRole('link', { name: t('help.mobile_lost'), exact: true }).click()
  await page.getByRole('link', { name: t('lost.by_email'), exact: true }).click()
  await expectPage(visitor, 'lostEmail')
  await proveEmail(visitor, { email, nth: 2 })
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
  await signOut(visitor)
  await signInByPassword(visitor, mobile, password)
  expect(await errorsOf(visitor)).toEqual([sentence(t, t('error.wrong_credentials'))])
})

test('happy: with the email alone a lost number waits 48 hours', async ({ page, t, visitor }) => {
  const { email, password } = await visitor.accounts.withBoth()
  await proveEmail(visitor, { email, nth: 2 })
  await send(visitor, 'lostConfirm', {})
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('lost.asked.title'))
  await signInByPassword(visitor, email, password)
  await open(visitor, 'mobile')
  await expect(page.getByRole('button', { name: t('pendingChange.mobile.stop'), exact: true })).toBeVisible()
})

test('happy: with the password alone a lost number is unbound after 48 hours', { tag: '@postgresql' }, async ({
  page,
  t,
  visitor,
  pair,
}) => {
  const { mobile, email, password } = await askForRemoval(visitor)
  await signInByPassword(visitor, email, password)
  await open(visitor, 'mobile')
  await expect(page.getByRole('button', { name: t('pendingChange.mobile.stop'), exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(mobile.slice(-4))
  pair.clock.passMinutes(hours(48) + 1)
  const isTold = async () => {
    const texts = await pair.office.textsTo(mobile)
    // The message about the request says when the number will be unbound. The one about the unbinding has no time.
    return texts.some((text) => text.includes('/account-help/not-me') && !/ \d\d:\d\d/.test(text))
  }
  await expect.poll(isTold, { timeout: 20_000 }).toBe(true)
  await signInByPassword(visitor, email, password)
  expect((await whoAmI(visitor)).mobile).toBe(t('settings.none'))
})

test('happy: a number that is found again is kept, by a button or by a sign-in with it', async ({
  page,
  t,
  visitor,
}) => {
  const { mobile, password } = await askForRemoval(visitor)
  await signInByPassword(visitor, mobile, password)
  await expectPage(visitor, 'settings')
  await open(visitor, 'mobile')
  await page.getByRole('button', { name: t('pendingChange.mobile.stop'), exact: true }).click()
  await expectPage(visitor, 'mobile')
  await expect(page.getByRole('button', { name: t('pendingChange.mobile.stop'), exact: true })).toHaveCount(0)

  await signOut(visitor)
  await provePassword(visitor, { account: mobile, password })
  await send(visitor, 'lostHeld', {})
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile })
  await send(visitor, 'smsSignInCode', { code: await visitor.code(mobile, 2) })
  await expectPage(visitor, 'settings')
  await open(visitor, 'mobile')
  await expect(page.getByRole('button', { name: t('pendingChange.mobile.stop'), exact: true })).toHaveCount(0)
})

test('security: the link of a message changes nothing when it is opened, and undoes everything at a press', {
  tag: '@postgresql',
}, async ({ t, visitor, link }) => {
  const { mobile, email, password } = await visitor.accounts.withBoth()
  // Somebody who reads the email and knows the password unbinds the number.
  await proveEmail(visitor, { email, nth: 2 })
  await send(visitor, 'lostConfirm', { password })
  await expectPage(visitor, 'mobile')

  const owner = await anotherBrowser(visitor)
  const message = await link(mobile)
  await owner.page.goto(message)
  await expect(owner.page.getByRole('main')).toContainText(mobile.slice(-4))
  await open(visitor, 'settings')
  expect((await whoAmI(visitor)).mobile).toBe(t('settings.none'))

  // The number was reported lost, so the phone alone does not count.
  await send(owner, 'notMe', {})
  expect(await errorsOf(owner)).toEqual([t('field.password.missing_before')])
  await send(owner, 'notMe', { password: goodPassword })
  await expect(owner.page.getByRole('heading', { level: 1 })).toHaveText(t('notMe.done.title'))
  await open(visitor, 'settings')
  await expectPage(visitor, 'signIn')
  await send(visitor, 'signIn', { account: email, password: goodPassword })
  expect(await errorsOf(visitor)).toEqual([sentence(t, t('error.wrong_credentials'))])

  await owner.page.goto(message)
  await expect(owner.page.getByRole('status')).toHaveText(t('notMe.over'))
})
