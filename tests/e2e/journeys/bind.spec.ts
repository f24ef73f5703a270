import { sentence } from '../../../app/i18n/sentence'
import { platformAccount } from '../../../rules/platform-names'
import { connectPlatform } from '../../fixtures/bound-otherwise'
import { otherThan, toldTo } from '../../fixtures/post-office'
import { signedInWithBoth, signedInWithEmail, signedInWithMobile, signedInWithoutPassword } from '../accounts'
import { nameEmail, nameMobile, proveEmailOfOther, proveMobileOfOther } from '../binding'
import { expect, test } from '../journey'
import { errorsOf, expectFlash, expectPage, open, send, whoAmI } from '../pages'
import { newMobile } from '../people'
import { anotherBrowser, signInByPassword, signOut } from '../roads'
import { codeButton, expectStepUp, passByCode, passByPassword, stepUpButton } from '../step-up'

test('happy: a mobile is bound, both addresses are told, and it signs in', { tag: '@postgresql' }, async ({
  page,
  visitor,
  pair,
}) => {
  const { email, mobile } = await nameMobile(visitor)
  await send(visitor, 'mobileBind', { code: await visitor.code(mobile) })
  await expectPage(visitor, 'mobile')
  await expectFlash(visitor, 'mobile_bound')
  await expect(page.getByRole('definition').getByText(`****${mobile.slice(-4)}`)).toBeVisible()
  for (const address of [email, mobile])
    await expect.poll(() => toldTo(pair.office, address, `****${mobile.slice(-4)}`)).toBe(1)
  await signOut(visitor)
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile })
  await send(visitor, 'smsSignInCode', { code: await visitor.code(mobile, 2) })
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(mobile.slice(-4))
})

test('happy: an email is bound after a wrong code', { tag: '@smoke' }, async ({ page, t, visitor }) => {
  const { email } = await nameEmail(visitor)
  const right = await visitor.code(email)
  await send(visitor, 'emailBind', { code: otherThan(right) })
  expect(await errorsOf(visitor)).toEqual([t('error.code_wrong', { count: 4 })])
  await send(visitor, 'emailBind', { code: right })
  await expectPage(visitor, 'email')
  await expectFlash(visitor, 'email_bound')
  await expect(page.getByRole('definition').getByText(`a***@${email.split('@')[1]}`)).toBeVisible()
})

test('happy: with an old proof, the password is asked for and the code goes on by itself', async ({
  visitor,
  pair,
}) => {
  const account = await signedInWithEmail(visitor)
  pair.clock.passMinutes(11)
  const mobile = newMobile()
  await open(visitor, 'mobile')
  await send(visitor, 'mobile', { mobile })
  await send(visitor, 'mobileBind', { code: await visitor.code(mobile) })
  await passByPassword(visitor, account.password)
  await expectPage(visitor, 'mobile')
  await expectFlash(visitor, 'mobile_bound')
})

test('happy: a mobile is moved from another account of the same person', { tag: '@postgresql' }, async ({
  visitor,
}) => {
  const holder = await visitor.accounts.withMobile()
  const { mobile, email, password } = await proveMobileOfOther(visitor, holder)
  await send(visitor, 'mobileSwitch', {})
  await expectPage(visitor, 'mobile')
  await expectFlash(visitor, 'mobile_bound')
  await signOut(visitor)
  await signInByPassword(visitor, mobile, password)
  expect((await whoAmI(visitor)).email).toBe(`a***@${email.split('@')[1]}`)
})

test('happy: with an old proof, an email is moved after a second verification', async ({ visitor, pair }) => {
  const { password } = await proveEmailOfOther(visitor, await visitor.accounts.withEmail())
  pair.clock.passMinutes(11)
  await send(visitor, 'emailSwitch', {})
  await passByPassword(visitor, password)
  await expectPage(visitor, 'email')
  await expectFlash(visitor, 'email_bound')
})

test('error: the last sign-in method of another account is not moved, and the page says what to do', async ({
  page,
  t,
  visitor,
}) => {
  await proveMobileOfOther(visitor, await visitor.accounts.withoutPassword())
  await send(visitor, 'mobileSwitch', {})
  await expectPage(visitor, 'mobileSwitch')
  expect(await errorsOf(visitor)).toEqual([t('error.last_way_other')])
  await page.getByRole('link', { name: t('ways.other_number'), exact: true }).click()
  await expectPage(visitor, 'mobile')
})

