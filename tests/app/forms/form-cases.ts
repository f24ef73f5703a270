import { createHash } from 'node:crypto'
import type { CallName } from '#contract/calls'
import { appLink } from '#contract/terms/app-link'
import { vouchedUrl } from '#contract/terms/vouched-url'
import { authorisation, openInfo } from '#tests/app/authorisation/authorise'
import { actingAs, done, infoOf, ticket } from '#tests/app/browser/answers'
import { openBrowser, pageAt, type withFakeAccountApi } from '#tests/app/browser/browser'
import { askedPasskey, newPasskey, ownPasskey } from '#tests/app/browser/passkeys'
import { signedInBrowser } from '#tests/app/browser/person'
import { deviceInfo, signOutInfo } from '#tests/app/qr-codes/device'
import { qrMove } from '~/features/qr-codes/qr-move.server'
import { qrRequest } from '~/features/qr-codes/qr-request.server'
import { qrSignIn } from '~/features/qr-codes/qr-sign-in.server'
import { authenticatorSetUp } from '~/flows/accounts/authenticator-set-up.server'
import { bindAddress } from '~/flows/accounts/bind-address.server'
import { cancelAccount } from '~/flows/accounts/cancel-account.server'
import { forgottenPassword } from '~/flows/accounts/forgotten-password.server'
import { lostMobileByEmail, lostMobileByPassword } from '~/flows/accounts/lost-mobile.server'
import { passwordReset } from '~/flows/accounts/password-reset.server'
import { rebindAddress } from '~/flows/accounts/rebind-address.server'
import { recoveryEmail } from '~/flows/accounts/recovery-email.server'
import { activateAccount } from '~/flows/organisations/activate-account.server'
import { handOver } from '~/flows/organisations/hand-over.server'
import { registerOrganisation } from '~/flows/organisations/register-organisation.server'
import { bindLogin, connectPlatform } from '~/flows/sign-in/bind-login.server'
import { codeSignIn } from '~/flows/sign-in/code-sign-in.server'
import { confirmSignIn } from '~/flows/sign-in/confirm-sign-in.server'
import { openSms } from '~/flows/sign-in/open-sms.server'
import { quickSignIn } from '~/flows/sign-in/quick-sign-in.server'
import { registerAddress, registerBoth } from '~/flows/sign-in/register.server'
import { restoreAccount } from '~/flows/sign-in/restore-account.server'
import { redirectTo } from '~/navigation/redirect.server'
import type { Args } from '~/runtime/load-context'
import { keepAccount } from '~/session/remembered-accounts.server'

/** The authenticator of an account, with a pending removal. */
export const authenticatorInfo = {
  is_set: true,
  since: '2026-01-02T03:04:05.000Z',
  asked_at_sign_in: false,
  recovery_codes_left: 10,
  removed_at: '2026-11-28T03:04:05.000Z',
  second_factor: { due_at: '2999-12-31T03:04:00.000Z', has_passkey: false },
  time_zone: 'UTC',
}

const sessionThere = {
  session_id: 'there',
  is_current: false,
  client: { browser: '', system: '' },
  address: '203.0.113.7',
  way: 'password' as const,
  signed_in_at: '2026-01-02T03:04:05.000Z',
  last_seen_at: '2026-01-02T03:04:05.000Z',
}

interface FormCase {
  /** The URL of its page. */
  url: string
  /** The call that the form is for. */
  call: CallName
  fields: Record<string, string | File>
  /** Brings the browser to the step of its flow. */
  begin?: ((args: Args) => Promise<Response>) | undefined
}

const form = (url: string, call: CallName, fields: FormCase['fields'] = {}, begin?: FormCase['begin']): FormCase => ({
  url,
  call,
  fields,
  begin,
})

