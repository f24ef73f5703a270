import { z } from 'zod'

const scheme = '[a-z][a-z\\d+-]*(\\.[a-z\\d][a-z\\d+-]*)+'

/**
 * The scheme of a host app's deep links. It has a dot, as RFC 8252 (section 7.1) asks: such a name belongs to a domain of
 * its maker, and no scheme with a meaning of its own (`javascript`, `data`, `https`) is one.
 */
export const appScheme = z
  .string()
  .max(100)
  .regex(new RegExp(`^${scheme}$`))

/**
 * An address of an app, in a scheme of its own, as `com.example.app:/back`: where an application that runs on people's
 * devices gets its answers (RFC 8252, section 7.1).
 */
export const appAddress = z
  .string()
  .max(4096)
  .regex(new RegExp(`^${scheme}:/[\\w.~%!*+,:;=@&?/-]*$`))
  .brand<'AppAddress'>()
export type AppAddress = z.output<typeof appAddress>

/** What a deep link tells the host app beside a sign-in, each with its path. */
export const appEvents = {
  account_changed: 'account-changed',
  account_cancelled: 'account-cancelled',
  closed: 'closed',
} as const

export type AppEvent = keyof typeof appEvents

const paths = ['signed-in', ...Object.values(appEvents)].join('|')

/**
 * A deep link to a host app that the account API vouches for, as `com.example.app:/closed`: whoever reads it in an answer
 * may send the browser there. The brand keeps any other text out.
 */
export const appLink = z
  .string()
  .max(2048)
  .regex(new RegExp(`^${scheme}:/(${paths})(\\?[\\w%.~=&-]+)?$`))
  .brand<'AppLink'>()
export type AppLink = z.output<typeof appLink>

/** What binds a code to the host app that asked for it: the SHA-256 of its verifier (RFC 7636, section 4.2, S256). */
export const codeChallenge = z.string().regex(/^[\w-]{43}$/)

/** A verifier (RFC 7636, section 4.1). */
export const codeVerifier = z.string().regex(/^[\w.~-]{43,128}$/)

/** What the host app knows its own request by. It comes back with the code. */
export const appState = z.string().regex(/^[\w.~-]{1,200}$/)
