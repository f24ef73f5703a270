import { linkOf } from '../../fixtures/post-office'
import { expect, test } from '../journey'
import { errorsOf, expectNotice, expectPage, open, send, whoAmI } from '../pages'
import { goodPassword, newEmail, newMobile } from '../people'
import {
  anotherBrowser,
  registerByBoth,
  registerByEmail,
  registerByMobile,
  registerBySmsCode,
  signInByPassword,
  signOut,
} from '../roads'

const another = 'seven lamps over the bay'

test('happy: a forgotten password is reset by mobile, and every device has to sign in again', async ({
  page,
  t,
  code,
}) => {
  const atHome = { page, t }
  const { mobile } = await registerByMobile(atHome, code)
  const elsewhere = await anotherBrowser(atHome)
  await open(elsewhere, 'signIn')
  await elsewhere.page.getByRole('link', { name: t('login.forgotten') }).click()
  await send(elsewhere, 'mobileReset', { mobile })
  await send(elsewhere, 'mobileResetCode', { code: await code(mobile, 2), password: another })
  await expectPage(elsewhere, 'signIn')
  await expectNotice(elsewhere, 'password_reset')

  await send(elsewhere, 'signIn', { account: mobile, password: goodPassword })
  expect(await errorsOf(elsewhere)).toEqual([t('error.wrong_credentials')])
  await send(elsewhere, 'signIn', { account: mobile, password: another })
  await expectPage(elsewhere, 'settings')

  await open(atHome, 'settings')
  await expectPage(atHome, 'signIn')
  await expectNotice(atHome, 'sign_in_again')
})

test('happy: the link of the email resets too, once, and opening it changes nothing', async ({
  page,
  t,
  code,
  pair,
}) => {
  const visitor = { page, t }
  const { email } = await registerByEmail(visitor, code)
  await signOut(visitor)
  await open(visitor, 'emailReset')
  await send(visitor, 'emailReset', { email })
  await expectPage(visitor, 'emailResetCode')
  const link = await linkOf(pair.office, email)
  for (let scans = 0; scans < 3; scans += 1) expect((await page.request.get(link)).status()).toBe(200)
  await page.goto(link)
  await send(visitor, 'resetLink', { password: another })
  await expectPage(visitor, 'signIn')
  await signInByPassword(visitor, email, another)
  await expectPage(visitor, 'settings')

  await page.goto(link)
  await send(visitor, 'resetLink', { password: 'one more password of mine' })
  await expectPage(visitor, 'emailReset')
  await expectNotice(visitor, 'reset_link_over')
})

test('security: a reset for an address without an account looks like any other', async ({ page, t, code, html }) => {
  const visitor = { page, t }
  const { mobile, email } = await registerByBoth(visitor, code)
  await signOut(visitor)
  /** The page without the address, the form token and the seconds to wait, which pass by. */
  const same = (source: string, ...hidden: string[]) =>
    hidden
      .reduce((text, each) => text.replaceAll(each, ''), source)
      .replace(/name="form_token" value="[^"]*"/g, '')
      .replace(/(class="resend">.*?class="hint">)[^<]*/, '$1')
  const seen = []
  for (const to of [mobile, newMobile()]) {
    await open(visitor, 'mobileReset')
    await send(visitor, 'mobileReset', { mobile: to })
    await expectPage(visitor, 'mobileResetCode')
    const spaced = ['+86', to.slice(3, 6), to.slice(6, 10), to.slice(10)].join('\u00a0')
    const asked = same(await html(), to, spaced)
    await send(visitor, 'mobileResetCode', { code: '000000', password: another })
    seen.push([asked, await errorsOf(visitor), same(await html(), to, spaced)])
  }
  expect(seen[0]).toEqual(seen[1])
  for (const to of [email, newEmail()]) {
    await open(visitor, 'emailReset')
    await send(visitor, 'emailReset', { email: to })
    await expectPage(visitor, 'emailResetCode')
    const asked = same(await html(), to)
    await send(visitor, 'emailResetCode', { code: '000000', password: another })
    seen.push([asked, await errorsOf(visitor), same(await html(), to)])
  }
  expect(seen[2]).toEqual(seen[3])
})

test('happy: who is signed in changes the password by the present one', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { mobile } = await registerByMobile(visitor, code)
  await open(visitor, 'password')
  await send(visitor, 'password', { current_password: 'not that one', password: another })
  expect(await errorsOf(visitor)).toEqual([t('error.wrong_credentials_current_password')])
  await send(visitor, 'password', { current_password: goodPassword, password: another })
  await expectNotice(visitor, 'password_changed')
  await signOut(visitor)
  await signInByPassword(visitor, mobile, another)
  await expectPage(visitor, 'settings')
})

test('happy: who has forgotten the present one proves an address, and stays signed in', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { mobile, email } = await registerByBoth(visitor, code)
  await open(visitor, 'password')
  await page.getByRole('link', { name: t('password.forgotten') }).click()
  await page.locator('[name=by_mobile]').click()
  await send(visitor, 'passwordCode', { code: await code(mobile, 2) })
  await send(visitor, 'passwordNew', { password: another })
  await expectPage(visitor, 'password')
  await expectNotice(visitor, 'password_changed')
  await signOut(visitor)
  await signInByPassword(visitor, email, another)
  await expectPage(visitor, 'settings')
})

test('happy: an account without a password gets its first one', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { mobile } = await registerBySmsCode(visitor, code)
  await open(visitor, 'password')
  await send(visitor, 'passwordSet', { password: another })
  await expectPage(visitor, 'password')
  await expectNotice(visitor, 'password_set')
  await open(visitor, 'settings')
  expect((await whoAmI(visitor)).password).toBe(t('settings.password_set'))
  await signOut(visitor)
  await signInByPassword(visitor, mobile, another)
  await expectPage(visitor, 'settings')
})
