/** The page that lists the passkeys of the account. */
export const passkeysPage = '/settings/passkeys'
