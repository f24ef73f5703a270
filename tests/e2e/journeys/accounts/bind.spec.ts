import { expect, test } from '#tests/e2e/journey'
import { signInBySms, signOut } from '#tests/e2e/roads'
import { signedInWithMobile } from '#tests/e2e/steps/accounts'
import { nameMobile } from '#tests/e2e/steps/binding'
import { errorsOf, expectFlash, expectPage, open, send, whoAmI } from '#tests/e2e/steps/pages'
import { newEmail } from '#tests/e2e/steps/people'
import { otherThan, toldTo } from '#tests/fixtures/messages/post-office'

test('happy: a mobile is bound and can sign in, and both addresses are notified', {
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
