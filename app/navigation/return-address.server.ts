import { api } from '../api.server'
import type { Args } from '../load-context'
import { problemStatus } from './problem'
import { carriedNext, handleIn, isShort, nextOfHandle, safePath, unseen, withoutLanguage } from './return-address'

/** The first `?next=` of a URL. */
const nextIn = (url: string): string => new URL(url).searchParams.get('next') ?? ''

/**
 * A return address as `?next=` carries it: itself, or, where it is long, a handle under which the account API keeps it.
 * Undefined for what is no page of ours, and where the account API keeps no more.
 */
export const nextTo = async (args: Args, address: string): Promise<string | undefined> => {
  const path = safePath(address)
  if (path === undefined || isShort(path)) return path
  const client = await api(args)
  const kept = await unlessUnavailable(client.keepReturnAddress({ address: path }))
  return kept?.ok ? nextOfHandle(kept.data.handle) : undefined
}

/** Whether the request's `?next=` is a page of ours, but too long for pages to carry on. */
export const hasLongNext = ({ url }: Request): boolean => !isShort(safePath(nextIn(url)) ?? '')

/** The request's own page, as the `?next=` that leads back to it. */
export const nextToHere = (args: Args): Promise<string | undefined> =>
  nextTo(args, withoutLanguage(new URL(args.request.url)))

/** The same under a URL that the browser has not seen, for a page that it was shown before the sign-in. */
export const nextToUnseen = (args: Args): Promise<string | undefined> =>
  nextTo(args, unseen(withoutLanguage(new URL(args.request.url))))

/** The request's `?next=`, as pages carry it on. */
export const nextToCarry = async (args: Args): Promise<string | undefined> => {
  const next = nextIn(args.request.url)
  return carriedNext(next) ?? (await nextTo(args, next))
}

/** The path to which a carried `?next=` leads; undefined for a handle that names none, or none of ours. */
export const resolveNext = async (args: Args, next: string): Promise<string | undefined> => {
  const handle = handleIn(next)
  if (handle === undefined) return safePath(next)
  const client = await api(args)
  const found = await unlessUnavailable(client.returnAddress({ handle }))
  // The address is checked as if it stood in the URL, whoever kept it.
  return found?.ok && found.data.address !== null ? safePath(found.data.address) : undefined
}

/** The return address of a request: the page of ours to which its `?next=` leads, if there is one. */
export const returnAddressOf = (args: Args): Promise<string | undefined> => resolveNext(args, nextIn(args.request.url))

/** A sign-in that has succeeded is not lost when its return address cannot be had; the outage stands in the log. */
const unlessUnavailable = <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((thrown: unknown) => {
    if ((thrown as Partial<Response> | null)?.status === problemStatus.unavailable) return undefined
    throw thrown
  })
