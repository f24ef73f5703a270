import { type Addressee, expectPage, open, send } from './pages'

/** Proves the email of an account by the nth code to it, up to the page that says what will be done with the lost number. */
export const proveEmail = async (visitor: Addressee, { email, nth }: { email: string; nth: number }): Promise<void> => {
  await open(visitor, 'lostEmail')
  await send(visitor, 'lostEmail', { email })
  await send(visitor, 'lostEmailCode', { code: await visitor.code(email, nth) })
  await expectPage(visitor, 'lostConfirm')
}
