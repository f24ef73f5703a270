import { expect, type Page } from '@playwright/test'
import type { TFunction } from 'i18next'

/** A page that is one form: its path, the message keys of its button, and of its fields' labels by name. */
const form = <const Fields extends Record<string, string> = Record<never, string>>(
  path: string,
  button: string,
  fields: Fields = {} as Fields,
) => ({ path, button, fields })

const account = 'field.account.label'
const email = 'field.email.label'
const mobile = 'field.mobile.label'
const password = 'field.password.label'
const newPassword = 'field.new_password.label'
const code = 'field.code.label'
const nextPassword = 'field.new_password.label_new'
const appCode = { authenticator_code: 'field.authenticator_code.label' }
const optionalPassword = { code, password: 'field.new_password.label_optional' }
const newOrganisation = { subject_name: 'organisation.name', deputy_name: 'field.own_name.label' }
const twoCodes = { code: 'field.code.label_sms', email_code: 'field.code.label_email' }

/** Every page with a form, described once. */
export const formPages = {
  signIn: form('/login', 'login.submit', { account, password }),
  smsSignIn: form('/login/sms', 'code.send', { mobile }),
  smsSignInCode: form('/login/sms/code', 'login.submit', { code }),
  smsSignInCreate: form('/login/sms/create', 'login.create.submit'),
  smsSignInConfirm: form('/login/sms/confirm', 'login.submit', { password }),
  emailSignIn: form('/login/email', 'code.send', { email }),
  emailSignInCode: form('/login/email/code', 'login.submit', { code }),
  emailPassword: form('/login/email/password', 'login.submit', { email, password }),
  quickCode: form('/login/quick/code', 'login.submit', { code }),
  authenticator: form('/settings/authenticator', 'authenticator.set_up'),
  authenticatorSetUp: form('/settings/authenticator/set-up', 'authenticator.prove', {
    authenticator_code: 'field.authenticator_code.label_first',
  }),
  recoveryCodes: form('/settings/authenticator/codes', 'authenticator.codes_kept'),
  authenticatorStep: form('/login/authenticator', 'login.submit', appCode),
  qrSignIn: form('/login/qr', 'qr.show'),
  qrCode: form('/login/qr/code', 'qr.code.done'),
  device: form('/login/device', 'device.submit', { user_code: 'field.user_code.label' }),
  move: form('/settings/move', 'qr.show'),
  moveCode: form('/settings/move/code', 'qr.code.done'),
  registerMobile: form('/login/register', 'code.send', { mobile }),
  registerMobileCode: form('/login/register/code', 'register.submit', optionalPassword),
  registerEmail: form('/login/register/email', 'code.send', { email }),
  registerEmailCode: form('/login/register/email/code', 'register.submit', { code, password: newPassword }),
  registerBoth: form('/login/register/both', 'register.both.send', { mobile, email }),
  registerBothCode: form('/login/register/both/code', 'register.submit', { ...twoCodes, password: newPassword }),
  registerOrganisation: form('/login/register/organisation', 'register.organisation.next', newOrganisation),
  registerOrganisationMobile: form('/login/register/organisation/mobile', 'code.send', { mobile }),
  registerOrganisationMobileCode: form('/login/register/organisation/mobile/code', 'register.submit', optionalPassword),
  newOrganisation: form('/settings/organisations/new', 'organisations.create', newOrganisation),
  organisationDetails: form('/settings/organisations/[^/]+/details', 'organisation.save', {
    subject_name: 'organisation.name',
    website: 'organisation.info.website',
  }),
  mobileReset: form('/account-help/password', 'code.send', { mobile }),
  mobileResetCode: form('/account-help/password/code', 'reset.submit', { code, password: nextPassword }),
  emailReset: form('/account-help/password/email', 'code.send', { email }),
  emailResetCode: form('/account-help/password/email/code', 'reset.submit', { code, password: nextPassword }),
  resetLink: form('/account-help/password/link', 'reset.submit', { password: nextPassword }),
  lostEmail: form('/account-help/mobile-lost/email', 'code.send', { email }),
  lostEmailCode: form('/account-help/mobile-lost/email/code', 'lost.continue', { code }),
  lostConfirm: form('/account-help/mobile-lost/email/confirm', 'lost.confirm.submit', {
    password: 'lost.confirm.password',
  }),
  notMe: form('/account-help/not-me', 'notMe.submit', { password: 'notMe.password' }),
  settings: form('/settings', 'settings.sign_out'),
  avatar: form('/settings/avatar', 'picture.upload', { pic: 'field.pic.label' }),
  addresses: form('/settings/addresses', 'addresses.submit'),
  password: form('/settings/password', 'password.change_submit', {
    current_password: 'field.current_password.label',
    password: nextPassword,
  }),
  mobile: form('/settings/mobile', 'code.send', { mobile }),
  mobileBind: form('/settings/mobile/bind', 'mobile.bind', { code }),
  mobileOld: form('/settings/mobile/change/old', 'mobile.change.next', { code, mobile: 'mobile.change.new_label' }),
  mobileConfirm: form('/settings/mobile/change/confirm', 'mobile.change.submit', { code }),
  mobileRemove: form('/settings/mobile/remove', 'mobile.remove.submit'),
  email: form('/settings/email', 'code.send', { email }),
  emailBind: form('/settings/email/bind', 'email.bind', { code }),
  recoveryEmail: form('/settings/recovery-email', 'code.send', { email: 'recoveryEmail.field' }),
  recoveryEmailCode: form('/settings/recovery-email/code', 'recoveryEmail.submit', { code }),
  recoveryEmailRemove: form('/settings/recovery-email/remove', 'recoveryEmail.remove'),
  connectPlatform: form('/settings/third-party/new', 'thirdParty.connect.submit'),
  bindLogin: form('/login/bind', 'bindLogin.submit', { account, password }),
  bindLoginMobile: form('/login/bind/mobile', 'code.send', { mobile }),
  bindLoginCode: form('/login/bind/code', 'bindLogin.submit', { code }),
  disconnect: form('/settings/third-party/[a-z]+', 'thirdParty.disconnect'),
  profile: form('/settings/profile', 'profile.submit', {
    username: 'settings.username',
    birthday_day: 'field.birthday.day',
    birthday_month: 'field.birthday.month_label',
    birthday_year: 'field.birthday.year_label',
    language: 'profile.language',
    time_zone: 'profile.time_zone',
  }),
  cancel: form('/settings/cancel', 'stepUp.second.use_password'),
  cancelCode: form('/settings/cancel/verify', 'stepUp.continue', { code }),
  cancelConfirm: form('/settings/cancel/confirm', 'cancel.confirm.submit'),
  restoreConfirm: form('/account-help/restore/confirm', 'restore.confirm.submit'),
}

export type FormPageName = keyof typeof formPages
type FieldName<Name extends FormPageName> = keyof (typeof formPages)[Name]['fields'] & string

/** A person at a browser, in one language. */
export interface Visitor {
  page: Page
  t: TFunction
}

/** Waits for what was sent to an address, the nth one (from 1), and reads it. */
export type ReadSent = (to: string, nth?: number) => Promise<string>

/** A visitor with messages that the test can read. */
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

/** The browser is signed out. */
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
export const expectFlash = ({ page, t }: Visitor, name: string, values: Record<string, string> = {}): Promise<void> =>
  expect(page.getByRole('status')).toHaveText(t(`notice.${name}`, values))

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
