import { expect, test } from '#tests/e2e/journey'
import { signInByPassword, signInBySms, signOut } from '#tests/e2e/roads'
import { signedInWithBoth, signedInWithMobile } from '#tests/e2e/steps/accounts'
import { nameMobile, proveMobileOfOther } from '#tests/e2e/steps/binding'
import { errorsOf, expectFlash, expectPage, open, send, whoAmI } from '#tests/e2e/steps/pages'
import { newEmail } from '#tests/e2e/steps/people'
import { expectStepUp, stepUpButton } from '#tests/e2e/steps/step-up'
import { otherThan, toldTo } from '#tests/fixtures/messages/post-office'

test('happy: a mobile is bound, both addresses are notified, and it signs in', {
  tag: ['@postgresql', '@own-account-api'],
}, async ({ page, visitor, pair }) => {
  const { email, mobile } = await nameMobile(visitor)
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

test('happy: an account with a number is asked by another person who proves it', async ({ page, t, visitor }) => {
  await proveMobileOfOther(visitor, await visitor.accounts.withBoth())
  await expect(page.getByText(t('mobile.switch.means'))).toBeVisible()
  await send(visitor, 'mobileSwitch', {})
  expect(await errorsOf(visitor)).toEqual([t('error.takeover_waits', { wait: t('wait.hours', { count: 48 }) })])
})

test('happy: without another factor, a mobile is removed after 48 hours, and until then one press keeps it', {
  tag: '@postgresql',
}, async ({ page, t, visitor, pair }) => {
  const { mobile, email, password } = await signedInWithBoth(visitor)
  const keep = page.getByRole('button', { name: t('pendingChange.mobile.stop'), exact: true })
  const askToWait = async () => {
    await open(visitor, 'mobileRemove')
    await send(visitor, 'mobileRemove', {})
    await expectStepUp(visitor, 'second')
    await stepUpButton(visitor, 'second.wait', { hours: 48 }).click()
    // The change itself is the message about it.
    await expect(page.getByRole('status')).toBeVisible()
    await expect(keep).toBeVisible()
  }
  await askToWait()
  await keep.click()
  await expectFlash(visitor, 'mobile_kept')
  await expect(keep).toHaveCount(0)
  await askToWait()
  await expect(keep).toBeVisible()
  await open(visitor, 'settings')
  await expect(page.getByRole('link', { name: t('settings.see_or_stop') })).toBeVisible()
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(mobile.slice(-4))
  const before = (await pair.office.textsTo(mobile)).length
  pair.clock.passMinutes(48 * 60 + 1)
  // The phone may be in other hands, so every device is signed out.
  await expect.poll(async () => (await page.goto('/settings'))?.url()).toContain('/login?next=')
  await expect.poll(async () => (await pair.office.textsTo(mobile)).length).toBeGreaterThan(before)
  await signInByPassword(visitor, email, password)
  expect(await whoAmI(visitor)).toMatchObject({ mobile: t('settings.none'), email: `a***@${email.split('@')[1]}` })
})
