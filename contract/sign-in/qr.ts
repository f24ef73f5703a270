/**
 * The letters of a QR code, for typing without a camera: no vowels, so they spell no word, and none that looks like a
 * digit or another letter (RFC 8628, section 6.1).
 */
export const qrLetters = 'BCDFGHJKLMNPQRSTVWXZ'
export const qrLettersLength = 8

/** The state of the QR code of a sign-in, for the browser that shows it. */
export const qrStatuses = ['new', 'scanned', 'confirmed', 'denied', 'expired'] as const

/** The end of a QR code, for its scanner. `scanned`: by another session. */
export const qrEnds = ['scanned', 'confirmed', 'denied', 'used'] as const

/**
 * The purposes of a QR code: to sign a screen in, to move a sign-in method to the account that is signed in there, or
 * to let the screen answer a request of an application.
 */
export const qrPurposes = ['sign_in', 'change_bind', 'open_request'] as const

/**
 * The reasons why a sign-in method cannot move: it is the only one of its account; the other account already has one of
 * its kind; or the policy no longer allows such an address.
 */
export const qrObstacles = ['last_way', 'already_bound', 'mail_domain_refused', 'identifier_off'] as const
