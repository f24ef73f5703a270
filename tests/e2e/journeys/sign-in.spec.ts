import { sentence } from '../../../app/i18n/sentence'
import type { Pair } from '../../fixtures/pair'
import { otherThan } from '../../fixtures/post-office'
import { type Guest, signedInWithMobile } from '../accounts'
import { expect, test } from '../journey'
import { buttonOf, errorsOf, expectPage, fieldOf, open, send, whoAmI } from '../pages'
import { newEmail, newMobile } from '../people'
import { anotherBrowser, signInByPassword, signOut } from '../roads'
import { codeButton } from '../step-up'

test('happy: signs in by password with mobile, email and username', {
  tag: ['@smoke', '@small', '@postgresql'],
}, async ({ visitor }) => {
  const { mobile, email, password } = await visitor.accounts.withBoth()
  const username = await visitor.accounts.rename({ account: mobile, password })
  for (const account of [mobile, email, username, `  ${email.toUpperCase()} `, `0086 ${mobile.slice(3)}`]) {
    await signInByPassword(visitor, account, password)
    expect((await whoAmI(visitor)).username).toBe(username)
    await signOut(visitor)
  }
})

test('happy: signs in by SMS code', { tag: ['@smoke', '@postgresql'] }, async ({ visitor }) => {
  const { mobile } = await visitor.accounts.withMobile()
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile })
  await send(visitor, 'smsSignInCode', { code: await visitor.code(mobile, 2) })
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(mobile.slice(-4))
})

test('happy: two browsers ask for codes of one number, and each signs in with its own', { tag: '@postgresql' }, async ({
  visitor,
}) => {
  const { mobile } = await visitor.accounts.withMobile()
  const other = await anotherBrowser(visitor)
  const codes: string[] = []
  for (const each of [visitor, other]) {
    await open(each, 'smsSignIn')
    await send(each, 'smsSignIn', { mobile })
    // Two messages under way may arrive in the other order.
    codes.push(await visitor.code(mobile, 2 + codes.length))
  }
  const [first = '', second = ''] = codes
  await send(visitor, 'smsSignInCode', { code: first })
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(mobile.slice(-4))
  await send(other, 'smsSignInCode', { code: second })
  expect((await whoAmI(other)).mobile.slice(-4)).toBe(mobile.slice(-4))
})

test('attack: a stranger types wrong codes for a number, and its owner signs in meanwhile', async ({ t, visitor }) => {
  const { mobile } = await visitor.accounts.withMobile()
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile })
  const code = await visitor.code(mobile, 2)
  const stranger = await anotherBrowser(visitor)
  await open(stranger, 'smsSignIn')
  await send(stranger, 'smsSignIn', { mobile })
  const wrong = otherThan(await visitor.code(mobile, 3))
  for (let tries = 0; tries < 5; tries++) await send(stranger, 'smsSignInCode', { code: wrong })
  // One truth, and no form that still takes codes.
  const [, locked = ''] = t('codesOver.code_locked', { to: '|' }).split('|')
  await expect(stranger.page.getByRole('alert')).toContainText(locked)
  await expect(stranger.page.locator('[name=code]')).toHaveCount(0)
  await stranger.page.getByRole('link', { name: t('ways.password'), exact: true }).click()
  await expectPage(stranger, 'signIn')
  await send(visitor, 'smsSignInCode', { code })
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(mobile.slice(-4))
})

/** Proves the number of an account that nobody has used for half a year. */
const proveOldNumber = async (visitor: Guest, pair: Pair) => {
  const account = await visitor.accounts.withBoth()
  pair.clock.passMinutes(181 * 24 * 60)
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile: account.mobile })
  await send(visitor, 'smsSignInCode', { code: await visitor.code(account.mobile, 2) })
  await expectPage(visitor, 'smsSignInConfirm')
  return account
}

test('happy: an account that was long unused asks for the password too', { tag: '@postgresql' }, async ({
  t,
  visitor,
  pair,
}) => {
  const { mobile, password } = await proveOldNumber(visitor, pair)
  await send(visitor, 'smsSignInConfirm', { password: 'not the password' })
  expect(await errorsOf(visitor)).toEqual([t('error.wrong_credentials_password')])
  await send(visitor, 'smsSignInConfirm', {})
  expect(await errorsOf(visitor)).toEqual([t('stepUp.missing.password')])
  await send(visitor, 'smsSignInConfirm', { password })
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(mobile.slice(-4))
})

