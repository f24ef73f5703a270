import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { activateAccount } from '../../app/flows/activate-account.server'
import { bindAddress } from '../../app/flows/bind-address.server'
import { bindLogin, connectPlatform } from '../../app/flows/bind-login.server'
import { cancelAccount } from '../../app/flows/cancel-account.server'
import { codeSignIn } from '../../app/flows/code-sign-in.server'
import { confirmSignIn } from '../../app/flows/confirm-sign-in.server'
import { forgottenPassword } from '../../app/flows/forgotten-password.server'
import { handOver } from '../../app/flows/hand-over.server'
import { lostMobileByEmail, lostMobileByPassword } from '../../app/flows/lost-mobile.server'
import { openSms } from '../../app/flows/open-sms.server'
import { passwordReset } from '../../app/flows/password-reset.server'
import { qrMove } from '../../app/flows/qr-move.server'
import { qrRequest } from '../../app/flows/qr-request.server'
import { qrSignIn } from '../../app/flows/qr-sign-in.server'
import { quickSignIn } from '../../app/flows/quick-sign-in.server'
import { rebindAddress } from '../../app/flows/rebind-address.server'
import { registerAddress, registerBoth } from '../../app/flows/register.server'
import { registerOrganisation } from '../../app/flows/register-organisation.server'
import { restoreAccount } from '../../app/flows/restore-account.server'
import type { Args } from '../../app/load-context'
import { redirectTo } from '../../app/navigation/redirect.server'
import { keepAccount } from '../../app/session/remembered-accounts.server'
import { appLink } from '../../contract/app-link'
import { endpointOf } from '../../contract/call'
import { type CallName, calls } from '../../contract/calls'
import { done, refuse } from '../../contract/server'
import { vouchedUrl } from '../../contract/vouched-url'
import { wires } from '../../contract/wires'
import { infoOf, ticket } from './answers'
import { authorisation, openInfo } from './authorise'
import { type Fields, formOf, openBrowser, withFakeAccountApi } from './browser'
import { challenge, isProven, solved } from './challenges'
import { deviceInfo } from './device'
import { askFor } from './page'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()

const pages = import.meta.glob<{ action?: unknown }>('../../app/routes/**/route.tsx', { eager: true })
const fileOf = (pattern: string) => `../../app/routes${pattern}/route.tsx`

interface Case {
  /** The call that the form is for. */
  call: CallName
  fields?: Fields
  /** The query of the page. */
  search?: string
  /** Brings the browser to the step of its flow. */
  begin?: (args: Args) => Promise<Response>
}

const bound_at = '2026-01-02T03:04:05.000Z'
const password = 'fourteen calm violins'
const sent = (to: string) => ({ to, resendAtMs: 0, notice: null })
const mobile = { fields: { mobile: '138 0000 0001', region: 'CN' }, sent: sent('+8613800000001') }
const email = { fields: { email: 'ann@example.com' }, sent: sent('ann@example.com') }
const kinds = { mobile, email }
const code = { code: '123456' }
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
const onDevice = { userId: '1', token: `${family}.${'s'.repeat(22)}`, name: '+86 138****0001' }
const onDeviceKey = createHash('sha256').update(family).digest('base64url').slice(0, 11)
/** A third-party identity that no account has. */
const identity = { profileKey: someId, platform: 'github', name: 'Ann' }
const offer = { deputy_name: 'Bo', note: '', role_key: '' }
const hostApp = {
  account_changed: appLink.parse('com.example.app:/account-changed'),
  account_cancelled: appLink.parse('com.example.app:/account-cancelled'),
  closed: appLink.parse('com.example.app:/closed'),
}
const shop = { name: 'Shop', url: vouchedUrl.parse('https://shop.example/'), may_gateway: false }
const file = new File(['x'], 'photo.jpg')

/** The form of a code page, and its button that sends the code again. */
const codePage = (path: string, begin: Case['begin'], use: Case, resend: CallName): [string, Case][] => [
  [path, { ...use, fields: { ...code, ...use.fields }, ...(begin && { begin }) }],
  [path, { call: resend, fields: { resend_code: 'Send a new code' }, ...(begin && { begin }) }],
]

