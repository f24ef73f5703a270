/**
 * The letters of a QR code that are typed where no camera is: no vowels, so that they spell no word, and none that looks
 * like a digit or another letter (RFC 8628, section 6.1).
 */
export const qrLetters = 'BCDFGHJKLMNPQRSTVWXZ'
export const qrLettersLength = 8

/** Where the QR code of a sign-in stands, as the browser that shows it learns it. */
export const qrStatuses = ['new', 'scanned', 'confirmed', 'denied', 'expired'] as const

/** How a QR code has ended, for the one who scans it. `scanned`: by another session. */
export const qrEnds = ['scanned', 'confirmed', 'denied', 'used'] as const

/**
 * What a QR code does: it signs a screen in, moves a sign-in method to the account that is signed in there, or lets the
 * screen answer a request of an application.
 */
export const qrPurposes = ['sign_in', 'change_bind', 'open_request'] as const

/** Why a sign-in method cannot move: nothing else signs in to its account, or the other account has one of its kind. */
export const qrObstacles = ['last_way', 'already_bound'] as const
