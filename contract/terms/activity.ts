/** The meaning of an entry's detail. An address of an account is masked. */
type Detail =
  | 'none'
  | 'sign_in_way'
  | 'client_address'
  | 'address'
  | 'platform'
  | 'username'
  | 'picture'
  | 'count'
  | 'codes_left'
  | 'failures'
  | 'organisation'
  | 'application'
  | 'time'
  | 'reason'

/** The kinds of entries in an account's activity, each with its detail; the web app has a text for each kind. */
export const activityDetails = {
  registered: 'sign_in_way',
  signed_in: 'sign_in_way',
  signed_in_after_failures: 'failures',
  /** It has a message but no entry, because the entry of the sign-in has the facts. */
  signed_in_new: 'none',
  proven_for_application: 'application',
  application_authorised: 'application',
  signed_out: 'none',
  session_ended: 'client_address',
  other_sessions_ended: 'count',
  password_set: 'none',
  password_changed: 'none',
  password_reset: 'none',
  /** The correct password of a sign-in is in the list of breached ones. */
  password_breached: 'none',
  mobile_bound: 'address',
  mobile_changed: 'address',
  mobile_removed: 'address',
  mobile_removal_asked: 'time',
  mobile_change_asked: 'time',
  mobile_removal_stopped: 'address',
  email_bound: 'address',
  email_changed: 'address',
  email_removed: 'address',
  email_removal_asked: 'time',
  email_change_asked: 'time',
  email_removal_stopped: 'address',
  platform_bound: 'platform',
  platform_removed: 'platform',
  platform_removal_asked: 'time',
  platform_change_asked: 'time',
  platform_removal_stopped: 'platform',
  username_changed: 'username',
  profile_changed: 'none',
  picture_changed: 'picture',
  data_exported: 'none',
  cancellation_asked: 'none',
  cancellation_undone: 'none',
  account_secured: 'address',
  account_frozen: 'reason',
  account_unfrozen: 'reason',
  sessions_ended: 'reason',
  account_restored: 'reason',
  limits_released: 'reason',
  /** It has an entry but no message: the earlier one was never sent. */
  message_dropped: 'reason',
  recovery_asked: 'reason',
  recovery_to_agree: 'reason',
  recovery_agreed: 'reason',
  recovery_stopped: 'none',
  operator_added: 'reason',
  operator_removed: 'reason',
  /** The role ended because the account changed hands, or may have. */
  operator_ended: 'none',
  /** No message is sent about it, because it may occur several times a day. */
  desk_entered: 'none',
  old_number_used: 'address',
  remembered_copied: 'none',
  authenticator_added: 'none',
  authenticator_removed: 'none',
  authenticator_removal_asked: 'time',
  authenticator_removal_stopped: 'none',
  authenticator_asked: 'none',
  authenticator_not_asked: 'none',
  authenticator_guessed: 'none',
  recovery_codes_made: 'none',
  recovery_code_used: 'codes_left',
  passkey_added: 'none',
  passkey_removed: 'none',
  passkey_removal_asked: 'time',
  passkey_removal_stopped: 'none',
  recovery_email_added: 'address',
  recovery_email_changed: 'address',
  recovery_email_removed: 'address',
  recovery_email_removal_asked: 'time',
  recovery_email_change_asked: 'time',
  recovery_email_removal_stopped: 'address',
  transfer_started: 'organisation',
  transfer_done: 'organisation',
  transfer_taken_back: 'organisation',
  closing_started: 'organisation',
  administrator_given: 'organisation',
  application_registered: 'organisation',
  application_changed: 'organisation',
  application_removed: 'organisation',
  mail_domain_added: 'organisation',
  renamed_organisation: 'organisation',
  organisation_created: 'organisation',
  organisation_joined: 'organisation',
  organisation_left: 'organisation',
  organisation_removed: 'organisation',
  organisation_frozen: 'organisation',
  organisation_unfrozen: 'organisation',
  organisation_manager_set: 'organisation',
} as const satisfies Record<string, Detail>

export type ActivityKind = keyof typeof activityDetails

export const activityKinds = Object.keys(activityDetails) as ActivityKind[]

/** The ways in which a session can begin. */
export const signInWays = [
  'password',
  'sms',
  'email',
  'qr',
  'quick',
  'app',
  'share',
  'platform',
  'restore',
  'recovery',
  'authenticator',
  'passkey',
] as const

export type SignInWay = (typeof signInWays)[number]