const bound_at = '2026-01-02T03:04:05.000Z'
const password = 'fourteen calm violins'
const sent = (to: string) => ({ to, resendAtMs: 0, notice: null })
const mobile = { fields: { mobile: '138 0000 0001', region: 'CN' }, sent: sent('+8613800000001') }
const email = { fields: { email: 'ann@example.com' }, sent: sent('ann@example.com') }
const kinds = { mobile, email }
const code = { code: '123456' }
const appCode = { authenticator_code: '123456' }
const credential = { credential: '{"id":"a"}' }
/** The sign-in of this browser waits for the authenticator. */
const waits = (args: Args) => {
  args.context.pendingTicket = ticket
  return redirectTo(args, '/settings')
}
const key = ticket
/** The public id of an organisation. */
const subject = 's'.repeat(22)
const ofSubject = `/settings/organisations/${subject}`
/** The public id of a member, an invitation or a transfer. */
const someId = 'i'.repeat(22)
/** The page of a request of an application. */
const ofRequest = '/login/authorize/a-request-of-an-application'
/** The QR code that a browser shows. */
const shownCode = {
  token: someId,
  url: `http://localhost/login/qr/confirm?token=${someId}`,
  letters: 'BCDFGHJK',
  number: 42,
  shownAtMs: 0,
}
/** An account that the browser remembers, and what a form names it by. */
const family = 'f'.repeat(22)
const onDevice = { userId: '1', token: `${family}.${'s'.repeat(22)}`, person: '', avatar: '', name: '+86 138****0001' }
const onDeviceKey = createHash('sha256').update(family).digest('base64url').slice(0, 11)
/** A third-party identity that no account has. */
const identity = { profileKey: someId, platform: 'github', name: 'Ann' }
const offer = { deputy_name: 'Bo', note: '', role_key: '' }
const hostApp = {
  account_changed: appLink.parse('com.example.app:/account-changed'),
  account_cancelled: appLink.parse('com.example.app:/account-cancelled'),
  closed: appLink.parse('com.example.app:/closed'),
}
const ledger = { name: 'Ledger', redirect_uris: 'https://ledger.example/back' }
const shop = { name: 'Shop', url: vouchedUrl.parse('https://shop.example/'), may_gateway: false }
const file = new File(['x'], 'photo.jpg')

/** The form of a code page, and its button that sends the code again. */
const codePage = (
  url: string,
  [use, resend]: [CallName, CallName],
  fields: FormCase['fields'],
  begin: FormCase['begin'],
): FormCase[] => [form(url, use, fields, begin), form(url, resend, { resend_code: 'Send a new code' }, begin)]

/** The pages of both kinds of address. */
const addressPages = (['mobile', 'email'] as const).flatMap((kind): FormCase[] => {
  const { fields, sent } = kinds[kind]
  const send = kind === 'mobile' ? 'sendCode' : 'sendEmailCode'
  const by = <Mobile extends CallName, Email extends CallName>(mobile: Mobile, email: Email) =>
    kind === 'mobile' ? mobile : email
  const login = kind === 'mobile' ? '/login/sms' : '/login/email'
  const register = kind === 'mobile' ? '/login/register' : '/login/register/email'
  const reset = kind === 'mobile' ? '/account-help/password' : '/account-help/password/email'
  const activate = kind === 'mobile' ? '/account-help/activate' : '/account-help/activate/email'
  const organisation = `/login/register/organisation/${kind}`
  const named = { subject_name: 'Orchard', deputy_name: 'Ann', by: kind }
  const own = `/settings/${kind}`
  const proven = { old: 'masked', ticket }
  return [
    form(login, send, fields),
    ...codePage(`${login}/code`, [by('smsLoginOnly', 'emailCodeLogin'), send], code, (args) =>
      codeSignIn[kind].begin(args, 'code', { code: sent }),
    ),
    form(register, send, fields),
    ...codePage(`${register}/code`, [by('registerByMobile', 'registerByEmail'), send], { ...code, password }, (args) =>
      registerAddress[kind].begin(args, 'code', { code: sent }),
    ),
    form(organisation, send, fields, (args) => registerOrganisation.begin(args, kind, named)),
    ...codePage(
      `${organisation}/code`,
      [by('createSubjectByMobile', 'createSubjectByEmail'), send],
      { ...code, password },
      (args) => registerOrganisation.begin(args, `${kind}_code`, { ...named, code: sent }),
    ),
    form(`${organisation}/existing`, by('smsLoginContinue', 'emailLoginContinue'), {}, (args) =>
      registerOrganisation.begin(args, `${kind}_existing`, { ...named, to: sent.to, ticket }),
    ),
    form(activate, 'sendActivationCode', fields),
    ...codePage(`${activate}/code`, ['activateAccount', 'sendActivationCode'], code, (args) =>
      activateAccount[kind].begin(args, 'code', { code: sent }),
    ),
    form(`${activate}/choose`, 'activateAccount', { place: 'a'.repeat(22), password }, (args) =>
      activateAccount[kind].begin(args, 'choose', { code: sent, typed: '123456' }),
    ),
    form(`${activate}/existing`, by('smsLoginContinue', 'emailLoginContinue'), {}, (args) =>
      activateAccount[kind].begin(args, 'existing', { to: sent.to, ticket }),
    ),
    form(reset, send, fields),
    ...codePage(
      `${reset}/code`,
      [by('resetPasswordByMobile', 'resetPasswordByEmail'), send],
      { ...code, password },
      (args) => passwordReset[kind].begin(args, 'code', { code: sent }),
    ),
    form(own, send, fields),
    ...codePage(`${own}/bind`, [by('bindMobile', 'bindEmail'), send], code, (args) =>
      bindAddress[kind].begin(args, 'code', { code: sent }),
    ),
    form(`${own}/switch`, 'switchBind', {}, (args) => bindAddress[kind].begin(args, 'switch', { to: sent.to, ticket })),
    form(`${own}/change`, send),
    ...codePage(`${own}/change/old`, [by('verifyMobile', 'verifyEmail'), send], { ...code, ...fields }, (args) =>
      rebindAddress[kind].begin(args, 'old', { code: sent }),
    ),
    form(`${own}/change/new`, send, fields, (args) => rebindAddress[kind].begin(args, 'new', proven)),
    ...codePage(`${own}/change/confirm`, [by('rebindMobile', 'rebindEmail'), send], code, (args) =>
      rebindAddress[kind].begin(args, 'confirm', { ...proven, code: sent }),
    ),
    form(`${own}/change/switch`, 'switchBind', {}, (args) =>
      rebindAddress[kind].begin(args, 'switch', { ...proven, to: sent.to, takeover: ticket }),
    ),
    form(`${own}/remove`, 'unbindPlatform'),
    form(`${own}/keep`, 'stopPendingChange'),
  ]
})

