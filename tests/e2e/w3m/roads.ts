import type { TFunction } from 'i18next'
import type { Pair } from '../../fixtures/pair'
import { codeOf } from '../../fixtures/post-office'
import { type FormPageName, formPages } from '../pages'
import { goodPassword, newEmail, newMobile } from '../people'
import type { TextBrowser } from './text-browser'

/** A person at w3m, the texts that they read, and the pair that they visit. */
export interface TextVisitor {
  w3m: TextBrowser
  t: TFunction
  pair: Pair
}

/** Opens a page by its address. */
export const open = ({ w3m, pair }: TextVisitor, name: FormPageName): Promise<void> =>
  w3m.open(pair.url + formPages[name].path)

/** Registers by mobile, from the first page to the settings. */
export const registerByMobile = async (visitor: TextVisitor) => {
  const { w3m, t, pair } = visitor
  const [mobile, password] = [newMobile(), goodPassword]
  await open(visitor, 'registerMobile')
  await w3m.fill(t('field.mobile.label'), mobile)
  await w3m.press(t('code.send'))
  await w3m.fill(t('field.code.label'), await codeOf(pair.office, mobile))
  await w3m.fill(t('field.new_password.label_optional'), password)
  await w3m.press(t('register.submit'))
  await w3m.see(t('settings.password_set'))
  return { mobile, password }
}

/** The same by email. */
export const registerByEmail = async (visitor: TextVisitor) => {
  const { w3m, t, pair } = visitor
  const [email, password] = [newEmail(), goodPassword]
  await open(visitor, 'registerEmail')
  await w3m.fill(t('field.email.label'), email)
  await w3m.press(t('code.send'))
  await w3m.fill(t('field.code.label'), await codeOf(pair.office, email))
  await w3m.fill(t('field.new_password.label'), password)
  await w3m.press(t('register.submit'))
  await w3m.see(t('settings.password_set'))
  return { email, password }
}

export const signOut = async ({ w3m, t }: TextVisitor): Promise<void> => {
  await w3m.press(t('settings.sign_out'))
  await w3m.see(t('login.title'))
}

/** Fills the sign-in page, where the person is, and sends it. */
export const signInByPassword = async ({ w3m, t }: TextVisitor, account: string, password: string): Promise<void> => {
  await w3m.fill(t('field.account.label'), account)
  await w3m.fill(t('field.password.label'), password)
  await w3m.press(t('login.submit'))
}
