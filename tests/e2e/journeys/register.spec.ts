import { otherThan } from '../../fixtures/post-office'
import { expect, test } from '../journey'
import { buttonOf, errorsOf, expectPage, fieldOf, open, send, whoAmI } from '../pages'
import { goodPassword, newEmail, newMobile } from '../people'
import { registerByBoth, registerByEmail, registerByMobile, signInByPassword, signOut } from '../roads'
import { textsOf } from '../texts'

test('happy: registers by mobile, sees the account and signs out', {
  tag: ['@smoke', '@small', '@postgresql'],
}, async ({ t, visitor }) => {
  const { mobile } = await registerByMobile(visitor)
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

test('happy: registers by email', { tag: '@postgresql' }, async ({ t, visitor }) => {
  const { email } = await registerByEmail(visitor)
  const me = await whoAmI(visitor)
  expect(me.email).toBe(`a***@${email.split('@')[1]}`)
  expect(me.mobile).toBe(t('settings.none'))
})

test('happy: registers by mobile and email at once', { tag: '@postgresql' }, async ({ visitor }) => {
  const { mobile, email } = await registerByBoth(visitor)
  const me = await whoAmI(visitor)
  expect(me.mobile.slice(-4)).toBe(mobile.slice(-4))
  expect(me.email).toBe(`a***@${email.split('@')[1]}`)
})

test('happy: registers without a password', async ({ t, visitor }) => {
  const mobile = newMobile()
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  await send(visitor, 'registerMobileCode', { code: await visitor.code(mobile) })
  expect((await whoAmI(visitor)).password).toBe(t('settings.password_unset'))
})

test('happy: a mobile may be typed nationally, with spaces and in full width', async ({ page, t, visitor }) => {
  const mobile = newMobile()
  const national = mobile.slice('+86'.length)
  const fullWidth = national.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  await open(visitor, 'registerMobile')
  await page.getByLabel(t('field.region.label'), { exact: true }).selectOption('CN')
  await send(visitor, 'registerMobile', { mobile: ` ${fullWidth.slice(0, 3)} ${fullWidth.slice(3)} ` })
  const sent = await visitor.code(mobile)
  await send(visitor, 'registerMobileCode', { code: ` ${sent.slice(0, 3)} ${sent.slice(3)}`, password: goodPassword })
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(mobile.slice(-4))
})

test('happy: an email may be typed in any case, with spaces around it', async ({ visitor }) => {
  const email = newEmail()
  await open(visitor, 'registerEmail')
  await send(visitor, 'registerEmail', { email: `  ${email.toUpperCase()} ` })
  await send(visitor, 'registerEmailCode', { code: await visitor.code(email), password: goodPassword })
  await expectPage(visitor, 'settings')
})

test('happy: registering a number that has an account leads into that account', async ({ visitor, pair }) => {
  const { mobile, password } = await visitor.accounts.withMobile()
  const username = await visitor.accounts.rename({ account: mobile, password })
  // Within a minute of the first code no other is sent.
  pair.clock.passMinutes(2)
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  await send(visitor, 'registerMobileCode', { code: await visitor.code(mobile, 2), password: 'another good password' })
  await expectPage(visitor, 'registerExisting')
  await buttonOf(visitor, 'registerExisting').click()
  expect((await whoAmI(visitor)).username).toBe(username)
})

test('trap: registering an email that has an account leads into that account', async ({ visitor, pair }) => {
  const { email, password } = await visitor.accounts.withEmail()
  const username = await visitor.accounts.rename({ account: email, password })
  pair.clock.passMinutes(2)
  await open(visitor, 'registerEmail')
  await send(visitor, 'registerEmail', { email })
  await send(visitor, 'registerEmailCode', { code: await visitor.code(email, 2), password: 'another good password' })
  await expectPage(visitor, 'registerEmailExisting')
  await send(visitor, 'registerEmailExisting', {})
  expect((await whoAmI(visitor)).username).toBe(username)
})

test('trap: a form with errors in the other language keeps what was typed and its errors', async ({
  page,
  t,
  visitor,
  language,
}) => {
  const mobile = newMobile()
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  const code = await visitor.code(mobile)
  await send(visitor, 'registerMobileCode', { code, password: 'short' })
  const other = language === 'en' ? 'zh-Hans' : 'en'
  await page.getByRole('button', { name: language === 'en' ? '简体中文' : 'English', exact: true }).click()
  const there = { ...visitor, t: textsOf(other) }
  expect(await errorsOf(there)).toEqual([there.t('passwordRefusal.too_short')])
  await expect(fieldOf(there, 'registerMobileCode', 'code')).toHaveValue(code)
  await send(there, 'registerMobileCode', { password: goodPassword })
  await expectPage(there, 'settings')
  expect(t('settings.title')).not.toBe(there.t('settings.title'))
})

test('error: a wrong code says how many tries are left, and the right one still works', async ({ t, visitor }) => {
  const mobile = newMobile()
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  const right = await visitor.code(mobile)
  await send(visitor, 'registerMobileCode', { code: otherThan(right), password: goodPassword })
  expect(await errorsOf(visitor)).toEqual([t('error.code_wrong', { count: 4 })])
  // A refused code is of no use, and a password is not sent back.
  await expect(fieldOf(visitor, 'registerMobileCode', 'code')).toHaveValue('')
  await expect(fieldOf(visitor, 'registerMobileCode', 'password')).toHaveValue('')
  await send(visitor, 'registerMobileCode', { code: right, password: goodPassword })
  await expectPage(visitor, 'settings')
})

test('happy: a code that is sent again replaces the first one', async ({ page, t, visitor, pair }) => {
  const mobile = newMobile()
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  const first = await visitor.code(mobile)
  pair.clock.passMinutes(1.1)
  await page.getByRole('button', { name: t('resend.button') }).click()
  await expectPage(visitor, 'registerMobileCode')
  await expect(page.getByRole('status')).toBeVisible()
  const second = await visitor.code(mobile, 2)
  if (first !== second) {
    await send(visitor, 'registerMobileCode', { code: first })
    expect(await errorsOf(visitor)).toEqual([t('error.code_wrong', { count: 4 })])
  }
  await send(visitor, 'registerMobileCode', { code: second })
  await expectPage(visitor, 'settings')
})

test('error: asking for another code within a minute says how long to wait, and sends nothing', async ({
  page,
  t,
  visitor,
  pair,
}) => {
  const mobile = newMobile()
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  const first = await visitor.code(mobile)
  await page.getByRole('button', { name: t('resend.button') }).click()
  await expectPage(visitor, 'registerMobileCode')
  await expect(page.getByRole('status')).toBeVisible()
  const [before = '', after = ''] = t('resend.wait', { wait: '|' }).split('|')
  await expect(page.getByRole('main')).toContainText(new RegExp(`${before}\\d+\\s.+${after}`))
  await send(visitor, 'registerMobileCode', { code: first })
  await expectPage(visitor, 'settings')
  expect(await pair.office.textsTo(mobile)).toHaveLength(1)
})

test('happy: each of the two codes can be sent again by itself', async ({ page, t, visitor, pair }) => {
  const [mobile, email] = [newMobile(), newEmail()]
  await open(visitor, 'registerBoth')
  await send(visitor, 'registerBoth', { mobile, email })
  // Both have arrived before another is asked for, so that the second mail is the newer one.
  const [code] = await Promise.all([visitor.code(mobile), visitor.code(email)])
  pair.clock.passMinutes(1.1)
  await page.getByRole('button', { name: t('resend.email') }).click()
  await expectPage(visitor, 'registerBothCode')
  const second = await visitor.code(email, 2)
  await send(visitor, 'registerBothCode', { code, email_code: second, password: goodPassword })
  await expectPage(visitor, 'settings')
  expect(await pair.office.textsTo(mobile)).toHaveLength(1)
})

test('error: a common or short password is refused, and the code still works', async ({ page, t, visitor }) => {
  const email = newEmail()
  await open(visitor, 'registerEmail')
  await send(visitor, 'registerEmail', { email })
  const right = await visitor.code(email)
  await send(visitor, 'registerEmailCode', { code: right, password: 'short' })
  expect(await errorsOf(visitor)).toEqual([t('passwordRefusal.too_short')])
  await send(visitor, 'registerEmailCode', { code: right, password: 'password1' })
  await expect(page.getByRole('alert')).toContainText(t('passwordRefusal.common'))
  await send(visitor, 'registerEmailCode', { code: right, password: email })
  await expect(page.getByRole('alert')).toContainText(t('passwordRefusal.own_identifier'))
  await send(visitor, 'registerEmailCode', { code: right, password: goodPassword })
  await signOut(visitor)
  await signInByPassword(visitor, email, goodPassword)
  await expectPage(visitor, 'settings')
})
