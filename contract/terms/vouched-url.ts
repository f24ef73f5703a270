import { z } from 'zod'
import { appAddress } from './app-link'

// Of the characters that a parsed host may contain, `;` and `,` would end a directive or a value of a header.
const plainHost = /^([a-z\d.-]+|\[[\da-f:]+\])$/
const loopbackHost = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/

const isPlain = (text: string): boolean => {
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '' || !plainHost.test(hostname)) return false
  return protocol === 'https:' || loopbackHost.test(hostname)
}

/**
 * A URL of another site that the account API vouches for: the reader of an answer may send the browser there. It is
 * absolute, without user and password; http leads only to this machine. The brand excludes any other text.
 */
export const vouchedUrl = z
  .url({ protocol: /^https?$/ })
  .max(4096)
  .refine((text) => URL.canParse(text) && isPlain(text))
  .brand<'VouchedUrl'>()
export type VouchedUrl = z.output<typeof vouchedUrl>

/** Where an application gets its answers: at a site, or in an app on people's devices. */
export const clientAddress = z.union([vouchedUrl, appAddress])
