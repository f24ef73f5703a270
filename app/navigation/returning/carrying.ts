import { againAt } from './return-address'

/** The pages that prefill what was typed on another sign-in page. */
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

/** The URL of a page with the text that was typed on this one, if any. A cookie has the text, sealed by the server. */
export const carriedTo = (path: string, isTyped: boolean): string =>
  isTyped && filledIn.includes(path) ? againAt(path) : path

/** Adds the typed text to the paths of a list of links. */
export const carrying = (links: Record<string, string>, isTyped: boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(links).map(([path, text]) => [carriedTo(path, isTyped), text]))
