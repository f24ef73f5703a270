/** What `?notice=` may say on a page on which something begins. Texts: `notice.<name>`. */
export const startNotices = [
  'flow_expired',
  'settled_before',
  'sign_in_again',
  'signed_out',
  'password_reset',
  'reset_link_over',
] as const

/** What `?notice=` may say of a change that has just been made. Texts: `notice.<name>`. */
export const changeNotices = [
  'password_set',
  'password_changed',
  'mobile_bound',
  'mobile_changed',
  'mobile_removed',
  'email_bound',
  'email_changed',
  'email_removed',
  'platform_removed',
  'avatar_changed',
  'background_changed',
  'profile_saved',
  'username_held',
  'session_ended',
  'other_sessions_ended',
] as const

export const pageNotices = [...startNotices, ...changeNotices]
export type PageNotice = (typeof pageNotices)[number]

/** The address of a page, with where the person wants to go afterwards and with what there is to say on it first. */
export const pageAddress = (path: string, { next, notice }: { next?: string | null; notice?: PageNotice }): string => {
  const query = new URLSearchParams({ ...(next && { next }), ...(notice && { notice }) })
  return query.size > 0 ? `${path}?${query}` : path
}

/** The notice of an address, if it is one of ours: an address can be made by anybody. */
export const noticeOf = (request: Request): PageNotice | null => {
  const asked = new URL(request.url).searchParams.get('notice')
  return pageNotices.find((each) => each === asked) ?? null
}
