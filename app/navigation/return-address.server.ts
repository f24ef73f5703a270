import { isAbsent } from '../runtime/absent-calls.server'
import { api } from '../runtime/api.server'
import type { Args } from '../runtime/load-context'
import { problemStatus } from './problem'
import { carriedNext, handleIn, isShort, nextOfHandle, safePath, unseen, withoutLanguage } from './return-address'

/** The first `?next=` of a URL. */
const nextIn = (url: string): string => new URL(url).searchParams.get('next') ?? ''

/**
 * A return address as `?next=` carries it: itself, or, if it is long, a handle under which the account API keeps it.
 * Undefined for anything but a page of ours, and when the account API keeps no more, or none at all.
 */
export const nextTo = async (args: Args, address: string): Promise<string | undefined> => {
  const path = safePath(address)
  if (path === undefined || isShort(path)) return path
  if (isAbsent('keepReturnAddress')) return undefined
  const client = await api(args)
  const kept = await unlessUnavailable(client.keepReturnAddress({ address: path }))
  return kept?.ok ? nextOfHandle(kept.data.handle) : undefined
}

/** True when the request's `?next=` is a page of ours, but too long for pages to carry on. */
export const hasLongNext = ({ url }: Request): boolean => !isShort(safePath(nextIn(url)) ?? '')

/** The request's own page, as the `?next=` that leads back to it. */
export const nextToHere = (args: Args): Promise<string | undefined> =>
  nextTo(args, withoutLanguage(new URL(args.request.url)))

/** The same with a URL that is new to the browser, for a page that was shown before the sign-in. */
export const nextToUnseen = (args: Args): Promise<string | undefined> =>
  nextTo(args, unseen(withoutLanguage(new URL(args.request.url))))

/** The request's `?next=`, as pages carry it on. */
export const nextToCarry = async (args: Args): Promise<string | undefined> => {
  const next = nextIn(args.request.url)
  return carriedNext(next) ?? (await nextTo(args, next))
}

/** The path of a carried `?next=`; undefined for an unknown handle, or one of a foreign address. */
export const resolveNext = async (args: Args, next: string): Promise<string | undefined> => {
  const handle = handleIn(next)
  if (handle === undefined) return safePath(next)
  const client = await api(args)
  const found = await unlessUnavailable(client.returnAddress({ handle }))
  // A stored address is checked in the same way as one in the URL.
  return found?.ok && found.data.address !== null ? safePath(found.data.address) : undefined
}

/** The return address of a request: the page of ours in its `?next=`, if there is one. */
export const returnAddressOf = (args: Args): Promise<string | undefined> => resolveNext(args, nextIn(args.request.url))

/** A successful sign-in is not lost when its return address is unavailable; the outage is in the log. */
const unlessUnavailable = <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((thrown: unknown) => {
    if ((thrown as Partial<Response> | null)?.status === problemStatus.unavailable) return undefined
    throw thrown
  })
