import { expect } from '@playwright/test'
import type { Guest } from './accounts'
import { type Addressee, expectPage, open, send, type Visitor } from './pages'

/** Proves the email of an account by the nth code to it, up to the page that says what will be done with the lost number. */
export const proveEmail = async (visitor: Addressee, { email, nth }: { email: string; nth: number }): Promise<void> => {
  await open(visitor, 'lostEmail')
  await send(visitor, 'lostEmail', { email })
  await send(visitor, 'lostEmailCode', { code: await visitor.code(email, nth) })
  await expectPage(visitor, 'lostConfirm')
}

/** Proves the password of an account, up to the page that says what will be done with the lost number, and when. */
export const provePassword = async (
  visitor: Visitor,
  { account, password }: { account: string; password: string },
): Promise<void> => {
  await open(visitor, 'lostPassword')
  await send(visitor, 'lostPassword', { account, password })
  await expectPage(visitor, 'lostHeld')
}

/** An account whose number is to be removed, because somebody with the password says that it is lost. */
export const askForRemoval = async (visitor: Guest) => {
  const account = await visitor.accounts.withBoth()
  await provePassword(visitor, { account: account.mobile, password: account.password })
  await send(visitor, 'lostHeld', {})
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText(visitor.t('lost.asked.title'))
  return account
}
