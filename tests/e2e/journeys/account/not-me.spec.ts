import { mobilePurpose } from '#contract/terms/purposes'
import { expect, test } from '#tests/e2e/journey'
import { anotherBrowser, signInByMail, signInBySms } from '#tests/e2e/roads'
import { proveEmail } from '#tests/e2e/steps/account-help'
import { type Guest, signIn } from '#tests/e2e/steps/accounts'
import { buttonOf, errorsOf, expectPage, expectSignedOut, fieldOf, open, send, whoAmI } from '#tests/e2e/steps/pages'
import { goodPassword, newMobile } from '#tests/e2e/steps/people'
import { sentence } from '~/i18n/sentence'

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

/** Opens the link of a message and presses its button, if the link is still good. */
const press = async (visitor: Guest, link: string): Promise<void> => {
  await visitor.page.goto(link)
  const { page, t } = visitor
  if ((await page.getByRole('button', { name: t('notMe.submit'), exact: true }).count()) === 0) return
  await send(visitor, 'notMe', {})
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('notMe.done.title'))
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

  await expectSignedOut(thief)
  await send(thief, 'signIn', { account: email, password: thiefsPassword })
  expect(await errorsOf(thief)).toEqual([sentence(t, t('error.wrong_credentials'))])
  await signInByMail(owner, email)
  expect((await whoAmI(owner)).mobile).toBe(t('settings.none'))
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
  await signInByMail(owner, email, 3)
  expect(await whoAmI(owner)).toMatchObject(kept)
  await guessAtLink(thief, await link(mobile))
  await open(thief, 'settings')
  expect((await whoAmI(thief)).username).not.toBe(username)
  await open(owner, 'settings')
  expect(await whoAmI(owner)).toMatchObject(kept)
})
