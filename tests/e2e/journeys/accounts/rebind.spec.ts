import { expect, test } from '#tests/e2e/journey'
import { signInByPassword, signOut } from '#tests/e2e/roads'
import { nameNewMobile } from '#tests/e2e/steps/binding'
import { errorsOf, expectFlash, expectPage, open, send, whoAmI } from '#tests/e2e/steps/pages'
import { passByPassword } from '#tests/e2e/steps/step-up'
import { toldTo } from '#tests/fixtures/messages/post-office'
import { sentence } from '~/i18n/sentence'

test('happy: a mobile is changed: both numbers are notified, the new one signs in, the old one does not', {
  tag: ['@smoke', '@postgresql', '@own-account-api'],
}, async ({ page, t, visitor, pair }) => {
  const { mobile, password, next } = await nameNewMobile(visitor)
  await send(visitor, 'mobileConfirm', { code: await visitor.code(next) })
  await expectPage(visitor, 'mobile')
  await expectFlash(visitor, 'mobile_changed')
  await expect(page.getByRole('definition').getByText(`****${next.slice(-4)}`)).toBeVisible()
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
