import { expect, type ReadSent } from './journey'
import { buttonOf, expectPage, open, send, type Visitor } from './pages'
import { goodPassword, newEmail, newMobile, newUsername } from './people'

/** Registers by mobile, from the first page to the settings. */
export const registerByMobile = async (
  visitor: Visitor,
  code: ReadSent,
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
  code: ReadSent,
  { email = newEmail(), password = goodPassword }: { email?: string; password?: string } = {},
) => {
  await open(visitor, 'registerEmail')
  await send(visitor, 'registerEmail', { email })
  await send(visitor, 'registerEmailCode', { code: await code(email), password })
  await expectPage(visitor, 'settings')
  return { email, password }
}

export const registerByBoth = async (visitor: Visitor, code: ReadSent) => {
  const [mobile, email, password] = [newMobile(), newEmail(), goodPassword]
  await open(visitor, 'registerBoth')
  await send(visitor, 'registerBoth', { mobile, email })
  await send(visitor, 'registerBothCode', { code: await code(mobile), email_code: await code(email), password })
  await expectPage(visitor, 'settings')
  return { mobile, email, password }
}

/** Gives the account that is signed in a username, or asks for one that waits for review. */
export const chooseUsername = async (visitor: Visitor, username = newUsername()): Promise<string> => {
  await open(visitor, 'profile')
  await send(visitor, 'profile', { username })
  await visitor.page.getByRole('status').waitFor()
  return username
}

/** Signs in by SMS with a mobile that nobody has, which makes an account without a password. */
export const registerBySmsCode = async (visitor: Visitor, code: ReadSent) => {
  const mobile = newMobile()
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile })
  await send(visitor, 'smsSignInCode', { code: await code(mobile) })
  await send(visitor, 'smsSignInCreate', {})
  await expectPage(visitor, 'settings')
  return { mobile }
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

/** Cancels the account of who is signed in, from the settings to the last page about it. */
export const cancelByPassword = async (visitor: Visitor, password: string): Promise<void> => {
  await open(visitor, 'cancel')
  await send(visitor, 'cancel', {})
  await send(visitor, 'cancelPassword', { password })
  await send(visitor, 'cancelConfirm', {})
  await expect(visitor.page).toHaveURL(/\/account-help\/cancelled\?until=[^&]+&time_zone=(Asia%2FShanghai|UTC)$/)
}

/** A second browser in the same language, with cookies of its own. */
export const anotherBrowser = async ({ page, t }: Visitor): Promise<Visitor> => {
  const browser = page.context().browser()
  if (!browser) throw new Error('no browser')
  const locale = await page.locator('html').getAttribute('lang')
  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    extraHTTPHeaders: { 'accept-language': locale ?? 'en' },
    javaScriptEnabled: false,
  })
  page.once('close', () => void context.close())
  return { page: await context.newPage(), t }
}

/** The same person at a second browser, who has just signed in. */
export const elsewhere = async (
  visitor: Visitor,
  { account, password }: { account: string; password: string },
): Promise<Visitor> => {
  const other = await anotherBrowser(visitor)
  await signInByPassword(other, account, password)
  await expectPage(other, 'settings')
  return other
}
