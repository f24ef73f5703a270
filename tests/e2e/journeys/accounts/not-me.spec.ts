import { mobilePurpose } from '#contract/terms/purposes'
import { expect, test } from '#tests/e2e/journey'
import { anotherBrowser, signInByMail } from '#tests/e2e/roads'
import { type Guest, signIn } from '#tests/e2e/steps/accounts'
import { errorsOf, expectSignedOut, send, whoAmI } from '#tests/e2e/steps/pages'
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
test('security: the owner’s links remove a mobile that a thief bound', async ({ t, visitor: thief, link }) => {
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
