import { expect, test } from '../journey'
import { buttonOf, expectPage, expectSignedOut, open, send, whoAmI } from '../pages'
import { registerByBoth, registerByEmail, registerByMobile, signOut } from '../roads'

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
  await expectSignedOut(visitor)
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
