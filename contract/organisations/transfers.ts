/** The state of a transfer. `expired`: nobody answered in time. */
export const transferStates = ['pending', 'done', 'declined', 'withdrawn', 'expired'] as const

export type TransferState = (typeof transferStates)[number]

/**
 * Reasons why a member cannot be asked to become the manager; the web app has a text for each. `unavailable`: they
 * manage the maximum number of organisations, or are cancelling their account. The answer does not show which.
 */
export const transferRefusals = ['oneself', 'frozen', 'unavailable'] as const
