import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { keptAddress, unlessUnavailable } from './kept-address.server'
import { carriedNext, handleIn, isShort, safePath, unseen, withoutLanguage } from './return-address'

/** The first `?next=` of a URL. */
const nextIn = (url: string): string => new URL(url).searchParams.get('next') ?? ''

/** A return address, as `?next=` carries it: {@link keptAddress}. */
export const nextTo = (args: Args, address: string): Promise<string | undefined> =>
  keptAddress(address, () => api(args))

/** True when the request's `?next=` is a page of this site, but too long for pages to pass on. */
export const hasLongNext = ({ url }: Request): boolean => !isShort(safePath(nextIn(url)) ?? '')

/** The request's own page, as the `?next=` that leads back to it. */
export const nextToHere = (args: Args): Promise<string | undefined> =>
  nextTo(args, withoutLanguage(new URL(args.request.url)))

/** The request's own page, with a URL that is new to the browser, for a page that was shown before the sign-in. */
export const nextToUnseen = (args: Args): Promise<string | undefined> =>
  nextTo(args, unseen(withoutLanguage(new URL(args.request.url))))

/** The request's `?next=`, in the form that pages pass on. */
export const nextToCarry = async (args: Args): Promise<string | undefined> => {
  const next = nextIn(args.request.url)
  return carriedNext(next) ?? (await nextTo(args, next))
}

/** The path of a passed-on `?next=`. Undefined for an unknown handle, or one with a foreign address. */
export const resolveNext = async (args: Args, next: string): Promise<string | undefined> => {
  const handle = handleIn(next)
  if (handle === undefined) return safePath(next)
  const client = await api(args)
  const found = await unlessUnavailable(client.returnAddress({ handle }))
  // A stored address is checked in the same way as one in the URL.
  return found?.ok && found.data.address !== null ? safePath(found.data.address) : undefined
}

/** The return address of a request: the page of this site in its `?next=`, if any. */
export const returnAddressOf = (args: Args): Promise<string | undefined> => resolveNext(args, nextIn(args.request.url))
