import type { TFunction } from 'i18next'

/** A browser in the account API's words, and its client address. Empty if unknown. */
interface From {
  client: { browser: string; system: string }
  address: string
}

/** A browser and its system, such as "Chrome, Android". */
export const clientText = (t: TFunction, { browser, system }: From['client']): string =>
  [browser, system].filter(Boolean).join(t('client.comma')) || t('client.unknown')

/**
 * A browser, its system and the client address, such as "Chrome, Android, from 203.0.113.7". Empty for acts of the
 * account API.
 */
export const fromText = (t: TFunction, { client, address }: From): string => {
  if (!address) return client.browser || client.system ? clientText(t, client) : ''
  return t('client.from', { client: clientText(t, client), address })
}
