import { buttonOf, expectPage, open, send, type Visitor } from './pages'
import { goodPassword, newEmail, newMobile } from './people'

type Code = (to: string, nth?: number) => Promise<string>

/** Registers by mobile, from the first page to the settings. */
export const registerByMobile = async (
  visitor: Visitor,
  code: Code,
  { mobile = newMobile(), password = goodPassword }: { mobile?: string; password?: string } = {},
) => {
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  await send(visitor, 'registerMobileCode', { code: await code(mobile), password })
  await expectPage(visitor, 'settings')
  return { mobile, password }
}

export const registerByEmail = async (
  visitor: Visitor,
  code: Code,
  { email = newEmail(), password = goodPassword }: { email?: string; password?: string } = {},
) => {
  await open(visitor, 'registerEmail')
  await send(visitor, 'registerEmail', { email })
  await send(visitor, 'registerEmailCode', { code: await code(email), password })
  await expectPage(visitor, 'settings')
  return { email, password }
}

export const registerByBoth = async (visitor: Visitor, code: Code) => {
  const [mobile, email, password] = [newMobile(), newEmail(), goodPassword]
  await open(visitor, 'registerBoth')
  await send(visitor, 'registerBoth', { mobile, email })
  await send(visitor, 'registerBothCode', { code: await code(mobile), email_code: await code(email), password })
  await expectPage(visitor, 'settings')
  return { mobile, email, password }
}

export const signOut = async (visitor: Visitor): Promise<void> => {
  await open(visitor, 'settings')
  await buttonOf(visitor, 'settings').click()
  await expectPage(visitor, 'signIn')
}

export const signInByPassword = async (visitor: Visitor, account: string, password: string): Promise<void> => {
  await open(visitor, 'signIn')
  await send(visitor, 'signIn', { account, password })
}
