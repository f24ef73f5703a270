import { sentence } from '../../../app/i18n/sentence'
import { toldTo } from '../../fixtures/post-office'
import { signedInWithBoth, signedInWithMobile } from '../accounts'
import { beginMobileChange, nameNewEmail, nameNewMobile } from '../binding'
import { expect, test } from '../journey'
import { errorsOf, expectFlash, expectPage, fieldOf, open, send, spaced, type Visitor, whoAmI } from '../pages'
import { newMobile } from '../people'
import { signInByPassword, signOut } from '../roads'
import { passByPassword } from '../step-up'

const expectBound = async ({ page }: Visitor, mobile: string) =>
  expect(page.getByRole('definition').getByText(`****${mobile.slice(-4)}`)).toBeVisible()

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
  expect(await errorsOf(visitor)).toEqual([sentence(t, t('error.wrong_credentials'))])
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
  const { next } = await nameNewMobile(visitor)
  await page.getByRole('link', { name: t('resend.back_mobile'), exact: true }).click()
  // The number comes back to be corrected.
  await expect(fieldOf(visitor, 'mobileNew', 'mobile')).toHaveValue(spaced(next))
  const meant = newMobile()
  await send(visitor, 'mobileNew', { mobile: meant })
  await send(visitor, 'mobileConfirm', { code: await visitor.code(meant) })
  await expectPage(visitor, 'mobile')
  await expectBound(visitor, meant)
})

test('happy: a second verification in another tab does not break a change', async ({
  page,
  t,
  visitor,
  context,
  pair,
}) => {
  const account = await nameNewMobile(visitor)
  const { next } = account
  await visitor.code(next)
  pair.clock.passMinutes(8)
  await page.getByRole('button', { name: t('resend.button') }).click()
  await expectPage(visitor, 'mobileConfirm')
  const code = await visitor.code(next, 2)
  pair.clock.passMinutes(3)
  const tab = { ...visitor, page: await context.newPage() }
  await open(tab, 'addresses')
  await send(tab, 'addresses', {})
  await passByPassword(tab, account.password)
  await expect(tab.page.getByRole('definition').first()).toBeVisible()
  await send(visitor, 'mobileConfirm', { code })
  await expectFlash(visitor, 'mobile_changed')
})

test('happy: both codes of a change can be sent again', async ({ page, t, visitor, pair }) => {
  const { mobile } = await signedInWithMobile(visitor)
  await beginMobileChange(visitor)
  await visitor.code(mobile, 2)
  pair.clock.passMinutes(1.1)
  await page.getByRole('button', { name: t('resend.button') }).click()
  await expectPage(visitor, 'mobileOld')
  await expect(page.getByRole('status')).toBeVisible()
  const next = newMobile()
  await send(visitor, 'mobileOld', { code: await visitor.code(mobile, 3), mobile: next })
  await expectPage(visitor, 'mobileConfirm')
  await visitor.code(next)
  pair.clock.passMinutes(1.1)
  await page.getByRole('button', { name: t('resend.button') }).click()
  await expectPage(visitor, 'mobileConfirm')
  await send(visitor, 'mobileConfirm', { code: await visitor.code(next, 2) })
  await expectFlash(visitor, 'mobile_changed')
})

test('happy: a mobile is changed on four pages, from its own page to the one that says that it is done', async ({
  page,
  visitor,
}) => {
  const { mobile } = await signedInWithMobile(visitor)
  const next = newMobile()
  await open(visitor, 'settings')
  const shown: string[] = []
  page.on('framenavigated', (frame) => shown.push(new URL(frame.url()).pathname))
  await beginMobileChange(visitor)
  await send(visitor, 'mobileOld', { code: await visitor.code(mobile, 2), mobile: next })
  await send(visitor, 'mobileConfirm', { code: await visitor.code(next) })
  await expectFlash(visitor, 'mobile_changed')
  expect(shown).toEqual([
    '/settings/mobile',
    '/settings/mobile/change/old',
    '/settings/mobile/change/confirm',
    '/settings/mobile',
  ])
})

test('trap: the present number is refused after the code was used up, and only the number is typed again', async ({
  page,
  t,
  visitor,
}) => {
  const { mobile } = await signedInWithMobile(visitor)
  await beginMobileChange(visitor)
  await send(visitor, 'mobileOld', { code: await visitor.code(mobile, 2), mobile })
  await expectPage(visitor, 'mobileNew')
  await expect(page.getByRole('alert')).toContainText(t('fieldRefusal.same'))
  await expect(fieldOf(visitor, 'mobileNew', 'mobile')).toHaveValue(spaced(mobile))
  const next = newMobile()
  await send(visitor, 'mobileNew', { mobile: next })
  await send(visitor, 'mobileConfirm', { code: await visitor.code(next) })
  await expectFlash(visitor, 'mobile_changed')
})

test('trap: a number of another account is moved from there in place of the old one', { tag: '@postgresql' }, async ({
  page,
  t,
  visitor,
}) => {
  const other = await visitor.accounts.withMobile()
  const { mobile, password } = await signedInWithBoth(visitor)
  await beginMobileChange(visitor)
  await send(visitor, 'mobileOld', { code: await visitor.code(mobile, 2), mobile: other.mobile })
  await send(visitor, 'mobileConfirm', { code: await visitor.code(other.mobile, 2) })
  await expectPage(visitor, 'mobileChangeSwitch')
  await expect(page.getByRole('main')).toContainText(mobile.slice(-4))
  await send(visitor, 'mobileChangeSwitch', {})
  await expectPage(visitor, 'mobile')
  await expectFlash(visitor, 'mobile_changed')
  await expectBound(visitor, other.mobile)
  await signOut(visitor)
  await signInByPassword(visitor, other.mobile, password)
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(other.mobile.slice(-4))
  expect((await whoAmI(visitor)).email).not.toBe(t('settings.none'))
})

test('trap: a code beside a mistyped number comes back with it', async ({ visitor }) => {
  const { mobile } = await signedInWithMobile(visitor)
  await beginMobileChange(visitor)
  const code = await visitor.code(mobile, 2)
  await send(visitor, 'mobileOld', { code, mobile: '12' })
  await expect(fieldOf(visitor, 'mobileOld', 'code')).toHaveValue(code)
  await expect(fieldOf(visitor, 'mobileOld', 'mobile')).toHaveValue('12')
})