test('happy: an account that was long unused asks for a code to its email instead', async ({ visitor, pair }) => {
  const { email } = await proveOldNumber(visitor, pair)
  await codeButton(visitor, 'email').click()
  await send(visitor, 'smsSignInConfirmCode', { code: await visitor.code(email, 2) })
  expect((await whoAmI(visitor)).email).toBe(`a***@${email.split('@')[1]}`)
})

test('security: a new holder of a number does not get into the old account, and learns how to go on', async ({
  page,
  t,
  visitor,
  pair,
}) => {
  const { mobile, password } = await proveOldNumber(visitor, pair)
  await expect(page.getByText(t('login.confirm.not_yours'))).toBeVisible()
  await open(visitor, 'settings')
  await expectPage(visitor, 'signIn')
  await open(visitor, 'mobileReset')
  await send(visitor, 'mobileReset', { mobile })
  await send(visitor, 'mobileResetCode', { code: await visitor.code(mobile, 3), password: 'nine quiet meadows' })
  await expect(page.getByRole('link', { name: t('error.reset_by_email'), exact: true })).toBeVisible()
  await page.goto('/login/sms/confirm')
  await page.getByRole('link', { name: t('ways.register_by_email'), exact: true }).click()
  await expectPage(visitor, 'registerEmail')
  await signInByPassword(visitor, mobile, password)
  await expectPage(visitor, 'settings')
})

test('happy: signs in by email code', { tag: '@postgresql' }, async ({ visitor }) => {
  const { email } = await visitor.accounts.withEmail()
  await open(visitor, 'emailSignIn')
  await send(visitor, 'emailSignIn', { email })
  await send(visitor, 'emailSignInCode', { code: await visitor.code(email, 2) })
  expect((await whoAmI(visitor)).email).toBe(`a***@${email.split('@')[1]}`)
})

test('happy: signs in by email and password', async ({ visitor }) => {
  const { email, password } = await visitor.accounts.withEmail()
  await open(visitor, 'emailPassword')
  await send(visitor, 'emailPassword', { email, password })
  await expectPage(visitor, 'settings')
})

test('happy: a number without an account is offered one', { tag: '@postgresql' }, async ({ t, visitor }) => {
  const mobile = newMobile()
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile })
  await send(visitor, 'smsSignInCode', { code: await visitor.code(mobile) })
  await expectPage(visitor, 'smsSignInCreate')
  await buttonOf(visitor, 'smsSignInCreate').click()
  const me = await whoAmI(visitor)
  expect(me.mobile.slice(-4)).toBe(mobile.slice(-4))
  expect(me.password).toBe(t('settings.password_unset'))
})

test('security: an email without an account gets the same pages as one with, and no code', async ({
  t,
  visitor,
  pair,
}) => {
  const email = newEmail()
  await open(visitor, 'emailSignIn')
  await send(visitor, 'emailSignIn', { email })
  await expectPage(visitor, 'emailSignInCode')
  await send(visitor, 'emailSignInCode', { code: '000000' })
  expect(await errorsOf(visitor)).toEqual([t('error.code_wrong', { count: 4 })])
  await expect.poll(async () => (await pair.office.textsTo(email)).length).toBe(1)
  expect((await pair.office.textsTo(email))[0]).not.toMatch(/\d{6}/)
})

test('security: a wrong password and an unknown account are answered alike', async ({ t, visitor }) => {
  const { mobile } = await visitor.accounts.withMobile()
  for (const account of [mobile, newMobile(), newEmail(), 'nobody.of.that.name']) {
    await signInByPassword(visitor, account, 'not the password')
    await expectPage(visitor, 'signIn')
    expect(await errorsOf(visitor)).toEqual([sentence(t, t('error.wrong_credentials'))])
    await expect(fieldOf(visitor, 'signIn', 'account')).toHaveValue(account)
    await expect(fieldOf(visitor, 'signIn', 'password')).toHaveValue('')
  }
})

