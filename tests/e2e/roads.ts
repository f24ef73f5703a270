import { press } from './controls'
import { type Guest, signedInWithMobile } from './steps/accounts'
import { type Addressee, buttonOf, expectPage, formPages, open, send, type Visitor } from './steps/pages'
import { goodPassword, newEmail, newMobile } from './steps/people'

/** Registers by mobile, from the first page to the settings. */
export const registerByMobile = async (visitor: Addressee) => {
  const [mobile, password] = [newMobile(), goodPassword]
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  await send(visitor, 'registerMobileCode', { code: await visitor.code(mobile), password })
  await expectPage(visitor, 'settings')
  return { mobile, password }
}

export const registerByBoth = async (visitor: Addressee) => {
  const [mobile, email, password] = [newMobile(), newEmail(), goodPassword]
  await open(visitor, 'registerBoth')
  await send(visitor, 'registerBoth', { mobile, email })
  await send(visitor, 'registerBothCode', {
    code: await visitor.code(mobile),
    email_code: await visitor.code(email),
    password,
  })
  await expectPage(visitor, 'settings')
  return { mobile, email, password }
}

export const signOut = async (visitor: Visitor): Promise<void> => {
  if (new URL(visitor.page.url()).pathname !== formPages.settings.path) await open(visitor, 'settings')
  await buttonOf(visitor, 'settings').click()
  await expectPage(visitor, 'signIn')
}

/** Fills the sign-in page and sends it. */
export const signInByPassword = async (visitor: Visitor, account: string, password: string): Promise<void> => {
  if (!visitor.page.url().endsWith(formPages.signIn.path)) await open(visitor, 'signIn')
  await send(visitor, 'signIn', { account, password })
}

/** The same up to the settings. */
export const enter = async (visitor: Visitor, account: string, password: string): Promise<void> => {
  await signInByPassword(visitor, account, password)
  await expectPage(visitor, 'settings')
}

/** Signs in by the nth code to a mobile. The first one registered it. */
export const signInBySms = async (visitor: Addressee, mobile: string, nth = 2): Promise<void> => {
  await open(visitor, 'smsSignIn')
  await send(visitor, 'smsSignIn', { mobile })
  await send(visitor, 'smsSignInCode', { code: await visitor.code(mobile, nth) })
}

/** The same by the nth code to an email. */
export const signInByMail = async (visitor: Addressee, email: string, nth = 2): Promise<void> => {
  await open(visitor, 'emailSignIn')
  await send(visitor, 'emailSignIn', { email })
  await send(visitor, 'emailSignInCode', { code: await visitor.code(email, nth) })
}

/** A second browser in the same language, with its own cookies. */
export const anotherBrowser = async (visitor: Guest): Promise<Guest> => {
  const browser = visitor.page.context().browser()
  if (!browser) throw new Error('no browser')
  const context = await browser.newContext({
    baseURL: visitor.url,
    locale: visitor.language === 'en' ? 'en-GB' : 'zh-CN',
    javaScriptEnabled: false,
  })
  // The whole browser may be closed by then.
  visitor.page.once('close', () => void context.close().catch(() => undefined))
  return { ...visitor, page: await context.newPage() }
}

/** The phone of a person with a new account, who is signed in on it. */
export const signedInPhone = async (visitor: Guest) => {
  const phone = await anotherBrowser(visitor)
  return { phone, ...(await signedInWithMobile(phone)) }
}

/** Signs in by a password on the way to an application, and stays signed in after the browser is closed. */
export const signInOnTheWay = async (visitor: Visitor, account: string, password: string): Promise<void> => {
  const { page, t } = visitor
  await page.getByLabel(t('field.account.label')).fill(account)
  await page.getByLabel(t('field.password.label')).fill(password)
  await page.getByLabel(t('authorise.stay_on')).check()
  await press(visitor, 'authorise.sign_in')
}
