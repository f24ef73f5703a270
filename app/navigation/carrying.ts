import { againAt } from './return-address'

/** The pages that fill in what was typed to sign in elsewhere. */
const filledIn = [
  '/login',
  '/login/sms',
  '/login/email',
  '/login/email/password',
  '/login/register',
  '/login/register/email',
  '/account-help/password',
  '/account-help/password/email',
  '/passport/wap/login',
]

/** The URL of a page with what was typed on this one, if something was: a cookie has it, which the server has sealed. */
export const carriedTo = (path: string, isTyped: boolean): string =>
  isTyped && filledIn.includes(path) ? againAt(path) : path

/** The same for the paths of a list of links. */
export const carrying = (links: Record<string, string>, isTyped: boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(links).map(([path, text]) => [carriedTo(path, isTyped), text]))
