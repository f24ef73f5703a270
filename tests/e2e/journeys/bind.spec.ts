import { connectPlatform } from '../../fixtures/bound-otherwise'
import { otherThan, toldTo } from '../../fixtures/post-office'
import { nameEmail, nameMobile, proveEmailOfOther, proveMobileOfOther } from '../binding'
import { expect, test } from '../journey'
import { errorsOf, expectNotice, expectPage, open, send, sendTwice, whoAmI } from '../pages'
import { goodPassword, newMobile } from '../people'
import {
  registerByBoth,
  registerByEmail,
  registerByMobile,
  registerBySmsCode,
  signInByPassword,
  signOut,
} from '../roads'
import { passByPassword } from '../step-up'

test('happy: a mobile is bound, signs in, and is told to both addresses', async ({ page, t, code, pair }) => {
  const visitor = { page, t }
  const { email, mobile } = await nameMobile(visitor, code)
  await send(visitor, 'mobileBind', { code: await code(mobile) })
  await expectPage(visitor, 'mobile')
  await expectNotice(visitor, 'mobile_bound')
  await expect(page.getByText(`****${mobile.slice(-4)}`)).toBeVisible()
  for (const address of [email, mobile])
    await expect.poll(() => toldTo(pair.office, address, `****${mobile.slice(-4)}`)).toBe(1)
  await signOut(visitor)
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile })
  await send(visitor, 'smsSignInCode', { code: await code(mobile, 2) })
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(mobile.slice(-4))
})

test('happy: an email is bound after a wrong code', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { email } = await nameEmail(visitor, code)
  const right = await code(email)
  await send(visitor, 'emailBind', { code: otherThan(right) })
  expect(await errorsOf(visitor)).toEqual([t('error.code_wrong', { count: 4 })])
  await send(visitor, 'emailBind', { code: right })
  await expectPage(visitor, 'email')
  await expectNotice(visitor, 'email_bound')
  await expect(page.getByText(`a***@${email.split('@')[1]}`)).toBeVisible()
})

test('happy: with an old proof, the password is asked for and the code goes on by itself', async ({
  page,
  t,
  code,
  pair,
}) => {
  const visitor = { page, t }
  const person = await registerByEmail(visitor, code)
  pair.clock.passMinutes(11)
  const mobile = newMobile()
  await open(visitor, 'mobile')
  await send(visitor, 'mobile', { mobile })
  await send(visitor, 'mobileBind', { code: await code(mobile) })
  await passByPassword(visitor, person.password)
  await expectPage(visitor, 'mobile')
  await expectNotice(visitor, 'mobile_bound')
})

test('happy: a mobile that another of their accounts has is moved, and opens this one now', async ({
  page,
  t,
  code,
}) => {
  const visitor = { page, t }
  const { mobile, email, password } = await proveMobileOfOther(visitor, code, { password: goodPassword })
  await send(visitor, 'mobileSwitch', {})
  await expectPage(visitor, 'mobile')
  await expectNotice(visitor, 'mobile_bound')
  await signOut(visitor)
  await signInByPassword(visitor, mobile, password)
  expect((await whoAmI(visitor)).email).toBe(`a***@${email.split('@')[1]}`)
})

test('happy: with an old proof, an email is moved after a second verification', async ({ page, t, code, pair }) => {
  const visitor = { page, t }
  const { password } = await proveEmailOfOther(visitor, code)
  pair.clock.passMinutes(11)
  await send(visitor, 'emailSwitch', {})
  await passByPassword(visitor, password)
  await expectPage(visitor, 'email')
  await expectNotice(visitor, 'email_bound')
})

test('error: the only way into another account is not moved, and the page says what to do', async ({
  page,
  t,
  code,
}) => {
  const visitor = { page, t }
  await proveMobileOfOther(visitor, code)
  await send(visitor, 'mobileSwitch', {})
  await expectPage(visitor, 'mobileSwitch')
  expect(await errorsOf(visitor)).toEqual([t('error.last_way_other')])
  await page.getByRole('link', { name: t('ways.other_number'), exact: true }).click()
  await expectPage(visitor, 'mobile')
})

test('error: a form that is sent twice at once binds once, and both answers lead to the number', async ({
  page,
  t,
  code,
}) => {
  const visitor = { page, t }
  const { mobile } = await nameMobile(visitor, code)
  expect(await sendTwice(visitor, 'mobileBind', { code: await code(mobile) })).toEqual([
    '/settings/mobile?notice=mobile_bound',
    '/settings/mobile?notice=settled_before',
  ])
  await open(visitor, 'mobile')
  await expect(page.getByText(`****${mobile.slice(-4)}`)).toBeVisible()
})

test('happy: a mobile is removed, and signs in no more', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { mobile, email, password } = await registerByBoth(visitor, code)
  await open(visitor, 'mobile')
  await page.getByRole('link', { name: t('mobile.remove.link'), exact: true }).click()
  await send(visitor, 'mobileRemove', {})
  await expectPage(visitor, 'mobile')
  await expectNotice(visitor, 'mobile_removed')
  await signOut(visitor)
  await signInByPassword(visitor, mobile, password)
  expect(await errorsOf(visitor)).toEqual([t('error.wrong_credentials')])
  await signInByPassword(visitor, email, password)
  expect((await whoAmI(visitor)).mobile).toBe(t('settings.none'))
})

test('error: the last way to sign in is not removed', async ({ page, t, code }) => {
  const visitor = { page, t }
  await registerBySmsCode(visitor, code)
  await open(visitor, 'mobileRemove')
  await send(visitor, 'mobileRemove', {})
  await expectPage(visitor, 'mobileRemove')
  expect(await errorsOf(visitor)).toEqual([t('error.last_way')])
})

test('happy: an account elsewhere is listed, and disconnected after a question', async ({ page, t, code, pair }) => {
  const visitor = { page, t }
  const { mobile } = await registerByMobile(visitor, code)
  await page.goto('/settings/third-party')
  await expect(page.getByText(t('thirdParty.none'))).toBeVisible()
  await connectPlatform(pair.database, { mobile, platform: 'qq', name: 'Ann at QQ' })
  await page.reload()
  await expect(page.getByText('Ann at QQ')).toBeVisible()
  await page.getByRole('link', { name: t('thirdParty.disconnect') }).click()
  await expect(page.getByText(t('thirdParty.remove.means', { name: 'Ann at QQ' }))).toBeVisible()
  await send(visitor, 'disconnect', {})
  await expectNotice(visitor, 'platform_removed')
  await expect(page.getByText(t('thirdParty.none'))).toBeVisible()
})
