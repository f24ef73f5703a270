import type { Received } from '#contract/wire/exchange'
import { ownNames, type WireNames } from '#contract/wire/headers'
import { type Seen, tokenCookieIn } from './seen'

/** Posts a call that has to be refused, with the form token under these names, and returns the answer. */
type Post = (names: WireNames) => Promise<{ mark: string; received: Received | undefined }>

/** The names of headers in the text of a refusal. */
const headersIn = ({ body, header }: Received): string[] => {
  const words = `${Buffer.from(body).toString('utf8')} ${header('access-control-allow-headers') ?? ''}`
  return [...words.matchAll(/\bx-[\w-]*(?:csrf|xsrf|token)[\w-]*/gi)].map(([name]) => name.toLowerCase())
}

const usual = ['x-csrf-token', 'x-xsrf-token', 'x-csrftoken', 'x-xsrf', 'x-csrf', 'csrf-token', 'xsrf-token']

/**
 * Finds the cookie and the header of the form token: by the header that changes the refusal.
 * @returns the names as set, if they work or nothing can be found out
 */
export const formTokenNames = async (seen: Seen, set: WireNames, post: Post): Promise<WireNames> => {
  const names = { ...set, formTokenCookie: tokenCookieIn(seen, set) ?? set.formTokenCookie }
  const { mark: refusal, received } = await post({ ...names, formTokenHeader: 'x-check-upstream' })
  const ofCookie = names.formTokenCookie.toLowerCase().replaceAll('_', '-')
  const candidates = [
    ...[set.formTokenHeader, ...(received ? headersIn(received) : [])],
    ...[ofCookie, `x-${ofCookie}`, `x-${ofCookie}-token`, ownNames.formTokenHeader, ...usual],
  ]
  for (const formTokenHeader of new Set(candidates)) {
    const { mark } = await post({ ...names, formTokenHeader })
    if (mark !== refusal) return { ...names, formTokenHeader }
  }
  return names
}
