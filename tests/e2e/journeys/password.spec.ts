import { sentence } from '../../../app/i18n/sentence'
import { linkOf } from '../../fixtures/post-office'
import { signedInWithBoth, signedInWithMobile, signedInWithoutPassword } from '../accounts'
import { expect, test } from '../journey'
import { errorsOf, expectFlash, expectPage, fieldOf, open, send, spaced, whoAmI } from '../pages'
import { goodPassword, newEmail, newMobile } from '../people'
import { anotherBrowser, signInByPassword, signOut } from '../roads'

const another = 'seven lamps over the bay'

test('happy: a forgotten password is reset by mobile, and every device has to sign in again', {
  tag: ['@smoke', '@postgresql'],
}, async ({ t, visitor }) => {
  const { mobile } = await signedInWithMobile(visitor)
  const elsewhere = await anotherBrowser(visitor)
  await open(elsewhere, 'signIn')
  await elsewhere.page.getByRole('link', { name: t('login.forgotten') }).click()
  await send(elsewhere, 'mobileReset', { mobile })
  await send(elsewhere, 'mobileResetCode', { code: await visitor.code(mobile, 2), password: another })
  // Signed in, with nothing typed again.
  await expectPage(elsewhere, 'settings')
  await expectFlash(elsewhere, 'password_reset')
  expect((await whoAmI(elsewhere)).mobile.slice(-4)).toBe(mobile.slice(-4))

  await signOut(elsewhere)
  await send(elsewhere, 'signIn', { account: mobile, password: goodPassword })
  expect(await errorsOf(elsewhere)).toEqual([sentence(t, t('error.wrong_credentials'))])
  await send(elsewhere, 'signIn', { account: mobile, password: another })
  await expectPage(elsewhere, 'settings')

  await open(visitor, 'settings')
  await expectPage(visitor, 'signIn')
  await expectFlash(visitor, 'sign_in_again')
})

test('happy: the link of the email resets too, once, and opening it changes nothing', { tag: '@postgresql' }, async ({
  page,
  visitor,
  pair,
}) => {
  const { email } = await visitor.accounts.withEmail()
  await open(visitor, 'emailReset')
  await send(visitor, 'emailReset', { email })
  await expectPage(visitor, 'emailResetCode')
  const link = await linkOf(pair.office, email)
  for (let scans = 0; scans < 3; scans += 1) expect((await page.request.get(link)).status()).toBe(200)
  await page.goto(link)
  await send(visitor, 'resetLink', { password: another })
  await expectPage(visitor, 'settings')
  await expectFlash(visitor, 'password_reset')
  await signOut(visitor)
  await signInByPassword(visitor, email, another)
  await expectPage(visitor, 'settings')

  // A used link says so at once, and asks for nothing.
  await page.goto(link)
  await expectPage(visitor, 'emailReset')
  await expectFlash(visitor, 'reset_link_over')
})

test('security: a reset for an address without an account looks like any other', async ({ visitor, html }) => {
  const { mobile, email } = await visitor.accounts.withBoth()
  /** The page without the address, the form token and the seconds to wait, which pass by. */
  const same = (source: string, ...hidden: string[]) =>
    hidden
      .reduce((text, each) => text.replaceAll(each, ''), source)
      .replace(/name="form_token" value="[^"]*"/g, '')
      .replace(/(class="resend">.*?class="hint">)[^<]*/, '$1')
      .replace(/name="form_lines" value="[^"]*"/, '')
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

test('happy: changes the password by the present one', async ({ t, visitor }) => {
  const { mobile } = await signedInWithMobile(visitor)
  await open(visitor, 'password')
  await send(visitor, 'password', { current_password: 'not that one', password: another })
  expect(await errorsOf(visitor)).toEqual([t('error.wrong_credentials_current_password')])
  await send(visitor, 'password', { current_password: goodPassword, password: another })
  await expectFlash(visitor, 'password_changed')
  await signOut(visitor)
  await signInByPassword(visitor, mobile, another)
  await expectPage(visitor, 'settings')
})

test('happy: without the present password, proves an address and stays signed in', async ({ page, t, visitor }) => {
  const { mobile, email } = await signedInWithBoth(visitor)
  await open(visitor, 'password')
  await page.getByRole('link', { name: t('password.forgotten') }).click()
  await page.locator('[name=by_mobile]').click()
  await send(visitor, 'passwordCode', { code: await visitor.code(mobile, 2) })
  await send(visitor, 'passwordNew', { password: another })
  await expectPage(visitor, 'settings')
  await expectFlash(visitor, 'password_changed')
  await signOut(visitor)
  await signInByPassword(visitor, email, another)
  await expectPage(visitor, 'settings')
})

test('happy: an account without a password gets its first one', async ({ t, visitor }) => {
  const { mobile } = await signedInWithoutPassword(visitor)
  await open(visitor, 'password')
  await send(visitor, 'passwordSet', { password: another })
  await expectPage(visitor, 'settings')
  await expectFlash(visitor, 'password_set')
  expect((await whoAmI(visitor)).password).toBe(t('settings.password_set'))
  await signOut(visitor)
  await signInByPassword(visitor, mobile, another)
  await expectPage(visitor, 'settings')
})

test('trap: a weak password beside a right code: the code comes back, the account stays in view, and the password can be read', async ({
  page,
  t,
  visitor,
}) => {
  const { mobile } = await visitor.accounts.withMobile()
  await open(visitor, 'mobileReset')
  await send(visitor, 'mobileReset', { mobile })
  const code = await visitor.code(mobile, 2)
  await expect(fieldOf(visitor, 'mobileResetCode', 'code')).toBeFocused()
  await send(visitor, 'mobileResetCode', { code, password: 'password1' })
  expect(await errorsOf(visitor)).toEqual([t('passwordRefusal.common')])
  await expect(fieldOf(visitor, 'mobileResetCode', 'code')).toHaveValue(code)
  await expect(page.getByLabel(t('field.account_name.label'), { exact: true })).toHaveValue(mobile)
  const field = fieldOf(visitor, 'mobileResetCode', 'password')
  await field.fill(another)
  await page.getByRole('button', { name: t('form.show_password'), exact: true }).click()
  await expect(field).toHaveValue(another)
  await expect(field).toHaveAttribute('type', 'text')
  await send(visitor, 'mobileResetCode', {})
  await expectFlash(visitor, 'password_reset')
})

test('trap: “use another number” brings the number back', async ({ page, t, visitor }) => {
  const mobile = newMobile()
  await open(visitor, 'mobileReset')
  await send(visitor, 'mobileReset', { mobile })
  await page.getByRole('link', { name: t('resend.back_mobile'), exact: true }).click()
  await expect(fieldOf(visitor, 'mobileReset', 'mobile')).toHaveValue(spaced(mobile))
})

test('attack: a thief of the mailbox resets the password, and the owner’s number ends the session', async ({
  visitor,
  link,
}) => {
  const { mobile, email } = await signedInWithBoth(visitor)
  const thief = await anotherBrowser(visitor)
  await open(thief, 'emailReset')
  await send(thief, 'emailReset', { email })
  await send(thief, 'emailResetCode', { code: await visitor.code(email, 2), password: another })
  await expectPage(thief, 'settings')
  await visitor.page.goto(await link(mobile))
  await send(visitor, 'notMe', {})
  await open(thief, 'settings')
  await expectPage(thief, 'signIn')
})
