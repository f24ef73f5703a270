import type { TFunction } from 'i18next'

/** A browser as the account API names it, and its client address; empty where not known. */
interface From {
  client: { browser: string; system: string }
  address: string
}

/** A browser and where it runs, as "Chrome, Android". */
export const clientText = (t: TFunction, { browser, system }: From['client']): string =>
  [browser, system].filter(Boolean).join(t('client.comma')) || t('client.unknown')

/**
 * A browser, where it runs and the client address, as "Chrome, Android, from 203.0.113.7". Empty for acts of the
 * account API.
 */
export const fromText = (t: TFunction, { client, address }: From): string => {
  if (!address) return client.browser || client.system ? clientText(t, client) : ''
  return t('client.from', { client: clientText(t, client), address })
}