/** The pages of both kinds of address. */
const addressPages = (['mobile', 'email'] as const).flatMap((kind): [string, Case][] => {
  const { fields, sent } = kinds[kind]
  const send = kind === 'mobile' ? 'sendCode' : 'sendEmailCode'
  const by = <Mobile extends CallName, Email extends CallName>(mobile: Mobile, email: Email) =>
    kind === 'mobile' ? mobile : email
  const login = kind === 'mobile' ? '/login/sms' : '/login/email'
  const register = kind === 'mobile' ? '/login/register' : '/login/register/email'
  const reset = kind === 'mobile' ? '/account-help/password' : '/account-help/password/email'
  const activate = kind === 'mobile' ? '/account-help/activate' : '/account-help/activate/email'
  const organisation = `/login/register/organisation/${kind}`
  const named = { subject_name: 'Orchard', by: kind }
  const own = `/settings/${kind}`
  const proven = { old: 'masked', ticket }
  return [
    [login, { call: send, fields }],
    ...codePage(
      `${login}/code`,
      (args) => codeSignIn[kind].begin(args, 'code', { code: sent }),
      { call: by('smsLoginOnly', 'emailCodeLogin') },
      send,
    ),
    [register, { call: send, fields }],
    ...codePage(
      `${register}/code`,
      (args) => registerAddress[kind].begin(args, 'code', { code: sent }),
      { call: by('registerByMobile', 'registerByEmail'), fields: { password } },
      send,
    ),
    [organisation, { call: send, fields, begin: (args) => registerOrganisation.begin(args, kind, named) }],
    ...codePage(
      `${organisation}/code`,
      (args) => registerOrganisation.begin(args, `${kind}_code`, { ...named, code: sent }),
      { call: by('createSubjectByMobile', 'createSubjectByEmail'), fields: { password } },
      send,
    ),
    [
      `${organisation}/existing`,
      {
        call: by('smsLoginContinue', 'emailLoginContinue'),
        begin: (args) => registerOrganisation.begin(args, `${kind}_existing`, { ...named, to: sent.to, ticket }),
      },
    ],
    [activate, { call: 'sendActivationCode', fields }],
    ...codePage(
      `${activate}/code`,
      (args) => activateAccount[kind].begin(args, 'code', { code: sent }),
      { call: 'activateAccount', fields: { password } },
      'sendActivationCode',
    ),
    [
      `${activate}/existing`,
      {
        call: by('smsLoginContinue', 'emailLoginContinue'),
        begin: (args) => activateAccount[kind].begin(args, 'existing', { to: sent.to, ticket }),
      },
    ],
    [reset, { call: send, fields }],
    ...codePage(
      `${reset}/code`,
      (args) => passwordReset[kind].begin(args, 'code', { code: sent }),
      { call: by('resetPasswordByMobile', 'resetPasswordByEmail'), fields: { password } },
      send,
    ),
    [own, { call: send, fields }],
    ...codePage(
      `${own}/bind`,
      (args) => bindAddress[kind].begin(args, 'code', { code: sent }),
      { call: by('bindMobile', 'bindEmail') },
      send,
    ),
    [
      `${own}/switch`,
      { call: 'switchBind', begin: (args) => bindAddress[kind].begin(args, 'switch', { to: sent.to, ticket }) },
    ],
    [`${own}/change`, { call: send }],
    ...codePage(
      `${own}/change/old`,
      (args) => rebindAddress[kind].begin(args, 'old', { code: sent }),
      { call: by('verifyMobile', 'verifyEmail'), fields },
      send,
    ),
    [`${own}/change/new`, { call: send, fields, begin: (args) => rebindAddress[kind].begin(args, 'new', proven) }],
    ...codePage(
      `${own}/change/confirm`,
      (args) => rebindAddress[kind].begin(args, 'confirm', { ...proven, code: sent }),
      { call: by('rebindMobile', 'rebindEmail') },
      send,
    ),
    [
      `${own}/change/switch`,
      {
        call: 'switchBind',
        begin: (args) => rebindAddress[kind].begin(args, 'switch', { ...proven, to: sent.to, takeover: ticket }),
      },
    ],
    [`${own}/remove`, { call: 'unbindPlatform' }],
    [`${own}/keep`, { call: 'stopPendingChange' }],
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

const cases: [string, Case][] = [
  ...addressPages,
  ['/login', { call: 'accountLoginV2', fields: { account: 'ann', password } }],
  ['/login/email/password', { call: 'emailLogin', fields: { ...email.fields, password } }],
  [
    '/login/sms/create',
    {
      call: 'smsLoginContinue',
      begin: (args) => codeSignIn.mobile.begin(args, 'create', { mobile: mobile.sent.to, ticket }),
    },
  ],
  [
    '/login/sms/confirm',
    { call: 'confirmSignIn', fields: { password }, begin: (args) => confirmSignIn.begin(args, 'confirm', toConfirm) },
  ],
  [
    '/login/sms/confirm',
    {
      call: 'sendConfirmationCode',
      fields: { use_email: 'x' },
      begin: (args) => confirmSignIn.begin(args, 'confirm', toConfirm),
    },
  ],
  ...codePage(
    '/login/sms/confirm/code',
    (args) => confirmSignIn.begin(args, 'code', { ...toConfirm, code: email.sent }),
    { call: 'confirmSignIn' },
    'sendConfirmationCode',
  ),
  [
    '/login/register/existing',
    {
      call: 'smsLoginContinue',
      begin: (args) => registerAddress.mobile.begin(args, 'existing', { to: mobile.sent.to, ticket }),
    },
  ],
  [
    '/login/register/email/existing',
    {
      call: 'emailLoginContinue',
      begin: (args) => registerAddress.email.begin(args, 'existing', { to: email.sent.to, ticket }),
    },
  ],
  ['/login/register/both', { call: 'sendCode', fields: { ...mobile.fields, ...email.fields } }],
  [
    '/login/register/both/code',
    {
      call: 'registerByMobileAndEmail',
      fields: { ...code, email_code: '654321', password },
      begin: (args) => registerBoth.begin(args, 'code', { mobile: mobile.sent, email: email.sent }),
    },
  ],
  [
    '/login/quick',
    {
      call: 'quickLogin',
      fields: { account: onDeviceKey },
      begin: async (args) => {
        await keepAccount(args, onDevice)
        return redirectTo(args, '/login')
      },
    },
  ],
  ...codePage(
    '/login/quick/code',
    async (args) => {
      await keepAccount(args, onDevice)
      return quickSignIn.begin(args, 'code', { account: onDeviceKey, by: 'mobile', code: kinds.mobile.sent })
    },
    { call: 'quickLogin' },
    'quickLogin',
  ),
  ['/login/qr', { call: 'getQrcode' }],
  ['/login/qr/code', { call: 'checkQrconnect', begin: (args) => qrSignIn.begin(args, 'code', shownCode) }],
  ['/login/qr/confirm', { call: 'toScanQrcode', fields: { letters: 'bcdf-ghjk' } }],
  ['/login/qr/confirm', { call: 'scanQrcode', fields: { scan: 'x' }, search: `?token=${someId}` }],
  ['/login/qr/confirm', { call: 'confirmQrcode', fields: { number: '42' }, search: `?token=${someId}` }],
  ['/login/qr/move', { call: 'scanChangeBindQrcode', fields: { scan: 'x' }, search: `?token=${someId}` }],
  [
    '/login/qr/move',
    {
      call: 'confirmChangeBindQrcode',
      fields: { platform: 'mobile', number: '42' },
      search: `?token=${someId}`,
    },
  ],
  ['/login/qr/authorize', { call: 'openQrScan', fields: { scan: 'x' }, search: `?token=${someId}` }],
  ['/login/qr/authorize', { call: 'openQrConfirm', fields: { number: '42' }, search: `?token=${someId}` }],
  [`${ofRequest}/qr`, { call: 'openQrGet' }],
  [`${ofRequest}/qr/code`, { call: 'openQrCheck', begin: (args) => qrRequest.begin(args, 'code', shownCode) }],
  ['/settings/move', { call: 'getChangeBindQrcode' }],
  ['/settings/move/code', { call: 'checkChangeBindQrcode', begin: (args) => qrMove.begin(args, 'code', shownCode) }],
  ['/login/organisation', { call: 'subjectLogin', fields: { identity: `inner-1.${'i'.repeat(22)}` } }],
  ['/settings/organisations/new', { call: 'createSubject', fields: { subject_name: 'Orchard' } }],
  [`${ofSubject}/details`, { call: 'updateSubject', fields: { subject_name: 'Orchard' } }],
  [`${ofSubject}/freeze`, { call: 'freezeSubject', fields: { is_frozen: '1' } }],
  [`${ofSubject}/close`, { call: 'closeSubject', fields: { is_closing: '1' } }],
  [`${ofSubject}/leave`, { call: 'leaveSubject' }],
  ['/settings/organisations', { call: 'joinSubject', fields: { join: subject } }],
  [`${ofSubject}/domains`, { call: 'addDomain', fields: { domain: 'school.example' } }],
  [`${ofSubject}/domains/school.example`, { call: 'checkDomain', fields: { check: 'x' } }],
  [`${ofSubject}/domains/school.example/remove`, { call: 'removeDomain' }],
  [
    `${ofSubject}/applications/new`,
    {
      call: 'registerClient',
      fields: { name: 'Ledger', redirect_uris: 'https://ledger.example/back', scopes: 'profile', kind: 'confidential' },
    },
  ],
  [
    `${ofSubject}/applications/a2345/change`,
    { call: 'updateClient', fields: { name: 'Ledger', redirect_uris: 'https://ledger.example/back' } },
  ],
  [`${ofSubject}/applications/a2345/icon`, { call: 'removeClientIcon', fields: { remove: 'x' } }],
  [`${ofSubject}/applications/a2345/secret`, { call: 'rotateClientSecret', fields: { secret_id: someId } }],
  [`${ofSubject}/applications/a2345/disable`, { call: 'disableClient', fields: { is_disabled: '1' } }],
  [`${ofSubject}/applications/a2345/remove`, { call: 'removeClient' }],
  [`${ofSubject}/manager`, { call: 'declineTransfer', fields: { decline: 'x', transfer_id: someId } }],
  ...codePage(
    `${ofSubject}/manager/verify`,
    (args) => handOver.begin(args, 'verify', { way: 'mobile', code: mobile.sent }),
    { call: 'verifyOldManager' },
    'orgSendCode',
  ),
  [
    `${ofSubject}/manager/choose`,
    {
      call: 'startTransfer',
      fields: { identity_id: someId },
      begin: (args) => handOver.begin(args, 'choose', { ticket }),
    },
  ],
  ...codePage(
    `${ofSubject}/manager/accept`,
    (args) => handOver.begin(args, 'accept', { way: 'mobile', code: mobile.sent, transfer_id: someId }),
    { call: 'verifyNewManager' },
    'orgSendCode',
  ),
  [`${ofSubject}/members/new`, { call: 'createUserWithRole', fields: { ...mobile.fields, deputy_name: 'Bo' } }],
  [`${ofSubject}/members/waiting`, { call: 'renewActivation', fields: { member: someId, renew: 'x' } }],
  [`${ofSubject}/members/selected`, { call: 'removeMembers', fields: { act: 'remove', member: someId } }],
  [`${ofSubject}/members/${someId}`, { call: 'updateDeputy', fields: { deputy_name: 'Bo' } }],
  [`${ofSubject}/members/${someId}/roles`, { call: 'assignRole', fields: { roles: 'clerk' } }],
  [`${ofSubject}/roles/new`, { call: 'createRole', fields: { role_name: 'Clerk', permissions: 'member.read' } }],
  [`${ofSubject}/roles/clerk`, { call: 'updateRole', fields: { role_name: 'Clerk', permissions: 'member.read' } }],
  [`${ofSubject}/roles/clerk/disable`, { call: 'banRole', fields: { is_banned: '1' } }],
  [`${ofSubject}/invitations`, { call: 'resendInvitation', fields: { invite_id: someId } }],
  [`${ofSubject}/invitations/new`, { call: 'inviteByMobile', fields: { ...mobile.fields, ...offer, days: '7' } }],
  [
    `${ofSubject}/invitations/new`,
    {
      call: 'inviteByWorkplace',
      search: '?by=workplace',
      fields: { ...offer, workplace_id: 'bo@example.com', days: '7' },
    },
  ],
  [`${ofSubject}/invitations/${someId}`, { call: 'resendInvitation', fields: { ...offer, days: '', resend: 'x' } }],
  [`${ofSubject}/invitations/${someId}/cancel`, { call: 'cancelInvitation' }],
  [
    `${ofSubject}/invitations/many`,
    {
      call: 'createInvitationBatch',
      fields: { addresses: 'bo@example.com', region: 'CN', note: '', role_key: '', days: '7' },
    },
  ],
  [`${ofSubject}/invitations/batches/${someId}`, { call: 'sendInvitationBatch' }],
  ['/login/invitation', { call: 'acceptInvitation', search: `?invite_ticket=${someId}`, fields: { accept: 'x' } }],
  ['/account-help/password/link', { call: 'resetPasswordByTicket', search: `?ticket=${ticket}`, fields: { password } }],
  ['/account-help/not-me', { call: 'secureAccount', search: `?ticket=${ticket}` }],
  [
    '/account-help/restore/confirm',
    {
      call: 'undoCancellation',
      begin: (args) =>
        restoreAccount.begin(args, 'confirm', { ticket, until: '2030-01-01T00:00:00.000Z', timeZone: null }),
    },
  ],
  ['/account-help/mobile-lost/password', { call: 'verifyPassword', fields: { account: 'ann', password } }],
  [
    '/account-help/mobile-lost/held',
    { call: 'unbindUnusableMobile', begin: (args) => lostMobileByPassword.begin(args, 'held', { ticket }) },
  ],
  ['/account-help/mobile-lost/email', { call: 'sendEmailCode', fields: email.fields }],
  ...codePage(
    '/account-help/mobile-lost/email/code',
    (args) => lostMobileByEmail.begin(args, 'code', { code: email.sent }),
    { call: 'validateEmailCode' },
    'sendEmailCode',
  ),
  [
    '/account-help/mobile-lost/email/confirm',
    { call: 'unbindUnusableMobile', begin: (args) => lostMobileByEmail.begin(args, 'confirm', { ticket }) },
  ],
  ['/settings/addresses', { call: 'accountInfo' }],
  ['/settings/avatar', { call: 'uploadAvatar', fields: { pic: file } }],
  ['/settings/avatar/default', { call: 'updateUserInfo', fields: { avatar: 'default-avatar-1' } }],
  ['/settings/background', { call: 'uploadPicture', fields: { pic: file } }],
  ['/settings/background/default', { call: 'updateUserInfo', fields: { background: 'default-background-1' } }],
  ['/settings/cancel', { call: 'cancelVerifyWay', fields: { use_password: 'x' } }],
  ...codePage(
    '/settings/cancel/verify',
    (args) => cancelAccount.begin(args, 'code', { key, kind: 'mobile', code: mobile.sent }),
    { call: 'verifySecond' },
    'sendSecondCode',
  ),
  [
    '/settings/cancel/password',
    { call: 'verifySecond', fields: { password }, begin: (args) => cancelAccount.begin(args, 'password', { key }) },
  ],
  [
    '/settings/cancel/confirm',
    { call: 'cancelConfirm', begin: (args) => cancelAccount.begin(args, 'confirm', { ticket }) },
  ],
  ['/settings/export', { call: 'accountInfo' }],
  ['/settings/password', { call: 'updatePassword', fields: { current_password: 'x', password } }],
  ['/settings/password/set', { call: 'setPassword', fields: { password } }],
  ['/settings/password/forgotten', { call: 'sendCode' }],
  ...codePage(
    '/settings/password/forgotten/code',
    (args) => forgottenPassword.begin(args, 'code', { kind: 'mobile', code: mobile.sent }),
    { call: 'verifyMobile' },
    'sendCode',
  ),
  [
    '/settings/password/forgotten/new',
    {
      call: 'changePassword',
      fields: { password },
      begin: (args) => forgottenPassword.begin(args, 'new', { ticket }),
    },
  ],
  [
    '/settings/profile',
    {
      call: 'accountSet',
      fields: { username: 'ann', language: 'en', birthday_day: '', birthday_month: '', birthday_year: '' },
    },
  ],
  ['/passport/wap/login', { call: 'accountLoginV2', fields: { account: 'ann', password } }],
  ['/login/app', { call: 'issueAppCode', search: `?scheme=com.example.app&state=1&code_challenge=${'c'.repeat(43)}` }],
  ['/login/service/renew', { call: 'issueServiceTicket', search: '?service=https%3A%2F%2Fshop.example%2F' }],
  ['/login/share', { call: 'shareLogin', search: `?share_ticket=${ticket}` }],
  ['/settings/applications', { call: 'shareTicket', fields: { to_aid: 'shop' } }],
  [ofRequest, { call: 'openWebAuth' }],
  ['/login/device', { call: 'openDeviceInfo', fields: { user_code: 'BCDF-GHJK' } }],
  ['/login/device/check', { call: 'openDeviceBegin', search: '?user_code=BCDFGHJK' }],
  ['/login/authorize/a-request-of-an-application/sms', { call: 'openSendCode', fields: mobile.fields }],
  ...codePage(
    '/login/authorize/a-request-of-an-application/sms/code',
    (args) => openSms.begin(args, 'code', { code: mobile.sent }),
    { call: 'openSmsAuth' },
    'openSendCode',
  ),
  [
    '/login/authorize/a-request-of-an-application/password',
    { call: 'openAccountAuth', fields: { account: 'ann', password } },
  ],
  ['/settings/authorisations/orchard', { call: 'revokeAuthorisation' }],
  ['/settings/devices', { call: 'endRememberedDevice', fields: { device_id: 'there' } }],
  ['/settings/sessions', { call: 'endSession', fields: { session_id: 'there' } }],
  ['/settings/sessions', { call: 'endOtherSessions', fields: { others: 'x' } }],
  ['/settings/sessions', { call: 'logout', fields: { everywhere: 'x' } }],
  [
    '/login/bind',
    {
      call: 'bindLogin',
      fields: { account: 'ann', password },
      begin: (args) => bindLogin.begin(args, 'account', identity),
    },
  ],
  [
    '/login/bind/mobile',
    { call: 'sendCode', fields: mobile.fields, begin: (args) => bindLogin.begin(args, 'mobile', identity) },
  ],
  ...codePage(
    '/login/bind/code',
    (args) => bindLogin.begin(args, 'code', { ...identity, code: mobile.sent }),
    { call: 'bindLogin' },
    'sendCode',
  ),
  [
    '/settings/third-party/new',
    { call: 'bindAuth', begin: (args) => connectPlatform.begin(args, 'confirm', identity) },
  ],
  ['/settings/third-party/qq', { call: 'unbindPlatform' }],
  ['/settings/third-party/qq/keep', { call: 'stopPendingChange' }],
]

const patterns = Object.keys(pages)
  .map((file) => file.replace('../../app/routes', '').replace(/\/route\.tsx$/, ''))
  .sort((one, other) => one.split('$').length - other.split('$').length)

/** The route of a path, as its folder spells it, with the parameters of the path. */
const routeOf = (path: string): { pattern: string; params: Record<string, string> } => {
  const values = path.split('/')
  const fits = (pattern: string) => {
    const names = pattern.split('/')
    return names.length === values.length && names.every((name, at) => name === values[at] || name.startsWith('$'))
  }
  const pattern = patterns.find(fits) ?? ''
  const params = pattern
    .split('/')
    .flatMap((name, at) => (name.startsWith('$') ? [[name.slice(1), values[at] ?? '']] : []))
  return { pattern, params: Object.fromEntries(params) }
}

/** The 404 page, and those whose form makes no call that could ask for a step-up. */
const withoutCall = [
  '/$',
  '/login/register/organisation',
  '/passport/org/logout',
  '/passport/sso/logout',
  '/passport/web/logout/$request',
  '/passport/web/logout',
  '/settings/accounts',
].map(fileOf)

it('happy: every page with an action is here, but for the 404 page and those that make no call', () => {
  const here = new Set(cases.map(([path]) => fileOf(routeOf(path).pattern)))
  const withAction = Object.keys(pages).filter((file) => pages[file]?.action)
  expect(withAction.filter((file) => !here.has(file))).toEqual(withoutCall)
})

const named = cases.map(([path, each]) => [path, each.call, each] as const)

/** An answer with a number of the upstream's own. */
const answerOf = (call: CallName, number: number, data: Record<string, unknown>) => {
  const { wire } = endpointOf(calls[call], 'web')
  return new Response(JSON.stringify(wires[wire].seal({ ok: false, number, description: '', data })), { status: 403 })
}

const asked: Record<string, (call: CallName) => Response> = {
  'a decision, whatever its number,': (call) =>
    answerOf(call, 4711, { decision: { code: 3061, subtype: 'slide', ticket: 'decision-of-a-test-0001' } }),
  '2046 without ways': (call) => answerOf(call, 2046, { sms_code_key: 'key-of-a-second-verification' }),
}

describe.each(Object.entries(asked))('%s', (_, answer) => {
  it.each(named)(
    'happy: is shown at %s for %s, which is called again after it',
    async (path, call, { fields = {}, ...at }) => {
      const { pattern, params } = routeOf(path)
      const page = pages[fileOf(pattern)] as object
      const browser = path.startsWith('/settings') ? await signedInBrowser(fake) : openBrowser()
      if (at.begin) browser.keep(await at.begin({ request: browser.requestFor(path), context: {}, params }))

      fake.answer('accountInfo', done(infoOf({ email: 'a***@example.com', email_verified: true })))
      fake.answer('registeredService', done(shop))
      fake.answer('siblingApplications', done({ applications: [{ aid: 'shop', name: shop.name, url: shop.url }] }))
      fake.answer('hostAppLinks', done(hostApp))
      fake.answer('openAuthInfo', done(openInfo))
      fake.answer('openDeviceInfo', done(deviceInfo))
      fake.answer('listAuthorisations', done({ authorisations: [authorisation], time_zone: 'UTC' }))
      fake.answer('bindVerifyInfo', done({ ways: [], platforms: [{ platform: 'qq', name: 'QQ', bound_at }] }))
      fake.answer(call, (received) =>
        isProven(received) ? (refuse('too_many_requests', { retry_after: 30 }) as never) : answer(call),
      )
      fake.answer('getCaptcha', () => challenge('slide'))
      fake.answer('verifyCaptcha', done({ captcha_ticket: solved }))

      const url = path + (at.search ?? '')
      const spelled = pattern.replace(/\$/g, ':')
      const shown = await askFor(browser, page, url, { fields, pattern: spelled })
      expect(shown).toMatchObject({ status: 200, location: null })
      expect(shown.main).toContain('<h1>Security check</h1>')

      const [, parked = ''] = /name="parked" value="([^"]+)"/.exec(shown.main) ?? []
      const files = Object.entries(fields).filter(([, value]) => value instanceof File) as [string, File][]
      const solving = { parked, 'answer.x': '5', 'answer.y': '6', ...Object.fromEntries(files) }
      const landed = await browser.send(page, url, solving, { params })
      expect(formOf(landed).stepUp).toBeUndefined()
      const made = fake.received.filter(({ name }) => name === call)
      expect(made.map(isProven).slice(-2)).toEqual([false, true])
      expect(made.at(-1)?.input).toEqual(made.at(-2)?.input)
    },
  )
})
