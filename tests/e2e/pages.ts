import { expect, type Page } from '@playwright/test'
import type { TFunction } from 'i18next'

/** A page that is one form: its path, the message keys of its fields' labels by name, and of its button. */
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
const nextPassword = 'field.new_password.label_new'
const twoCodes = { code: 'field.code.label_sms', email_code: 'field.code.label_email' }

/** Every page with a form, described once. */
export const formPages = {
  signIn: { path: '/login', fields: { account, password }, button: 'login.submit' },
  smsSignIn: { path: '/login/sms', fields: { mobile }, button: 'code.send' },
  smsSignInCode: { path: '/login/sms/code', fields: { code }, button: 'login.submit' },
  smsSignInCreate: { path: '/login/sms/create', fields: {}, button: 'login.create.submit' },
  smsSignInConfirm: { path: '/login/sms/confirm', fields: { password }, button: 'login.submit' },
  emailSignIn: { path: '/login/email', fields: { email }, button: 'code.send' },
  emailSignInCode: { path: '/login/email/code', fields: { code }, button: 'login.submit' },
  emailPassword: { path: '/login/email/password', fields: { email, password }, button: 'login.submit' },
  quickCode: { path: '/login/quick/code', fields: { code }, button: 'login.submit' },
  qrSignIn: { path: '/login/qr', fields: {}, button: 'qr.show' },
  qrCode: { path: '/login/qr/code', fields: {}, button: 'qr.code.done' },
  device: { path: '/login/device', fields: { user_code: 'field.user_code.label' }, button: 'device.submit' },
  qrConfirm: { path: '/login/qr/confirm', fields: { letters: 'field.letters.label' }, button: 'qr.letters.submit' },
  move: { path: '/settings/move', fields: {}, button: 'qr.show' },
  moveCode: { path: '/settings/move/code', fields: {}, button: 'qr.code.done' },
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
  registerOrganisation: {
    path: '/login/register/organisation',
    fields: { subject_name: 'organisation.name' },
    button: 'register.organisation.next',
  },
  registerOrganisationMobile: {
    path: '/login/register/organisation/mobile',
    fields: { mobile },
    button: 'code.send',
  },
  registerOrganisationMobileCode: {
    path: '/login/register/organisation/mobile/code',
    fields: { code, password: 'field.new_password.label_optional' },
    button: 'register.submit',
  },
  chooseOrganisation: { path: '/login/organisation', fields: {}, button: 'login.organisation.submit' },
  newOrganisation: {
    path: '/settings/organisations/new',
    fields: { subject_name: 'organisation.name' },
    button: 'organisations.create',
  },
  organisationDetails: {
    path: '/settings/organisations/[^/]+/details',
    fields: { subject_name: 'organisation.name', website: 'organisation.info.website' },
    button: 'organisation.save',
  },
  mobileReset: { path: '/account-help/password', fields: { mobile }, button: 'code.send' },
  mobileResetCode: {
    path: '/account-help/password/code',
    fields: { code, password: nextPassword },
    button: 'reset.submit',
  },
  emailReset: { path: '/account-help/password/email', fields: { email }, button: 'code.send' },
  emailResetCode: {
    path: '/account-help/password/email/code',
    fields: { code, password: nextPassword },
    button: 'reset.submit',
  },
  resetLink: { path: '/account-help/password/link', fields: { password: nextPassword }, button: 'reset.submit' },
  lostEmail: { path: '/account-help/mobile-lost/email', fields: { email }, button: 'code.send' },
  lostEmailCode: { path: '/account-help/mobile-lost/email/code', fields: { code }, button: 'lost.continue' },
  lostConfirm: {
    path: '/account-help/mobile-lost/email/confirm',
    fields: { password: 'lost.confirm.password' },
    button: 'lost.confirm.submit',
  },
  lostPassword: {
    path: '/account-help/mobile-lost/password',
    fields: { account, password },
    button: 'lost.continue',
  },
  lostHeld: { path: '/account-help/mobile-lost/held', fields: {}, button: 'lost.held.submit' },
  notMe: { path: '/account-help/not-me', fields: { password: 'notMe.password' }, button: 'notMe.submit' },
  settings: { path: '/settings', fields: {}, button: 'settings.sign_out' },
  avatar: { path: '/settings/avatar', fields: { pic: 'field.pic.label' }, button: 'picture.upload' },
  avatarDefault: { path: '/settings/avatar/default', fields: {}, button: 'picture.choose' },
  background: { path: '/settings/background', fields: { pic: 'field.pic.label' }, button: 'picture.upload' },
  backgroundDefault: { path: '/settings/background/default', fields: {}, button: 'picture.choose' },
  exportData: { path: '/settings/export', fields: {}, button: 'export.submit' },
  addresses: { path: '/settings/addresses', fields: {}, button: 'addresses.submit' },
  password: {
    path: '/settings/password',
    fields: { current_password: 'field.current_password.label', password: nextPassword },
    button: 'password.change_submit',
  },
  passwordSet: { path: '/settings/password/set', fields: { password: newPassword }, button: 'password.set_submit' },
  passwordCode: { path: '/settings/password/forgotten/code', fields: { code }, button: 'password.code_submit' },
  passwordNew: {
    path: '/settings/password/forgotten/new',
    fields: { password: nextPassword },
    button: 'password.change_submit',
  },
  mobile: { path: '/settings/mobile', fields: { mobile }, button: 'code.send' },
  mobileBind: { path: '/settings/mobile/bind', fields: { code }, button: 'mobile.bind' },
  mobileSwitch: { path: '/settings/mobile/switch', fields: {}, button: 'mobile.switch.submit' },
  mobileOld: {
    path: '/settings/mobile/change/old',
    fields: { code, mobile: 'mobile.change.new_label' },
    button: 'mobile.change.next',
  },
  mobileConfirm: { path: '/settings/mobile/change/confirm', fields: { code }, button: 'mobile.change.submit' },
  mobileChangeSwitch: { path: '/settings/mobile/change/switch', fields: {}, button: 'mobile.switch.submit' },
  mobileRemove: { path: '/settings/mobile/remove', fields: {}, button: 'mobile.remove.submit' },
  email: { path: '/settings/email', fields: { email }, button: 'code.send' },
  emailBind: { path: '/settings/email/bind', fields: { code }, button: 'email.bind' },
  connectPlatform: { path: '/settings/third-party/new', fields: {}, button: 'thirdParty.connect.submit' },
  bindLogin: { path: '/login/bind', fields: { account, password }, button: 'bindLogin.submit' },
  bindLoginMobile: { path: '/login/bind/mobile', fields: { mobile }, button: 'code.send' },
  bindLoginCode: { path: '/login/bind/code', fields: { code }, button: 'bindLogin.submit' },
  disconnect: { path: '/settings/third-party/[a-z]+', fields: {}, button: 'thirdParty.disconnect' },
  profile: {
    path: '/settings/profile',
    fields: {
      username: 'settings.username',
      birthday_day: 'field.birthday.day',
      birthday_month: 'field.birthday.month_label',
      birthday_year: 'field.birthday.year_label',
      language: 'profile.language',
      time_zone: 'profile.time_zone',
    },
    button: 'profile.submit',
  },
  cancel: { path: '/settings/cancel', fields: {}, button: 'stepUp.second.use_password' },
  cancelCode: { path: '/settings/cancel/verify', fields: { code }, button: 'stepUp.continue' },
  cancelPassword: { path: '/settings/cancel/password', fields: { password }, button: 'stepUp.continue' },
  cancelConfirm: { path: '/settings/cancel/confirm', fields: {}, button: 'cancel.confirm.submit' },
  restoreConfirm: { path: '/account-help/restore/confirm', fields: {}, button: 'restore.confirm.submit' },
} as const satisfies Record<string, FormPage>

