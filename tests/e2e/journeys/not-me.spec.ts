import { sentence } from '../../../app/i18n/sentence'
import { emailPurpose, mobilePurpose } from '../../../contract/purposes'
import { proveEmail } from '../account-help'
import { type Guest, signIn } from '../accounts'
import { expect, test } from '../journey'
import { buttonOf, errorsOf, expectPage, fieldOf, open, send, whoAmI } from '../pages'
import { goodPassword, newEmail, newMobile } from '../people'
import { anotherBrowser, signOut } from '../roads'

const thiefsPassword = 'seven loud trombones'

/** A thief of the password changes it, and binds a mobile. The owner gets two links, and the thief stays signed in. */
const takeByMobile = async (thief: Guest) => {
  const { email } = await thief.accounts.withEmail()
  const client = await thief.accounts.signedIn({ account: email, password: goodPassword })
  const theirs = newMobile()
  expect(await client.updatePassword({ current_password: goodPassword, password: thiefsPassword })).toMatchObject({
    ok: true,
  })
  expect(await client.sendCode({ mobile: theirs, type: mobilePurpose.bind })).toMatchObject({ ok: true })
  expect(await client.bindMobile({ mobile: theirs, code: await thief.code(theirs) })).toMatchObject({ ok: true })
  await signIn(thief, { email, password: thiefsPassword })
  return { email, theirs }
}

/**
 * A thief of the password binds an email, downloads the data and asks to remove the number. The owner gets three links,
 * and the thief none.
 */
const takeByEmail = async (thief: Guest) => {
  const { mobile } = await thief.accounts.withMobile()
  const client = await thief.accounts.signedIn({ account: mobile, password: goodPassword })
  const theirs = newEmail()
  expect(await client.sendEmailCode({ email: theirs, type: emailPurpose.bind })).toMatchObject({ ok: true })
  expect(await client.bindEmail({ email: theirs, code: await thief.code(theirs) })).toMatchObject({ ok: true })
  expect(await client.exportData({})).toMatchObject({ ok: true })
  expect(await client.unbindPlatform({ platform: 'mobile', wait: 1 })).toMatchObject({ ok: true })
  await signIn(thief, { mobile, password: goodPassword })
  return { mobile, theirs }
}

/** Opens the link of a message and presses its button, if the link is still good. */
const press = async (visitor: Guest, link: string): Promise<void> => {
  await visitor.page.goto(link)
  const { page, t } = visitor
  if ((await page.getByRole('button', { name: t('notMe.submit'), exact: true }).count()) === 0) return
  await send(visitor, 'notMe', {})
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('notMe.done.title'))
}

/** Signs a browser in by the second code to a mobile, as the first one registered it. */
const signInBySms = async (visitor: Guest, mobile: string): Promise<void> => {
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile })
  await send(visitor, 'smsSignInCode', { code: await visitor.code(mobile, 2) })
}

/** Signs a browser in by the nth code to an email, and says which account it is. */
const signInByMail = async (visitor: Guest, { email, nth }: { email: string; nth: number }) => {
  await open(visitor, 'emailSignIn')
  await send(visitor, 'emailSignIn', { email })
  await send(visitor, 'emailSignInCode', { code: await visitor.code(email, nth) })
  return whoAmI(visitor)
}

/** Expects that the removal of the mobile of the account that is signed in is pending, or is not. */
const expectPending = async (visitor: Guest, isPending: boolean): Promise<void> => {
  await open(visitor, 'mobile')
  await expectPage(visitor, 'mobile')
  const stop = visitor.page.getByRole('button', { name: visitor.t('pendingChange.mobile.stop'), exact: true })
  await expect(stop).toHaveCount(isPending ? 1 : 0)
}

/** Expects that the session of a browser has ended, and that the password of the thief is refused. */
const expectShutOut = async (thief: Guest, account: string): Promise<void> => {
  const { t } = thief
  await open(thief, 'settings')
  await expectPage(thief, 'signIn')
  await send(thief, 'signIn', { account, password: thiefsPassword })
  expect(await errorsOf(thief)).toEqual([sentence(t, t('error.wrong_credentials'))])
}

// tests/account-api/not-me-*.test.ts press the links in every order.
test('security: a thief with the password binds a mobile, and the links of the owner take it off', async ({
  t,
  visitor: thief,
  link,
}) => {
  const { email, theirs } = await takeByMobile(thief)
  const owner = await anotherBrowser(thief)
  await owner.page.goto(await link(email, 2))
  await expect(owner.page.getByRole('main')).toContainText(theirs.slice(-4))
  for (const nth of [2, 1]) await press(owner, await link(email, nth))

  await expectShutOut(thief, email)

  expect((await signInByMail(owner, { email, nth: 2 })).mobile).toBe(t('settings.none'))
})

