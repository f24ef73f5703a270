import { vouchedUrl } from '#contract/terms/vouched-url'

/** Longer addresses would not fit into the URLs that carry them. */
const mostCharacters = 500

/** Why an address cannot be registered. `spelling`: `instead` is how browsers and clients spell it. */
export type UrlRefusal =
  | { because: 'not_https' | 'too_long' | 'fragment' | 'ticket' }
  | { because: 'spelling'; instead: string }

/**
 * Checks an address that the operator registers. A service is recognised by the exact text of its address, so only the
 * spelling of a URL parser is registered. No other text can then mean the same address.
 * @returns why it is refused; undefined when it is accepted
 */
export const urlRefusal = (text: string): UrlRefusal | undefined => {
  if (text.length > mostCharacters) return { because: 'too_long' }
  if (!vouchedUrl.safeParse(text).success) return { because: 'not_https' }
  const url = new URL(text)
  if (text.includes('#')) return { because: 'fragment' }
  if (url.searchParams.has('ticket')) return { because: 'ticket' }
  return url.href === text ? undefined : { because: 'spelling', instead: url.href }
}

export const withTicket = (url: string, ticket: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}ticket=${ticket}`
