/** Names of what travels beside the body, known to client, server and fake. */
export const headerNames = {
  /** Every answer names the line of the log that explains it. */
  logId: 'x-log-id',
  formToken: 'x-csrf-token',
  /** The visitor's address, told by the signing application; limits count by it. */
  clientAddress: 'x-client-address',
  /** The ticket of a solved captcha, when a call is made again that had answered with a decision. */
  captchaTicket: 'x-captcha-ticket',
} as const

/** The cookie whose value a POST returns as the form token header (spec section 7, "Request conventions"). */
export const formTokenCookie = 'passport_csrf_token'

/** The cookie that carries a person's session with the account API. */
export const sessionCookie = 'passport_session'
