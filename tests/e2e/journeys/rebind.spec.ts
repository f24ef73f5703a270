import { toldTo } from '../../fixtures/post-office'
import { beginMobileChange, nameNewEmail, nameNewMobile, proveOldMobile, proveOwnMobile } from '../binding'
import { expect, test } from '../journey'
import { errorsOf, expectNotice, expectPage, fieldOf, open, send, sendTwice, type Visitor, whoAmI } from '../pages'
import { newMobile } from '../people'
import { registerByBoth, registerByMobile, signInByPassword, signOut } from '../roads'
import { passByPassword } from '../step-up'

const expectBound = async ({ page }: Visitor, mobile: string) =>
  expect(page.getByText(`****${mobile.slice(-4)}`)).toBeVisible()

test('happy: a mobile is changed: the new one signs in, the old one no more, and both are told', async ({
  page,
  t,
  code,
  pair,
}) => {
  const visitor = { page, t }
  const { mobile, password, next } = await nameNewMobile(visitor, code)
  await send(visitor, 'mobileConfirm', { code: await code(next) })
  await expectPage(visitor, 'mobile')
  await expectNotice(visitor, 'mobile_changed')
  await expectBound(visitor, next)
  for (const address of [mobile, next])
    await expect.poll(() => toldTo(pair.office, address, `****${next.slice(-4)}`)).toBe(1)
  await signOut(visitor)
  await signInByPassword(visitor, mobile, password)
  expect(await errorsOf(visitor)).toEqual([t('error.wrong_credentials')])
  await signInByPassword(visitor, next, password)
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(next.slice(-4))
})

test('happy: an email is changed', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { password, next } = await nameNewEmail(visitor, code)
  await send(visitor, 'emailConfirm', { code: await code(next) })
  await expectPage(visitor, 'email')
  await expectNotice(visitor, 'email_changed')
  await signOut(visitor)
  await signInByPassword(visitor, next, password)
  await expectPage(visitor, 'settings')
})

test('happy: a mistyped number is put right without beginning again', async ({ page, t, code }) => {
  const visitor = { page, t }
  await nameNewMobile(visitor, code)
  await page.getByRole('link', { name: t('resend.back_mobile'), exact: true }).click()
  const meant = newMobile()
  await send(visitor, 'mobileNew', { mobile: meant })
  await send(visitor, 'mobileConfirm', { code: await code(meant) })
  await expectPage(visitor, 'mobile')
  await expectBound(visitor, meant)
})

test('happy: a second verification in between, in another tab, does not break the change', async ({
  page,
  t,
  code,
  context,
  pair,
}) => {
  const visitor = { page, t }
  const { password } = await proveOldMobile(visitor, code)
  pair.clock.passMinutes(11)
  const second = { page: await context.newPage(), t }
  await open(second, 'addresses')
  await send(second, 'addresses', {})
  await passByPassword(second, password)
  await expect(second.page.getByRole('definition').first()).toBeVisible()
  const next = newMobile()
  await send(visitor, 'mobileNew', { mobile: next })
  await send(visitor, 'mobileConfirm', { code: await code(next) })
  await expectNotice(visitor, 'mobile_changed')
})

test('happy: both codes can be sent again', async ({ page, t, code, pair }) => {
  const visitor = { page, t }
  const { mobile } = await beginMobileChange(visitor, code)
  await code(mobile, 2)
  pair.clock.passMinutes(1.1)
  await page.getByRole('button', { name: t('resend.button') }).click()
  await expectPage(visitor, 'mobileOld')
  await expect(page.getByRole('status')).toBeVisible()
  await send(visitor, 'mobileOld', { code: await code(mobile, 3) })
  const next = newMobile()
  await send(visitor, 'mobileNew', { mobile: next })
  await expectPage(visitor, 'mobileConfirm')
  await code(next)
  pair.clock.passMinutes(1.1)
  await page.getByRole('button', { name: t('resend.button') }).click()
  await expectPage(visitor, 'mobileConfirm')
  await send(visitor, 'mobileConfirm', { code: await code(next, 2) })
  await expectNotice(visitor, 'mobile_changed')
})

test('error: what is the number already, and what another account has, is not taken', async ({ page, t, code }) => {
  const visitor = { page, t }
  const other = await registerByMobile(visitor, code)
  await signOut(visitor)
  const { mobile } = await proveOldMobile(visitor, code)
  await send(visitor, 'mobileNew', { mobile })
  expect(await errorsOf(visitor)).toEqual([t('fieldRefusal.same')])
  await expect(fieldOf(visitor, 'mobileNew', 'mobile')).toHaveValue(mobile)
  await send(visitor, 'mobileNew', { mobile: other.mobile })
  await send(visitor, 'mobileConfirm', { code: await code(other.mobile, 2) })
  expect(await errorsOf(visitor)).toEqual([t('error.held_by_other')])
  await open(visitor, 'mobile')
  await expectBound(visitor, mobile)
})

