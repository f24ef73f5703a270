/** What a page may say first; `?notice=` names it. Texts: `notice.<name>`. */
export const pageNotices = [
  // Why a person is on a page that they did not ask for.
  'flow_expired',
  'settled_before',
  'sign_in_again',
  'signed_out',
  'reset_link_over',
  // A change that has just been made.
  'password_reset',
  'password_set',
  'password_changed',
  'mobile_bound',
  'mobile_changed',
  'mobile_removed',
  'mobile_kept',
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

export type PageNotice = (typeof pageNotices)[number]

/** The address of a page, with where the person wants to go afterwards. */
export const withNext = (path: string, next: string | null | undefined): string =>
  next ? `${path}?${new URLSearchParams({ next })}` : path
