/** The headers that the two programs exchange in addition to the body. */
export const headerNames = {
  /** The id of the log lines about a request. Every answer has it, and a call may send it. */
  logId: 'x-log-id',
  formToken: 'x-csrf-token',
  /** The client address, as the signing application states it. Limits count by it. */
  clientAddress: 'x-client-address',
  /** The ticket of a solved captcha, when the call that required it is repeated. */
  captchaTicket: 'x-captcha-ticket',
  /**
   * Identifies the form that makes a call, for calls that make something without a natural key (`once`). Not signed: it
   * only makes the account API repeat its answer to the same account.
   */
  requestKey: 'x-request-key',
  /**
   * The version of the operator's terms that the caller shows to people who have not accepted it. Not signed, because that would change the signature of every caller; without the header, a person is only asked later.
   */
  shownTerms: 'x-shown-terms',
} as const

/** The cookie whose value a POST repeats in the form token header (spec section 7, "Request conventions"). */
export const formTokenCookie = 'passport_csrf_token'

/** The cookie of a session of the account API. */
export const sessionCookie = 'passport_session'

/**
 * The cookie that shows the web app that two sessions belong to one account: a keyed hash. It stays in the sealed
 * session.
 */
export const accountMarkCookie = 'passport_account'

/** The names that another account API may have for cookies and headers. */
export interface WireNames {
  /** Missing: the cookie that a sign-in sets, whatever its name. */
  sessionCookie?: string | undefined
  formTokenCookie: string
  formTokenHeader: string
}
export const ownNames: WireNames = { formTokenCookie, formTokenHeader: headerNames.formToken }

/** The cookie of a browser that has signed in before. It survives a sign-out, and stays for 400 days. */
export const knownBrowserCookie = 'passport_known_browser'

/** The headers of a request of open authorisation that are forwarded to the account API, besides cookies. */
export const protocolHeaders = [
  'accept',
  'accept-language',
  'access-control-request-headers',
  'access-control-request-method',
  'authorization',
  'content-type',
  'dpop',
  'origin',
  'user-agent',
] as const
