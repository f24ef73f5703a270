import { otherThan } from '../../fixtures/post-office'
import { expect, test } from '../journey'
import { buttonOf, errorsOf, expectPage, fieldOf, formTokenOn, open, send, whoAmI } from '../pages'
import { goodPassword, newEmail, newMobile } from '../people'
import { registerByBoth, registerByEmail, registerByMobile, signOut } from '../roads'

test('happy: registers by mobile, sees who it is, signs out', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { mobile } = await registerByMobile(visitor, code)
  const me = await whoAmI(visitor)
  expect(me.mobile).toMatch(/^\+86 138\*{4}\d{4}$/)
  expect(me.mobile.slice(-4)).toBe(mobile.slice(-4))
  expect(me.email).toBe(t('settings.none'))
  expect(me.password).toBe(t('settings.password_set'))
  expect(me.username).not.toBe('')
  await signOut(visitor)
  await open(visitor, 'settings')
  await expectPage(visitor, 'signIn')
})

test('happy: registers by email', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { email } = await registerByEmail(visitor, code)
  const me = await whoAmI(visitor)
  expect(me.email).toBe(`a***@${email.split('@')[1]}`)
  expect(me.mobile).toBe(t('settings.none'))
})

test('happy: registers by mobile and email at once', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { mobile, email } = await registerByBoth(visitor, code)
  const me = await whoAmI(visitor)
  expect(me.mobile.slice(-4)).toBe(mobile.slice(-4))
  expect(me.email).toBe(`a***@${email.split('@')[1]}`)
})

test('happy: registers without a password', async ({ page, t, code }) => {
  const visitor = { page, t }
  const mobile = newMobile()
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  await send(visitor, 'registerMobileCode', { code: await code(mobile) })
  expect((await whoAmI(visitor)).password).toBe(t('settings.password_unset'))
})

test('happy: a mobile may be typed nationally, with spaces and in full width', async ({ page, t, code }) => {
  const visitor = { page, t }
  const mobile = newMobile()
  const national = mobile.slice('+86'.length)
  const fullWidth = national.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  await open(visitor, 'registerMobile')
  await page.getByLabel(t('field.region.label'), { exact: true }).selectOption('CN')
  await send(visitor, 'registerMobile', { mobile: ` ${fullWidth.slice(0, 3)} ${fullWidth.slice(3)} ` })
  const sent = await code(mobile)
  await send(visitor, 'registerMobileCode', { code: ` ${sent.slice(0, 3)} ${sent.slice(3)}`, password: goodPassword })
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(mobile.slice(-4))
})

test('happy: an email may be typed in any case, with spaces around it', async ({ page, t, code }) => {
  const visitor = { page, t }
  const email = newEmail()
  await open(visitor, 'registerEmail')
  await send(visitor, 'registerEmail', { email: `  ${email.toUpperCase()} ` })
  await send(visitor, 'registerEmailCode', { code: await code(email), password: goodPassword })
  await expectPage(visitor, 'settings')
})

test('happy: a number that has an account is led into it', async ({ page, t, code, pair }) => {
  const visitor = { page, t }
  const { mobile } = await registerByMobile(visitor, code)
  const { username } = await whoAmI(visitor)
  await signOut(visitor)
  // Within a minute of the first code no other is sent.
  pair.clock.passMinutes(2)
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  await send(visitor, 'registerMobileCode', { code: await code(mobile, 2), password: 'another good password' })
  await expectPage(visitor, 'registerExisting')
  await buttonOf(visitor, 'registerExisting').click()
  expect((await whoAmI(visitor)).username).toBe(username)
})