test('error: going back after the end and sending again changes nothing', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { next } = await nameNewMobile(visitor, code)
  const right = await code(next)
  await send(visitor, 'mobileConfirm', { code: right })
  await expectNotice(visitor, 'mobile_changed')
  await page.goBack()
  // Whether the browser kept the page or asks for it again, the person is not led astray.
  if (new URL(page.url()).pathname === '/settings/mobile/change/confirm')
    await send(visitor, 'mobileConfirm', { code: right })
  await expectPage(visitor, 'mobileChange')
  await open(visitor, 'mobile')
  await expectBound(visitor, next)
})

test('error: a form that is sent twice at once changes once, and both answers lead to the number', async ({
  page,
  t,
  code,
}) => {
  const visitor = { page, t }
  const { next } = await nameNewMobile(visitor, code)
  expect(await sendTwice(visitor, 'mobileConfirm', { code: await code(next) })).toEqual([
    '/settings/mobile?notice=mobile_changed',
    '/settings/mobile?notice=settled_before',
  ])
  await open(visitor, 'mobile')
  await expectBound(visitor, next)
})

test('error: of two tabs the newer change counts, and the older one ends where the number is shown', async ({
  page,
  t,
  code,
  context,
  pair,
}) => {
  const visitor = { page, t }
  const { mobile } = await proveOldMobile(visitor, code)
  pair.clock.passMinutes(1.1)
  const second = { page: await context.newPage(), t }
  await proveOwnMobile(second, code, { mobile, nth: 3 })
  const next = newMobile()
  await send(second, 'mobileNew', { mobile: next })
  await send(second, 'mobileConfirm', { code: await code(next) })
  await expectNotice(second, 'mobile_changed')
  await send(visitor, 'mobileNew', { mobile: newMobile() })
  await expectPage(visitor, 'mobileChange')
  await open(visitor, 'mobile')
  await expectBound(visitor, next)
})

test('security: who proved one number does not change another one with it', async ({ page, t, code, context }) => {
  const visitor = { page, t }
  const { mobile } = await registerByBoth(visitor, code)
  await proveOwnMobile(visitor, code, { mobile, nth: 2 })
  // Meanwhile the number that was proven gives way to another one.
  const second = { page: await context.newPage(), t }
  const kept = newMobile()
  await open(second, 'mobileRemove')
  await send(second, 'mobileRemove', {})
  await send(second, 'mobile', { mobile: kept })
  await send(second, 'mobileBind', { code: await code(kept) })
  await expectNotice(second, 'mobile_bound')
  const wanted = newMobile()
  await send(visitor, 'mobileNew', { mobile: wanted })
  if (new URL(page.url()).pathname === '/settings/mobile/change/confirm')
    await send(visitor, 'mobileConfirm', { code: await code(wanted) })
  await open(visitor, 'mobile')
  await expectBound(visitor, kept)
})

test('security: another account that signs in meanwhile gets nothing of a change', async ({
  page,
  t,
  code,
  context,
}) => {
  const visitor = { page, t }
  const other = await registerByMobile(visitor, code)
  await signOut(visitor)
  const { next } = await nameNewMobile(visitor, code)
  const right = await code(next)
  const second = { page: await context.newPage(), t }
  await signOut(second)
  await signInByPassword(second, other.mobile, other.password)
  await expectPage(second, 'settings')
  await send(visitor, 'mobileConfirm', { code: right })
  await expectPage(visitor, 'mobileChange')
  await open(visitor, 'mobile')
  await expectBound(visitor, other.mobile)
})

test('error: a step that is opened by its address leads to where the change begins', async ({ page, t, code }) => {
  const visitor = { page, t }
  await registerByBoth(visitor, code)
  for (const [step, start] of [
    ['mobileOld', 'mobileChange'],
    ['mobileNew', 'mobileChange'],
    ['mobileConfirm', 'mobileChange'],
    ['mobileBind', 'mobile'],
    ['mobileSwitch', 'mobile'],
    ['emailOld', 'emailChange'],
    ['emailNew', 'emailChange'],
    ['emailConfirm', 'emailChange'],
    ['emailBind', 'email'],
    ['emailSwitch', 'email'],
  ] as const) {
    await open(visitor, step)
    await expectPage(visitor, start)
  }
})
