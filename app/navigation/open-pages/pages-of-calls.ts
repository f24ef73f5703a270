import type { CallName } from '#contract/calls'
import { identifierKinds, type KindOfIdentifier } from '#contract/terms/fields'
import { closedFlows } from './flows-of-calls'

const passkeySignInPage = '/login/passkey'
const passkeyPages = '/settings/passkeys'
const organisation = '/settings/organisations/*'
/** Removing a lost number by the password alone. */
const lostByPassword = ['/account-help/mobile-lost/password', '/account-help/mobile-lost/held']

/**
 * The pages that need a call beyond those of the specification, by the call, in lower case. A `*` matches one segment
 * of a path. If the account API lacks the call, they and the pages below them are closed.
 */
const pages: Partial<Record<CallName, readonly string[]>> = {
  confirmSignIn: ['/login/sms/confirm'],
  completeSignIn: ['/login/authenticator'],
  acceptTerms: ['/login/terms'],
  authenticatorInfo: ['/settings/authenticator', '/login/second-factor'],
  startPasskeySignIn: [passkeySignInPage],
  listPasskeys: [passkeyPages],
  recoveryEmailInfo: ['/settings/recovery-email'],
  rememberAccount: ['/login/quick', '/settings/devices'],
  listRememberedDevices: ['/settings/devices'],
  registeredService: ['/login/service', '/validate', '/servicevalidate', '/p3/servicevalidate'],
  siteVisitor: ['/login/site'],
  issueDeskTicket: ['/login/desk', '/desk'],
  issueAppCode: ['/login/app'],
  checkShareTicket: ['/login/share'],
  siblingApplications: ['/settings/applications'],
  getCaptcha: ['/login/verify/picture', '/login/verify/sound'],
  thirdPartyStart: [
    '/passport/web/auth',
    '/passport/oauth/login',
    '/settings/third-party/new',
    '/login/authorize/*/platform',
  ],
  openDeviceInfo: ['/login/device'],
  openBeginInfo: ['/login/begin'],
  openLeavingInfo: ['/login/leave'],
  openSignOutInfo: ['/passport/web/logout/*'],
  resetTicketCheck: ['/account-help/password/link'],
  recoverAccountCheck: ['/account-help/recover'],
  secureAccount: ['/account-help/not-me'],
  unusableMobileCheck: lostByPassword,
  verifyPassword: lostByPassword,
  activateAccount: ['/account-help/activate'],
  stopPendingChange: ['/settings/*/keep', '/settings/third-party/*/keep'],
  listSessions: ['/settings/sessions'],
  nameSession: ['/settings/sessions/name'],
  listActivity: ['/settings/activity'],
  exportData: ['/settings/export'],
  listAuthorisations: ['/settings/authorisations'],
  createSubject: ['/settings/organisations/new'],
  listSubjectLog: [`${organisation}/log`],
  listActivations: [`${organisation}/members/waiting`],
  createInvitationBatch: [`${organisation}/invitations/many`, `${organisation}/invitations/batches`],
  listJoinRequests: [`${organisation}/requests`],
  uploadSubjectLogo: [`${organisation}/logo`],
  signInRules: [`${organisation}/sign-in`],
  listDomains: [`${organisation}/domains`],
  listSubjectClients: [`${organisation}/applications`],
  startTransfer: [`${organisation}/manager/accept`],
  closeSubject: [`${organisation}/close`],
  leaveSubject: [`${organisation}/leave`],
}

/** The patterns of the pages that are closed if the account API lacks some calls. */
export const closedWithout = (isAbsent: (name: CallName) => boolean): readonly string[] => [
  ...Object.entries(pages).flatMap(([name, patterns]) => (isAbsent(name as CallName) ? patterns : [])),
  ...closedFlows(isAbsent).flatMap(({ pages }) => pages),
]

const waysIn = ['/login/sms', '/login/email', '/login/email/password', '/login/qr', passkeySignInPage]

/**
 * The pages that are linked from everywhere, each with its substitutes, the best first. Without its calls such a page
 * redirects to one of them, or says that this is not offered.
 */
const standIns: Record<string, readonly string[]> = {
  '/login': waysIn,
  '/passport/wap/login': waysIn,
  '/login/register': ['/login/register/email', '/login/register/both'],
  '/account-help/password': ['/account-help/password/email'],
  '/settings': [],
  '/settings/password': ['/settings/password/forgotten'],
}

/** The substitutes of a page. Undefined for a page that is not found if its calls are missing. */
export const standInsOf = (path: string): readonly string[] | undefined =>
  standIns[path.toLowerCase().replace(/(.)\/$/, '$1')]

/** The pages of passkeys. They are also closed if browsers offer none. */
export const pagesOfPasskeys: readonly string[] = [passkeySignInPage, passkeyPages]

/** The pages that create an account. They are closed if the account API registers nobody. */
export const pagesOfRegistration: readonly string[] = ['/login/register', '/login/sms/create']

const identifierPages: Partial<Record<KindOfIdentifier, readonly string[]>> = {
  mobile: ['bind', 'change', 'switch'].map((page) => `/settings/mobile/${page}`),
  email: ['/login/email/password', ...['bind', 'change', 'switch'].map((page) => `/settings/email/${page}`)],
}

/** The pages that only one kind of identifier uses. They are closed if it is off. */
export const pagesOfIdentifier = (kind: KindOfIdentifier): readonly string[] => identifierPages[kind] ?? []

export const identifiersOff = (on: readonly KindOfIdentifier[]): KindOfIdentifier[] =>
  identifierKinds.filter((kind) => !on.includes(kind))

/**
 * True when a path, as the router reads it, is one of these pages, or below one. A `$` at the end excludes the pages
 * below.
 */
export const isClosed = (path: string, patterns: readonly string[]): boolean => {
  if (patterns.length === 0) return false
  const parts = path.toLowerCase().replace(/\/$/, '').split('/')
  return patterns.some((pattern) => {
    const asked = pattern.replace('$', '').split('/')
    return (
      asked.every((part, at) => part === parts[at] || isAny(part, parts[at])) &&
      (!pattern.endsWith('$') || asked.length === parts.length)
    )
  })
}

const isAny = (part: string, found: string | undefined): boolean => part === '*' && Boolean(found)
