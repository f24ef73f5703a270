import { expect, test } from '../journey'
import { buttonOf, errorsOf, expectPage, fieldOf, open, send, whoAmI } from '../pages'
import { newEmail, newMobile } from '../people'
import { registerByBoth, registerByEmail, registerByMobile, signInByPassword, signOut } from '../roads'

test('happy: signs in by password with mobile, email and username', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { mobile, email, password } = await registerByBoth(visitor, code)
  const { username } = await whoAmI(visitor)
  for (const account of [mobile, email, username, `  ${email.toUpperCase()} `, `0086 ${mobile.slice(3)}`]) {
    await signOut(visitor)
    await signInByPassword(visitor, account, password)
    expect((await whoAmI(visitor)).username).toBe(username)
  }
})

test('happy: signs in by SMS code', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { mobile } = await registerByMobile(visitor, code)
  const { username } = await whoAmI(visitor)
  await signOut(visitor)
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile })
  await send(visitor, 'smsSignInCode', { code: await code(mobile, 2) })
  expect((await whoAmI(visitor)).username).toBe(username)
})

test('happy: signs in by email code', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { email } = await registerByEmail(visitor, code)
  const { username } = await whoAmI(visitor)
  await signOut(visitor)
  await open(visitor, 'emailSignIn')
  await send(visitor, 'emailSignIn', { email })
  await send(visitor, 'emailSignInCode', { code: await code(email, 2) })
  expect((await whoAmI(visitor)).username).toBe(username)
})

test('happy: signs in by email and password', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { email, password } = await registerByEmail(visitor, code)
  await signOut(visitor)
  await open(visitor, 'emailPassword')
  await send(visitor, 'emailPassword', { email, password })
  await expectPage(visitor, 'settings')
})

test('happy: a number without an account is offered one', async ({ page, t, code }) => {
  const visitor = { page, t }
  const mobile = newMobile()
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile })
  await send(visitor, 'smsSignInCode', { code: await code(mobile) })
  await expectPage(visitor, 'smsSignInCreate')
  await buttonOf(visitor, 'smsSignInCreate').click()
  const me = await whoAmI(visitor)
  expect(me.mobile.slice(-4)).toBe(mobile.slice(-4))
  expect(me.password).toBe(t('settings.password_unset'))
})

test('security: an address without an account goes the same way as one with', async ({ page, t, pair }) => {
  const visitor = { page, t }
  const email = newEmail()
  await open(visitor, 'emailSignIn')
  await send(visitor, 'emailSignIn', { email })
  await expectPage(visitor, 'emailSignInCode')
  await send(visitor, 'emailSignInCode', { code: '000000' })
  expect(await errorsOf(visitor)).toEqual([t('error.code_wrong', { count: 4 })])
  await expect.poll(async () => (await pair.office.textsTo(email)).length).toBe(1)
  expect((await pair.office.textsTo(email))[0]).not.toMatch(/\d{6}/)
})

test('security: a wrong password and an unknown account are answered alike', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { mobile } = await registerByMobile(visitor, code)
  await signOut(visitor)
  for (const account of [mobile, newMobile(), newEmail(), 'nobody.of.that.name']) {
    await signInByPassword(visitor, account, 'not the password')
    await expectPage(visitor, 'signIn')
    expect(await errorsOf(visitor)).toEqual([t('error.wrong_credentials')])
    await expect(fieldOf(visitor, 'signIn', 'account')).toHaveValue(account)
    await expect(fieldOf(visitor, 'signIn', 'password')).toHaveValue('')
  }
})

test('security: after five wrong passwords a person has to be shown, and another way stays open', async ({
  page,
  t,
  code,
  pair,
}) => {
  const visitor = { page, t }
  const { mobile, password } = await registerByMobile(visitor, code)
  await signOut(visitor)
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
  await send(visitor, 'smsSignInCode', { code: await code(mobile, 2) })
  await expectPage(visitor, 'settings')
  await signOut(visitor)
  pair.clock.passMinutes(16)
  await signInByPassword(visitor, mobile, password)
  await expectPage(visitor, 'settings')
})

test('happy: next is kept along every way of signing in and registering', async ({ page, t, code }) => {
  const visitor = { page, t }
  const next = '/settings?from=here'
  const { mobile, password } = await registerByMobile(visitor, code)
  await signOut(visitor)
  await open(visitor, 'signIn', { next })
  await page
    .getByRole('link', { name: t('ways.sms'), exact: true })
    .first()
    .click()
  await send(visitor, 'smsSignIn', { mobile })
  await send(visitor, 'smsSignInCode', { code: await code(mobile, 2) })
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
  await send(visitor, 'registerEmailCode', { code: await code(email), password })
  await expect(page).toHaveURL(next)
})

test('happy: settings asks for a sign-in and comes back to itself', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { mobile, password } = await registerByMobile(visitor, code)
  await signOut(visitor)
  await open(visitor, 'settings')
  await expectPage(visitor, 'signIn')
  await send(visitor, 'signIn', { account: mobile, password })
  await expectPage(visitor, 'settings')
})

test('happy: a page with a long query comes back with it, whatever the sign-in method', async ({ page, t, code }) => {
  const visitor = { page, t }
  const address = `/settings?from=here&state=${'x'.repeat(4000)}`
  const { mobile } = await registerByMobile(visitor, code)
  await signOut(visitor)
  await page.goto(address)
  await expectPage(visitor, 'signIn')
  await page
    .getByRole('link', { name: t('ways.sms'), exact: true })
    .first()
    .click()
  await send(visitor, 'smsSignIn', { mobile })
  await send(visitor, 'smsSignInCode', { code: await code(mobile, 2) })
  await expect(page).toHaveURL(address)
})

test('happy: who is signed in already is led on from the sign-in pages', async ({ page, t, code }) => {
  const visitor = { page, t }
  await registerByMobile(visitor, code)
  for (const name of ['signIn', 'smsSignIn', 'emailSignIn', 'registerMobile', 'registerEmail'] as const) {
    await open(visitor, name)
    await expectPage(visitor, 'settings')
  }
})

test('error: an empty form names each field that is missing', async ({ page, t }) => {
  const visitor = { page, t }
  await open(visitor, 'signIn')
  await send(visitor, 'signIn', {})
  expect(await errorsOf(visitor)).toEqual([t('field.account.missing'), t('field.password.missing')])
  await page
    .getByRole('alert')
    .getByRole('link', { name: t('field.password.missing') })
    .click()
  await expect(page).toHaveURL(/#password$/)
})

test('error: what is no mobile, no email or no code is said so, and comes back', async ({ page, t }) => {
  const visitor = { page, t }
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile: '+999 123456789' })
  expect(await errorsOf(visitor)).toEqual([t('field.mobile.no_country')])
  await expect(fieldOf(visitor, 'smsSignIn', 'mobile')).toHaveValue('+999 123456789')
  await open(visitor, 'emailSignIn')
  await send(visitor, 'emailSignIn', { email: 'ann at example' })
  expect(await errorsOf(visitor)).toEqual([t('field.email.invalid')])
  await expect(fieldOf(visitor, 'emailSignIn', 'email')).toHaveValue('ann at example')
  await send(visitor, 'emailSignIn', { email: newEmail() })
  await send(visitor, 'emailSignInCode', { code: 'abcdef' })
  expect(await errorsOf(visitor)).toEqual([t('field.code.letters')])
})
