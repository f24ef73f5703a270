import { z } from 'zod'

const scheme = '[a-z][a-z\\d+-]*(\\.[a-z\\d][a-z\\d+-]*)+'

/**
 * The scheme of a host app's deep links. It contains a dot, as RFC 8252 (section 7.1) requires: such a name belongs to
 * a domain of the app's maker, and schemes with their own meaning (`javascript`, `data`, `https`) contain none.
 */
export const appScheme = z
  .string()
  .max(100)
  .regex(new RegExp(`^${scheme}$`))

/** Schemes that browsers and devices act on themselves: they run scripts, open files, or begin calls and messages. */
const reserved =
  'about|blob|content|data|file|filesystem|ftp|http|https|intent|jar|javascript|mailto|resource|sms|tel|vbscript|view-source|ws|wss'

const anyScheme = `(?!(${reserved}):)[a-z][a-z\\d+.-]*`

/** A client's own scheme. One without a dot belongs to nobody, so the operator allows it to a client by its name. */
export const clientScheme = z
  .string()
  .max(100)
  .refine((text) => new RegExp(`^${anyScheme}:$`).test(`${text}:`))

/** True for an address whose scheme has a dot, like a host app's. */
export const isOfDomain = (url: string): boolean => new RegExp(`^${scheme}:`).test(url)

/**
 * An address in an app's own scheme, such as `com.example.app:/back`, at which an application on people's devices gets
 * its answers (RFC 8252, section 7.1).
 */
export const appAddress = z
  .string()
  .max(4096)
  .regex(new RegExp(`^${anyScheme}:/[\\w.~%!*+,:;=@&?/-]*$`))
  .brand<'AppAddress'>()
export type AppAddress = z.output<typeof appAddress>

/** The events that a deep link reports to the host app next to a sign-in, each with its path. */
export const appEvents = {
  account_changed: 'account-changed',
  account_cancelled: 'account-cancelled',
  closed: 'closed',
} as const

export type AppEvent = keyof typeof appEvents

const paths = ['signed-in', ...Object.values(appEvents)].join('|')

/**
 * A deep link to a host app that the account API vouches for, such as `com.example.app:/closed`: the reader of an
 * answer may send the browser there. The brand excludes any other text.
 */
export const appLink = z
  .string()
  .max(2048)
  .regex(new RegExp(`^${scheme}:/(${paths})(\\?[\\w%.~=&-]+)?$`))
  .brand<'AppLink'>()
export type AppLink = z.output<typeof appLink>

/** Binds a code to the host app that requested it: the SHA-256 of its verifier (RFC 7636, section 4.2, S256). */
export const codeChallenge = z.string().regex(/^[\w-]{43}$/)

/** A verifier (RFC 7636, section 4.1). */
export const codeVerifier = z.string().regex(/^[\w.~-]{43,128}$/)

/** The host app's own name for its request. It is returned with the code. */
export const appState = z.string().regex(/^[\w.~-]{1,200}$/)
