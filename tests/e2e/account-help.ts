import { expect, type ReadSent } from './journey'
import { expectPage, open, send, type Visitor } from './pages'
import { registerByBoth, signOut } from './roads'

/** Proves the email of an account by a code, up to the page that says what will be done with its lost number. */
export const proveEmail = async (visitor: Visitor, code: ReadSent, { email, nth }: { email: string; nth: number }) => {
  await open(visitor, 'lostEmail')
  await send(visitor, 'lostEmail', { email })
  await send(visitor, 'lostEmailCode', { code: await code(email, nth) })
  await expectPage(visitor, 'lostConfirm')
}

/** Proves the password of an account, up to the page that says what will be done with its lost number, and when. */
export const provePassword = async (visitor: Visitor, { account, password }: { account: string; password: string }) => {
  await open(visitor, 'lostPassword')
  await send(visitor, 'lostPassword', { account, password })
  await expectPage(visitor, 'lostHeld')
}

/** A signed-out person whose number is to be removed, because somebody with the password says that it is lost. */
export const askForRemoval = async (visitor: Visitor, code: ReadSent) => {
  const person = await registerByBoth(visitor, code)
  await signOut(visitor)
  await provePassword(visitor, { account: person.mobile, password: person.password })
  await send(visitor, 'lostHeld', {})
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText(visitor.t('lost.asked.title'))
  return person
}
