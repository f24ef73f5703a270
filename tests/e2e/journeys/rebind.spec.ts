import { sentence } from '../../../app/i18n/sentence'
import { toldTo } from '../../fixtures/post-office'
import { signedInWithBoth } from '../accounts'
import { beginMobileChange, nameNewMobile } from '../binding'
import { expect, test } from '../journey'
import { errorsOf, expectFlash, expectPage, open, send, type Visitor, whoAmI } from '../pages'
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

test('happy: a second verification in another tab does not break a change', async ({ visitor, context, pair }) => {
  const { page, t } = visitor
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

test('happy: a number of another account is moved from there in place of the old one', { tag: '@postgresql' }, async ({
  visitor,
}) => {
  const { page, t } = visitor
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