export type FormPageName = keyof typeof formPages
type FieldName<Name extends FormPageName> = keyof (typeof formPages)[Name]['fields'] & string

/** A person at a browser, in one language. */
export interface Visitor {
  page: Page
  t: TFunction
}

/** Waits for what was sent to an address, the nth one (from 1), and reads it. */
export type ReadSent = (to: string, nth?: number) => Promise<string>

/** A visitor whose messages the test can read. */
export interface Addressee extends Visitor {
  /** Reads a code. */
  code: ReadSent
}

/** A field of the page that is shown, found by its label. */
export const fieldOf = <Name extends FormPageName>({ page, t }: Visitor, name: Name, field: FieldName<Name>) => {
  const labels: Record<string, string> = formPages[name].fields
  return page.getByLabel(t(labels[field] ?? field), { exact: true })
}

export const buttonOf = ({ page, t }: Visitor, name: FormPageName) =>
  page.getByRole('main').getByRole('button', { name: t(formPages[name].button), exact: true })

/** Waits until the browser shows a page. */
export const expectPage = async ({ page }: Visitor, name: FormPageName): Promise<void> => {
  await expect(page).toHaveURL(new RegExp(`^https?://[^/]+${formPages[name].path}([?#]|$)`))
}

/** Fills the form of the page that is shown, which has to be `name`, and sends it. */
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

/** Nobody is signed in at the browser. */
export const expectSignedOut = async (visitor: Visitor): Promise<void> => {
  await open(visitor, 'settings')
  await expectPage(visitor, 'signIn')
}

/** What the settings page says of the account that is signed in. */
export const whoAmI = async (visitor: Visitor) => {
  await expectPage(visitor, 'settings')
  const fact = async (key: string) => {
    const term = visitor.page.getByRole('term').filter({ hasText: new RegExp(`^${visitor.t(key)}$`) })
    return ((await term.locator('xpath=following-sibling::dd[1]').textContent()) ?? '').trim()
  }
  return {
    username: await fact('settings.username'),
    mobile: await fact('settings.mobile'),
    email: await fact('settings.email'),
    password: await fact('settings.password'),
  }
}

/** Waits until the page shows a flash message. */
export const expectFlash = ({ page, t }: Visitor, name: string): Promise<void> =>
  expect(page.getByRole('status')).toHaveText(t(`notice.${name}`))

/** The errors that a page lists first, with plain spaces. Its title has to say so too. */
export const errorsOf = async ({ page, t }: Visitor): Promise<string[]> => {
  const summary = page.getByRole('alert')
  await expect(summary).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${t('layout.error_title', { title: '' }).trim()}`))
  const listed = await summary.getByRole('listitem').allTextContents()
  // One that is about no field is no list.
  const errors = listed.length > 0 ? listed : (await summary.getByRole('paragraph').allTextContents()).slice(0, 1)
  return errors.map((error) => error.replaceAll('\u00A0', ' '))
}

/** A mobile of mainland China as people read it. */
export const spaced = (mobile: string): string => mobile.replace(/^(\+86)(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3 $4')
