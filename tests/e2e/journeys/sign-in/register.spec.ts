import { expect, test } from '#tests/e2e/journey'
import { registerByMobile, signOut } from '#tests/e2e/roads'
import { expectSignedOut, whoAmI } from '#tests/e2e/steps/pages'

test('happy: a person registers by mobile, sees the account and signs out', {
  tag: ['@smoke', '@small', '@postgresql', '@own-account-api'],
}, async ({ t, visitor }) => {
  const { mobile } = await registerByMobile(visitor)
  const me = await whoAmI(visitor)
  expect(me.mobile).toMatch(/^\+86 138\*{4}\d{4}$/)
  expect(me.mobile.slice(-4)).toBe(mobile.slice(-4))
  expect(me.email).toBe(t('settings.none'))
  expect(me.password).toBe(t('settings.password_set'))
  expect(me.username).not.toBe('')
  await signOut(visitor)
  await expectSignedOut(visitor)
})