test('error: an email that has an account is told so once it is proven', async ({ page, t, code, pair }) => {
  const visitor = { page, t }
  const { email } = await registerByEmail(visitor, code)
  await signOut(visitor)
  pair.clock.passMinutes(2)
  await open(visitor, 'registerEmail')
  await send(visitor, 'registerEmail', { email })
  await send(visitor, 'registerEmailCode', { code: await code(email, 2), password: goodPassword })
  await expectPage(visitor, 'registerEmailCode')
  expect((await errorsOf(visitor))[0]).toBe(t('error.already_registered_email'))
  await page.getByRole('alert').getByRole('link').last().click()
  await expectPage(visitor, 'signIn')
})

test('error: a wrong code says how many tries are left, and the right one still works', async ({ page, t, code }) => {
  const visitor = { page, t }
  const mobile = newMobile()
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  const right = await code(mobile)
  await send(visitor, 'registerMobileCode', { code: otherThan(right), password: goodPassword })
  expect(await errorsOf(visitor)).toEqual([t('error.code_wrong', { count: 4 })])
  // A code and a password are never sent back.
  await expect(fieldOf(visitor, 'registerMobileCode', 'code')).toHaveValue('')
  await expect(fieldOf(visitor, 'registerMobileCode', 'password')).toHaveValue('')
  await send(visitor, 'registerMobileCode', { code: right, password: goodPassword })
  await expectPage(visitor, 'settings')
})

test('security: after five wrong codes the right one is dead too', async ({ page, t, code }) => {
  const visitor = { page, t }
  const mobile = newMobile()
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  const right = await code(mobile)
  for (let left = 4; left > 0; left -= 1) {
    await send(visitor, 'registerMobileCode', { code: otherThan(right) })
    await expect(page.getByRole('alert')).toContainText(t('error.code_wrong', { count: left }))
  }
  const locked = t('error.code_locked', { wait: t('wait.minutes', { count: 15 }) })
  await send(visitor, 'registerMobileCode', { code: otherThan(right) })
  expect(await errorsOf(visitor)).toEqual([locked])
  await send(visitor, 'registerMobileCode', { code: right })
  expect(await errorsOf(visitor)).toEqual([locked])
})

test('error: a code that took more than ten minutes has expired', async ({ page, t, code, pair }) => {
  const visitor = { page, t }
  const mobile = newMobile()
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  const right = await code(mobile)
  pair.clock.passMinutes(11)
  await send(visitor, 'registerMobileCode', { code: right })
  expect(await errorsOf(visitor)).toEqual([t('error.code_expired')])
})

test('error: a flow that took more than its time begins again with a note', async ({ page, t, code, pair }) => {
  const visitor = { page, t }
  const mobile = newMobile()
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  const right = await code(mobile)
  pair.clock.passMinutes(16)
  await send(visitor, 'registerMobileCode', { code: right })
  await expectPage(visitor, 'registerMobile')
  await expect(page.getByRole('status')).toContainText(t('notice.flow_expired'))
})

test('happy: a code that is sent again replaces the first one', async ({ page, t, code, pair }) => {
  const visitor = { page, t }
  const mobile = newMobile()
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  const first = await code(mobile)
  pair.clock.passMinutes(1.1)
  await page.getByRole('button', { name: t('resend.button') }).click()
  await expectPage(visitor, 'registerMobileCode')
  await expect(page.getByRole('status')).toBeVisible()
  const second = await code(mobile, 2)
  if (first !== second) {
    await send(visitor, 'registerMobileCode', { code: first })
    expect(await errorsOf(visitor)).toEqual([t('error.code_wrong', { count: 4 })])
  }
  await send(visitor, 'registerMobileCode', { code: second })
  await expectPage(visitor, 'settings')
})

test('error: asking again within a minute says how long that is too soon, and sends nothing', async ({
  page,
  t,
  code,
  pair,
}) => {
  const visitor = { page, t }
  const mobile = newMobile()
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  const first = await code(mobile)
  await page.getByRole('button', { name: t('resend.button') }).click()
  await expectPage(visitor, 'registerMobileCode')
  await expect(page.getByRole('status')).toBeVisible()
  const [before = '', after = ''] = t('resend.wait', { wait: '|' }).split('|')
  await expect(page.getByRole('main')).toContainText(new RegExp(`${before}\\d+ .+${after}`))
  await send(visitor, 'registerMobileCode', { code: first })
  await expectPage(visitor, 'settings')
  expect(await pair.office.textsTo(mobile)).toHaveLength(1)
})

