import { expect, test } from '#tests/e2e/journey'
import { signOut } from '#tests/e2e/roads'
import type { Guest } from '#tests/e2e/steps/accounts'
import { expectFlash, expectPage, open, send, type Visitor } from '#tests/e2e/steps/pages'

/** The buttons that sign in to the accounts of the list. They have masked names. */
const listed = ({ page, t }: Visitor) =>
  page.getByRole('button', { name: new RegExp(`^${t('quick.enter', { name: '.*' })}$`) })

/** Signs in with the tick, and signs out again. */
const remember = async (visitor: Guest) => {
  const account = await visitor.accounts.withMobile()
  await open(visitor, 'signIn')
  await visitor.page.getByRole('checkbox', { name: visitor.t('quick.remember') }).check()
  await send(visitor, 'signIn', { account: account.mobile, password: account.password })
  await signOut(visitor)
  return account
}

const tap = async (visitor: Visitor): Promise<void> => {
  await open(visitor, 'signIn')
  await listed(visitor).first().click()
}

test('happy: one tap signs in to a remembered account, after 30 days with a code, until it is forgotten', {
  tag: ['@small', '@postgresql'],
}, async ({ page, t, visitor, code, pair }) => {
  const { mobile } = await remember(visitor)
  const another = await remember(visitor)
  await expect(listed(visitor)).toHaveCount(2)
  for (const hidden of [mobile, another.mobile]) expect(await page.content()).not.toContain(hidden.slice(3))
  await tap(visitor)
  await expectPage(visitor, 'settings')
  await signOut(visitor)

  pair.clock.passMinutes(31 * 24 * 60)
  await tap(visitor)
  await expectPage(visitor, 'quickCode')
  await send(visitor, 'quickCode', { code: await code(another.mobile, 2) })
  await expectPage(visitor, 'settings')
  await signOut(visitor)
  await tap(visitor)
  await expectPage(visitor, 'settings')
  await signOut(visitor)

  await page.getByRole('link', { name: t('quick.manage') }).click()
  await page.getByRole('button', { name: t('quick.forget_all') }).click()
  await expectFlash(visitor, 'account_forgotten')
  await expect(listed(visitor)).toHaveCount(0)
})
