/** The kinds of entries in an account's activity; the web app has a text for each. */
export const activityKinds = [
  'registered',
  'signed_in',
  'signed_out',
  'session_ended',
  'other_sessions_ended',
  'password_set',
  'password_changed',
  'password_reset',
  'mobile_bound',
  'mobile_changed',
  'mobile_removed',
  'mobile_removal_asked',
  'mobile_removal_stopped',
  'email_bound',
  'email_changed',
  'email_removed',
  'platform_bound',
  'platform_removed',
  'username_changed',
  'profile_changed',
  'picture_changed',
  'data_exported',
  'cancellation_asked',
  'cancellation_undone',
  'account_secured',
] as const

export type ActivityKind = (typeof activityKinds)[number]

/** The ways in which a session can begin. */
export const signInWays = ['password', 'sms', 'email', 'restore', 'recovery'] as const

export type SignInWay = (typeof signInWays)[number]
