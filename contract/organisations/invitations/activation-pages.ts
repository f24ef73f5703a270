/**
 * Where the owner of an address begins to activate the account that an organisation created for it, by the kind of the
 * address. Messages and pages link there.
 */
export const activationPages = { mobile: '/account-help/activate', email: '/account-help/activate/email' } as const
