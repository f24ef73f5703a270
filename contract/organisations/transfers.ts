/** The state of a transfer. `expired`: nobody answered in time. */
export const transferStates = ['pending', 'done', 'declined', 'withdrawn', 'expired'] as const

export type TransferState = (typeof transferStates)[number]

/**
 * Reasons why a member cannot be asked to become the manager; the web app has a text for each. `unavailable`: they manage
 * as many organisations as they may, or cancel their account. Nobody else learns which.
 */
export const transferRefusals = ['oneself', 'frozen', 'unavailable'] as const