test('security: a thief with the password binds an email and downloads the data, and links of both are pressed', async ({
  t,
  visitor: thief,
  link,
}) => {
  const { mobile, theirs } = await takeByEmail(thief)
  const owner = await anotherBrowser(thief)
  await press(owner, await link(mobile, 2))
  // The message about the download, which has no ticket.
  await thief.page.goto(await link(theirs, 2))
  await expect(thief.page.getByRole('button', { name: t('notMe.submit'), exact: true })).toHaveCount(0)
  await press(owner, await link(mobile, 1))
  await open(thief, 'settings')
  await expectPage(thief, 'signIn')

  await signInBySms(owner, mobile)
  const { mobile: bound, email } = await whoAmI(owner)
  expect(bound.slice(-4)).toBe(mobile.slice(-4))
  expect(email).toBe(t('settings.none'))
  await expectPending(owner, false)
})

/** A thief of the mailbox resets the password by mail, signs in with it and asks to remove the number. */
const askByMailbox = async (thief: Guest) => {
  const account = await thief.accounts.withBoth()
  const { email } = account
  await open(thief, 'emailReset')
  await send(thief, 'emailReset', { email })
  await send(thief, 'emailResetCode', { code: await thief.code(email, 2), password: thiefsPassword })
  await expectPage(thief, 'settings')
  const client = await thief.accounts.signedIn({ account: email, password: thiefsPassword })
  const asked = await client.unbindPlatform({ platform: 'mobile', wait: 1 })
  expect(asked).toMatchObject({ ok: true, data: { done: false } })
  await expectPending(thief, true)
  return account
}

test('security: a thief of the mailbox resets the password, asks to remove the number, and presses before the owner', async ({
  t,
  visitor: thief,
  link,
}) => {
  const { mobile, email } = await askByMailbox(thief)
  const owner = await anotherBrowser(thief)
  // Each is told of the new password, and of the removal. The first link to the mailbox is the one of the reset.
  for (const nth of [2, 3]) await press(thief, await link(email, nth))
  for (const nth of [1, 2]) await press(owner, await link(mobile, nth))

  await expectShutOut(thief, email)
  // A sign-in by SMS would stop the removal. One by email does not, and finds none.
  const seen = await signInByMail(owner, { email, nth: 3 })
  await expectPending(owner, false)

  await signOut(owner)
  await signInBySms(owner, mobile)
  const me = await whoAmI(owner)
  expect(me).toEqual(seen)
  expect(me.mobile.slice(-4)).toBe(mobile.slice(-4))
  expect(me.email).toBe('a***@example.com')
  expect(me.password).toBe(t('settings.password_unset'))
})

/** The thief of a phone opens the link that it got, and guesses at the password. */
const guessAtLink = async (thief: Guest, link: string): Promise<void> => {
  const { page, t } = thief
  await page.goto(link)
  await expect(fieldOf(thief, 'notMe', 'password')).toBeVisible()
  await send(thief, 'notMe', {})
  expect(await errorsOf(thief)).toEqual([t('field.password.missing_before')])
  await send(thief, 'notMe', { password: thiefsPassword })
  expect(await errorsOf(thief)).toEqual([t('error.wrong_credentials_before')])
}

/** The owner of a stolen phone reports its number lost, with the email and the password, and is signed in. */
const reportStolen = async (owner: Guest) => {
  const account = await owner.accounts.withBoth()
  await proveEmail(owner, { email: account.email, nth: 2 })
  await send(owner, 'lostConfirm', { password: account.password })
  await expectPage(owner, 'mobile')
  await open(owner, 'settings')
  return { ...account, username: (await whoAmI(owner)).username }
}

/** The thief of a phone signs in by SMS, and gets a new account. */
const registerByPhone = async (thief: Guest, { mobile, username }: { mobile: string; username: string }) => {
  await signInBySms(thief, mobile)
  await expectPage(thief, 'smsSignInCreate')
  await buttonOf(thief, 'smsSignInCreate').click()
  expect((await whoAmI(thief)).username).not.toBe(username)
}

test('security: a thief of the phone guesses at the link that it got, and then the owner presses the one to the email', async ({
  t,
  visitor: owner,
  link,
}) => {
  const { mobile, email, username } = await reportStolen(owner)
  const thief = await anotherBrowser(owner)
  await guessAtLink(thief, await link(mobile))
  await registerByPhone(thief, { mobile, username })
  await open(owner, 'settings')
  const kept = { username, mobile: t('settings.none'), email: 'a***@example.com' }
  expect(await whoAmI(owner)).toMatchObject(kept)

  await press(owner, await link(email))
  expect(await signInByMail(owner, { email, nth: 3 })).toMatchObject(kept)
  await guessAtLink(thief, await link(mobile))
  await open(thief, 'settings')
  expect((await whoAmI(thief)).username).not.toBe(username)
  await open(owner, 'settings')
  expect(await whoAmI(owner)).toMatchObject(kept)
})

test('security: an owner presses the link to the email, and the thief of the phone does not get back in', async ({
  t,
  visitor: owner,
  link,
}) => {
  const { mobile, email, username } = await reportStolen(owner)
  await press(owner, await link(email))
  const thief = await anotherBrowser(owner)
  await guessAtLink(thief, await link(mobile))
  await registerByPhone(thief, { mobile, username })
  const kept = { username, mobile: t('settings.none'), email: 'a***@example.com' }
  expect(await signInByMail(owner, { email, nth: 3 })).toMatchObject(kept)
})