const toConfirm = {
  mobile: mobile.sent.to,
  ticket,
  ways: [
    { way: 'email' as const, masked: 'a***@example.com' },
    { way: 'password' as const, masked: '' },
  ],
}

/** Every form of every page, except those that make no call. */
export const formCases: FormCase[] = [
  ...addressPages,
  form('/login', 'accountLoginV2', { account: 'ann', password }),
  form('/login/email/password', 'emailLogin', { ...email.fields, password }),
  form('/login/sms/create', 'smsLoginContinue', {}, (args) =>
    codeSignIn.mobile.begin(args, 'create', { mobile: mobile.sent.to, ticket }),
  ),
  form('/login/sms/confirm', 'confirmSignIn', { password }, (args) => confirmSignIn.begin(args, 'confirm', toConfirm)),
  form('/login/sms/confirm', 'sendConfirmationCode', { use_email: 'x' }, (args) =>
    confirmSignIn.begin(args, 'confirm', toConfirm),
  ),
  ...codePage('/login/sms/confirm/code', ['confirmSignIn', 'sendConfirmationCode'], code, (args) =>
    confirmSignIn.begin(args, 'code', { ...toConfirm, code: email.sent }),
  ),
  form('/login/register/existing', 'smsLoginContinue', {}, (args) =>
    registerAddress.mobile.begin(args, 'existing', { to: mobile.sent.to, ticket }),
  ),
  form('/login/register/email/existing', 'emailLoginContinue', {}, (args) =>
    registerAddress.email.begin(args, 'existing', { to: email.sent.to, ticket }),
  ),
  form('/login/register/both', 'sendCode', { ...mobile.fields, ...email.fields }),
  form('/login/register/both/code', 'registerByMobileAndEmail', { ...code, email_code: '654321', password }, (args) =>
    registerBoth.begin(args, 'code', { mobile: mobile.sent, email: email.sent }),
  ),
  form('/login/quick', 'quickLogin', { account: onDeviceKey }, async (args) => {
    await keepAccount(args, onDevice)
    return redirectTo(args, '/login')
  }),
  ...codePage('/login/quick/code', ['quickLogin', 'quickLogin'], code, async (args) => {
    await keepAccount(args, onDevice)
    return quickSignIn.begin(args, 'code', { account: onDeviceKey, by: 'mobile', code: kinds.mobile.sent })
  }),
  form('/login/qr', 'getQrcode'),
  form('/login/qr/code', 'checkQrconnect', {}, (args) => qrSignIn.begin(args, 'code', shownCode)),
  form('/login/qr/confirm', 'toScanQrcode', { letters: 'bcdf-ghjk' }),
  form(`/login/qr/confirm?token=${someId}`, 'scanQrcode', { scan: 'x' }),
  form(`/login/qr/confirm?token=${someId}`, 'confirmQrcode', { number: '42' }),
  form(`/login/qr/move?token=${someId}`, 'scanChangeBindQrcode', { scan: 'x' }),
  form(`/login/qr/move?token=${someId}`, 'confirmChangeBindQrcode', { platform: 'mobile', number: '42' }),
  form(`/login/qr/authorize?token=${someId}`, 'openQrScan', { scan: 'x' }),
  form(`/login/qr/authorize?token=${someId}`, 'openQrConfirm', { number: '42' }),
  form(`${ofRequest}/qr`, 'openQrGet'),
  form(`${ofRequest}/qr/code`, 'openQrCheck', {}, (args) => qrRequest.begin(args, 'code', shownCode)),
  form('/settings/move', 'getChangeBindQrcode'),
  form('/settings/move/code', 'checkChangeBindQrcode', {}, (args) => qrMove.begin(args, 'code', shownCode)),
  form('/login/organisation', 'subjectLogin', { identity: `inner-1 ${'i'.repeat(22)}` }),
  form('/settings/organisations/new', 'createSubject', { subject_name: 'Orchard', deputy_name: 'Ann' }),
  form(`${ofSubject}/details`, 'updateSubject', { subject_name: 'Orchard' }),
  form(`${ofSubject}/freeze`, 'freezeSubject', { is_frozen: '1' }),
  form(`${ofSubject}/close`, 'closeSubject', { is_closing: '1', subject_name: 'Orchard' }),
  form(`${ofSubject}/leave`, 'leaveSubject'),
  form(`${ofSubject}/logo`, 'removeSubjectLogo', { remove: 'x' }),
  form(`${ofSubject}/sign-in`, 'updateSignInRules', { second_factor: '1', proof_minutes: '10', acting_hours: '0' }),
  form(`${ofSubject}/verify`, 'subjectInfo'),
  form('/settings/organisations', 'joinSubject', { join: subject }),
  form('/settings/organisations', 'askToJoin', { ask: subject }),
  form(`${ofSubject}/requests/${someId}`, 'acceptJoinRequest', { role_key: '' }),
  form(`${ofSubject}/domains`, 'addDomain', { domain: 'school.example' }),
  form(`${ofSubject}/domains/school.example`, 'checkDomain', { check: 'x' }),
  form(`${ofSubject}/domains/school.example/remove`, 'removeDomain'),
  form(`${ofSubject}/applications/new`, 'registerClient', { ...ledger, scopes: 'profile', kind: 'confidential' }),
  form(`${ofSubject}/applications/a2345/change`, 'updateClient', ledger),
  form(`${ofSubject}/applications/a2345/icon`, 'removeClientIcon', { remove: 'x' }),
  form(`${ofSubject}/applications/a2345/secret`, 'rotateClientSecret', { secret_id: someId }),
  form(`${ofSubject}/applications/a2345/disable`, 'disableClient', { is_disabled: '1' }),
  form(`${ofSubject}/applications/a2345/remove`, 'removeClient'),
  form(`${ofSubject}/manager`, 'declineTransfer', { decline: 'x', transfer_id: someId }),
  ...codePage(`${ofSubject}/manager/verify`, ['verifyOldManager', 'orgSendCode'], code, (args) =>
    handOver.begin(args, 'verify', { way: 'mobile', code: mobile.sent }),
  ),
  form(`${ofSubject}/manager/choose`, 'startTransfer', { identity_id: someId, subject_name: 'Orchard' }, (args) =>
    handOver.begin(args, 'choose', { ticket }),
  ),
  ...codePage(`${ofSubject}/manager/accept`, ['verifyNewManager', 'orgSendCode'], code, (args) =>
    handOver.begin(args, 'accept', { way: 'mobile', code: mobile.sent, transfer_id: someId }),
  ),
  ...codePage(`${ofSubject}/manager/new-manager`, ['verifyNewManager', 'orgSendCode'], code, (args) =>
    handOver.begin(args, 'newManager', { way: 'mobile', code: mobile.sent, ticket, identity_id: someId, name: 'Bo' }),
  ),
  form(`${ofSubject}/members/new`, 'createUserWithRole', { ...mobile.fields, deputy_name: 'Bo' }),
  form(`${ofSubject}/members/waiting`, 'renewActivation', { member: someId, renew: 'x' }),
  form(`${ofSubject}/members/selected`, 'removeMembers', { act: 'remove', member: someId }),
  form(`${ofSubject}/members/role`, 'assignRole', { role_key: 'clerk', act: 'give', member: someId }),
  form(`${ofSubject}/members/${someId}`, 'updateDeputy', { deputy_name: 'Bo' }),
  form(`${ofSubject}/members/${someId}/roles`, 'assignRole', { roles: 'clerk' }),
  form(`${ofSubject}/roles/new`, 'createRole', { role_name: 'Clerk', permissions: 'member.read' }),
  form(`${ofSubject}/roles/clerk`, 'updateRole', { role_name: 'Clerk', permissions: 'member.read' }),
  form(`${ofSubject}/roles/clerk/disable`, 'banRole', { is_banned: '1' }),
  form(`${ofSubject}/invitations`, 'resendInvitation', { invite_id: someId }),
  form(`${ofSubject}/invitations/new`, 'inviteByMobile', { ...mobile.fields, ...offer, days: '7' }),
  form(`${ofSubject}/invitations/new?by=workplace`, 'inviteByWorkplace', { ...offer, workplace_id: 'bo', days: '7' }),
  form(`${ofSubject}/invitations/${someId}`, 'resendInvitation', { ...offer, days: '', resend: 'x' }),
  form(`${ofSubject}/invitations/${someId}/cancel`, 'cancelInvitation'),
  form(`${ofSubject}/invitations/many`, 'createInvitationBatch', {
    addresses: 'bo@example.com',
    region: 'CN',
    note: '',
    role_key: '',
    days: '7',
  }),
  form(`${ofSubject}/invitations/batches/${someId}`, 'sendInvitationBatch'),
  form(`/login/invitation?invite_ticket=${someId}`, 'acceptInvitation', { accept: 'x', deputy_name: 'Bo' }),
  form(`/account-help/password/link?ticket=${ticket}`, 'resetPasswordByTicket', { password }),
  form(`/account-help/recover?ticket=${ticket}`, 'recoverAccount', { password }),
  form(`/account-help/not-me?ticket=${ticket}`, 'secureAccount'),
  form('/account-help/restore/confirm', 'undoCancellation', {}, (args) =>
    restoreAccount.begin(args, 'confirm', { ticket, until: '2030-01-01T00:00:00.000Z', timeZone: null }),
  ),
  form('/account-help/mobile-lost/password', 'verifyPassword', { account: 'ann', password }),
  form('/account-help/mobile-lost/held', 'unbindUnusableMobile', {}, (args) =>
    lostMobileByPassword.begin(args, 'held', { ticket }),
  ),
  form('/account-help/mobile-lost/email', 'sendEmailCode', email.fields),
  ...codePage('/account-help/mobile-lost/email/code', ['validateEmailCode', 'sendEmailCode'], code, (args) =>
    lostMobileByEmail.begin(args, 'code', { code: email.sent }),
  ),
  form('/account-help/mobile-lost/email/confirm', 'unbindUnusableMobile', {}, (args) =>
    lostMobileByEmail.begin(args, 'confirm', { ticket }),
  ),
  form('/settings/addresses', 'accountInfo'),
  form('/settings/avatar', 'uploadAvatar', { pic: file }),
  form('/settings/avatar/default', 'updateUserInfo', { avatar: 'default-avatar-1' }),
  form('/settings/background', 'uploadPicture', { pic: file }),
  form('/settings/background/default', 'updateUserInfo', { background: 'default-background-1' }),
  form('/settings/cancel', 'cancelVerifyWay', { use_password: 'x' }),
  ...codePage('/settings/cancel/verify', ['verifyMobile', 'sendCode'], code, (args) =>
    cancelAccount.begin(args, 'code', { kind: 'mobile', code: mobile.sent }),
  ),
  form('/settings/cancel/password', 'verifySecond', { password }, (args) =>
    cancelAccount.begin(args, 'password', { key }),
  ),
  form('/settings/cancel/authenticator', 'verifySecond', appCode, (args) =>
    cancelAccount.begin(args, 'authenticator', { key }),
  ),
  form('/settings/cancel/confirm', 'cancelConfirm', {}, (args) => cancelAccount.begin(args, 'confirm', { ticket })),
  form('/settings/export', 'accountInfo'),
  form('/settings/password', 'updatePassword', { current_password: 'nine loud trumpets', password }),
  form('/settings/password/set', 'setPassword', { password }),
  form('/settings/password/forgotten', 'sendCode'),
  ...codePage('/settings/password/forgotten/code', ['verifyMobile', 'sendCode'], code, (args) =>
    forgottenPassword.begin(args, 'code', { kind: 'mobile', code: mobile.sent }),
  ),
  form('/settings/password/forgotten/new', 'changePassword', { password }, (args) =>
    forgottenPassword.begin(args, 'new', { ticket }),
  ),
  form('/settings/profile', 'accountSet', {
    username: 'ann',
    name: 'Ann Lee',
    language: 'en',
    birthday_day: '27',
    birthday_month: '3',
    birthday_year: '1990',
  }),
  form('/passport/wap/login', 'accountLoginV2', { account: 'ann', password }),
  form(`/login/app?scheme=com.example.app&state=1&code_challenge=${'c'.repeat(43)}`, 'issueAppCode'),
  form('/login/service/renew?service=https%3A%2F%2Fshop.example%2F', 'issueServiceTicket'),
  form(`/login/desk?challenge=${'c'.repeat(43)}&to=%2Fdesk`, 'issueDeskTicket'),
  form(`/login/share?share_ticket=${ticket}`, 'shareLogin'),
  form('/settings/applications', 'shareTicket', { to_aid: 'shop' }),
  form(ofRequest, 'openWebAuth'),
  form(`/login/begin/${subject}`, 'openBegin'),
  form('/login/device', 'openDeviceInfo', { user_code: 'BCDF-GHJK' }),
  form('/login/device/check?user_code=BCDFGHJK', 'openDeviceBegin'),
  form(`${ofRequest}/sms`, 'openSendCode', mobile.fields),
  ...codePage(`${ofRequest}/sms/code`, ['openSmsAuth', 'openSendCode'], code, (args) =>
    openSms.begin(args, 'code', { code: mobile.sent }),
  ),
  form(`${ofRequest}/password`, 'openAccountAuth', { account: 'ann', password, stay_signed_in: '1' }),
  form('/settings/authorisations/orchard', 'revokeAuthorisation'),
  form('/settings/accounts', 'endRememberedDevice', { device_id: 'there' }),
  form('/settings/sessions/name?session=there', 'nameSession', { name: 'My phone' }),
  form('/settings/accounts', 'endSession', { session_id: 'there' }),
  form('/settings/accounts', 'endOtherSessions', { others: 'x' }),
  form('/settings/accounts', 'logout', { everywhere: 'x' }),
  form('/login/bind', 'bindLogin', { account: 'ann', password }, (args) => bindLogin.begin(args, 'account', identity)),
  form('/login/bind/mobile', 'sendCode', mobile.fields, (args) => bindLogin.begin(args, 'mobile', identity)),
  ...codePage('/login/bind/code', ['bindLogin', 'sendCode'], code, (args) =>
    bindLogin.begin(args, 'code', { ...identity, code: mobile.sent }),
  ),
  form('/settings/third-party/new', 'bindAuth', {}, (args) => connectPlatform.begin(args, 'confirm', identity)),
  form('/settings/third-party/qq', 'unbindPlatform'),
  form('/settings/third-party/qq/keep', 'stopPendingChange'),
  form('/login/authenticator', 'completeSignIn', appCode, waits),
  form('/login/terms', 'acceptTerms', { version: '2027-01' }),
  form('/login/second-factor', 'startAuthenticator', { set_up: 'x' }),
  form('/login/second-factor', 'askAuthenticator', { ask: 'x' }),
  form('/login/authenticator/lost', 'reportLostAuthenticator', {}, waits),
  form('/settings/authenticator', 'startAuthenticator', { set_up: 'x' }),
  form('/settings/authenticator', 'askAuthenticator', { ask: 'x' }),
  form('/settings/authenticator', 'makeRecoveryCodes', { make_codes: 'x' }),
  form('/settings/authenticator/set-up', 'addAuthenticator', appCode, (args) =>
    authenticatorSetUp.begin(args, 'scan', { asks: false, ticket, secret: 'JBSWY3DPEHPK', uri: 'otpauth://totp/a:b' }),
  ),
  form('/settings/recovery-email', 'sendRecoveryEmailCode', email.fields),
  ...codePage('/settings/recovery-email/code', ['setRecoveryEmail', 'sendRecoveryEmailCode'], code, (args) =>
    recoveryEmail.begin(args, 'code', { code: email.sent }),
  ),
  form('/settings/recovery-email/remove', 'removeRecoveryEmail'),
  form('/settings/authenticator/remove', 'removeAuthenticator'),
  form('/settings/authenticator/keep', 'stopPendingChange'),
  form('/settings/recovery-link/keep', 'stopPendingChange'),
  form('/login/passkey', 'passkeySignIn', credential),
  form('/settings/passkeys', 'startPasskey'),
  form('/settings/passkeys/new', 'addPasskey', credential),
  form(`/settings/passkeys/${someId}`, 'renamePasskey', { passkey_name: 'Phone' }),
  form(`/settings/passkeys/${someId}/remove`, 'removePasskey'),
]

