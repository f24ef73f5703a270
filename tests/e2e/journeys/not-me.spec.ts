import { emailPurpose, mobilePurpose } from '../../../contract/purposes'
import { type Guest, signIn } from '../accounts'
import { expect, test } from '../journey'
import { errorsOf, expectPage, open, send, whoAmI } from '../pages'
import { goodPassword, newEmail, newMobile } from '../people'
import { anotherBrowser } from '../roads'

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

for (const order of [[1], [2], [1, 2], [2, 1]])
  test(`security: a thief with the password binds a mobile, and link ${order.join(' and then ')} of the owner takes it off`, async ({
    t,
    visitor: thief,
    link,
  }) => {
    const { email, theirs } = await takeByMobile(thief)
    const owner = await anotherBrowser(thief)
    await owner.page.goto(await link(email, order[0]))
    await expect(owner.page.getByRole('main')).toContainText(theirs.slice(-4))
    for (const nth of order) await press(owner, await link(email, nth))

    await open(thief, 'settings')
    await expectPage(thief, 'signIn')
    await send(thief, 'signIn', { account: email, password: thiefsPassword })
    expect(await errorsOf(thief)).toEqual([t('error.wrong_credentials')])

    await open(owner, 'emailSignIn')
    await send(owner, 'emailSignIn', { email })
    await send(owner, 'emailSignInCode', { code: await owner.code(email, 2) })
    expect((await whoAmI(owner)).mobile).toBe(t('settings.none'))
  })

const orders = [
  ['bound', 'exported', 'thief'],
  ['bound', 'thief', 'exported'],
  ['thief', 'bound', 'exported'],
  ['exported', 'bound', 'thief'],
  ['exported', 'thief', 'bound'],
  ['thief', 'exported', 'bound'],
] as const

for (const order of orders)
  test(`security: a thief with the password binds an email and downloads the data; links in the order ${order.join(', ')}`, async ({
    t,
    visitor: thief,
    link,
  }) => {
    const { mobile, theirs } = await takeByEmail(thief)
    const owner = await anotherBrowser(thief)
    for (const who of order) {
      if (who === 'thief') {
        // The message about the download, which has no ticket.
        await thief.page.goto(await link(theirs, 2))
        await expect(thief.page.getByRole('button', { name: t('notMe.submit'), exact: true })).toHaveCount(0)
      } else await press(owner, await link(mobile, who === 'bound' ? 1 : 2))
    }
    await open(thief, 'settings')
    await expectPage(thief, 'signIn')

    await open(owner, 'smsSignIn')
    await send(owner, 'smsSignIn', { mobile })
    await send(owner, 'smsSignInCode', { code: await owner.code(mobile, 2) })
    const { mobile: bound, email } = await whoAmI(owner)
    expect(bound.slice(-4)).toBe(mobile.slice(-4))
    expect(email).toBe(t('settings.none'))
    await open(owner, 'mobile')
    const stop = owner.page.getByRole('button', { name: t('pendingChange.mobile.stop'), exact: true })
    await expect(stop).toHaveCount(0)
  })
