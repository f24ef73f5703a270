/** The purpose of the ticket that restores a cancelled account. */
export const restorePurpose = 'restore'
