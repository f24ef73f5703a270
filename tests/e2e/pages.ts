import type { TFunction } from 'i18next'
import { expect, type Page } from './journey'

/** A page that is one form: where it stands, the message keys of its fields' labels by name, and of its button. */
interface FormPage {
  path: string
  fields: Record<string, string>
  button: string
}

const account = 'field.account.label'
const email = 'field.email.label'
const mobile = 'field.mobile.label'
const password = 'field.password.label'
const newPassword = 'field.new_password.label'
const code = 'field.code.label'
const twoCodes = { code: 'field.code.label_sms', email_code: 'field.code.label_email' }

/** Every page with a form, described once. */
export const formPages = {
  signIn: { path: '/login', fields: { account, password }, button: 'login.submit' },
  smsSignIn: { path: '/login/sms', fields: { mobile }, button: 'code.send' },
  smsSignInCode: { path: '/login/sms/code', fields: { code }, button: 'login.submit' },
  smsSignInCreate: { path: '/login/sms/create', fields: {}, button: 'login.create.submit' },
  emailSignIn: { path: '/login/email', fields: { email }, button: 'code.send' },
  emailSignInCode: { path: '/login/email/code', fields: { code }, button: 'login.submit' },
  emailPassword: { path: '/login/email/password', fields: { email, password }, button: 'login.submit' },
  registerMobile: { path: '/login/register', fields: { mobile }, button: 'code.send' },
  registerMobileCode: {
    path: '/login/register/code',
    fields: { code, password: 'field.new_password.label_optional' },
    button: 'register.submit',
  },
  registerExisting: { path: '/login/register/existing', fields: {}, button: 'register.existing.submit' },
  registerEmail: { path: '/login/register/email', fields: { email }, button: 'code.send' },
  registerEmailCode: {
    path: '/login/register/email/code',
    fields: { code, password: newPassword },
    button: 'register.submit',
  },
  registerBoth: { path: '/login/register/both', fields: { mobile, email }, button: 'register.both.send' },
  registerBothCode: {
    path: '/login/register/both/code',
    fields: { ...twoCodes, password: newPassword },
    button: 'register.submit',
  },
  settings: { path: '/settings', fields: {}, button: 'settings.sign_out' },
  addresses: { path: '/settings/addresses', fields: {}, button: 'addresses.submit' },
} as const satisfies Record<string, FormPage>

export type FormPageName = keyof typeof formPages
type FieldName<Name extends FormPageName> = keyof (typeof formPages)[Name]['fields'] & string

/** One person at a browser, in one language. */
export interface Visitor {
  page: Page
  t: TFunction
}

/** A field of the page that is open, found as a person finds it: by its label. */
export const fieldOf = <Name extends FormPageName>({ page, t }: Visitor, name: Name, field: FieldName<Name>) => {
  const labels: Record<string, string> = formPages[name].fields
  return page.getByLabel(t(labels[field] ?? field), { exact: true })
}

export const buttonOf = ({ page, t }: Visitor, name: FormPageName) =>
  page.getByRole('main').getByRole('button', { name: t(formPages[name].button), exact: true })

/** Waits until a page is the one that the browser shows. */
export const expectPage = async ({ page }: Visitor, name: FormPageName): Promise<void> => {
  await expect(page).toHaveURL(new RegExp(`^https?://[^/]+${formPages[name].path}([?#]|$)`))
}

/** Fills the form of the page that is open, which has to be the one meant, and sends it. */
export const send = async <Name extends FormPageName>(
  visitor: Visitor,
  name: Name,
  values: { [Field in FieldName<Name>]?: string },
): Promise<void> => {
  await expectPage(visitor, name)
  for (const [field, value] of Object.entries(values) as [FieldName<Name>, string][])
    await fieldOf(visitor, name, field).fill(value)
  await buttonOf(visitor, name).click()
}

/** Opens a page by its address. */
export const open = async ({ page }: Visitor, name: FormPageName, { next }: { next?: string } = {}): Promise<void> => {
  const query = next === undefined ? '' : `?${new URLSearchParams({ next })}`
  await page.goto(formPages[name].path + query)
}

/** Who the settings page says is signed in. */
export const whoAmI = async (visitor: Visitor) => {
  await expectPage(visitor, 'settings')
  const fact = async (key: string) => {
    const term = visitor.page.getByRole('term').filter({ hasText: visitor.t(key) })
    return ((await term.locator('xpath=following-sibling::dd').textContent()) ?? '').trim()
  }
  return {
    username: await fact('settings.username'),
    mobile: await fact('settings.mobile'),
    email: await fact('settings.email'),
    password: await fact('settings.password'),
  }
}

/** The errors that a page lists first, and the proof that its title says so. */
export const errorsOf = async ({ page, t }: Visitor): Promise<string[]> => {
  const summary = page.getByRole('alert')
  await expect(summary).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${t('layout.error_title', { title: '' }).trim()}`))
  return summary.getByRole('listitem').allTextContents()
}