test('security: five wrong passwords ask for a captcha, and other sign-in methods stay open', async ({
  page,
  t,
  visitor,
  pair,
}) => {
  const { mobile, password } = await visitor.accounts.withMobile()
  for (let tries = 0; tries < 5; tries += 1) {
    await signInByPassword(visitor, mobile, 'not the password')
    await errorsOf(visitor)
  }
  await signInByPassword(visitor, mobile, password)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(t('stepUp.title.captcha'))
  await page.getByRole('button', { name: t('stepUp.close') }).click()
  await expect(heading).toHaveText(t('login.title'))
  await expect(fieldOf(visitor, 'signIn', 'account')).toHaveValue(mobile)
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile })
  await send(visitor, 'smsSignInCode', { code: await visitor.code(mobile, 2) })
  await expectPage(visitor, 'settings')
  await signOut(visitor)
  pair.clock.passMinutes(16)
  await signInByPassword(visitor, mobile, password)
  await expectPage(visitor, 'settings')
})

test('happy: the return address is kept along the sign-in methods and a registration', async ({ page, t, visitor }) => {
  const next = '/settings?from=here'
  const { mobile, password } = await visitor.accounts.withMobile()
  await open(visitor, 'signIn', { next })
  await page
    .getByRole('link', { name: t('ways.sms'), exact: true })
    .first()
    .click()
  await send(visitor, 'smsSignIn', { mobile })
  await send(visitor, 'smsSignInCode', { code: await visitor.code(mobile, 2) })
  await expect(page).toHaveURL(next)
  await signOut(visitor)
  await open(visitor, 'signIn', { next })
  await send(visitor, 'signIn', { account: mobile, password: 'not the password' })
  await errorsOf(visitor)
  await send(visitor, 'signIn', { account: mobile, password })
  await expect(page).toHaveURL(next)
  await signOut(visitor)
  const email = newEmail()
  await open(visitor, 'registerEmail', { next })
  await send(visitor, 'registerEmail', { email })
  await send(visitor, 'registerEmailCode', { code: await visitor.code(email), password })
  await expect(page).toHaveURL(next)
})

test('happy: the settings ask for a sign-in, which returns to them', async ({ visitor }) => {
  const { mobile, password } = await visitor.accounts.withMobile()
  await open(visitor, 'settings')
  await expectPage(visitor, 'signIn')
  await send(visitor, 'signIn', { account: mobile, password })
  await expectPage(visitor, 'settings')
})

test('happy: a page with a long query comes back with it, whatever the sign-in method', async ({
  page,
  t,
  visitor,
}) => {
  const address = `/settings?from=here&state=${'x'.repeat(4000)}`
  const { mobile } = await visitor.accounts.withMobile()
  await page.goto(address)
  await expectPage(visitor, 'signIn')
  await page
    .getByRole('link', { name: t('ways.sms'), exact: true })
    .first()
    .click()
  await send(visitor, 'smsSignIn', { mobile })
  await send(visitor, 'smsSignInCode', { code: await visitor.code(mobile, 2) })
  await expect(page).toHaveURL(address)
})

test('error: an error of the summary leads to its field', async ({ page, t, visitor }) => {
  await open(visitor, 'signIn')
  await send(visitor, 'signIn', {})
  expect(await errorsOf(visitor)).toEqual([t('field.account.missing'), t('field.password.missing')])
  await page
    .getByRole('alert')
    .getByRole('link', { name: t('field.password.missing') })
    .click()
  await expect(page).toHaveURL(/#password$/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(fieldOf(visitor, 'signIn', 'password')).toBeFocused()
})

test('error: a mobile of no country is kept as typed, so that it can be put right', async ({ t, visitor }) => {
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile: '+999 123456789' })
  expect(await errorsOf(visitor)).toEqual([t('field.mobile.no_country')])
  await expect(fieldOf(visitor, 'smsSignIn', 'mobile')).toHaveValue('+999 123456789')
})

test('security: signing out ends the session for a copy of its cookies too', async ({ visitor, context }) => {
  await signedInWithMobile(visitor)
  const cookies = await context.cookies()
  await signOut(visitor)
  await context.clearCookies()
  await context.addCookies(cookies)
  await open(visitor, 'settings')
  await expectPage(visitor, 'signIn')
})