test('happy: each of the two codes can be sent again by itself', async ({ page, t, code, pair }) => {
  const visitor = { page, t }
  const [mobile, email] = [newMobile(), newEmail()]
  await open(visitor, 'registerBoth')
  await send(visitor, 'registerBoth', { mobile, email })
  // Both have arrived before another is asked for, so that the second mail is the newer one.
  await Promise.all([code(mobile), code(email)])
  pair.clock.passMinutes(1.1)
  await page.getByRole('button', { name: t('resend.email') }).click()
  await expectPage(visitor, 'registerBothCode')
  const second = await code(email, 2)
  await send(visitor, 'registerBothCode', {
    code: await code(mobile),
    email_code: second,
    password: goodPassword,
  })
  await expectPage(visitor, 'settings')
  expect(await pair.office.textsTo(mobile)).toHaveLength(1)
})

test('error: a common or short password is refused, and the code is still good', async ({ page, t, code }) => {
  const visitor = { page, t }
  const email = newEmail()
  await open(visitor, 'registerEmail')
  await send(visitor, 'registerEmail', { email })
  const right = await code(email)
  await send(visitor, 'registerEmailCode', { code: right, password: 'short' })
  expect(await errorsOf(visitor)).toEqual([t('passwordRefusal.too_short')])
  await send(visitor, 'registerEmailCode', { code: right, password: 'password1' })
  await expect(page.getByRole('alert')).toContainText(t('passwordRefusal.common'))
  await send(visitor, 'registerEmailCode', { code: right, password: email })
  await expect(page.getByRole('alert')).toContainText(t('passwordRefusal.own_identifier'))
  await send(visitor, 'registerEmailCode', { code: right, password: goodPassword })
  await expectPage(visitor, 'settings')
})

test('error: a form that is sent twice at once makes one account and says so', async ({ page, t, code }) => {
  const visitor = { page, t }
  const mobile = newMobile()
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  await expectPage(visitor, 'registerMobileCode')
  const form_token = await formTokenOn(page)
  const form = { form_token, code: await code(mobile), password: goodPassword }
  const twice = [1, 2].map(() => page.request.post('/login/register/code', { form, maxRedirects: 0 }))
  const answers = await Promise.all(twice)
  expect(answers.map((answer) => answer.status()).sort()).toEqual([303, 422])
  const second = await answers.find((answer) => answer.status() === 422)?.text()
  expect(second).toContain('/settings')
  await open(visitor, 'settings')
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(mobile.slice(-4))
})

test('error: going back after the end and sending again does nothing twice', async ({ page, t, code }) => {
  const visitor = { page, t }
  await registerByMobile(visitor, code)
  const { username } = await whoAmI(visitor)
  await page.goBack()
  // Whether the browser kept the page or asks for it again, the person is not led astray.
  if (new URL(page.url()).pathname === '/login/register/code') await buttonOf(visitor, 'registerMobileCode').click()
  await open(visitor, 'settings')
  expect((await whoAmI(visitor)).username).toBe(username)
})

test('error: a step that is opened by its address leads to where the flow begins', async ({ page, t }) => {
  const visitor = { page, t }
  for (const [step, start] of [
    ['registerMobileCode', 'registerMobile'],
    ['registerExisting', 'registerMobile'],
    ['registerEmailCode', 'registerEmail'],
    ['registerBothCode', 'registerBoth'],
    ['smsSignInCode', 'smsSignIn'],
    ['smsSignInCreate', 'smsSignIn'],
    ['emailSignInCode', 'emailSignIn'],
  ] as const) {
    await open(visitor, step)
    await expectPage(visitor, start)
  }
})
