/** The flash messages; `?notice=` names one. Texts: `notice.<name>`. */
export const flashNames = [
  // Why the person is on another page than the one requested.
  'flow_expired',
  'settled_before',
  'sign_in_again',
  'signed_out',
  'reset_link_over',
  // A change that was just made.
  'password_reset',
  'password_reset_only',
  'password_set',
  'password_changed',
  'mobile_bound',
  'mobile_changed',
  'mobile_removed',
  'mobile_removal_asked',
  'mobile_change_asked',
  'mobile_kept',
  'lost_mobile_removed',
  'email_bound',
  'email_changed',
  'email_removed',
  'email_removal_asked',
  'email_change_asked',
  'email_kept',
  'platform_removed',
  'platform_removal_asked',
  'platform_kept',
  'avatar_changed',
  'background_changed',
  'profile_saved',
  'username_held',
  'session_ended',
  'other_sessions_ended',
  // Organisations.
  'organisation_created',
  'organisation_saved',
  'subject_frozen',
  'identity_frozen',
] as const

export type FlashName = (typeof flashNames)[number]
