import { toldTo } from '../../fixtures/post-office'
import { signedInWithMobile } from '../accounts'
import { nameNewEmail, nameNewMobile, proveOldMobile } from '../binding'
import { expect, test } from '../journey'
import { errorsOf, expectFlash, expectPage, fieldOf, open, send, type Visitor, whoAmI } from '../pages'
import { newMobile } from '../people'
import { signInByPassword, signOut } from '../roads'
import { passByPassword } from '../step-up'

const expectBound = async ({ page }: Visitor, mobile: string) =>
  expect(page.getByText(`****${mobile.slice(-4)}`)).toBeVisible()

test('happy: a mobile is changed: both are told, the new one signs in, the old one does not', {
  tag: ['@smoke', '@postgresql'],
}, async ({ t, visitor, pair }) => {
  const { mobile, password, next } = await nameNewMobile(visitor)
  await send(visitor, 'mobileConfirm', { code: await visitor.code(next) })
  await expectPage(visitor, 'mobile')
  await expectFlash(visitor, 'mobile_changed')
  await expectBound(visitor, next)
  for (const address of [mobile, next])
    await expect.poll(() => toldTo(pair.office, address, `****${next.slice(-4)}`)).toBe(1)
  await signOut(visitor)
  await signInByPassword(visitor, mobile, password)
  expect(await errorsOf(visitor)).toEqual([t('error.wrong_credentials')])
  await signInByPassword(visitor, next, password)
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(next.slice(-4))
})

test('happy: an email is changed', async ({ visitor }) => {
  const { password, next } = await nameNewEmail(visitor)
  await send(visitor, 'emailConfirm', { code: await visitor.code(next) })
  await expectPage(visitor, 'email')
  await expectFlash(visitor, 'email_changed')
  await signOut(visitor)
  await signInByPassword(visitor, next, password)
  await expectPage(visitor, 'settings')
})

test('happy: a mistyped number is put right without starting again', async ({ page, t, visitor }) => {
  await nameNewMobile(visitor)
  await page.getByRole('link', { name: t('resend.back_mobile'), exact: true }).click()
  const meant = newMobile()
  await send(visitor, 'mobileNew', { mobile: meant })
  await send(visitor, 'mobileConfirm', { code: await visitor.code(meant) })
  await expectPage(visitor, 'mobile')
  await expectBound(visitor, meant)
})

test('happy: a second verification in another tab does not break a change', async ({ visitor, context, pair }) => {
  const account = await signedInWithMobile(visitor)
  await proveOldMobile(visitor, account)
  pair.clock.passMinutes(11)
  const tab = { ...visitor, page: await context.newPage() }
  await open(tab, 'addresses')
  await send(tab, 'addresses', {})
  await passByPassword(tab, account.password)
  await expect(tab.page.getByRole('definition').first()).toBeVisible()
  const next = newMobile()
  await send(visitor, 'mobileNew', { mobile: next })
  await send(visitor, 'mobileConfirm', { code: await visitor.code(next) })
  await expectFlash(visitor, 'mobile_changed')
})

test('happy: both codes of a change can be sent again', async ({ page, t, visitor, pair }) => {
  const { mobile } = await signedInWithMobile(visitor)
  await open(visitor, 'mobileChange')
  await send(visitor, 'mobileChange', {})
  await expectPage(visitor, 'mobileOld')
  await visitor.code(mobile, 2)
  pair.clock.passMinutes(1.1)
  await page.getByRole('button', { name: t('resend.button') }).click()
  await expectPage(visitor, 'mobileOld')
  await expect(page.getByRole('status')).toBeVisible()
  await send(visitor, 'mobileOld', { code: await visitor.code(mobile, 3) })
  const next = newMobile()
  await send(visitor, 'mobileNew', { mobile: next })
  await expectPage(visitor, 'mobileConfirm')
  await visitor.code(next)
  pair.clock.passMinutes(1.1)
  await page.getByRole('button', { name: t('resend.button') }).click()
  await expectPage(visitor, 'mobileConfirm')
  await send(visitor, 'mobileConfirm', { code: await visitor.code(next, 2) })
  await expectFlash(visitor, 'mobile_changed')
})

test('error: neither the present number nor one of another account is taken as the new one', async ({ t, visitor }) => {
  const other = await visitor.accounts.withMobile()
  const { mobile } = await signedInWithMobile(visitor)
  await proveOldMobile(visitor, { mobile })
  await send(visitor, 'mobileNew', { mobile })
  expect(await errorsOf(visitor)).toEqual([t('fieldRefusal.same')])
  await expect(fieldOf(visitor, 'mobileNew', 'mobile')).toHaveValue(mobile)
  await send(visitor, 'mobileNew', { mobile: other.mobile })
  await send(visitor, 'mobileConfirm', { code: await visitor.code(other.mobile, 2) })
  expect(await errorsOf(visitor)).toEqual([t('error.held_by_other')])
  await open(visitor, 'mobile')
  await expectBound(visitor, mobile)
})
