import { expect, test } from '#tests/e2e/journey'
import { signInByPassword, signInBySms, signOut } from '#tests/e2e/roads'
import { type Guest, signedInWithBoth, signedInWithEmail, signedInWithMobile } from '#tests/e2e/steps/accounts'
import { errorsOf, expectFlash, expectPage, open, send, whoAmI } from '#tests/e2e/steps/pages'
import { newEmail, newMobile } from '#tests/e2e/steps/people'
import { passByPassword } from '#tests/e2e/steps/step-up'
import { otherThan, toldTo } from '#tests/fixtures/messages/post-office'
import { sentence } from '~/i18n/sentence'

test('happy: a mobile is bound and can sign in, and both addresses are notified', {
  tag: ['@postgresql', '@own-account-api'],
}, async ({ page, visitor, pair }) => {
  const { email } = await signedInWithEmail(visitor)
  const mobile = newMobile()
  await open(visitor, 'mobile')
  await send(visitor, 'mobile', { mobile })
  await send(visitor, 'mobileBind', { code: await visitor.code(mobile) })
  await expectPage(visitor, 'mobile')
  await expectFlash(visitor, 'mobile_bound')
  await expect(page.getByRole('definition').getByText(`****${mobile.slice(-4)}`)).toBeVisible()
  for (const address of [email, mobile])
    await expect.poll(() => toldTo(pair.office, address, `****${mobile.slice(-4)}`)).toBe(1)
  await signOut(visitor)
  await signInBySms(visitor, mobile)
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(mobile.slice(-4))
})

test('happy: an email is bound after a wrong code', { tag: ['@smoke', '@own-account-api'] }, async ({
  page,
  t,
  visitor,
}) => {
  const email = newEmail()
  await signedInWithMobile(visitor)
  await open(visitor, 'email')
  await send(visitor, 'email', { email })
  const right = await visitor.code(email)
  await send(visitor, 'emailBind', { code: otherThan(right) })
  expect(await errorsOf(visitor)).toEqual([t('error.code_wrong', { count: 4 })])
  await send(visitor, 'emailBind', { code: right })
  await expectPage(visitor, 'email')
  await expectFlash(visitor, 'email_bound')
  await expect(page.getByRole('definition').getByText(`a***@${email.split('@')[1]}`)).toBeVisible()
})

/** Begins to change the mobile of an account, up to the code of the new one. The page names both numbers. */
const nameNewMobile = async (visitor: Guest) => {
  const next = newMobile()
  const account = await signedInWithMobile(visitor)
  await open(visitor, 'mobile')
  await visitor.page.getByRole('button', { name: visitor.t('mobile.change.begin'), exact: true }).click()
  await send(visitor, 'mobileOld', { code: await visitor.code(account.mobile, 2), mobile: next })
  await expectPage(visitor, 'mobileConfirm')
  return { ...account, next }
}

test('happy: a mobile is changed: both numbers are notified, the new one signs in, the old one does not', {
  tag: ['@postgresql', '@own-account-api'],
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
  const { next, password } = await nameNewMobile(visitor)
  await visitor.code(next)
  pair.clock.passMinutes(8)
  await page.getByRole('button', { name: t('resend.button') }).click()
  await expectPage(visitor, 'mobileConfirm')
  const code = await visitor.code(next, 2)
  pair.clock.passMinutes(3)
  const tab = { ...visitor, page: await context.newPage() }
  await open(tab, 'addresses')
  await send(tab, 'addresses', {})
  await passByPassword(tab, password)
  await expect(tab.page.getByRole('definition').first()).toBeVisible()
  await send(visitor, 'mobileConfirm', { code })
  await expectFlash(visitor, 'mobile_changed')
})

test('happy: a recovery address is added with its code, every address is notified, and it is removed', {
  tag: '@postgresql',
}, async ({ page, t, visitor, pair }) => {
  const { email, mobile } = await signedInWithBoth(visitor)
  const recovery = newEmail()
  await open(visitor, 'recoveryEmail')
  await send(visitor, 'recoveryEmail', { email: recovery })
  await send(visitor, 'recoveryEmailCode', { code: await visitor.code(recovery) })
  await expectPage(visitor, 'recoveryEmail')
  await expectFlash(visitor, 'recovery_email_set')
  await expect(page.getByRole('definition').getByText('a***@example.com')).toBeVisible()
  for (const address of [email, mobile, recovery])
    await expect.poll(() => toldTo(pair.office, address, 'a***@example.com')).toBe(1)

  await page.getByRole('link', { name: t('recoveryEmail.remove'), exact: true }).click()
  await send(visitor, 'recoveryEmailRemove', {})
  await expectPage(visitor, 'recoveryEmail')
  await expectFlash(visitor, 'recovery_email_removed')
})
