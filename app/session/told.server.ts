import { cookie, readCookie } from './cookie.server'
import { type PageNotice, pageNotices } from './page-address'

/** A page that has something to say to this person, and what that is, as its address tells it. */
export interface Place {
  path: string
  /** Where the person wants to go afterwards. */
  next?: string | null
  notice?: PageNotice
  /** The day until which a cancelled account can be restored. */
  until?: string
  /** The password of a secured account is its only way in, so it still works. */
  password?: 'stays'
}

// An address can be made up by anybody. What it says counts where this browser was just sent to it by us.
const toldCookie = 'butterfly_told'
/** Long enough for a slow link, for going back and for a look in the other language. */
const maxAgeSeconds = 10 * 60

/** The address of such a page, and the Set-Cookie header by which it is believed. */
export const tell = ({ path, ...said }: Place): { address: string; setCookie: string } => {
  const query = new URLSearchParams(Object.entries(said).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  const address = query.size > 0 ? `${path}?${query}` : path
  return { address, setCookie: cookie(toldCookie, address, { maxAgeSeconds }) }
}

/** Whether this browser was sent to this very address by us a short time ago, in whichever language it is read. */
export const wasTold = (request: Request): boolean => {
  const url = new URL(request.url)
  url.searchParams.delete('lng')
  return readCookie(request, toldCookie) === url.pathname + url.search
}

/** What there is to say first on the page that is asked for. */
export const noticeOf = (request: Request): PageNotice | null => {
  const asked = new URL(request.url).searchParams.get('notice')
  return pageNotices.find((each) => each === asked && wasTold(request)) ?? null
}
