/** The purpose of a ticket that restores a cancelled account. It ends with the sessions of the account. */
export const restorePurpose = 'restore'

/**
 * The purpose of the ticket of a person who was proven for one request of an application. Such a ticket also ends with
 * the sessions.
 */
export const authTicketPurpose = 'open_request'

/**
 * The purpose of the ticket of a sign-in that waits for the authenticator. Such a ticket also ends with the sessions.
 */
export const pendingSignInPurpose = 'sign_in_waits'

/** The purposes of the tickets of people who have proven an address that no account has. */
export const provenMobile = 'proven_mobile'
export const provenEmail = 'proven_email'
