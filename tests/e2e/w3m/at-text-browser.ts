import type { TFunction } from 'i18next'
import { startedAt, test } from '#tests/e2e/journey'
import { type FormPageName, formPages, type ReadSent } from '#tests/e2e/steps/pages'
import { goodPassword, newMobile } from '#tests/e2e/steps/people'
import { startTextBrowser, type TextBrowser } from './text-browser'

/** A person at w3m, and the texts that they read. */
export interface TextVisitor {
  w3m: TextBrowser
  t: TFunction
  url: string
}

/** A person at w3m on the real pair, who reads English. */
export const atTextBrowser = test.extend<{ w3m: TextBrowser; reader: TextVisitor }>({
  w3m: startedAt(({ url }) => startTextBrowser(`${url}/`)),
  reader: async ({ w3m, t, pair }, use) => use({ w3m, t, url: pair.url }),
  // No graphical browser is there to listen to.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  quiet: async ({}, use) => use(undefined),
})

/** Opens a page by its address. */
export const open = ({ w3m, url }: TextVisitor, name: FormPageName): Promise<void> =>
  w3m.open(url + formPages[name].path)

/** Registers by mobile on the page of the registration, up to the settings. */
export const registerByMobile = async ({ w3m, t }: TextVisitor, code: ReadSent) => {
  const [mobile, password] = [newMobile(), goodPassword]
  await w3m.fill(t('field.mobile.label'), mobile)
  await w3m.press(t('code.send'))
  await w3m.fill(t('field.code.label'), await code(mobile))
  await w3m.fill(t('field.new_password.label_optional'), password)
  await w3m.press(t('register.submit'))
  await w3m.see(t('settings.password_set'))
  return { mobile, password }
}

export const signOut = async ({ w3m, t }: TextVisitor): Promise<void> => {
  await w3m.press(t('settings.sign_out'))
  await w3m.see(t('login.title'))
}

/** Fills the sign-in page, which has to be shown, and sends it. */
export const signInByPassword = async ({ w3m, t }: TextVisitor, account: string, password: string): Promise<void> => {
  await w3m.fill(t('field.account.label'), account)
  await w3m.fill(t('field.password.label'), password)
  await w3m.press(t('login.submit'))
}

/** Signs in, from any page to the settings. */
export const enter = async (reader: TextVisitor, account: string, password: string): Promise<void> => {
  await open(reader, 'signIn')
  await signInByPassword(reader, account, password)
  await reader.w3m.see(reader.t('settings.title'))
}