/** The form at a URL that is for a call. */
export const formCaseOf = (url: string, call: CallName): FormCase => {
  const found = formCases.find((each) => each.url === url && each.call === call)
  if (!found) throw new Error(`no form at ${url} is for ${call}`)
  return found
}

/** The forms without a call that could ask for a step-up, except the 404 page. */
export const formsWithoutCall: FormCase[] = [
  '/login/register/organisation',
  '/passport/org/logout',
  '/passport/sso/logout',
  `/passport/web/logout/${someId}`,
  '/passport/web/logout',
  '/settings/accounts',
  '/desk/sign-out',
]
  .map((url) => form(url, 'logout'))
  .concat(
    form('/settings/authenticator/codes', 'logout', {}, (args) =>
      authenticatorSetUp.begin(args, 'codes', { codes: ['bcdf-ghjk-mnpq-rstv'] }),
    ),
  )

/** The URL and the call of each form, for the name of a test, before the form itself. */
export const named = (cases: FormCase[]) => cases.map((each) => [each.url, each.call, each] as const)

/** A browser at the page of a form. Its loader has the answers that it needs. */
export const browserAt = async (fake: ReturnType<typeof withFakeAccountApi>, { url, begin }: FormCase) => {
  const browser = /^\/(settings\/|passport\/(web|org|sso)\/|login\/((terms|second-factor)$|desk\?))/.test(url)
    ? await signedInBrowser(fake)
    : openBrowser()
  if (url.startsWith('/desk/')) browser.enterDesk()
  const { params } = await pageAt(url)
  if (begin) browser.keep(await begin({ request: browser.requestFor(url), context: {}, params }))
  fake.answer('accountInfo', done(infoOf({ email: 'a***@example.com', email_verified: true })))
  fake.answer('authenticatorInfo', done(authenticatorInfo))
  fake.answer('listPasskeys', done({ passkeys: [{ ...ownPasskey, passkey_id: someId }], most: 10, time_zone: 'UTC' }))
  fake.answer('recoveryEmailInfo', done({ email: 'r***@example.org', counts_from: null, time_zone: 'UTC' }))
  fake.answers({ startPasskey: done({ options: newPasskey }), startPasskeySignIn: done({ options: askedPasskey }) })
  fake.answers({ registeredService: done(shop), subjectInfo: actingAs() })
  fake.answer('siblingApplications', done({ applications: [{ aid: 'shop', name: shop.name, url: shop.url }] }))
  fake.answers({ hostAppLinks: done(hostApp), openAuthInfo: done(openInfo), openBeginInfo: done({ goes_on_at: null }) })
  fake.answers({ openDeviceInfo: done(deviceInfo), openSignOutInfo: done(signOutInfo) })
  fake.answer('listAuthorisations', done({ authorisations: [authorisation], time_zone: 'UTC' }))
  fake.answer('listSessions', done({ sessions: [sessionThere], time_zone: 'UTC' }))
  fake.answer('bindVerifyInfo', done({ ways: [], platforms: [{ platform: 'qq', name: 'QQ', bound_at }] }))
  return browser
}