test('happy: a mobile that is unbound signs in no more', async ({ page, t, visitor }) => {
  const { mobile, email, password } = await signedInWithBoth(visitor)
  await open(visitor, 'mobile')
  await page.getByRole('link', { name: t('mobile.remove.link'), exact: true }).click()
  await expect(page.getByText(t('mobile.remove.ends'))).toBeVisible()
  await send(visitor, 'mobileRemove', {})
  await passByCode(visitor, { way: 'email', to: email, nth: 2 })
  await expectPage(visitor, 'mobile')
  await expectFlash(visitor, 'mobile_removed')
  await signOut(visitor)
  await signInByPassword(visitor, mobile, password)
  expect(await errorsOf(visitor)).toEqual([sentence(t, t('error.wrong_credentials'))])
  await signInByPassword(visitor, email, password)
  expect((await whoAmI(visitor)).mobile).toBe(t('settings.none'))
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
  await expect(page.getByRole('link', { name: t('settings.mobile_removal') })).toBeVisible()
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(mobile.slice(-4))
  const before = (await pair.office.textsTo(mobile)).length
  pair.clock.passMinutes(48 * 60 + 1)
  await expect.poll(async () => (await pair.office.textsTo(mobile)).length).toBeGreaterThan(before)
  // The phone may be in other hands, so every device was signed out.
  await signInByPassword(visitor, email, password)
  expect(await whoAmI(visitor)).toMatchObject({ mobile: t('settings.none'), email: `a***@${email.split('@')[1]}` })
})

test('error: a wrong code of another factor changes nothing, and the form goes on after the right one', async ({
  page,
  t,
  visitor,
}) => {
  const { email } = await signedInWithBoth(visitor)
  await open(visitor, 'mobileRemove')
  await send(visitor, 'mobileRemove', {})
  await codeButton(visitor, 'email').click()
  const right = await visitor.code(email, 2)
  const field = page.getByLabel(t('field.code.label'), { exact: true })
  await field.fill(otherThan(right))
  await stepUpButton(visitor, 'continue').click()
  expect(await errorsOf(visitor)).toEqual([t('error.code_wrong', { count: 4 })])
  await field.fill(right)
  await stepUpButton(visitor, 'continue').click()
  await expectFlash(visitor, 'mobile_removed')
})

test('security: after a removal, other devices that signed in with the mobile are signed out, and this one is not', async ({
  t,
  visitor,
}) => {
  const { mobile, email } = await signedInWithBoth(visitor)
  const phone = await anotherBrowser(visitor)
  await open(phone, 'smsSignIn')
  await send(phone, 'smsSignIn', { mobile })
  await send(phone, 'smsSignInCode', { code: await phone.code(mobile, 2) })
  await expectPage(phone, 'settings')
  await open(visitor, 'mobileRemove')
  await send(visitor, 'mobileRemove', {})
  await passByCode(visitor, { way: 'email', to: email, nth: 2 })
  await expectFlash(visitor, 'mobile_removed')
  await open(phone, 'settings')
  await expectPage(phone, 'signIn')
  await open(visitor, 'settings')
  expect((await whoAmI(visitor)).mobile).toBe(t('settings.none'))
})

test('error: the last sign-in method has no button that removes it, and the page says what to add first', async ({
  page,
  t,
  visitor,
}) => {
  const { mobile } = await signedInWithoutPassword(visitor)
  await open(visitor, 'mobileRemove')
  await expect(page.getByRole('main')).toContainText(mobile.slice(-4))
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await page.getByRole('link', { name: t('settings.advice.set_password'), exact: true }).click()
  await expectPage(visitor, 'passwordSet')
})

test('trap: the last address is removed only with a tick, after the username was shown, which then signs in', async ({
  page,
  t,
  visitor,
}) => {
  const { mobile, password } = await signedInWithMobile(visitor)
  await open(visitor, 'settings')
  const { username } = await whoAmI(visitor)
  await open(visitor, 'mobileRemove')
  // The only way that is left; the account has no email.
  const ways = page.getByRole('main').getByRole('list').first().getByRole('listitem')
  await expect(ways).toHaveText([t('wayLeft.password', { name: username })])
  await send(visitor, 'mobileRemove', {})
  expect(await errorsOf(visitor)).toEqual([t('error.last_address', { username })])
  await page.getByLabel(t('withoutAddress.tick', { username }), { exact: true }).check()
  await send(visitor, 'mobileRemove', {})
  await expectStepUp(visitor, 'second')
  await passByCode(visitor, { way: 'mobile', to: mobile, nth: 2 })
  await expectFlash(visitor, 'mobile_removed')
  await signOut(visitor)
  await signInByPassword(visitor, username, password)
  expect((await whoAmI(visitor)).mobile).toBe(t('settings.none'))
})

test('happy: a third-party identity is listed, and unbound after a question', async ({
  page,
  t,
  visitor,
  pair,
  language,
}) => {
  const { mobile } = await signedInWithMobile(visitor)
  await page.goto('/settings/third-party')
  await expect(page.getByText(t('thirdParty.none_offered'))).toBeVisible()
  await connectPlatform(pair.database, { mobile, platform: 'qq', name: 'Ann' })
  await page.reload()
  await expect(page.getByText('QQ', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: t('thirdParty.disconnect') }).click()
  const name = platformAccount(language, 'qq', 'Ann')
  await expect(page.getByText(t('thirdParty.remove.means', { name }))).toBeVisible()
  await send(visitor, 'disconnect', {})
  await passByCode(visitor, { way: 'mobile', to: mobile, nth: 2 })
  await expectFlash(visitor, 'platform_removed')
  await expect(page.getByText(t('thirdParty.none_offered'))).toBeVisible()
})
