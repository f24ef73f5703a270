/** What `?notice=` may say on a page on which something begins. Texts: `notice.<name>`. */
export const startNotices = ['flow_expired', 'sign_in_again', 'signed_out'] as const
export type StartNotice = (typeof startNotices)[number]

/** The address of a page, with where the person wants to go afterwards and, at a start, with what there is to say. */
export const pageAddress = (path: string, { next, notice }: { next?: string | null; notice?: StartNotice }): string => {
  const query = new URLSearchParams({ ...(next && { next }), ...(notice && { notice }) })
  return query.size > 0 ? `${path}?${query}` : path
}

/** The notice of an address, if it is one of ours: an address can be made by anybody. */
export const noticeOf = (request: Request): StartNotice | null => {
  const asked = new URL(request.url).searchParams.get('notice')
  return startNotices.find((each) => each === asked) ?? null
}
